import "attention-playground";

customElements.whenDefined("attention-playground").then(() => { document.body.dataset.built = "yes"; });
