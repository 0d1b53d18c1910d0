// Keys: "/" writes a question, Escape closes what is open, arrows walk through sources and pages.
import { closeMenus, showDrawer } from "./appearance.js";
import { close, isOpen, step } from "./evidence.js";
import { hideTip } from "./tooltip.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

function isWriting(target) {
  return target.isContentEditable || target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
}

function escape() {
  if (hideTip()) return;
  const menus = closeMenus();
  if (menus.length) menus[0].querySelector("summary").focus();
  else if (document.body.classList.contains("drawer-is-open")) showDrawer(false);
  else close();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    escape();
  } else if (event.key === "/" && !isWriting(event.target)) {
    const field = document.querySelector("#question") ?? document.querySelector("#filter");
    if (!field) return;
    event.preventDefault();
    field.focus();
  } else if (STEPS[event.key] && !isWriting(event.target) && !event.target.matches("[type=radio]")) {
    if (isOpen() ? step(STEPS[event.key]) : turnPage(event.key)) event.preventDefault();
  }
});

function turnPage(key) {
  const link = document.querySelector(key === "ArrowLeft" ? "a[rel=prev]" : "a[rel=next]");
  link?.click();
  return Boolean(link);
}
