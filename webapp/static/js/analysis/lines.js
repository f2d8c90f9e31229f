/** The lines that were tried, as a tree: each node is a step, its children are what was played on. */

/**
 * A position: the step that led here (null at the start), from which node, and what was tried. Its
 * `marks` say what holes are, and `doing` how far that is.
 */
export function node(step, parent) {
  return { step, parent, children: [], told: null, marks: {}, doing: "" };
}

/** The node after a move, the same one whenever it is played again. */
export function after(parent, step) {
  const known = parent.children.find((child) => child.step.move === step.move);
  if (known) return known;
  const made = node(step, parent);
  parent.children.push(made);
  return made;
}

/** What is kept of a position and of all that was played on from it. */
export function packed({ step, told, marks, asked, children }) {
  return { step, told, marks, asked, children: children.map(packed) };
}

/** The node of which that was kept. */
export function unpacked({ children, ...rest }, parent = null) {
  const made = Object.assign(node(null, parent), rest);
  made.children = children.map((child) => unpacked(child, made));
  return made;
}

/** The nodes from the first move to this one. */
export function way(to) {
  const nodes = [];
  for (let here = to; here.step; here = here.parent) nodes.unshift(here);
  return nodes;
}

/** Draw the tree: a line as long as nothing else was tried, then a list of what was. */
export function draw(place, start, now, choose) {
  const focused = place.contains(document.activeElement);
  place.replaceChildren();
  if (start.children.length) place.append(list(start, 0, now, choose));
  if (!focused) return;
  const here = place.querySelector("[aria-current]") ?? place.querySelector("button");
  here.focus({ preventScroll: true });
}

function list(from, ply, now, choose) {
  const rows = document.createElement("ul");
  for (let child of from.children) {
    const row = document.createElement("li");
    let at = ply;
    for (;;) {
      row.append(button(child, at, now, choose));
      at += 1;
      if (child.children.length !== 1) break;
      [child] = child.children;
    }
    if (child.children.length) row.append(list(child, at, now, choose));
    rows.append(row);
  }
  return rows;
}

function button(here, ply, now, choose) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = `${ply + 1}. ${here.step.name}`;
  if (here === now) element.setAttribute("aria-current", "step");
  element.addEventListener("click", () => choose(here));
  return element;
}
