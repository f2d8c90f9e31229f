/**
 * A visitor's progress, kept in his own browser: which puzzles are solved or failed, by public id.
 * The site keeps that of an account.
 */

import { store, storedValue } from "../core/stored.js";

const KEY = "progress";

/** Return what is kept, `solved` or `failed` by public id; nothing when the browser keeps none. */
export function progress() {
  return storedValue(KEY) ?? {};
}

/** Return the set of public ids that are solved. */
export function solved() {
  const kept = progress();
  return new Set(Object.keys(kept).filter((id) => kept[id] === "solved"));
}

/** Remember a puzzle as solved. Return whether somebody does: the site with an account, else this browser. */
export function markSolved(id) {
  return keep({ ...progress(), [id]: "solved" });
}

/** Remember a puzzle as failed, unless it was solved before. */
export function markFailed(id) {
  keep({ [id]: "failed", ...progress() });
}

/** Forget some puzzles, or all of them. */
export function forget(ids = Object.keys(progress())) {
  const left = progress();
  for (const id of ids) delete left[id];
  store(KEY, Object.keys(left).length ? JSON.stringify(left) : null);
}

/** Take back that somebody is signed in, when the site says no. Return whether the page had said so. */
export function leaveAccount() {
  if (!("account" in document.body.dataset)) return false;
  delete document.body.dataset.account;
  document.querySelector("header .account").textContent = "Sign in";
  return true;
}

/** Let the first page know that this is no first visit. */
export function noteVisit() {
  document.cookie = "solved=1; path=/; max-age=31536000; samesite=lax";
}

function keep(kept) {
  if ("account" in document.body.dataset) return true;
  if (Object.values(kept).includes("solved")) noteVisit();
  return store(KEY, JSON.stringify(kept));
}
