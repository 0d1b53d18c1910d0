// A document's page: its tabs, and whether tables are outlined, remembered from page to page.
const KEY = "outlines";
const root = document.documentElement;

const isOn = () => root.dataset.outlines !== "off";

const mark = () =>
  document.querySelectorAll("[data-toggle-outlines]").forEach((button) => {
    button.setAttribute("aria-pressed", isOn());
  });

// On a narrow screen the tabs scroll: the one that is open stays in sight.
const showTab = () => {
  const [tabs, tab] = [document.querySelector(".tabs"), document.querySelector(".tabs [aria-current]")];
  if (tab) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - 16;
};

if (localStorage.getItem(KEY) === "off") root.dataset.outlines = "off";
mark();
showTab();

document.addEventListener("htmx:afterSwap", mark);
document.addEventListener("htmx:afterSwap", showTab);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-toggle-outlines]")) return;
  root.dataset.outlines = isOn() ? "off" : "on";
  localStorage.setItem(KEY, root.dataset.outlines);
  mark();
});
