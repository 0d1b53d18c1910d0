// Copying: the words of an element, or a whole answer with its tables and sources, as text and as HTML.
import { notify } from "./dialogs.js";

async function written(address, type) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return new Blob([await response.text()], { type });
}

async function copyAnswer({ copyText, copyHtml }) {
  const parts = { "text/plain": written(copyText, "text/plain"), "text/html": written(copyHtml, "text/html") };
  if (navigator.clipboard && window.ClipboardItem) {
    await navigator.clipboard.write([new ClipboardItem(parts)]);
    return;
  }
  const [text, html] = await Promise.all(Object.values(parts).map(async (part) => (await part).text()));
  copyNow({ "text/plain": text, "text/html": html });
}

async function copyWords(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyNow({ "text/plain": text });
}

// Pages that are not served over HTTPS have no clipboard of their own; the browser’s copy command fills in.
function copyNow(parts) {
  const fill = (event) => {
    event.preventDefault();
    for (const [type, words] of Object.entries(parts)) event.clipboardData.setData(type, words);
  };
  document.addEventListener("copy", fill, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", fill);
  if (!isCopied) throw new Error("The copy command was refused.");
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-text]");
  if (!button) return;
  const { copy } = button.dataset;
  try {
    await (copy ? copyWords(document.querySelector(copy).innerText.trim()) : copyAnswer(button.dataset));
    notify("Copied.");
  } catch {
    notify("The browser does not let this page copy. Select the text and copy it yourself.", "bad");
  }
});
