"""The whole derivation of a playground configuration in NumPy, independent of the C++ code.

    echo '[{"text": "a b c", "seed": "7", "mask": "causal"}]' | /usr/bin/python3 tests/golden/reference.py

reads a JSON list of configurations and prints a JSON list of their tensors. Needs NumPy (Debian: python3-numpy).
What is not given is as in the opening experiment. Shapes: T tokens (S of them as keys), D d_model, H heads, G kv_heads,
d d_k. Tensors that exist once per head have a leading axis of length H.
"""
import json
import math
import sys

import numpy as np

DEFAULTS = {
    "text": "the animal did not cross the street because it was too tired",
    "seed": "7",  # an int or a decimal string, of any size
    "vectors": "article",  # article | word
    "d_model": 64,
    "d_k": 16,
    "heads": 1,
    "kv_heads": None,  # as many as heads
    "mask": "none",  # none | causal | padding:N, where the last N tokens are padding
    "scale": "on",  # on: 1 / sqrt(d_k) | off: 1 | a number that multiplies the scores
}


def drawn_matrices(rng, d_model, d_k, heads, kv_heads):
    """W_q, W_k, W_v and, with more than one head, W_o, in the order in which DESIGN.md draws them."""
    matrices = {
        "wq": rng.standard_normal((d_model, heads * d_k)) / np.sqrt(d_model),
        "wk": rng.standard_normal((d_model, kv_heads * d_k)) / np.sqrt(d_model),
        "wv": rng.standard_normal((d_model, kv_heads * d_k)) / np.sqrt(d_model),
    }
    if heads > 1:
        matrices["wo"] = rng.standard_normal((heads * d_k, d_model)) / np.sqrt(heads * d_k)
    return matrices


def drawn_model(tokens, seed, vectors, d_model, d_k, heads, kv_heads):
    if vectors == "article":
        rng = np.random.default_rng(seed)
        x = rng.standard_normal((len(tokens), d_model))
        return {"embeddings": x, **drawn_matrices(rng, d_model, d_k, heads, kv_heads)}
    if vectors == "word":
        x = np.zeros((len(tokens), d_model))
        for row, token in enumerate(tokens):
            x[row] = np.random.default_rng([seed, 1, *token.encode("utf-8")]).standard_normal(d_model)
        rng = np.random.default_rng([seed, 0])
        return {"embeddings": x, **drawn_matrices(rng, d_model, d_k, heads, kv_heads)}
    raise ValueError(f"vectors is {vectors!r}; allowed: article, word")


def allowed_keys(mask, count):
    """[T, S], true where the query may attend to the key."""
    allowed = np.ones((count, count), bool)
    if mask == "causal":
        return np.tril(allowed)
    if mask.startswith("padding:"):
        allowed[:, max(0, count - int(mask.removeprefix("padding:"))) :] = False
        return allowed
    if mask != "none":
        raise ValueError(f"mask is {mask!r}; allowed: none, causal, padding:N")
    return allowed


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


def attention(queries, keys, values, allowed, scale):
    scores = queries @ keys.T
    scaled_scores = scores * scale
    masked_scores = np.where(allowed, scaled_scores, -np.inf)
    parts = softmax_parts(masked_scores)
    return {
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
    tokens = setting["text"].split()
    d_k, heads = setting["d_k"], setting["heads"]
    kv_heads = setting["kv_heads"] or heads
    if heads % kv_heads:
        raise ValueError(f"{kv_heads} key/value heads do not divide {heads} heads")

    model = drawn_model(tokens, int(setting["seed"]), setting["vectors"], setting["d_model"], d_k, heads, kv_heads)
    x = model["embeddings"]
    q, k, v = x @ model["wq"], x @ model["wk"], x @ model["wv"]
    allowed = allowed_keys(setting["mask"], len(tokens))
    scale = scale_factor(setting["scale"], d_k)

    # Each key/value head serves heads / kv_heads query heads in a row: 0 0 1 1 for four heads on two.
    served_by = [g for g in range(kv_heads) for _ in range(heads // kv_heads)]
    per_head = []
    for h, g in enumerate(served_by):
        mine, shared = slice(h * d_k, (h + 1) * d_k), slice(g * d_k, (g + 1) * d_k)
        per_head.append(attention(q[:, mine], k[:, shared], v[:, shared], allowed, scale))

    tensors = dict(model)
    for name in per_head[0]:
        tensors[name] = np.stack([head[name] for head in per_head])
    tensors["concatenated"] = np.concatenate([head["head_output"] for head in per_head], axis=1)
    tensors["output"] = tensors["concatenated"] @ model["wo"] if "wo" in model else tensors["concatenated"]
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
