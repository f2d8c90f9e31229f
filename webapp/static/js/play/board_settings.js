/** The settings panel: colours, kept in this browser, and the view, which stands in the address. */

import { store } from "../core/stored.js";

/** Let the panel of the page work. */
export function openSettings(panel) {
  const theme = panel.querySelector('[name="theme"]');
  const view = panel.querySelector('[name="view"]');
  theme.value = document.documentElement.dataset.theme ?? theme.options[0].value;
  theme.addEventListener("change", () => {
    document.documentElement.dataset.theme = theme.value;
    store("theme", theme.value);
  });
  view.addEventListener("change", () => {
    location.assign(withView(location.href, view.value === view.options[0].value ? null : view.value));
  });
  const chosen = new URL(location.href).searchParams.get("view");
  if (!chosen) return;
  // The next puzzle is looked at the same way.
  for (const link of document.querySelectorAll("a[data-keep-view]")) link.href = withView(link.href, chosen);
}

function withView(address, view) {
  const url = new URL(address);
  if (view) url.searchParams.set("view", view);
  else url.searchParams.delete("view");
  return url.href;
}
