/** Which hole or link of a board is nearest to a pointer. Lengths are those of the drawing. */

/** Return where on the drawing an event happened. */
export function pointOf(board, { clientX, clientY }) {
  return new DOMPoint(clientX, clientY).matrixTransform(board.svg.getScreenCTM().inverse());
}

/** Return the nearest of some holes to a point, null when none is within reach. */
export function nearestHole(board, holes, point, reach) {
  return nearest(holes, reach, (hole) => {
    const [x, y] = board.place(hole) ?? [Infinity, Infinity];
    return Math.hypot(point.x - x, point.y - y);
  });
}

/** Return the nearest of some links to a point, null when none is within reach. */
export function nearestLink(board, links, point, reach) {
  return nearest(links, reach, (link) => {
    const [one, two] = board.ends(link);
    return one && two ? fromSegment(point, one, two) : Infinity;
  });
}

function nearest(names, reach, distanceOf) {
  let [best, least] = [null, reach];
  for (const name of names) {
    const distance = distanceOf(name);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

function fromSegment(point, [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = ((point.x - x1) * dx + (point.y - y1) * dy) / (dx * dx + dy * dy);
  const t = Math.min(Math.max(along, 0), 1);
  return Math.hypot(point.x - x1 - t * dx, point.y - y1 - t * dy);
}
