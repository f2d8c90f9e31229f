/** Checks the certificates of an archive, away from the page: it sends how far it is, and the end. */

import { check } from "./check.js";
import { filesIn } from "./zip.js";

/** Milliseconds between two messages on the way. */
const OFTEN = 100;

self.addEventListener("message", async ({ data }) => {
  let files;
  try {
    files = filesIn(data).filter(([name]) => name.endsWith(".cert.gz"));
  } catch (error) {
    self.postMessage({ end: true, problem: error.message });
    return;
  }
  for (const [at, [name, bytes]] of files.entries()) {
    self.postMessage({ name, ...(await checked(bytes, (part) => (at + part) / files.length)) });
  }
  self.postMessage({ end: true });
});

/** Check one certificate; `share` tells which part of the whole a part of it is. */
async function checked(bytes, share) {
  let last = performance.now();
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await unpacked(bytes));
    const told = check(text, (done, all) => {
      if (performance.now() - last < OFTEN) return;
      last = performance.now();
      self.postMessage({ progress: share(done / all) });
    });
    return { told, progress: share(1) };
  } catch (error) {
    return { problem: error.message, progress: share(1) };
  }
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
