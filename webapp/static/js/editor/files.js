/** Files that are dropped, chosen or pasted. */

import { send } from "../core/ask.js";

const LARGEST = 1 << 20;
/** Faults of a text that are told. */
const MOST_TOLD = 2;

/**
 * Let files be read: `taken` gets what the site found in one, and words about it. `now` returns the
 * drawing, whose board and rules a file gets that does not say its own.
 */
export function filesOf(main, say, now, taken) {
  const byId = (id) => document.getElementById(id);

  async function read(data, tell = say) {
    if (data.size > LARGEST) {
      tell("The file is larger than 1 MB. Choose a file with one puzzle or game.", "problem");
      return;
    }
    let body;
    try {
      const { columns, rows, ruleset, shape } = now();
      const query = new URLSearchParams({ size: shape ? "" : `${columns}x${rows}`, rules: ruleset });
      const headers = { "Content-Type": "text/plain" };
      const response = await send(`${main.dataset.file}?${query}`, { headers, body: data });
      body = await response.json();
      if (!response.ok || !body.drawing) {
        tell(body.message ?? `The file cannot be read. ${worst(body.told)}`, "problem");
        return;
      }
    } catch {
      tell("No connection to the site, so the file was not read. Try again when you are online.", "problem");
      return;
    }
    const words = `File read. ${body.told.map(told).join(" ")}`.trim();
    if (tell !== say) tell(words);
    taken(body, tell === say ? words : "");
  }

  /** Say what became of a text beside the button that read it. */
  function sayBeside(text, tone = "") {
    byId("read-said").textContent = text;
    byId("read-said").dataset.tone = tone;
  }

  /** Say the first faults; the others often follow from them. */
  function worst(faults) {
    const more = faults.length - MOST_TOLD;
    const rest = more > 0 ? ` There ${more === 1 ? "is 1 more fault" : `are ${more} more faults`}.` : "";
    return faults.slice(0, MOST_TOLD).map(told).join(" ") + rest;
  }

  function told({ message, line, column, hint }) {
    const place = line ? `Line ${line}, column ${column}: ` : "";
    return `${place}${message}${hint ? ` ${hint}` : ""}`;
  }

  byId("read").addEventListener("click", () => {
    const text = byId("paste").value;
    if (text.trim()) read(new Blob([text]), sayBeside);
    else sayBeside("Paste the text of a file first.", "problem");
  });
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => {
    const [file] = byId("file").files;
    if (file) read(file);
    // The same file may be chosen again.
    byId("file").value = "";
  });

  for (const name of ["dragenter", "dragover"]) {
    main.addEventListener(name, (event) => {
      event.preventDefault();
      main.classList.add("over");
    });
  }
  main.addEventListener("dragleave", () => main.classList.remove("over"));
  main.addEventListener("drop", (event) => {
    event.preventDefault();
    main.classList.remove("over");
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text");
    if (file) read(file);
    else if (text) read(new Blob([text]));
  });
  document.addEventListener("paste", (event) => {
    if (event.target.matches("input, textarea")) return;
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData("text");
    if (file) read(file);
    else if (text.trim()) read(new Blob([text]));
  });
}
