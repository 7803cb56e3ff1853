"""Writes lessons_train.json: what "it" gives each word in PyTorch's model, for tests/playground/lessons_train_test.cpp.

    /usr/bin/python3 tests/golden/train_lesson_reference.py          seconds

Needs NumPy and PyTorch, as training_reference.py, whose model and training it uses.
"""
import json
import pathlib

import torch

from training_reference import DEFAULT, NUMBER, run

HERE = pathlib.Path(__file__).resolve().parent
SEED = 1
STEPS = [0, 20]
TEXTS = [
    "the animal did not cross the street because it was too tired",
    "the animal did not cross the street because it was too wide",
]


def look(model, text):
    """What "it" gives each word in the last layer."""
    words = text.split()
    with torch.no_grad():
        model([([NUMBER[word] for word in words], words.index("it"), 0)])
    return model.it_weights[0].mean(0).tolist()


if __name__ == "__main__":
    cases = []
    for steps in STEPS:
        model, losses, _ = run(SEED, DEFAULT, steps)
        count = sum(parameter.numel() for parameter in model.parameters)
        for text in TEXTS:
            cases.append({"seed": SEED, "steps": steps, "text": text, "weights": look(model, text),
                          "loss": losses[-1] if losses else None, "parameters": count})
    document = {"generator": "tests/golden/train_lesson_reference.py", "tolerance": 1e-4, "cases": cases}
    (HERE / "lessons_train.json").write_text(json.dumps(document, indent=1) + "\n")
