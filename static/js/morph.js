// What the server sends anew is woven into the page (idiomorph): elements that stay the same elements keep the
// focus, an open dialog and their requests. What a user has opened, typed or chosen is left as it is.
const OWNED = new Set(["open", "data-upward", "data-shown"]); // set by the user or by script, never by the server

const isTyped = (field) => field.value !== field.defaultValue;
const isChosen = ({ options, selectedIndex }) =>
  options[selectedIndex] !== ([...options].find((option) => option.defaultSelected) ?? options[0]);
const CHANGED = {
  value: (field) => field.matches("input, textarea") && isTyped(field),
  checked: (field) => field.checked !== field.defaultChecked,
  selected: (option) => isChosen(option.closest("select")),
};

Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !OWNED.has(name) && !CHANGED[name]?.(element);

// A choice that still waits for its user is not taken away.
Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => !node.matches?.("[data-kept]");

// Text that only grows keeps what is selected in it.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (before, after) => {
  const grows =
    before.nodeType === Node.TEXT_NODE && after.nodeType === Node.TEXT_NODE && after.data.startsWith(before.data);
  if (grows) before.appendData(after.data.slice(before.data.length));
  return !grows;
};
