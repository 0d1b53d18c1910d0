// Files of one's own in the chat: chosen or dropped, sent at once; the server leads to the page that asks them.
import { announce, notify } from "./dialogs.js";
import { onDrop } from "./documents/drop.js";

const form = document.querySelector("#attach");
const button = document.querySelector("button.attach");

if (form) {
  const input = form.querySelector("input");
  const title = button.title;

  onDrop((files) => {
    input.files = files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  button.addEventListener("click", () => input.click());

  form.addEventListener("htmx:beforeRequest", () => {
    const count = input.files.length;
    notify(count === 1 ? `Sending “${input.files[0].name}”` : `Sending ${count} files`);
  });
  form.addEventListener("htmx:xhr:progress", ({ detail }) => {
    if (detail.total) button.title = `Sending, ${Math.round((100 * detail.loaded) / detail.total)}%`;
  });
  form.addEventListener("htmx:afterRequest", () => {
    button.title = title;
    input.value = "";
    announce("");
  });
}
