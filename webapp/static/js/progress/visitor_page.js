/** The page of a visitor's progress: counts it, saves it as a file, forgets it. */

import { forget, progress } from "./browser_progress.js";
import { forgetMastery, mastery } from "./mastery.js";

const kept = progress();
const ids = Object.keys(kept);
const failed = ids.filter((id) => kept[id] === "failed");
const byId = (id) => document.getElementById(id);

byId("count").textContent = ids.length
  ? `${ids.length - failed.length} solved, ${failed.length} to try again.`
  : "No puzzle yet. Those that you solve or fail will be counted here.";
byId("kept").hidden = ids.length === 0 && Object.keys(mastery()).length === 0;
byId("save").hidden = ids.length === 0;
byId("again").hidden = failed.length === 0;
for (const id of failed.slice(0, 100)) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "p", value: id });
  byId("again").append(field);
}

byId("save").addEventListener("click", () => {
  const file = new Blob([JSON.stringify(kept, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "twixt-progress.json";
  link.click();
  URL.revokeObjectURL(link.href);
});

byId("forget").addEventListener("click", () => byId("sure").showModal());
byId("sure").addEventListener("close", () => {
  if (byId("sure").returnValue !== "forget") return;
  forget();
  forgetMastery();
  location.reload();
});
