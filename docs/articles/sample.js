// The buttons of the article: each sends one action to the figure it names. They wait until the figure can answer.

for (const button of document.querySelectorAll("button[data-action]")) {
  button.addEventListener("click", async () => {
    const figure = document.getElementById(button.dataset.figure);
    await customElements.whenDefined("attention-playground");
    await figure.ready;
    await figure.dispatch(JSON.parse(button.dataset.action));
    if (button.dataset.once === undefined) {
      for (const other of button.parentElement.querySelectorAll("button[aria-pressed], button:not([data-once])")) {
        other.setAttribute("aria-pressed", String(other === button));
      }
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

customElements.whenDefined("attention-playground").then(async () => {
  const figure = document.getElementById("scale");
  const output = document.getElementById("top");
  await figure.ready;
  figure.addEventListener("statechanged", () => tellTop(figure, output));
  await tellTop(figure, output);
});
