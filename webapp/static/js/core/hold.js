/** Buttons that cannot be used while something is done. */

/** Disable a button; return what enables it again, and gives it the focus back that it lost. */
export function hold(button) {
  const focused = document.activeElement === button;
  button.disabled = true;
  return () => {
    button.disabled = false;
    if (focused && document.activeElement === document.body) button.focus({ preventScroll: true });
  };
}
