/** The keyboard on a board: a cursor that walks over its cells. */

const STEPS = {
  ArrowLeft: [-1, 0], h: [-1, 0], H: [-1, 0],
  ArrowDown: [0, 1], j: [0, 1], J: [0, 1],
  ArrowUp: [0, -1], k: [0, -1], K: [0, -1],
  ArrowRight: [1, 0], l: [1, 0], L: [1, 0],
};

/** Which way to the last hole. */
const EDGES = { Home: [-1, 0], End: [1, 0], PageUp: [0, -1], PageDown: [0, 1] };

/** Where the link of each key ends, in cells from its peg as drawn: clockwise from the top. */
const LINKS = [[1, -2], [2, -1], [2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2]];

/** Let a board be walked on. Returns `focus`, `name` (of the hole) and `go(column, row)`. */
export function keysOf(board) {
  const { rows } = board;
  let at = [rows[0].length >> 1, rows.length >> 1];
  const cell = () => rows[at[1]][at[0]];

  function go(col, row) {
    cell().setAttribute("tabindex", -1);
    at = [col, row];
    cell().setAttribute("tabindex", 0);
  }
  go(...at);
  rows.forEach((cells, row) => {
    cells.forEach((each, col) => each.addEventListener("focus", () => go(col, row)));
  });

  function name() {
    return cell().dataset.cell;
  }
  function focus() {
    cell().focus({ preventScroll: true });
  }

  /** Where steps from hole to hole lead, at most to the last one. Corners and what is beyond a border have none. */
  function reached([right, down], steps) {
    let [to, [col, row], left] = [at, at, steps];
    while (left > 0 && rows[row += down]?.[col += right]) {
      if (!board.place(rows[row][col].dataset.cell)) continue;
      to = [col, row];
      left -= 1;
    }
    return to;
  }

  function tell(event, detail) {
    board.dispatchEvent(new CustomEvent(event, { detail }));
  }

  /** The link from the cursor's peg in one of eight directions. */
  function link(number) {
    const [right, down] = LINKS[number - 1];
    const other = rows[at[1] + down]?.[at[0] + right]?.dataset.cell;
    if (!other) return null;
    const own = new Set(board.state[`${board.side}_links`]);
    const names = [`${name()}-${other}`, `${other}-${name()}`];
    return names.find((each) => own.has(each) || each in board.state.slots) ?? null;
  }

  board.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const [step, edge] = [STEPS[event.key], EDGES[event.key]];
    if (event.key === "Enter" || event.key === " ") tell("play", name());
    else if (/^[1-8]$/.test(event.key)) tell("link", link(Number(event.key)));
    else if (event.key === "x" || event.key === "Delete") tell("peg", name());
    else if (step || edge) {
      go(...(edge ? reached(edge, Infinity) : reached(step, event.shiftKey ? 3 : 1)));
      focus();
      if (board.open && !board.holding) board.preview(name() in board.state.moves ? name() : null);
    } else return;
    event.preventDefault();
  });
  return { focus, name, go };
}
