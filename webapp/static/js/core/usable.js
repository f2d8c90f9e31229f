/** Buttons that cannot be used now, and keep the keyboard's focus all the same: they are not disabled. */

/** Say whether a button can be used; a click on one that cannot does nothing. */
export function usable(button, can) {
  button.disabled = false; // A page has it so until its script runs.
  button.setAttribute("aria-disabled", !can);
}

document.addEventListener("click", (event) => {
  if (!(event.target.closest('[aria-disabled="true"]') instanceof HTMLButtonElement)) return;
  event.stopPropagation();
  event.preventDefault(); // It may send a form.
}, { capture: true });
