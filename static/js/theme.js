// Runs before the page is painted, so that it never flashes in the other theme.
(() => {
  const stored = localStorage.getItem("theme");
  if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
})();
