/** The board's colours as this visitor chose them, before anything is drawn. */
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing: the colours are the ordinary ones.
}
