"""The whole derivation of a playground configuration in NumPy, independent of the C++ code.

    echo '[{"text": "a b c", "seed": "7", "mask": "causal"}]' | /usr/bin/python3 tests/golden/reference.py

reads a JSON list of configurations and prints a JSON list of their tensors. Needs NumPy (Debian: python3-numpy).
What is not given is as in the opening experiment. Shapes: T tokens (S of them as keys), D d_model, H heads, G kv_heads,
d d_k. Tensors that exist once per head have a leading axis of length H.
"""
import json
import math
import re
import sys

import numpy as np

# Unicode's White_Space; str.split() also splits at U+001C to U+001F.
WHITE_SPACE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"

DEFAULTS = {
    "text": "the animal did not cross the street because it was too tired",
    "seed": "7",  # an int or a decimal string, of any size
    "vectors": "article",  # article | word
    "d_model": 64,
    "d_k": 16,
    "heads": 1,
    "kv_heads": None,  # as many as heads
    "d_ff": 0,  # above 0: residuals, layer norms and a feed-forward layer follow the attention
    "positions": "none",  # none | sinusoidal | rotary (neighbours) | rotary_half | alibi
    # none, or parts with commas: causal | padding:N (the last N tokens) | window:N (|i - j| <= N) | prefix:N (the first N
    # for all, then causal); or rows of 0 and 1 between slashes
    "mask": "none",
    "scale": "on",  # on: 1 / sqrt(d_k) | off: 1 | a number that multiplies the scores
}


def drawn_matrices(rng, d_model, d_k, heads, kv_heads, d_ff):
    """W_q, W_k, W_v, then W_o with more than one head or the block, then W_1 and W_2, in the order of DESIGN.md."""
    matrices = {
        "wq": rng.standard_normal((d_model, heads * d_k)) / np.sqrt(d_model),
        "wk": rng.standard_normal((d_model, kv_heads * d_k)) / np.sqrt(d_model),
        "wv": rng.standard_normal((d_model, kv_heads * d_k)) / np.sqrt(d_model),
    }
    if heads > 1 or d_ff:
        matrices["wo"] = rng.standard_normal((heads * d_k, d_model)) / np.sqrt(heads * d_k)
    if d_ff:
        matrices["w1"] = rng.standard_normal((d_model, d_ff)) / np.sqrt(d_model)
        matrices["w2"] = rng.standard_normal((d_ff, d_model)) / np.sqrt(d_ff)
    return matrices


def drawn_model(tokens, seed, vectors, d_model, *sizes):
    if vectors == "article":
        rng = np.random.default_rng(seed)
        x = rng.standard_normal((len(tokens), d_model))
        return {"embeddings": x, **drawn_matrices(rng, d_model, *sizes)}
    if vectors == "word":
        x = np.zeros((len(tokens), d_model))
        for row, token in enumerate(tokens):
            x[row] = np.random.default_rng([seed, 1, *token.encode("utf-8")]).standard_normal(d_model)
        rng = np.random.default_rng([seed, 0])
        return {"embeddings": x, **drawn_matrices(rng, d_model, *sizes)}
    raise ValueError(f"vectors is {vectors!r}; allowed: article, word")


def allowed_keys(mask, count):
    """[T, S], true where the query may attend to the key."""
    i, j = np.indices((count, count))
    allowed = np.ones((count, count), bool)
    if set(mask) <= set("01/"):
        return np.array([[cell == "1" for cell in row] for row in mask.split("/")])
    for part in mask.split(","):
        name, _, number = part.partition(":")
        if name == "causal":
            allowed &= j <= i
        elif name == "padding":
            allowed &= j < count - int(number)
        elif name == "window":
            allowed &= np.abs(i - j) <= int(number)
        elif name == "prefix":
            allowed &= (j <= i) | (j < int(number))
        elif name != "none":
            raise ValueError(f"mask is {mask!r}; allowed: none, causal, padding:N, window:N, prefix:N, rows of 0 and 1")
    return allowed


def sinusoids(count, d_model):
    table = np.zeros((count, d_model))
    for position in range(count):
        for column in range(d_model):
            argument = position / 10000 ** ((column - column % 2) / d_model)
            table[position, column] = math.cos(argument) if column % 2 else math.sin(argument)
    return table


def rotate(x, half):
    """Pairs of columns of x [T, d] turned by their position: as complex numbers times exp(i angle)."""
    turned, width = x.copy(), x.shape[1] // 2 * 2
    pairs = np.arange(width // 2)
    first = pairs if half else 2 * pairs
    second = pairs + width // 2 if half else 2 * pairs + 1
    if width:
        turn = np.exp(1j * np.arange(len(x))[:, None] / 10000 ** (2 * pairs / width))
        product = (x[:, first] + 1j * x[:, second]) * turn
        turned[:, first], turned[:, second] = product.real, product.imag
    return turned


def alibi_slopes(heads):
    """As the authors' program has them: powers of two, between them every other slope of the next power."""
    def of_power(n):
        start = 2 ** (-8 / n)
        return [start ** (k + 1) for k in range(n)]
    below = 2 ** math.floor(math.log2(heads))
    return of_power(below) + of_power(2 * below)[0::2][: heads - below]


def layer_norm(x):
    mean, variance = x.mean(axis=1, keepdims=True), x.var(axis=1, keepdims=True)
    return mean, variance, (x - mean) / np.sqrt(variance + 1e-5)


def block(x, attention_output, w1, w2):
    """Post-norm, as in Vaswani et al. 2017: LayerNorm(x + Sublayer(x)) after each of the two sub-layers."""
    residual_1 = x + attention_output
    mean_1, variance_1, norm_1 = layer_norm(residual_1)
    hidden = norm_1 @ w1
    activated = np.where(hidden > 0, hidden, 0.0)
    feed_forward = activated @ w2
    residual_2 = norm_1 + feed_forward
    mean_2, variance_2, norm_2 = layer_norm(residual_2)
    names = "residual_1 mean_1 variance_1 norm_1 hidden activated feed_forward residual_2 mean_2 variance_2 norm_2"
    scope = locals()
    return {name: scope[name] for name in names.split()}


def scale_factor(scale, d_k):
    if scale == "on":
        return 1 / math.sqrt(d_k)
    if scale == "off":
        return 1.0
    return float(scale)


def softmax_parts(logits):
    """Row by row; a row of minus infinities alone has exponentials, sum and weights 0."""
    row_max = logits.max(axis=1, keepdims=True)
    exponentials, weights = np.zeros_like(logits), np.zeros_like(logits)
    for row in np.flatnonzero(np.isfinite(row_max)):
        exponentials[row] = np.exp(logits[row] - row_max[row])
        weights[row] = exponentials[row] / exponentials[row].sum()
    row_sum = exponentials.sum(axis=1, keepdims=True)
    return {"row_max": row_max, "exponentials": exponentials, "row_sum": row_sum, "weights": weights}


def attention(queries, keys, values, allowed, scale, positions, slope):
    more = {}
    rotated_queries, rotated_keys = queries, keys
    if positions.startswith("rotary"):
        rotated_queries, rotated_keys = (rotate(x, positions == "rotary_half") for x in (queries, keys))
        more |= {"rotated_queries": rotated_queries, "rotated_keys": rotated_keys}
    scores = rotated_queries @ rotated_keys.T
    scaled_scores = scores * scale
    biased = scaled_scores
    if positions == "alibi":
        i, j = np.indices(scores.shape)
        more["position_bias"] = -slope * np.abs(i - j)
        biased = scaled_scores + more["position_bias"]
    masked_scores = np.where(allowed, biased, -np.inf)
    parts = softmax_parts(masked_scores)
    return {
        **more,
        "queries": queries,
        "keys": keys,
        "values": values,
        "scores": scores,
        "scaled_scores": scaled_scores,
        "masked_scores": masked_scores,
        **parts,
        "head_output": parts["weights"] @ values,
    }


def experiment(config):
    """All tensors of one configuration (a dict with some of the keys of DEFAULTS), as a dict of name to ndarray."""
    unknown = set(config) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown keys {sorted(unknown)}; known: {sorted(DEFAULTS)}")
    setting = {**DEFAULTS, **config}
    tokens = [token for token in re.split(f"[{WHITE_SPACE}]+", setting["text"]) if token]
    d_k, heads = setting["d_k"], setting["heads"]
    kv_heads = setting["kv_heads"] or heads
    if heads % kv_heads:
        raise ValueError(f"{kv_heads} key/value heads do not divide {heads} heads")

    sizes = (setting["d_model"], d_k, heads, kv_heads, setting["d_ff"])
    model = drawn_model(tokens, int(setting["seed"]), setting["vectors"], *sizes)
    positions = setting["positions"]
    if positions not in ("none", "sinusoidal", "rotary", "rotary_half", "alibi"):
        raise ValueError(f"positions is {positions!r}; allowed: none, sinusoidal, rotary, rotary_half, alibi")
    x = model["embeddings"]
    if positions == "sinusoidal":
        model["positions"] = sinusoids(len(tokens), setting["d_model"])
        x = model["inputs"] = x + model["positions"]
    q, k, v = x @ model["wq"], x @ model["wk"], x @ model["wv"]
    allowed = allowed_keys(setting["mask"], len(tokens))
    scale = scale_factor(setting["scale"], d_k)

    # Each key/value head serves heads / kv_heads query heads in a row: 0 0 1 1 for four heads on two.
    served_by = [g for g in range(kv_heads) for _ in range(heads // kv_heads)]
    per_head = []
    for h, g in enumerate(served_by):
        mine, shared = slice(h * d_k, (h + 1) * d_k), slice(g * d_k, (g + 1) * d_k)
        slope = alibi_slopes(heads)[h]
        per_head.append(attention(q[:, mine], k[:, shared], v[:, shared], allowed, scale, positions, slope))

    tensors = dict(model)
    for name in per_head[0]:
        tensors[name] = np.stack([head[name] for head in per_head])
    tensors["concatenated"] = np.concatenate([head["head_output"] for head in per_head], axis=1)
    tensors["output"] = tensors["concatenated"] @ model["wo"] if "wo" in model else tensors["concatenated"]
    if setting["d_ff"]:
        tensors |= block(x, tensors["output"], model["w1"], model["w2"])
    return tensors


def plain(value):
    """Nested lists that JSON can hold: exact repr digits, minus infinity as the string "-Infinity"."""
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.integer):
        return int(value)
    return "-Infinity" if isinstance(value, float) and value == -math.inf else value


if __name__ == "__main__":
    results = [plain(experiment(config)) for config in json.load(sys.stdin)]
    json.dump(results, sys.stdout, allow_nan=False, separators=(",", ":"))
    print()
