// Passages: a usual choice fills the sizes in; a size typed by hand is a choice of one's own.
const form = document.querySelector("[data-presets]");

form?.addEventListener("input", ({ target }) => {
  if (target.name !== "preset") {
    form.querySelector("[name=preset][value=own]").checked = true;
  } else if (target.value !== "own") {
    for (const [name, value] of Object.entries(target.dataset)) form.elements[name].value = value;
  }
});
