/** The text of a file, in whatever charset: as `solver/files/source.py` reads it. */

const MARKS = [["utf-8", [0xef, 0xbb, 0xbf]], ["utf-16le", [0xff, 0xfe]], ["utf-16be", [0xfe, 0xff]]];
const CHARSET = /[;\]\s]CA\s*\[\s*([A-Za-z0-9_.:-]+)\s*\]/;
/** Bytes at the beginning of a file that may name its charset. */
const LOOKED_AT = 4096;

/** Return the text of a file's bytes. A byte order mark counts first, then SGF's `CA`, then UTF-8 if it fits, else Latin-1. */
export function textOf(bytes) {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  const named = CHARSET.exec(new TextDecoder("latin1").decode(bytes.subarray(0, LOOKED_AT)))?.[1];
  for (const charset of [named ?? "utf-8", "utf-8"]) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // Unknown, or not what the file is in.
    }
  }
  return new TextDecoder("latin1").decode(bytes);
}
