/** The button that lets this browser check the proofs behind a report, by the rules alone. */

import { counted } from "../core/counted.js";
import { hold } from "../core/hold.js";

const part = document.getElementById("proof-check");

if (part && window.Worker && window.DecompressionStream) {
  part.hidden = false;
  part.querySelector("button").addEventListener("click", start);
}

async function start() {
  const [button, bar, list, end] = ["button", "progress", "ul", "[role=status]"].map((name) => part.querySelector(name));
  const release = hold(button);
  list.replaceChildren();
  end.textContent = "Fetching the proofs.";
  const began = performance.now();
  let archive;
  try {
    const answer = await fetch(part.dataset.proofs);
    if (!answer.ok) throw new Error();
    archive = await answer.arrayBuffer();
  } catch {
    end.textContent = "The proofs could not be fetched. Try again in a minute.";
    release();
    return;
  }
  bar.hidden = false;
  end.textContent = "Checking each step.";
  const worker = new Worker(new URL("../proof/worker.js", import.meta.url), { type: "module" });
  const count = { proofs: 0, nodes: 0, failed: 0 };
  worker.addEventListener("message", ({ data }) => {
    if (data.progress) bar.value = data.progress;
    if (data.told || (data.problem && !data.end)) list.append(line(data, count));
    if (!data.end) return;
    worker.terminate();
    bar.hidden = true;
    release();
    end.textContent = data.problem ?? inWords(count, (performance.now() - began) / 1000);
  });
  worker.postMessage(archive, [archive]);
}

/** A line on one proof; counts it. */
function line({ name, told, problem }, count) {
  const item = document.createElement("li");
  const fault = problem ?? (drawnHere(told) ? "" : "It is about another position than this page.");
  count.proofs += 1;
  count.failed += fault ? 1 : 0;
  count.nodes += told?.nodes ?? 0;
  item.textContent = fault ? `✗ ${name}: ${fault}` : `✓ ${statement(told)} ${counted(told.nodes, "step")}.`;
  item.dataset.state = fault ? "failed" : "proved";
  return item;
}

/** Whether a certificate has the pegs that are drawn on this page, and the same side to move. */
function drawnHere({ pegs, toMove }) {
  if (toMove !== part.dataset.toMove) return false;
  const seen = new Set([...document.querySelectorAll("#map .hole")].map((hole) => hole.dataset.hole));
  const drawn = { white: new Set(), black: new Set() };
  for (const { dataset } of document.querySelectorAll("#map .peg")) drawn[dataset.side].add(dataset.hole);
  return ["white", "black"].every((side) => {
    const told = pegs[side].map((hole) => hole.toUpperCase()).filter((hole) => seen.has(hole));
    return told.length === drawn[side].size && told.every((hole) => drawn[side].has(hole));
  });
}

/** What a certificate proves, in a sentence. */
function statement({ claim, verdict, but, closed, first }) {
  const holes = (names) => names.map((hole) => hole.toUpperCase()).join(", ");
  const who = claim.prover === "white" ? "White" : "Black";
  const does = claim.aim === "connect" ? "connect" : "hold the draw";
  const without = closed.length ? `, with ${holes(closed)} closed to ${who}` : "";
  if (verdict === "proven") return `${who} can ${does}${first ? ` by ${first.toUpperCase()}` : ""}${without}.`;
  const except = but.length ? ` by any first move except ${holes(but)}` : "";
  return `${who} cannot ${does}${except}${without}.`;
}

function inWords({ proofs, nodes, failed }, seconds) {
  if (!proofs) return "The archive has no proofs.";
  const took = `${counted(proofs, "proof")} of ${counted(nodes, "step")} in ${seconds.toFixed(1)} s`;
  if (failed) return `Your browser checked ${took}: ${failed} failed. Please report it with the address of this page.`;
  return (
    `Your browser checked ${took}, and ${proofs === 1 ? "it holds" : "all hold"}. It searched nothing and took no step on trust: each follows ` +
    "from the rules, and the pegs are those drawn above. You need not trust our solver, only the rules as " +
    "the manual states them and the program of this page that applies them."
  );
}
