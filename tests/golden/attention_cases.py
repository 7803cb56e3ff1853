"""What attention.json and article.json hold. The formulas are written as sums over cells, with math.fsum, which rounds
once: an answer that no order of addition can move."""
import math

import numpy as np

from reference import DEFAULTS, experiment


def product(a, b):
    """a [n, m] times b [m, p]"""
    rows = [[math.fsum(x * y for x, y in zip(row, column)) for column in b.T.tolist()] for row in a.tolist()]
    return np.array(rows, float).reshape(len(a), b.shape[1])


def attention(q, k, v, allowed=None, scale=None):
    """q [T, d], k [S, d], v [S, d_v], allowed [T, S]: every stage, one cell after the other."""
    T, S = len(q), len(k)
    scale = 1 / math.sqrt(q.shape[1]) if scale is None else scale
    scores = product(q, k.T)
    masked, exponentials, weights = np.full((T, S), -np.inf), np.zeros((T, S)), np.zeros((T, S))
    row_max, row_sum = np.full((T, 1), -np.inf), np.zeros((T, 1))
    for i in range(T):
        keys = [j for j in range(S) if allowed is None or allowed[i][j]]
        if not keys:
            continue  # nothing to attend to: weights 0
        for j in keys:
            masked[i, j] = scores[i, j] * scale
        row_max[i] = max(masked[i, j] for j in keys)
        for j in keys:
            exponentials[i, j] = math.exp(masked[i, j] - row_max[i, 0])
        row_sum[i] = math.fsum(exponentials[i])
        for j in keys:
            weights[i, j] = exponentials[i, j] / row_sum[i, 0]
    return {
        "scores": scores,
        "scaled_scores": scores * scale,
        "masked_scores": masked,
        "row_max": row_max,
        "exponentials": exponentials,
        "row_sum": row_sum,
        "weights": weights,
        "output": product(weights, v),
    }


def mask_of(kind, T, S, rng):
    if kind == "none":
        return None
    if kind == "causal":
        return [[j <= i for j in range(S)] for i in range(T)]
    if kind == "padding":  # the last key is padding; with a single key nothing is left
        return [[j < S - 1 for j in range(S)] for i in range(T)]
    painted = rng.random((T, S)) < 0.5
    painted[T // 2] = False  # an empty row
    return painted.tolist()


# T, S, d_k, d_v
SHAPES = [
    (1, 1, 1, 1),
    (1, 3, 2, 2),
    (3, 1, 2, 7),
    (2, 3, 1, 1),
    (3, 2, 3, 2),
    (7, 7, 3, 3),
    (7, 2, 7, 1),
    (2, 7, 2, 7),
]
SCALES = [None, 1.0, -0.3, 4.0, 0.0]


def attention_case(name, q, k, v, allowed, scale):
    expected = attention(q, k, v, allowed, scale)
    inputs = {"queries": q, "keys": k, "values": v, "mask": allowed, "scale": scale}
    return {"name": name, **inputs, "expected": expected}


def single_head_cases():
    rng = np.random.default_rng(20170612)
    cases = []
    for T, S, d, d_v in SHAPES:
        for kind in ("none", "causal", "padding", "painted"):
            scale = SCALES[len(cases) % len(SCALES)]
            q, k, v = (rng.standard_normal(shape) for shape in ((T, d), (S, d), (S, d_v)))
            name = f"T {T}, S {S}, d_k {d}, d_v {d_v}, mask {kind}, scale {scale}"
            cases.append(attention_case(name, q, k, v, mask_of(kind, T, S, rng), scale))
    # Logits up to 1e4, where exp without the maximum subtracted is infinity. Whole numbers, so that scores are exact.
    for kind in ("none", "causal", "painted"):
        q, k = (rng.integers(-50, 51, (5, 4)).astype(float) for _ in range(2))
        q[0], k[0], k[1] = 50, 50, -50
        v = rng.standard_normal((5, 2))
        cases.append(attention_case(f"huge logits, mask {kind}", q, k, v, mask_of(kind, 5, 5, rng), 1.0))
    return cases


def multi_head_case(rng, T, D, H, G, d, d_v, kind):
    x = rng.standard_normal((T, D))
    wq, wk, wv = (rng.standard_normal((D, n)) / math.sqrt(D) for n in (H * d, G * d, G * d_v))
    wo = rng.standard_normal((H * d_v, D)) if H > 1 else None
    allowed = mask_of(kind, T, T, rng)
    q, k, v = product(x, wq), product(x, wk), product(x, wv)
    heads = []
    for g in range(G):  # each key/value head, then the query heads that share it
        for h in range(g * H // G, (g + 1) * H // G):
            of_head, of_group = [h * d + c for c in range(d)], [g * d + c for c in range(d)]
            heads.append(attention(q[:, of_head], k[:, of_group], v[:, [g * d_v + c for c in range(d_v)]], allowed))
    concatenated = np.array([[cell for head in heads for cell in head["output"][t]] for t in range(T)])
    return {
        "name": f"T {T}, d_model {D}, {H} heads, {G} key/value heads, d_k {d}, d_v {d_v}, mask {kind}",
        "heads": H,
        "kv_heads": G,
        **{"x": x, "wq": wq, "wk": wk, "wv": wv, "wo": wo, "mask": allowed},
        "expected": {
            **{"queries": q, "keys": k, "values": v},
            "weights": [head["weights"] for head in heads],
            "head_output": [head["output"] for head in heads],
            "concatenated": concatenated,
            "output": concatenated if wo is None else product(concatenated, wo),
        },
    }


def multi_head_cases():
    rng = np.random.default_rng(20230522)
    # T, d_model, H, G, d_k, d_v
    settings = [
        (3, 4, 1, 1, 2, 2),
        (4, 3, 2, 1, 2, 2),
        (3, 5, 2, 2, 3, 3),
        (5, 8, 8, 2, 2, 2),
        (4, 6, 4, 4, 1, 1),
        (2, 3, 4, 2, 3, 5),
    ]
    return [multi_head_case(rng, *sizes, kind) for sizes in settings for kind in ("none", "causal", "painted")]


def attention_cases():
    return {
        "about": "scaled dot-product and multi-head attention, every stage; mask true = may attend, null = no mask; "
        "scale null = 1 / sqrt(d_k)",
        "seeds": {"scaled_dot_product": 20170612, "multi_head": 20230522},
        "tolerance": 1e-12,
        "scaled_dot_product": single_head_cases(),
        "multi_head": multi_head_cases(),
    }


AFTER_MASK = ("masked_scores", "row_max", "exponentials", "row_sum", "weights", "output")


def article_cases():
    """The opening experiment with every stage, for the seed of the article and two more, without mask and causal."""
    cases = []
    for seed in ("7", "0", "123456789"):
        for mask in ("none", "causal"):
            tensors = experiment({"seed": seed, "mask": mask})
            kept = {name: tensor[0] if tensor.ndim == 3 else tensor for name, tensor in tensors.items()}
            if mask == "causal":  # the drawn numbers are those of the case before
                kept = {name: kept[name] for name in AFTER_MASK}
            elif seed != "7":
                kept = {name: kept[name] for name in ("scores", "scaled_scores", *AFTER_MASK)}
            cases.append({"seed": seed, "mask": mask, "expected": kept})
    sizes = {"d_model": DEFAULTS["d_model"], "d_k": DEFAULTS["d_k"]}
    return {"about": "the opening experiment", "tolerance": 1e-12, "text": DEFAULTS["text"], **sizes, "cases": cases}
