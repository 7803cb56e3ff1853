"""What variants.json and positions.json hold: attention with softcap, bias and mask, its gradients by PyTorch, and
position encodings. The formulas are written another way than in the C++ code: sums over cells with math.fsum, rotations
as products of complex numbers, ALiBi by the recursion of its authors' program."""
import math

import numpy as np

# T, S, d_k, d_v
SHAPES = [(1, 1, 1, 1), (2, 3, 1, 2), (3, 2, 5, 1), (5, 7, 3, 2), (7, 5, 4, 3)]
SETTINGS = [
    # softcap, scale, bias, mask
    (2.0, None, None, None),
    (None, None, "finite", None),
    (None, 0.7, "with -inf", "painted"),
    (0.5, 1.3, "finite", "painted"),
    (30.0, -2.0, "with -inf", None),
]


def product(a, b):
    rows = [[math.fsum(x * y for x, y in zip(row, column)) for column in b.T.tolist()] for row in a.tolist()]
    return np.array(rows, float).reshape(len(a), b.shape[1])


def stages(q, k, v, scale, softcap, bias, mask):
    """Scale, softcap, bias and mask, softmax; one cell after the other."""
    T, S = len(q), len(k)
    scale = 1 / math.sqrt(q.shape[1]) if scale is None else scale
    scaled = product(q, k.T) * scale
    masked, weights = np.full((T, S), -np.inf), np.zeros((T, S))
    capped = np.array([[x if softcap is None else softcap * math.tanh(x / softcap) for x in row] for row in scaled])
    capped = capped.reshape(T, S)
    for i in range(T):
        for j in range(S):
            if mask is None or mask[i][j]:
                masked[i, j] = capped[i, j] + (0 if bias is None else bias[i, j])
        top = masked[i].max()
        if top == -np.inf:
            continue
        terms = [math.exp(x - top) for x in masked[i]]
        weights[i] = [term / math.fsum(terms) for term in terms]
    return {
        "scaled_scores": scaled,
        "softcapped_scores": None if softcap is None else capped,
        "masked_scores": masked,
        "weights": weights,
        "output": product(weights, v),
    }


def gradients(q, k, v, d_output, scale, softcap, bias, mask):
    """By PyTorch's own derivatives, in float64. An empty row is left out of the loss: PyTorch has NaN there."""
    import torch

    tensors = [torch.tensor(x, requires_grad=True) for x in (q, k, v)]
    tq, tk, tv = tensors
    logits = tq @ tk.T * (1 / math.sqrt(q.shape[1]) if scale is None else scale)
    if softcap is not None:
        logits = softcap * torch.tanh(logits / softcap)
    if bias is not None:
        logits = logits + torch.tensor(bias)
    if mask is not None:
        logits = logits.masked_fill(~torch.tensor(mask), -math.inf)
    rows = [i for i in range(len(q)) if logits[i].max() > -math.inf]
    output = torch.softmax(logits[rows], 1) @ tv
    (output * torch.tensor(d_output[rows])).sum().backward()
    return {name: tensor.grad.numpy() for name, tensor in zip(("d_queries", "d_keys", "d_values"), tensors)}


def option_cases():
    rng = np.random.default_rng(20240627)
    cases = []
    for T, S, d, d_v in SHAPES:
        for softcap, scale, bias_kind, mask_kind in SETTINGS:
            q, k, v, d_output = (rng.standard_normal(shape) for shape in ((T, d), (S, d), (S, d_v), (T, d_v)))
            bias = mask = None
            if bias_kind:
                bias = rng.standard_normal((T, S))
                if bias_kind == "with -inf":
                    bias[rng.random((T, S)) < 0.3] = -np.inf
                    bias[T // 2] = -np.inf  # an empty row through the bias
            if mask_kind:
                mask = (rng.random((T, S)) < 0.6).tolist()
            numbers = (scale, softcap, bias, mask)
            cases.append(
                {
                    "name": f"T {T}, S {S}, d_k {d}, d_v {d_v}, softcap {softcap}, scale {scale}, bias {bias_kind}, "
                    f"mask {mask_kind}",
                    **{"queries": q, "keys": k, "values": v, "d_output": d_output},
                    **dict(zip(("scale", "softcap", "bias", "mask"), numbers)),
                    "expected": stages(q, k, v, *numbers),
                    "gradients": gradients(q, k, v, d_output, *numbers),
                }
            )
    return cases


def variant_cases():
    return {
        "about": "attention with softcap, additive bias and mask; gradients by PyTorch 1.13, float64",
        "seed": 20240627,
        "tolerance": 1e-12,
        "cases": option_cases(),
    }


def rotated(x, positions, head_width, dimensions, base, halves):
    """Pairs as complex numbers times exp(i p theta); halves are the adjacent pairing of permuted columns."""
    result = x.copy()
    pairs = dimensions // 2
    for t, position in enumerate(positions):
        for first in range(0, x.shape[1], head_width):
            for pair in range(pairs):
                a, b = (first + pair, first + pairs + pair) if halves else (first + 2 * pair, first + 2 * pair + 1)
                turn = complex(x[t, a], x[t, b]) * np.exp(1j * position * base ** (-2 * pair / dimensions))
                result[t, a], result[t, b] = turn.real, turn.imag
    return result


def rotary_cases():
    rng = np.random.default_rng(20210420)
    cases = []
    # positions, heads, head width, rotated dimensions, base
    for positions, heads, width, dimensions, base in [
        ([0], 1, 2, 2, 10000.0),
        ([1, 2, 3], 1, 4, 4, 10000.0),
        ([5, 0, 1000], 2, 6, 4, 10000.0),
        ([7, 7], 3, 5, 2, 500000.0),
        ([3, 100000, 2], 2, 8, 8, 1000000.0),
        ([-4, 11], 1, 3, 0, 10000.0),
    ]:
        x = rng.standard_normal((len(positions), heads * width))
        setting = {"positions": positions, "head_width": width, "dimensions": dimensions, "base": base, "x": x}
        adjacent, halves = (rotated(x, positions, width, dimensions, base, kind) for kind in (False, True))
        cases.append({**setting, "adjacent": adjacent, "halves": halves})
    return cases


def slopes(heads):
    if math.log2(heads).is_integer():
        start = 2 ** (-(2 ** -(math.log2(heads) - 3)))
        return [start * start**i for i in range(heads)]
    closest = 2 ** math.floor(math.log2(heads))
    return slopes(closest) + slopes(2 * closest)[0::2][: heads - closest]


def sinusoids(positions, d_model):
    return [
        [(math.cos if c % 2 else math.sin)(p / 10000 ** ((c - c % 2) / d_model)) for c in range(d_model)]
        for p in positions
    ]


def position_cases():
    return {
        "about": "rotary embedding in both pairings, ALiBi slopes, sinusoidal positions",
        "seeds": {"rotary": 20210420},
        "tolerance": 1e-12,
        "rotary": rotary_cases(),
        "alibi": [{"heads": heads, "slopes": slopes(heads)} for heads in (1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 25, 71)],
        "sinusoidal": [
            {"first": first, "d_model": d_model, "rows": sinusoids(range(first, first + 4), d_model)}
            for first, d_model in ((0, 1), (0, 2), (0, 6), (9, 7), (1000, 8))
        ],
    }
