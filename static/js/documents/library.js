// Documents: files dropped anywhere are sent one by one; rows that are being read are kept up to date.
import { announce, notify, refusalOf } from "../dialogs.js";
import { onDrop } from "./drop.js";

const POLL_MILLISECONDS = 1000;
const DEEPENING_EVERY = 10; // polls, for rows that answer and that the model reads for minutes
const AT_ONCE = 2; // uploads; more would only share the same line
const library = document.querySelector("[data-upload-url]");

if (library) {
  const input = document.querySelector("#file-input");
  const list = document.querySelector("#arrivals");
  const waiting = [];
  let active = 0;

  const enqueue = (files) => {
    for (const file of files) waiting.push({ file, row: rowFor(file) });
    next();
  };

  const next = () => {
    while (active < AT_ONCE && waiting.length) {
      active += 1;
      send(waiting.shift()).finally(() => {
        active -= 1;
        next();
      });
    }
  };

  const rowFor = (file) => {
    const row = document.querySelector("#uploading").content.firstElementChild.cloneNode(true);
    row.querySelector(".document-name").textContent = file.name;
    list.prepend(row);
    return row;
  };

  const send = ({ file, row }) =>
    new Promise((done) => {
      const request = new XMLHttpRequest();
      const form = new FormData(document.querySelector(".upload-form"));
      form.set("files", file);
      request.open("POST", library.dataset.uploadUrl);
      request.setRequestHeader("X-CSRFToken", library.dataset.csrf);
      request.setRequestHeader("X-Requested-With", "fetch");
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        row.querySelector("progress").value = (100 * loaded) / total;
        row.querySelector(".stage").textContent =
          loaded < total ? `Sending, ${Math.round((100 * loaded) / total)}%` : "Checking the file";
      });
      request.addEventListener("loadend", () => {
        if (request.status === 200) arrive(row, request.responseText);
        else refuse(row, file, request);
        done();
      });
      request.send(form);
    });

  // A duplicate's row may be on the page already: the answer brings it again, so the old one goes.
  const arrive = (row, html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    for (const arrived of [...holder.content.children]) {
      if (arrived.id) document.getElementById(arrived.id)?.remove();
      row.before(arrived);
      htmx.process(arrived);
      announce(arrived.innerText);
    }
    row.remove();
    document.querySelector("#no-documents")?.remove();
  };

  const refuse = (row, file, request) => {
    const reasons = {
      0: "the connection broke off. Send it again.",
      403: "you may not add documents here, or the page has expired: load it again.",
    };
    row.remove();
    const reason = refusalOf(request) ?? reasons[request.status];
    notify(`“${file.name}” was not taken: ${reason ?? "the server could not take it. Try again."}`, "bad");
  };

  input?.addEventListener("change", () => {
    enqueue(input.files);
    input.value = "";
  });
  document.querySelector("#choose-files")?.addEventListener("click", () => input.click());

  onDrop(enqueue);

  // What was chosen holds for all files added next: it is seen when the menu is closed, too.
  const form = document.querySelector(".upload-form");
  const tellChoice = () => {
    const { chosen } = form.querySelector("[name=mode]:checked").dataset;
    const told = [chosen, form.querySelector("[name=bucket]").value.trim()].filter(Boolean);
    document.querySelector("#chosen-reading").textContent = told.length ? `: ${told.join(", ")}` : "";
  };
  form?.addEventListener("change", tellChoice);
  if (form) tellChoice();

  let polls = 0;
  setInterval(() => {
    polls += 1;
    const wanted = polls % DEEPENING_EVERY ? "[data-busy]" : "[data-busy], [data-deepens]";
    const busy = [...document.querySelectorAll(wanted)].map((row) => row.dataset.busy ?? row.dataset.deepens);
    // Documents that others added stand in the line above, although this page has no row of them.
    const isReading = busy.length || document.querySelector("#reading-line[data-reading]");
    if (!isReading || document.hidden) return;
    const address = `${library.dataset.progressUrl}?ids=${busy.join(",")}`;
    htmx.ajax("GET", address, { source: library, swap: "none" });
  }, POLL_MILLISECONDS);
}
