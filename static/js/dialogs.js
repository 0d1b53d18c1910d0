// Notices, and the question before something is deleted.
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

// What the server says of a request that it refused before a view saw it; undefined where it says nothing.
export function refusalOf(request) {
  if (!request.getResponseHeader("Content-Type")?.startsWith("application/json")) return undefined;
  return JSON.parse(request.responseText).error;
}

for (const notice of notices.children) setTimeout(() => notice.remove(), NOTICE_MILLISECONDS);

document.addEventListener("notice", (event) => notify(event.detail.text, event.detail.kind));
document.addEventListener("htmx:sendError", () => notify("The server does not answer. Is it running?", "bad"));
document.addEventListener("htmx:responseError", ({ detail }) => {
  const sentences = {
    403: "You may not do this, or the page has expired: load it again.",
    404: "This is not there any more.",
  };
  const sentence = refusalOf(detail.xhr) ?? sentences[detail.xhr.status];
  notify(sentence ?? "Something went wrong on the server. Try again.", "bad");
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
      if (dialog.returnValue !== "ok") return;
      if (event.target.isConnected) event.detail.issueRequest(true);
      else notify("This is not there any more.", "bad");
    },
    { once: true },
  );
  dialog.showModal();
});
