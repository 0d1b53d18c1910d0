// The evidence pane: opens at the words behind a mark, and walks through the sources of its answer.
const MAX_ZOOM = 3;
const NARROW = 420; // pixels
const pane = document.querySelector("#evidence");
const content = document.querySelector("#evidence-body");
const position = document.querySelector("#evidence-position");
const figure = document.querySelector("#evidence-figure");
let sources = [];
let current = -1;
let opener = null;

export const isOpen = () => !pane.hidden;

// Each place once, in reading order; the list under the answer repeats the marks in its text.
function sourcesAround(mark) {
  const scope = mark.closest("[data-answer], [data-evidence-list]") ?? document;
  const seen = new Set();
  return [...scope.querySelectorAll("[data-evidence]")].filter((other) => {
    if (seen.has(other.dataset.evidence)) return false;
    seen.add(other.dataset.evidence);
    return true;
  });
}

function open(mark) {
  sources = sourcesAround(mark);
  opener = mark;
  show(sources.findIndex((source) => source.dataset.evidence === mark.dataset.evidence), mark);
}

async function show(index, mark = sources[index]) {
  current = index;
  document.querySelectorAll("[data-evidence][data-shown]").forEach((other) => delete other.dataset.shown);
  mark.dataset.shown = "";
  if (pane.hidden) {
    keepInPlace(mark, () => (pane.hidden = false));
    zoomForReading();
  }
  position.textContent = `${index + 1} of ${sources.length}`;
  pane.querySelectorAll("[data-evidence-step]").forEach((button) => {
    button.disabled = !sources[index + Number(button.dataset.evidenceStep)];
  });
  explain(mark);
  await htmx.ajax("GET", mark.dataset.evidence, { target: content, swap: "innerHTML" });
  revealHighlight();
}

// What is beside the pane gets narrower, or wider again: the mark stays where the pointer is.
function keepInPlace(mark, change) {
  const before = mark.getBoundingClientRect().top;
  change();
  const after = mark.getBoundingClientRect();
  if (after.height) mark.closest(".page-scroll, .thread-scroll")?.scrollBy(0, after.top - before);
}

// What the figure is, as the answer writes it, and how it is proven.
function explain(mark) {
  figure.hidden = !mark.classList.contains("figure");
  if (figure.hidden) return;
  const shown = document.createElement("strong");
  shown.textContent = mark.textContent.trim();
  const { tipStatus = "", tipQuote = "" } = mark.dataset;
  const isExplained = mark.matches(".figure-computed, .figure-curated");
  figure.replaceChildren(shown, ` ${tipStatus}${isExplained && tipQuote ? `: ${tipQuote}` : ""}`);
}

// On a narrow pane the words would be too small to read at the width of the page.
function zoomForReading() {
  content.dataset.zoomLevel = content.clientWidth < NARROW ? 1 : 0;
}

function revealHighlight() {
  const words = content.querySelector(".proven") ?? content.querySelector(".highlight, mark");
  if (!words) {
    content.scrollTo({ top: 0, left: 0 });
    return;
  }
  const at = words.getBoundingClientRect();
  const frame = content.getBoundingClientRect();
  content.scrollTop += at.top - frame.top - frame.height / 3;
  const isFigure = words.matches(".proven"); // in the middle; of a sentence, its beginning
  content.scrollLeft += at.left - frame.left - (isFigure ? (frame.width - at.width) / 2 : 40);
}

export function step(by) {
  if (!isOpen() || !sources[current + by]) return false;
  show(current + by);
  return true;
}

export function close() {
  if (!isOpen()) return false;
  keepInPlace(sources[current]?.isConnected ? sources[current] : opener, () => (pane.hidden = true));
  content.replaceChildren();
  document.querySelectorAll("[data-evidence][data-shown]").forEach((mark) => delete mark.dataset.shown);
  opener?.focus({ preventScroll: true });
  return true;
}

function zoom(by) {
  const level = Number(content.dataset.zoomLevel) + by;
  if (level < 0 || level > MAX_ZOOM) return;
  content.dataset.zoomLevel = level;
  const picture = content.querySelector("img[data-large]");
  if (picture && level > 0) picture.src = picture.dataset.large;
  revealHighlight();
}

document.addEventListener("click", (event) => {
  const mark = event.target.closest("[data-evidence]");
  if (mark && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    open(mark);
    return;
  }
  const button = event.target.closest("[data-evidence-step], [data-zoom], [data-evidence-close]");
  if (!button) return;
  if (button.dataset.evidenceStep) step(Number(button.dataset.evidenceStep));
  else if (button.dataset.zoom) zoom(Number(button.dataset.zoom));
  else close();
});
