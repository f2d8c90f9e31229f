/** Pages that tell what is solved: on the way back, one that the browser had put aside is loaded anew. */

addEventListener("pageshow", ({ persisted }) => {
  // It tells what was solved when it was left; the site knows it for an account.
  if (persisted) location.reload();
});
