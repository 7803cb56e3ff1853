document.body.dataset.built = "yes";
