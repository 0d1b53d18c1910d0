// Light and dark, the sidebar's drawer, and menus that close when one clicks elsewhere.
const root = document.documentElement;
const body = document.body;
const dark = matchMedia("(prefers-color-scheme: dark)");
const scrim = document.querySelector(".scrim");

document.querySelector("[data-theme-toggle]")?.addEventListener("click", () => {
  const shown = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  root.dataset.theme = shown === "dark" ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});

export function showDrawer(open) {
  body.classList.toggle("drawer-is-open", open);
  scrim.hidden = !open;
  document.querySelector(".drawer-open")?.setAttribute("aria-expanded", String(open));
  if (open) document.querySelector(".drawer-close").focus();
}

document.querySelector(".drawer-open")?.addEventListener("click", () => showDrawer(true));
document.querySelector(".drawer-close")?.addEventListener("click", () => {
  showDrawer(false);
  document.querySelector(".drawer-open").focus();
});
scrim.addEventListener("click", () => showDrawer(false));

export function closeMenus(except) {
  const open = document.querySelectorAll("details.menu[open]");
  const closing = [...open].filter((menu) => menu !== except);
  closing.forEach((menu) => menu.removeAttribute("open"));
  return closing;
}

// A menu opens upwards where there is no room below it: in its scrolling list, or on the screen.
function place(menu) {
  const list = menu.querySelector(":scope > .menu-list");
  if (!list) return;
  delete menu.dataset.upward;
  const frame = menu.closest(".page-scroll, .thread-scroll, .conversations")?.getBoundingClientRect();
  const [top, bottom] = [Math.max(frame?.top ?? 0, 0), Math.min(frame?.bottom ?? innerHeight, innerHeight)];
  const [shown, button] = [list.getBoundingClientRect(), menu.getBoundingClientRect()];
  if (shown.bottom <= bottom) return;
  if (button.top - shown.height > top) menu.dataset.upward = "";
  else list.scrollIntoView({ block: "nearest" });
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open && target.matches("details.menu")) place(target);
  },
  { capture: true },
);

document.addEventListener("click", (event) => {
  const menu = event.target.closest("details.menu");
  closeMenus(menu);
  if (menu && event.target.closest(".menu-item")) menu.removeAttribute("open");
});
