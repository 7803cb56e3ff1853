// What the articles add to their figures: which button is pressed, and numbers that follow what a figure shows. What the
// buttons do stands in their attributes; embed.js reads them.
//
//   <output for="fig" data-says="largest share: {top_weight:2}"></output>
//
// {name:digits} is a claim of the figure's lesson; {top_weight:digits}, the largest weight in the row of the selected
// token, is there without a lesson too.

for (const button of document.querySelectorAll("button[data-for]:not([data-once])")) {
  button.addEventListener("click", () => {
    for (const other of button.closest('[role="group"]').querySelectorAll("button:not([data-once])")) {
      other.setAttribute("aria-pressed", String(other === button));
    }
  });
}

async function topWeight(figure) {
  const { query } = await figure.state();
  const { shape: [, width], data } = await figure.tensor("weights");
  return Math.max(...data.subarray(query * width, (query + 1) * width));
}

async function tell(figure, output) {
  const claims = new Map(((await figure.lesson())?.claims ?? []).map(({ name, value }) => [name, value]));
  claims.set("top_weight", await topWeight(figure));
  output.value = output.dataset.says.replace(/\{(\w+):(\d+)\}/g, (_, name, digits) =>
    claims.get(name)?.toFixed(digits) ?? "");
}

for (const output of document.querySelectorAll("output[data-says]")) {
  const figure = document.getElementById(output.htmlFor.value);
  figure.addEventListener("statechanged", () => tell(figure, output));
  // Asking a figure starts it: wait until the reader is near.
  const observer = new IntersectionObserver(async ([entry]) => {
    if (entry.isIntersecting) {
      observer.disconnect();
      await customElements.whenDefined("attention-playground");
      await tell(figure, output);
    }
  }, { rootMargin: "200px" });
  observer.observe(figure);
}
