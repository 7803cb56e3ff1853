"""Numbers of the lessons about what runs attention: cost, flash, cache."""
import numpy as np

from lesson_cases import softmax, turn
from reference import DEFAULTS, experiment

ARTICLE = {128: 0.27, 256: 0.69, 512: 2.42, 1024: 9.28, 2048: 134.95, 4096: 303.96}
MEASURED = ((128, 0.5, 0.2), (256, 2.5, 0.7), (512, 9.0, 3.5))


def growth(times):
    """Slope of the best line through the points in a plot of two logarithmic axes."""
    tokens, ms = np.array(list(times)), np.array(list(times.values()))
    return np.polyfit(np.log(tokens), np.log(ms), 1)[0]


def opening():
    return {name: tensor[0] for name, tensor in experiment({**DEFAULTS, "kv_heads": 1}).items() if tensor.ndim == 3}


def prefix_states(scores, values, tile):
    """After each tile, from the keys so far alone: largest score, sum under it, first output, share of the first key."""
    rows = []
    for end in range(tile, len(scores) + 1, tile):
        share = softmax(scores[None, :end])[0]
        largest = scores[:end].max()
        rows.append([largest, np.exp(scores[:end] - largest).sum(), (share @ values[:end])[0], share[0]])
    return rows


def error_without_rescale(scores, values, tile):
    """Every tile's exponentials are taken under the largest score by then, and simply added up."""
    ends = np.arange(len(scores)) // tile * tile + tile
    exponentials = np.exp([score - scores[:end].max() for score, end in zip(scores, ends)])
    return np.abs(exponentials / exponentials.sum() @ values - softmax(scores[None])[0] @ values).max()


def flash_cases():
    tensors = opening()
    scores, values = tensors["masked_scores"][8], tensors["values"]
    return {str(tile): {"states": prefix_states(scores, values, tile),
                        "error_without_rescale": error_without_rescale(scores, values, tile)}
            for tile in (1, 2, 3, 4, 6, 12)}


def turned_rows(x, times=1):
    for _ in range(times):
        x = np.array([turn(row, place, False) for place, row in enumerate(x)])
    return x


def rotary_error():
    """Causal attention of the opening experiment with rotary positions, keys turned twice against once."""
    tensors = opening()
    queries, causal = turned_rows(tensors["queries"]), np.tril(np.ones((12, 12), bool))
    outputs = [softmax(np.where(causal, queries @ turned_rows(tensors["keys"], times).T / 4, -np.inf)) @ tensors["values"]
               for times in (1, 2)]
    return np.abs(outputs[0] - outputs[1]).max()


def rotary_pair():
    """The query and the key of lesson_cases.rotary_scores: drawn after its other draws."""
    rng = np.random.default_rng(0)
    for shape in [(n, d) for d in (4, 16, 64, 256, 1024) for n in (400, 64)] + [(6, 6), (5, 4), (5, 4), (5, 3)]:
        rng.standard_normal(shape)
    return rng.standard_normal(8), rng.standard_normal(8)


def cache_cases():
    q, k = rotary_pair()
    rounded = q.round(3), k.round(3)
    query = turn(rounded[0], 5, False)
    once = [turn(rounded[1], place, False) for place in range(6)]
    return {
        "query": q,
        "key": k,
        "scores": [query @ key for key in once],
        "scores_turned_twice": [query @ turn(key, place, False) for place, key in enumerate(once)],
        "rotary_error": rotary_error(),
    }


def engine_cases():
    return {
        "article_growth": growth(ARTICLE),
        "measured": MEASURED,
        "measured_growth": [growth({row[0]: row[way] for row in MEASURED}) for way in (1, 2)],
        "flash": flash_cases(),
        "cache": cache_cases(),
    }
