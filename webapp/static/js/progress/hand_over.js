/** On pages of an account: hands over what the browser kept before there was one. */

import { ask } from "../core/ask.js";
import { atFirst } from "../core/ready.js";
import { forget, progress } from "./browser_progress.js";

async function handOver(kept) {
  const { found } = await ask("/progress", kept);
  if (found) forget();
}

const kept = progress();
if (Object.keys(kept).length) atFirst(handOver(kept));
