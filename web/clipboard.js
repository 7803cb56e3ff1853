// The clipboard: copying a text, also where the page may not use the clipboard interface (http, some frames).

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "off-screen";
  field.value = text;
  field.readOnly = true;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  focused?.focus?.({ preventScroll: true });
}
