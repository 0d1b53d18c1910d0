// A document's page: whether the recognised tables are outlined, remembered from page to page.
const KEY = "outlines";
const root = document.documentElement;

const isOn = () => root.dataset.outlines !== "off";

const mark = () =>
  document.querySelectorAll("[data-toggle-outlines]").forEach((button) => {
    button.setAttribute("aria-pressed", isOn());
  });

if (localStorage.getItem(KEY) === "off") root.dataset.outlines = "off";
mark();

document.addEventListener("htmx:afterSwap", mark);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-toggle-outlines]")) return;
  root.dataset.outlines = isOn() ? "off" : "on";
  localStorage.setItem(KEY, root.dataset.outlines);
  mark();
});
