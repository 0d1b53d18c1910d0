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

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (target === composer && detail.successful) question.value = "";
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

document.addEventListener("htmx:sseMessage", ({ target, detail }) => {
  if (detail.type === "steps") {
    announce(target.querySelector("li:last-child .step-title")?.innerText ?? "");
  } else if (detail.type === "answer") {
    const answers = document.querySelectorAll("[data-answer]");
    if (answers.length) announceAnswer(answers[answers.length - 1]);
  }
});

// A conversation that is opened again begins where it was left: at its end.
const scroller = document.querySelector("#thread-scroll");
const last = document.querySelector("#thread .exchange:last-child");
if (scroller && last && !location.hash) last.scrollIntoView({ block: "start" });
