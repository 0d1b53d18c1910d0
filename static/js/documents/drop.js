// Files dropped anywhere on a page that has a place for them.
const drop = document.querySelector("#drop");
const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

export function onDrop(take) {
  if (!drop) return;
  let depth = 0;
  document.addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    depth += 1;
    drop.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth -= 1;
    drop.hidden = depth <= 0;
  });
  document.addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth = 0;
    drop.hidden = true;
    take(event.dataTransfer.files);
  });
}
