// Notices, the question before something is deleted, and copying.
const NOTICE_MILLISECONDS = 6000;
const notices = document.querySelector("#notices");
const dialog = document.querySelector("#confirm");

export function notify(text, kind = "info") {
  const notice = document.createElement("p");
  notice.className = `notice ${kind}`;
  notice.textContent = text;
  notices.append(notice);
  setTimeout(() => notice.remove(), NOTICE_MILLISECONDS);
}

export function announce(text) {
  document.querySelector("#announcer").textContent = text;
}

for (const notice of notices.children) setTimeout(() => notice.remove(), NOTICE_MILLISECONDS);

document.addEventListener("notice", (event) => notify(event.detail.text, event.detail.kind));
document.addEventListener("htmx:sendError", () => notify("The server does not answer. Is it running?", "bad"));
document.addEventListener("htmx:responseError", ({ detail }) => {
  const sentences = {
    403: "You may not do this, or the page has expired: load it again.",
    404: "This is not there any more.",
    413: "These are too many files at once: send them in smaller groups.",
    503: "The database does not answer. Try again in a moment.",
  };
  notify(sentences[detail.xhr.status] ?? "Something went wrong on the server. Try again.", "bad");
});

document.addEventListener("htmx:confirm", (event) => {
  if (!event.detail.question) return;
  event.preventDefault();
  dialog.querySelector("#confirm-text").textContent = event.detail.question;
  dialog.querySelector("[value=ok]").textContent = event.target.dataset.confirmLabel ?? "Delete";
  dialog.returnValue = "";
  dialog.addEventListener(
    "close",
    () => {
      if (dialog.returnValue === "ok") event.detail.issueRequest(true);
    },
    { once: true },
  );
  dialog.showModal();
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const text = document.querySelector(button.dataset.copy)?.innerText ?? "";
  try {
    await navigator.clipboard.writeText(text.trim());
    notify("Copied.");
  } catch {
    notify("The browser does not let this page copy. Select the text and copy it yourself.", "bad");
  }
});
