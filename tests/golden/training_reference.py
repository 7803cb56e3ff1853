"""Writes training.json: the first 50 losses of training runs in PyTorch, for tests/training/training_run_test.cpp.

    /usr/bin/python3 tests/golden/training_reference.py          writes the file (seconds)
    /usr/bin/python3 tests/golden/training_reference.py time     times a step in float32 on one thread, in processor time

Needs NumPy and PyTorch (Debian: python3-numpy, python3-torch). It shares no code with the C++: the language, the draws,
the model and the optimiser are written here once more, the gradients are autograd's and Adam is torch.optim.Adam. Runs
in float64, so that what differs is the rounding of the C++'s floats.
"""
import json
import math
import pathlib
import sys
import time

import numpy as np
import torch

HERE = pathlib.Path(__file__).resolve().parent
torch.set_num_threads(1)

ANIMATES = "animal dog cat horse cow fox sheep rabbit donkey goat".split()
PLACES = "street road river bridge field garden park square valley tunnel".split()
VERBS = "cross enter reach explore visit pass".split()
PARTICIPLES = "crossed entered reached explored visited passed".split()
ADJECTIVES = "tired hungry thirsty sleepy scared lazy wide narrow long crowded flooded icy".split()
OTHERS = "the did not because it was too by so".split()
WORDS = ANIMATES + PLACES + VERBS + PARTICIPLES + ADJECTIVES + OTHERS
NOUNS = len(ANIMATES + PLACES)
NUMBER = {word: number for number, word in enumerate(WORDS)}
FORMS = [
    "the {a} did not {v} the {p} because it was too {j}",
    "the {p} was not {w} by the {a} because it was too {j}",
    "because it was too {j} the {a} did not {v} the {p}",
    "because it was too {j} the {p} was not {w} by the {a}",
    "it was too {j} so the {a} did not {v} the {p}",
    "it was too {j} so the {p} was not {w} by the {a}",
]

DEFAULT = {"d_model": 32, "d_k": 32, "heads": 1, "layers": 2, "d_ff": 64, "scale": True, "positions": True,
           "residual": True, "value_from_embedding": True}
RUNS = [
    ("default", 1, {}),
    ("no scale", 1, {"scale": False}),
    ("plain last layer", 2, {"value_from_embedding": False}),
    ("two heads, narrow", 3, {"d_model": 16, "d_k": 12, "heads": 2, "d_ff": 32}),
    ("no positions, no residual, plain", 4, {"positions": False, "residual": False, "value_from_embedding": False}),
    ("one layer", 5, {"layers": 1, "d_k": 8}),
    ("three layers", 6, {"layers": 3, "d_model": 16, "d_k": 16}),
]
BATCH, STEPS, LEARNING_RATE, EPSILON = 32, 50, 3e-3, 1e-6


def sentence(a, p, v, j, form):
    """Numbers of the words, the place of "it", and the noun that it stands for."""
    words = FORMS[form].format(a=ANIMATES[a], p=PLACES[p], v=VERBS[v], w=PARTICIPLES[v], j=ADJECTIVES[j]).split()
    return [NUMBER[word] for word in words], words.index("it"), a if j < 6 else len(ANIMATES) + p


def batch(rng):
    sentences = []
    for u in rng.random((BATCH, 5)):
        a = int(10 * u[0])
        p = (11 - a + int(9 * u[1])) % 10
        sentences.append(sentence(a, p, int(6 * u[2]), int(12 * u[3]), int(6 * u[4])))
    return sentences


def sinusoids(positions, width):
    table = np.zeros((positions, width))
    for i in range(width):
        angle = np.arange(positions) / 10_000 ** ((i - i % 2) / width)
        table[:, i] = np.cos(angle) if i % 2 else np.sin(angle)
    return table


class Model:
    def __init__(self, seed, options, dtype):
        self.options, self.dtype = options, dtype
        self.width, self.d_k, self.heads = options["d_model"], options["d_k"], options["heads"]
        self.d_v = self.width // self.heads
        rng = np.random.default_rng([seed, 0])
        self.parameters = []

        def learned(array):
            self.parameters.append(torch.tensor(array, dtype=dtype, requires_grad=True))
            return self.parameters[-1]

        def linear(rows, columns):
            return learned(rng.standard_normal((rows, columns)) / math.sqrt(3 * rows))

        def norm():
            return learned(np.ones(self.width)), learned(np.zeros(self.width))

        self.words = learned(rng.standard_normal((len(WORDS), self.width)))
        self.layers = []
        for number in range(options["layers"]):
            layer = {"last": number == options["layers"] - 1}
            layer["only"] = layer["last"] and options["value_from_embedding"]
            layer["q"] = linear(self.width, self.heads * self.d_k)
            layer["k"] = linear(self.width, self.heads * self.d_k)
            layer["v"] = linear(self.width, self.heads * self.d_v)
            layer["o"] = linear(self.heads * self.d_v, self.width)
            layer["norm_1"] = norm()
            if not layer["only"]:
                layer["w_1"] = linear(self.width, options["d_ff"])
                layer["b_1"] = learned(np.zeros(options["d_ff"]))
                layer["w_2"] = linear(options["d_ff"], self.width)
                layer["b_2"] = learned(np.zeros(self.width))
                layer["norm_2"] = norm()
            self.layers.append(layer)
        self.bias = learned(np.zeros(NOUNS))
        self.positions = torch.tensor(sinusoids(16, self.width), dtype=dtype)

    def split(self, projected, width):
        return projected.view(projected.shape[0], -1, self.heads, width).transpose(1, 2)

    def __call__(self, sentences):
        longest, count = max(len(words) for words, _, _ in sentences), len(sentences)
        numbers = torch.tensor([words + [0] * (longest - len(words)) for words, _, _ in sentences])
        padding = torch.tensor([[i >= len(words) for i in range(longest)] for words, _, _ in sentences])
        it = torch.tensor([it for _, it, _ in sentences])
        embedded = torch.nn.functional.embedding(numbers, self.words)
        x = embedded + self.positions[:longest] if self.options["positions"] else embedded
        for layer in self.layers:
            asking = x[torch.arange(count), it][:, None] if layer["last"] else x
            queries = self.split(asking @ layer["q"], self.d_k)
            keys = self.split(x @ layer["k"], self.d_k)
            values = self.split((embedded if layer["only"] else x) @ layer["v"], self.d_v)
            scores = queries @ keys.transpose(2, 3)
            if self.options["scale"]:
                scores = scores / math.sqrt(self.d_k)
            weights = scores.masked_fill(padding[:, None, None], -math.inf).softmax(-1)
            heads = (weights @ values).transpose(1, 2).reshape(count, -1, self.heads * self.d_v)
            residual = self.options["residual"] and not layer["only"]
            norm = lambda rows, parts: torch.nn.functional.layer_norm(rows, (self.width,), *parts, 1e-5)  # noqa: E731
            attended = heads @ layer["o"]
            x = norm(asking + attended if residual else attended, layer["norm_1"])
            if not layer["only"]:
                inner = torch.relu(x @ layer["w_1"] + layer["b_1"]) @ layer["w_2"] + layer["b_2"]
                x = norm(x + inner if residual else inner, layer["norm_2"])
        self.it_weights = weights[:, :, 0].detach()
        return x[:, 0] @ self.words[:NOUNS].T / math.sqrt(self.width) + self.bias


def run(seed, options, steps, dtype=torch.float64):
    model = Model(seed, options, dtype)
    optimiser = torch.optim.Adam(model.parameters, lr=LEARNING_RATE, eps=EPSILON)
    rng = np.random.default_rng([seed, 1])
    losses, seconds = [], []
    for _ in range(steps):
        begin = time.process_time()
        sentences = batch(rng)
        loss = torch.nn.functional.cross_entropy(model(sentences), torch.tensor([noun for _, _, noun in sentences]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        seconds.append(time.process_time() - begin)
        losses.append(loss.item())
    return model, losses, seconds


def golden():
    runs = []
    for name, seed, changes in RUNS:
        options = {**DEFAULT, **changes}
        model, losses, _ = run(seed, options, STEPS)
        last = model.layers[-1]
        weights = model.it_weights
        logs = torch.where(weights > 0, weights, torch.ones_like(weights)).log()
        runs.append({
            "name": name, "seed": seed, "options": options, "losses": losses,
            # Without the scale the softmax is steep, and rounding to floats grows from step to step; doubles show that
            # nothing else differs.
            **({"tolerance": 1e-5} if options["scale"] else {"tolerance": 1e-3, "tolerance_in_wasm": 2e-3}),
            "tolerance_in_double": 1e-9,
            # Of the last of these steps.
            "d_wq_norm": last["q"].grad.norm().item(), "d_wk_norm": last["k"].grad.norm().item(),
            "top_weight": weights.amax(-1).mean().item(), "entropy": -(weights * logs).sum(-1).mean().item(),
        })
    document = {"generator": "tests/golden/training_reference.py", "batch": BATCH, "learning_rate": LEARNING_RATE,
                "runs": runs,
                # Two programs that stay this near to one curve are within twice as much of each other.
                "long_run": {"seed": 1, "losses": run(1, DEFAULT, 2 * STEPS)[1], "tolerance": 1e-4}}
    (HERE / "training.json").write_text(json.dumps(document, indent=1) + "\n")


def times():
    for name, changes in [
        ("default", {}), ("d_model 16", {"d_model": 16, "d_k": 16}),
        ("plain last layer", {"value_from_embedding": False}),
        ("plain, d_ff 128", {"d_ff": 128, "value_from_embedding": False}),
        ("plain, d_model 16", {"d_model": 16, "d_k": 16, "value_from_embedding": False}),
    ]:
        model, _, seconds = run(1, {**DEFAULT, **changes}, 300, torch.float32)
        count = sum(parameter.numel() for parameter in model.parameters)
        print(f"{name:28} {count:6} parameters  median {sorted(seconds)[150] * 1e3:6.2f} ms  fastest "
              f"{min(seconds) * 1e3:6.2f} ms  300 steps {sum(seconds) * 1e3:6.0f} ms", flush=True)


if __name__ == "__main__":
    times() if sys.argv[1:] == ["time"] else golden()
