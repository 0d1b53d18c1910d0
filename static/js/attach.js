// Files of one's own in the chat: chosen or dropped, sent at once; the server leads to the page that asks them.
import { announce, notify } from "./dialogs.js";
import { onDrop } from "./drop.js";

const form = document.querySelector("#attach");
const label = document.querySelector("label.attach");

if (form) {
  const input = form.querySelector("input");
  const title = label.title;

  onDrop((files) => {
    input.files = files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  label.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    input.click();
  });

  form.addEventListener("htmx:beforeRequest", () => {
    const count = input.files.length;
    notify(count === 1 ? `Sending “${input.files[0].name}”` : `Sending ${count} files`);
  });
  form.addEventListener("htmx:xhr:progress", ({ detail }) => {
    if (detail.total) label.title = `Sending, ${Math.round((100 * detail.loaded) / detail.total)}%`;
  });
  form.addEventListener("htmx:afterRequest", () => {
    label.title = title;
    input.value = "";
    announce("");
  });
}
