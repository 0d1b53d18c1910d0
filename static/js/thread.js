// The question box and the thread: sending, following an answer, saying for screen readers what happens.
import { announce, notify } from "./dialogs.js";

const MAX_ANNOUNCED = 300; // characters of an answer that are read out
const composer = document.querySelector("#composer");
const question = document.querySelector("#question");

question?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (document.querySelector("[data-live]")) {
    notify("One answer at a time: wait for this one, or stop it.");
  } else if (question.value.trim()) {
    composer.requestSubmit();
  }
});

// What is asked is said by the box itself: documents, or the data source.
const ABOUT_SOURCE = "Ask a question about this data source";
const aboutDocuments = question?.placeholder;
function tellWhatIsAsked() {
  const mode = composer?.querySelector("input[name=mode]:checked");
  if (mode) question.placeholder = mode.value === "source" ? ABOUT_SOURCE : aboutDocuments;
}
composer?.addEventListener("change", tellWhatIsAsked);
tellWhatIsAsked();

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isSent = target === composer && detail.xhr.status === 200;
  // What was refused stays to be shortened, and what was typed meanwhile is the next question.
  if (isSent && question.value === detail.requestConfig.parameters.text) question.value = "";
});

document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id !== "thread") return;
  const exchanges = target.querySelectorAll(".exchange");
  const newest = exchanges[exchanges.length - 1];
  exchanges.forEach((exchange) => exchange !== newest && exchange.removeAttribute("data-new"));
  newest?.scrollIntoView({ block: "start" });
  const answer = newest?.querySelector("[data-answer]");
  if (answer) announceAnswer(answer);
});

// The address has become the new conversation's: "New question" is another page now.
document.addEventListener("htmx:pushedIntoHistory", () => {
  document.querySelector("[data-new-question]")?.removeAttribute("aria-current");
});

function announceAnswer(answer) {
  const text = answer.querySelector("[data-answer-text]")?.innerText ?? answer.innerText;
  const proof = answer.querySelector(".proof .badge")?.innerText ?? "";
  announce(`Answer: ${text.slice(0, MAX_ANNOUNCED)} ${proof}`);
}

// A part of what was answered that is not what was meant: the question is there to be corrected. What the
// question does not say is written at its end, before the mark.
document.addEventListener("click", ({ target }) => {
  const part = target.closest("[data-correct]");
  if (!part || !question) return;
  question.value = part.dataset.question;
  question.focus();
  const words = part.dataset.correct;
  const start = words ? question.value.indexOf(words) : -1;
  const end = question.value.replace(/[\s?.!]+$/, "").length;
  question.setSelectionRange(start < 0 ? end : start, start < 0 ? end : start + words.length);
});

let told = "";
document.addEventListener("htmx:sseMessage", ({ target, detail }) => {
  if (detail.type === "steps") {
    countOn();
    const step = target.querySelector("li:last-child .step-title")?.innerText ?? "";
    if (step !== told) announce((told = step));
  } else if (detail.type === "answer") {
    // The button that stops is gone with what it stopped.
    if (document.activeElement?.matches(".stop")) question.focus();
    const answers = document.querySelectorAll("[data-answer]");
    if (answers.length) announceAnswer(answers[answers.length - 1]);
  }
});

// Seconds of what is under way: the page counts on from what the server said, whatever its own clock shows.
const COUNT_MILLISECONDS = 500;
const begun = new WeakMap();

function countOn() {
  for (const element of document.querySelectorAll("[data-elapsed]")) {
    if (!begun.has(element)) begun.set(element, performance.now() - 1000 * element.dataset.elapsed);
    const seconds = Math.floor((performance.now() - begun.get(element)) / 1000);
    const words = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    if (element.textContent !== words) element.textContent = words;
  }
}
setInterval(countOn, COUNT_MILLISECONDS);

// A conversation that is opened again begins where it was left: at its end.
const scroller = document.querySelector("#thread-scroll");
const last = document.querySelector("#thread .exchange:last-child");
if (scroller && last && !location.hash) last.scrollIntoView({ block: "start" });
