/** On pages of an account: hands over what the browser kept before there was one. */

import { ask } from "../core/ask.js";
import { forget, progress } from "./browser_progress.js";

const kept = progress();
if (Object.keys(kept).length) {
  const { found } = await ask("/progress", kept);
  if (found) forget();
}
