// What the article adds to its figures: which button is pressed, and a number that follows the second one. What the
// buttons do stands in their attributes; embed.js reads them.

for (const button of document.querySelectorAll("button[data-for]:not([data-once])")) {
  button.addEventListener("click", () => {
    for (const other of button.parentElement.querySelectorAll("button:not([data-once])")) {
      other.setAttribute("aria-pressed", String(other === button));
    }
  });
}

/** Says what the largest weight in the row of the selected token is. */
async function tellTop(figure, output) {
  const { query } = await figure.state();
  const { shape: [, width], data } = await figure.tensor("weights");
  const row = data.subarray(query * width, (query + 1) * width);
  output.value = `largest weight in this row: ${Math.max(...row).toFixed(2)}`;
}

const figure = document.getElementById("scale");
const output = document.getElementById("top");
figure.addEventListener("statechanged", () => tellTop(figure, output));
// Asking a figure starts it: wait until the reader is near.
const observer = new IntersectionObserver(async ([entry]) => {
  if (entry.isIntersecting) {
    observer.disconnect();
    await customElements.whenDefined("attention-playground");
    await tellTop(figure, output);
  }
}, { rootMargin: "200px" });
observer.observe(figure);
