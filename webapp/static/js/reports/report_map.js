/** The report: a hole chosen on the board is told about beside it. */

const chosen = document.getElementById("chosen");

for (const link of document.querySelectorAll("#map [data-mark]")) {
  link.addEventListener("click", (event) => {
    const row = document.getElementById(`move-${link.dataset.mark}`);
    const [hole, kind, line, about] = [...row.cells].map((cell) => cell.textContent.trim());
    const name = kind.replace(/^\S+\s+/, "");
    chosen.textContent = `${hole}: ${name}.${line ? ` Play continues ${line}.` : ""}${about ? ` ${about}.` : ""}`;
    for (const other of document.querySelectorAll("#map .chosen-mark")) other.classList.remove("chosen-mark");
    link.classList.add("chosen-mark");
    for (const other of document.querySelectorAll("#moves .chosen-row")) other.classList.remove("chosen-row");
    row.classList.add("chosen-row");
    event.preventDefault();
  });
}
