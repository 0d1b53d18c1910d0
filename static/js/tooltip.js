// One tooltip for figures and citations: what they rest on. Texts are set as text, never as HTML.
const SOURCE = "[data-tip-source], [data-tip-status]";
const GAP = 8; // pixels between the mark and its tooltip
const tip = document.querySelector("#tip");
let shownFor = null;

function line(css, text) {
  const element = document.createElement("div");
  element.className = css;
  element.textContent = text;
  return element;
}

function show(mark) {
  const { tipStatus, tipSource, tipQuote } = mark.dataset;
  const lines = [
    tipStatus && line("tip-status", tipStatus),
    tipSource && line("tip-source", tipSource),
    tipQuote && line("tip-quote", tipQuote),
  ].filter(Boolean);
  tip.replaceChildren(...lines);
  tip.hidden = false;
  shownFor?.removeAttribute("aria-describedby");
  shownFor = mark;
  mark.setAttribute("aria-describedby", "tip");
  place(mark.getBoundingClientRect());
}

function place(at) {
  const box = tip.getBoundingClientRect();
  const left = Math.min(Math.max(at.left + at.width / 2 - box.width / 2, GAP), innerWidth - box.width - GAP);
  const above = at.top - box.height - GAP;
  tip.style.left = `${left}px`;
  tip.style.top = `${above < GAP ? at.bottom + GAP : above}px`;
}

export function hideTip() {
  if (!shownFor) return false;
  shownFor.removeAttribute("aria-describedby");
  shownFor = null;
  tip.hidden = true;
  return true;
}

for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const mark = event.target.closest?.(SOURCE);
    if (mark && event.pointerType !== "touch") show(mark);
    else if (!mark) hideTip();
  });
}
document.addEventListener("scroll", hideTip, { capture: true, passive: true });
