"""Numbers of the exhibits and exercises of the lessons attention, scale, mask, softmax and heads, in NumPy alone: the
scale experiment with its gradient, masks that leak, empty rows in three formats, a training run with a leaky mask,
scrambled heads. NaN is null."""
import numpy as np

from reference import experiment, softmax_parts

TOKENS = 12
WIDTH = 64


def softmax(logits):
    return softmax_parts(logits)["weights"]


def entropy(weights):
    logarithms = np.log(weights, where=weights > 0, out=np.zeros_like(weights))
    return -(weights * logarithms).sum(axis=1).mean()


def gradient_size(weights):
    """Mean over the rows of the sum of magnitudes of diag(p) - p p^T."""
    return np.mean([np.abs(np.diag(p) - np.outer(p, p)).sum() for p in weights])


def measured(seeds, d, queries):
    rng = np.random.default_rng(seeds)
    scores = rng.standard_normal((queries, d)) @ rng.standard_normal((32, d)).T
    numbers = [scores.std()]
    for weights in (softmax(scores), softmax(scores / np.sqrt(d))):
        numbers += [weights.max(axis=1).mean(), entropy(weights), gradient_size(weights)]
    return numbers


def spread(seed, d):
    return [seed, d] + measured([seed, d], d, 2000 if d <= 256 else 500)


def draws(seed, d):
    """Least, median and largest of eight draws, for each number of `measured`."""
    runs = np.array([measured([seed, d, draw], d, 64) for draw in range(8)])
    return np.stack([runs.min(axis=0), np.median(runs, axis=0), runs.max(axis=0)], axis=1)


def histogram(seed, d):
    rng = np.random.default_rng([seed, d])
    scores = rng.standard_normal((2000, d)) @ rng.standard_normal((32, d)).T
    return [
        np.histogram(one, bins=64, range=(-reach, reach))[0] / scores.size
        for one, reach in ((scores, 96), (scores / np.sqrt(d), 6))
    ]


def divided():
    row = experiment({"d_k": 64})["scores"][0][8:9]
    return {"width": softmax(row / 8), "model": softmax(row / np.sqrt(512)), "after": softmax(row) / 8}


# ---- Exercises ----


def exercise(draw=0):
    rng = np.random.default_rng([7, draw])
    x = rng.standard_normal((TOKENS, WIDTH))
    return [x] + [rng.standard_normal((WIDTH, WIDTH)) / 8 for _ in range(3)]


def head_slices(heads):
    width = WIDTH // heads
    return [slice(h * width, (h + 1) * width) for h in range(heads)]


def scale_exercise(repair):
    """Mean entropy for each count of heads, then the deviation of what softmax is given with 1 and with 16."""
    entropies, deviations = [], []
    for heads in (1, 2, 4, 8, 16):
        width = WIDTH // heads
        divisor = {"model": 8, "tokens": np.sqrt(TOKENS), "after": 1, "width": np.sqrt(width)}[repair]
        found, squares = [], []
        for draw in range(8):
            x, wq, wk, _ = exercise(draw)
            for part in head_slices(heads):
                logits = (x @ wq)[:, part] @ (x @ wk)[:, part].T / divisor
                weights = softmax(logits) / (np.sqrt(width) if repair == "after" else 1)
                found.append(entropy(weights))
                squares.append((logits**2).mean())
        entropies.append(np.mean(found))
        deviations.append(np.sqrt(np.mean(squares)))
    return entropies + [deviations[0], deviations[-1]]


def scale_one_head(repair):
    """Largest difference of one head's weights from those of the formula."""
    off = 0
    for draw in range(8):
        x, wq, wk, _ = exercise(draw)
        scores = x @ wq @ (x @ wk).T
        divisor = {"model": 8, "tokens": np.sqrt(TOKENS), "after": 1, "width": 8}[repair]
        weights = softmax(scores / divisor) / (8 if repair == "after" else 1)
        off = max(off, np.abs(weights - softmax(scores / 8)).max())
    return off


def causal_weights(x, wq, wk, way):
    past = np.tril(np.ones((len(x), len(x)), bool))
    scores = x @ wq @ (x @ wk).T / 8
    if way in ("none", "after", "renormalised"):
        weights = softmax(scores) * (past if way != "none" else 1)
        return weights / weights.sum(axis=1, keepdims=True) if way == "renormalised" else weights
    hidden = {"zero": np.zeros_like(scores), "small": scores - 1e-9, "infinity": np.full_like(scores, -np.inf)}[way]
    return softmax(np.where(past, scores, hidden))


def mask_exercise(way):
    """Weights, and how far each output moves when the seventh and when the last word becomes its opposite."""
    x, wq, wk, wv = exercise()

    def attend(words):
        return causal_weights(words, wq, wk, way) @ (words @ wv)

    def moved(word):
        changed = x.copy()
        changed[word] *= -1
        return np.abs(attend(changed) - attend(x)).max(axis=1)

    return {"weights": causal_weights(x, wq, wk, way), "moved": np.stack([moved(6), moved(11)])}


def scrambled(words, wq, wk, wv, heads, repair, causal):
    def split(projected):
        if repair in ("split", "both"):
            return projected.reshape(TOKENS, heads, -1).transpose(1, 0, 2)
        return projected.reshape(heads, TOKENS, -1)

    q, k, v = (split(words @ w) for w in (wq, wk, wv))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(WIDTH // heads)
    if causal:
        scores = np.where(np.tril(np.ones((TOKENS, TOKENS), bool)), scores, -np.inf)
    outputs = np.stack([softmax(one) for one in scores]) @ v
    if repair in ("join", "both"):
        outputs = outputs.transpose(1, 0, 2)
    return outputs.reshape(TOKENS, WIDTH)


def heads_exercise(repair):
    """How far each output moves when the first and when the last word becomes its opposite; the error when these two
    change places."""
    x, *weights = exercise()

    def moved(word):
        changed = x.copy()
        changed[word] *= -1
        return np.abs(scrambled(changed, *weights, 4, repair, True) - scrambled(x, *weights, 4, repair, True)).max(axis=1)

    swapped = x.copy()
    swapped[[0, -1]] = swapped[[-1, 0]]
    expected = scrambled(x, *weights, 4, repair, False)
    expected[[0, -1]] = expected[[-1, 0]]
    return {"moved": np.stack([moved(0), moved(-1)]),
            "swap": np.abs(scrambled(swapped, *weights, 4, repair, False) - expected).max()}


# ---- Formats ----


def halves():
    """Numbers, and what float16 makes of them: ties, subnormals, the ends of the range."""
    rng = np.random.default_rng(5)
    numbers = np.concatenate([
        [0.0, 1.0, -1.0, 0.1, 1 / 3, 2048, 2049, 2050, 2051, 65504, 65519, 65519.999, 65520, -65520, -1e9, -1e4, -1e-9],
        [2.0**-24, 2.0**-25, 2.0**-25 * 1.0001, 3 * 2.0**-25, 2.0**-14, 2.0**-14 - 2.0**-25, 6e-8, 1e-300, 5e-324, 1e300],
        rng.standard_normal(50), rng.standard_normal(50) * 1e-6, rng.standard_normal(50) * 1e4,
    ])
    with np.errstate(over="ignore"):
        rounded = numbers.astype(np.float16).astype(float)
    return [[number, half if np.isfinite(half) else repr(half)] for number, half in zip(numbers.tolist(), rounded.tolist())]


def empty_rows(dtype):
    scores = np.array([0.3, -1, 2, 0.1], dtype)
    with np.errstate(all="ignore"):
        billion, lowest = np.array(-1e9).astype(dtype), np.finfo(dtype).min
        rows = {"infinity": np.full(4, -np.inf, dtype), "replaced": np.full(4, billion, dtype),
                "added": scores + billion, "lowest": scores + lowest}
        weights = {}
        for name, row in rows.items():
            exponentials = np.exp(row - row.max())
            assert exponentials.dtype == dtype
            weights[name] = [None if np.isnan(w) else float(w) for w in exponentials / exponentials.sum(dtype=dtype)]
    return weights


# ---- A training run with a leaky mask ----


def leaky_run(seed, leaky, steps=160, batch=8, letters=8, places=8, width=16, rate=0.02):
    rng = np.random.default_rng(seed)
    model = [rng.standard_normal((letters, width)), rng.standard_normal((places, width))]
    model += [rng.standard_normal(shape) / 4 for shape in ((width, width), (width, width), (width, width), (width, letters))]
    moments = [[np.zeros_like(p), np.zeros_like(p)] for p in model]
    past = np.tril(np.ones((places, places), bool))

    def sequence():
        firsts = (rng.random(places // 2) * letters).astype(int)
        return np.stack([firsts, (firsts + 1) % letters], axis=1).reshape(-1)

    def forward(text, masked=leaky):
        table, position, wq, wk, wv, out = model
        count = len(text)
        x = table[text] + position[:count]
        q, k, v = x @ wq, x @ wk, x @ wv
        scores = q @ k.T / 4
        hidden = scores - 1e-9 if masked else np.full_like(scores, -np.inf)
        a = softmax(np.where(past[:count, :count], scores, hidden))
        return x, q, k, v, a, a @ v, a @ v @ out

    losses = []
    for step in range(1, steps + 1):
        sums = [np.zeros_like(p) for p in model]
        for _ in range(batch):
            text = sequence()
            x, q, k, v, a, o, logits = forward(text)
            p = softmax(logits)
            rows, labels = np.arange(places - 1), text[1:]
            losses.append(-np.log(p[rows, labels]).mean())
            d_logits = np.zeros_like(p)
            d_logits[:-1] = p[:-1]
            d_logits[rows, labels] -= 1
            d_logits /= places - 1
            d_o = d_logits @ model[5].T
            d_a = d_o @ v.T
            d_s = a * (d_a - (a * d_a).sum(axis=1, keepdims=True)) / 4
            d_q, d_k, d_v = d_s @ k, d_s.T @ q, a.T @ d_o
            d_x = d_q @ model[2].T + d_k @ model[3].T + d_v @ model[4].T
            np.add.at(sums[0], text, d_x / batch)
            for total, part in zip(sums[1:], (d_x, x.T @ d_q, x.T @ d_k, x.T @ d_v, o.T @ d_logits)):
                total += part / batch
        for p, g, moment in zip(model, sums, moments):
            moment[0] = 0.9 * moment[0] + 0.1 * g
            moment[1] = 0.999 * moment[1] + 0.001 * g * g
            p -= rate * (moment[0] / (1 - 0.9**step)) / (np.sqrt(moment[1] / (1 - 0.999**step)) + 1e-8)
    guessed, completed = [], []
    for _ in range(64):
        text = sequence()
        guessed += list(forward(text)[-1][:-1].argmax(axis=1) == text[1:])
        completed += [forward(text[:first + 1], False)[-1][-1].argmax() == text[first + 1] for first in range(0, places, 2)]
    return {"losses": np.array(losses).reshape(-1, batch * 10).mean(axis=1), "training": float(np.mean(guessed)),
            "writing": float(np.mean(completed))}


# ---- Softmax and the rest ----


def overflow(size):
    """In float32: exponentials and shares without and with the maximum subtracted; infinity and NaN are null."""
    scores = np.array([1, 0.8, 0.5, 0, -1], "f4") * np.float32(size)
    with np.errstate(all="ignore"):
        plain, off = np.exp(scores), np.exp(scores - scores.max())
        rows = [plain, plain / plain.sum(), off, off / off.sum()]
    return [[float(n) if np.isfinite(n) else None for n in row] for row in rows]


def tied():
    queries = experiment({})["queries"][0]
    scores = queries @ queries.T / 4
    return {"scores": scores, "weights": softmax(scores)}


def heads_cells():
    """Of the row of "it": the cell of "animal" in the first and in the last of four heads, the first head's largest."""
    weights = experiment({"heads": 4, "d_k": 16})["weights"]
    return [weights[0][8][1], weights[3][8][1], weights[0][8].max()]


def along_columns():
    scores = experiment({})["scaled_scores"][0]
    return softmax(scores.T).T.sum(axis=1)


def mixing():
    tensors = experiment({"heads": 4, "d_k": 16})
    parts = [tensors["head_output"][h][8] @ tensors["wo"][h * 16:(h + 1) * 16] for h in range(4)]
    return np.stack(parts + [tensors["output"][8]])


def bug_cases():
    logits = experiment({})["scaled_scores"][0][8:9]
    return {
        "seed": 7,
        "spread": [spread(seed, d) for seed, d in ((7, 1), (7, 16), (7, 64), (7, 256), (7, 1024), (3, 512))],
        "draws": {str(d): draws(7, d) for d in (1, 64, 1024)},
        "histogram": histogram(7, 64),
        "divided": divided(),
        "scale_exercise": {repair: scale_exercise(repair) for repair in ("model", "tokens", "after", "width")},
        "mask_exercise": {way: mask_exercise(way)
                          for way in ("none", "zero", "small", "after", "renormalised", "infinity")},
        "heads_exercise": {repair: heads_exercise(repair) for repair in ("none", "split", "join", "both")},
        "halves": halves(),
        "empty_rows": {name: empty_rows(np.dtype(name)) for name in ("float64", "float32", "float16")},
        "leaky": {"leaky": leaky_run(7, True), "right": leaky_run(7, False)},
        "overflow": {str(size): overflow(size) for size in (1, 10, 50, 100, 400, 1000)},
        "temperatures": {str(t): softmax(logits / t) for t in (0.05, 1, 20)},
        "plain_shares": logits / logits.sum(),
        "undivided_top": softmax(experiment({"d_k": 64})["scores"][0][8:9]).max(),
        "tied": tied(),
        "mixing": mixing(),
        "scale_one_head": {repair: scale_one_head(repair) for repair in ("model", "tokens", "after", "width")},
        "heads_cells": heads_cells(),
        "along_columns": along_columns(),
    }
