"""Numbers that the lessons show, from the draws of one generator, default_rng(0), in this order: queries and keys of the
scale experiment, scores, three small matrices, a query and a key to turn, three matrices in float32."""
import numpy as np

from reference import softmax_parts

WIDTHS = (4, 16, 64, 256, 1024)


def softmax(logits):
    return softmax_parts(logits)["weights"]


def scale_experiment(rng):
    """For each d_k: deviation of the scores without and with the scale, and the mean of the largest weights."""
    rows = []
    for d in WIDTHS:
        q, k = rng.standard_normal((400, d)), rng.standard_normal((64, d))
        raw = q @ k.T
        scaled = raw / np.sqrt(d)
        rows.append([raw.std(), scaled.std(), softmax(raw).max(axis=1).mean(), softmax(scaled).max(axis=1).mean()])
    return rows


def turn(x, position, halves):
    """Rotary positions of one vector as products of complex numbers."""
    d = len(x)
    angle = position * 10000.0 ** (-2.0 * np.arange(d // 2) / d)
    pairs = x.reshape(2, d // 2).T if halves else x.reshape(d // 2, 2)
    turned = (pairs[:, 0] + 1j * pairs[:, 1]) * np.exp(1j * angle)
    both = np.stack([turned.real, turned.imag], axis=1)
    return both.T.reshape(d) if halves else both.reshape(d)


def rotary_scores(q, k):
    return {
        "adjacent": turn(q, 5, False) @ turn(k, 2, False),
        "halves": turn(q, 5, True) @ turn(k, 2, True),
        "adjacent_far": turn(q, 105, False) @ turn(k, 102, False),
        "turned_twice": turn(q, 5, False) @ turn(turn(k, 2, False), 2, False),
    }


def error_without_rescale(q, k, v, tile):
    """Largest error of attention by tiles whose maxima are never brought to one."""
    output = np.zeros_like(v)
    total = np.zeros((len(q), 1))
    for first in range(0, len(k), tile):
        scores = q @ k[first:first + tile].T / np.sqrt(q.shape[1])
        share = np.exp(scores - scores.max(axis=1, keepdims=True))
        total += share.sum(axis=1, keepdims=True)
        output += share @ v[first:first + tile]
    return np.abs(output / total - softmax(q @ k.T / np.sqrt(q.shape[1])) @ v).max()


def entropy(weights):
    logarithms = np.log(weights, where=weights > 0, out=np.zeros_like(weights))
    return -(weights * logarithms).sum(axis=1).mean()


def many_queries(seed, d):
    """2,000 queries on 32 keys: deviation of the scores, then largest weight and entropy without and with the scale."""
    rng = np.random.default_rng([seed, d])
    scores = rng.standard_normal((2000, d)) @ rng.standard_normal((32, d)).T
    weights = [softmax(scores), softmax(scores / np.sqrt(d))]
    return [scores.std()] + [number for one in weights for number in (one.max(axis=1).mean(), entropy(one))]


def lesson_cases():
    rng = np.random.default_rng(0)
    scaling = scale_experiment(rng)
    scores = rng.standard_normal((6, 6))
    for shape in ((5, 4), (5, 4), (5, 3)):
        rng.standard_normal(shape)
    q, k = rng.standard_normal(8), rng.standard_normal(8)
    rounded = [rng.standard_normal((64, 16)).astype("f4").astype("f8") for _ in range(3)]
    zeros = np.array([[2, 0.5, 0.8, 1, 0, 0, 0, 0]])
    masked = np.where(np.arange(8) < 4, zeros, -np.inf)
    causal = np.tril(np.ones((6, 6)))
    return {
        "seed": 0,
        "scaling": scaling,
        "many_queries": [[seed, d] + many_queries(seed, d) for seed in (7, 8, 12345) for d in (1, 4, 64, 256)],
        "mask_of_zeros": softmax(zeros),
        "mask_of_infinities": softmax(masked),
        "sums_of_late_mask": (softmax(scores) * causal).sum(axis=1, keepdims=True),
        "sums_of_column_softmax": softmax(scores.T).T.sum(axis=1, keepdims=True),
        "mask_of_added_billion": softmax(np.array([[0.3, -1.0, 2.0, 0.1]]) + -1e9),
        "mask_of_small_exponent": softmax(np.array([[1, 2, -1e-9, -1e-9]])),
        "rotary_scores": rotary_scores(q, k),
        "error_without_rescale": error_without_rescale(*rounded, 16),
    }
