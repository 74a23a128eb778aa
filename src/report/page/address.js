// The address: what was asked of the page, so that a link asks the same.

/** How long the address waits for the next change: browsers refuse too many changes. */
const WRITING = 300;

/** What the address asks. */
function wantedByAddress() {
  return new URLSearchParams(location.hash.slice(1));
}

/** What the address holds, by name; a puzzle from when it is dealt. */
const address = Object.fromEntries([...wantedByAddress()].filter(([name, value]) => value && name !== "puzzle"));
let writing;

/** Writes some fields into the address, beside those of other parts. */
function writeAddress(fields) {
  Object.assign(address, fields);
  clearTimeout(writing);
  writing = setTimeout(() => history.replaceState(null, "", `#${new URLSearchParams(address)}`), WRITING);
}

/** Writes a value of the address into a field, where the field can hold it. */
function fillFrom(wanted, name, field) {
  if (!wanted.has(name)) return;
  const value = wanted.get(name);
  if (field.type === "checkbox") field.checked = value === "true";
  else if (!field.options || [...field.options].some((option) => option.value === value)) field.value = value;
}
