/** JSON without ambiguity: no field twice in an object, and no numbers but plain integers. */

const BLANK = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const INTEGER = /-?(?:0|[1-9][0-9]*)(?![0-9.eE])/y;
const WORD = /true|false|null/y;
const DEEPEST = 50;

/** Return what a text says; objects become Maps. Throws SyntaxError. */
export function strictJson(text) {
  let at = 0;

  function take(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return null;
    at = pattern.lastIndex;
    return found[0];
  }

  function fail(what) {
    throw new SyntaxError(`${what} at character ${at + 1}`);
  }

  /** Skip blanks and return whether a mark follows; if so, go past it. */
  function goesOn(mark) {
    take(BLANK);
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  }

  function value(depth) {
    if (depth > DEEPEST) fail("lists are nested too deeply");
    if (goesOn("[")) return list(depth);
    if (goesOn("{")) return object(depth);
    if (text[at] === '"') return string();
    const number = take(INTEGER);
    if (number !== null) {
      if (!Number.isSafeInteger(Number(number))) fail("a number is too large");
      return Number(number);
    }
    const word = take(WORD);
    if (word === null) fail("there is no value");
    return { true: true, false: false, null: null }[word];
  }

  function string() {
    const found = take(TEXT);
    if (found === null) fail("a text does not end");
    return found.includes("\\") ? JSON.parse(found) : found.slice(1, -1);
  }

  function list(depth) {
    const found = [];
    if (goesOn("]")) return found;
    do found.push(value(depth + 1));
    while (goesOn(","));
    if (!goesOn("]")) fail("a list does not end");
    return found;
  }

  function object(depth) {
    const found = new Map();
    if (goesOn("}")) return found;
    do {
      take(BLANK);
      const name = string();
      if (found.has(name)) fail(`the field ${name} stands twice`);
      if (!goesOn(":")) fail("a colon is missing");
      found.set(name, value(depth + 1));
    } while (goesOn(","));
    if (!goesOn("}")) fail("an object does not end");
    return found;
  }

  const found = value(0);
  take(BLANK);
  if (at < text.length) fail("there is more than one value");
  return found;
}
