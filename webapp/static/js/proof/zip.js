/** Reads a ZIP archive whose files are not packed further, as those of proofs are. */

import { demand } from "./refused.js";

const [END, ENTRY] = [0x06054b50, 0x02014b50];
const END_LENGTH = 22;

/** Return the files of an archive, each a name and its bytes. */
export function filesIn(buffer) {
  const view = new DataView(buffer);
  let end = buffer.byteLength - END_LENGTH;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  demand(end >= 0, "The archive of proofs is damaged.");
  const files = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    demand(view.getUint32(at, true) === ENTRY, "The archive of proofs is damaged.");
    const [named, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, named));
    const start = view.getUint32(at + 42, true);
    const skipped = 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    const length = view.getUint32(at + 20, true);
    demand(view.getUint16(at + 10, true) === 0, "The archive of proofs is packed in an unknown way.");
    files.push([name, new Uint8Array(buffer, start + skipped, length)]);
    at += 46 + named + extra + comment;
  }
  return files;
}

