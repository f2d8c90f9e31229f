/**
 * The solution as a tree: the winner's move, the classes of defences, what beats each. A branch is
 * asked for when it is opened; a position that stands in the tree already is not shown twice.
 */

import { ask } from "../core/ask.js";
import { address, board } from "./game.js";

/** Fill `host` with the tree of the puzzle; `page.look(steps, words)` shows a position on the board. */
export async function openTree(page, host) {
  const seen = new Map();
  let chosen = null;
  host.replaceChildren(words("p", "Looking for the solution…"));
  const root = await branch([], []);
  host.replaceChildren(root ?? words("p", "No solution was proved within the limits."));
  const list = host.querySelector("[role=treeitem]");
  list?.setAttribute("tabindex", 0);

  /** Return the list of what can happen after a line, whose steps are known; null when nothing. */
  async function branch(line, steps) {
    const { found, problem } = await ask(`${address}/defences`, { line });
    if (problem) return words("p", problem);
    const list = document.createElement("ul");
    list.setAttribute("role", line.length ? "group" : "tree");
    if (!line.length) list.setAttribute("aria-label", "Solution");
    if (found.first) {
      const first = [...steps, found.first];
      const item = entry(first, found.first.name, false);
      item.append(within(found, [...line, found.first.move], first));
      item.setAttribute("aria-expanded", true);
      list.append(item);
      return list;
    }
    if (!found.classes.length) return null;
    list.append(...within(found, line, steps).children);
    return list;
  }

  /** Return the list of the classes of defences. */
  function within(found, line, steps) {
    const list = document.createElement("ul");
    list.setAttribute("role", "group");
    for (const each of found.classes) {
      const [reply, answer] = each.steps;
      const others = each.replies.length - 1;
      const alike = others ? ` or ${others} other ${others > 1 ? "replies" : "reply"}` : "";
      const name = answer ? `After ${reply.name}${alike}, play ${answer.name}.` : `${reply.name} changes nothing: the goal is reached.`;
      const known = seen.get(each.key);
      const moves = [...line, ...each.steps.map((step) => step.move)];
      const item = entry([...steps, ...each.steps], name, !each.over && !known);
      item.title = each.replies.join(" ");
      if (known) item.firstChild.append(` (as after ${known})`);
      else seen.set(each.key, moves.join(" "));
      item.open = async function open() {
        item.open = null;
        item.querySelector("p")?.remove();
        item.querySelector(".twig").after(words("p", "…"));
        const more = await branch(moves, [...steps, ...each.steps]);
        item.querySelector("p")?.remove();
        if (more) item.append(more);
        else item.removeAttribute("aria-expanded");
        // What could not be asked is asked when the branch is opened again.
        if (more?.tagName === "P") item.open = open;
      };
      list.append(item);
    }
    return list;
  }

  function entry(steps, name, closed) {
    const item = document.createElement("li");
    item.setAttribute("role", "treeitem");
    item.setAttribute("tabindex", -1);
    const twig = words("span", name);
    twig.className = "twig";
    item.append(twig);
    if (closed) item.setAttribute("aria-expanded", false);
    item.line = steps;
    twig.addEventListener("click", () => {
      // A first tap on an open branch shows its position, and leaves its lines to be read.
      const closing = chosen === item;
      choose(item);
      if (closing || item.getAttribute("aria-expanded") === "false") toggle(item);
    });
    return item;
  }

  function choose(item) {
    chosen = item;
    for (const each of host.querySelectorAll("[role=treeitem]")) each.setAttribute("tabindex", -1);
    item.setAttribute("tabindex", 0);
    item.focus({ preventScroll: true });
    page.look(item.line, item.firstChild.textContent);
    // Both are seen where there is room for both; else what the line does.
    for (const each of [item.firstChild, board.svg]) each.scrollIntoView({ block: "nearest" });
  }

  function toggle(item, open = item.getAttribute("aria-expanded") === "false") {
    if (!item.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", open);
    if (open) item.open?.();
  }

  host.onkeydown = (event) => {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    const visible = [...host.querySelectorAll("[role=treeitem]")].filter((each) => each.offsetParent);
    const at = visible.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    if (event.key === "ArrowDown" && visible[at + 1]) choose(visible[at + 1]);
    else if (event.key === "ArrowUp" && visible[at - 1]) choose(visible[at - 1]);
    else if (event.key === "ArrowRight" && expanded === "false") toggle(item, true);
    else if (event.key === "ArrowRight" && visible[at + 1]) choose(visible[at + 1]);
    else if (event.key === "ArrowLeft" && expanded === "true") toggle(item, false);
    else if (event.key === "ArrowLeft") {
      const above = item.parentElement.closest("[role=treeitem]");
      if (above) choose(above);
    } else if (event.key === "Enter" || event.key === " ") choose(item);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function words(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
