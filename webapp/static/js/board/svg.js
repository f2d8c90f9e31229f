/** Shorthand for SVG elements. */

/** Return an SVG element with attributes, below `parent` if one is given. */
export function svg(name, attributes = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

/** Return a straight line between two points `[x, y]`. */
export function line(from, to, className, parent) {
  return svg("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: className }, parent);
}
