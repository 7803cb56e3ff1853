"""Numbers of the lessons on similarity, positions and context."""
import math

import numpy as np

from reference import experiment, rotate, sinusoids, softmax_parts

# ---- Similarity: six words placed by hand ----

WORDS = {"dog": (1.5, -0.6), "cat": (1, -0.9), "whale": (2.4, 1.6), "fish": (0.9, 1.8), "boat": (-1.2, 1.7),
         "car": (-1.6, -1.2)}


def softmax(row):
    return softmax_parts(np.atleast_2d(row))["weights"][0]


def similarity():
    query = np.array([1.5, -0.5])
    words = np.array(list(WORDS.values()))
    dots = words @ query
    cosines = dots / np.linalg.norm(words, axis=1) / np.linalg.norm(query)
    opening = experiment({})
    q, k = opening["queries"][0][8], opening["keys"][0][1]
    score = q @ k
    lengths = [np.linalg.norm(q), np.linalg.norm(k)]
    return {"words": list(WORDS), "dots": dots, "cosines": cosines, "dot_shares": softmax(dots),
            "cosine_shares": softmax(cosines), "score": score, "lengths": lengths,
            "degrees": math.degrees(math.acos(score / lengths[0] / lengths[1]))}


# ---- Positions ----

SENTENCE = "dog bites man today".split()
ORDERS = {"given": [0, 1, 2, 3], "swapped": [2, 1, 0, 3], "reversed": [3, 2, 1, 0]}


def output(order, kind):
    text = " ".join(SENTENCE[place] for place in ORDERS[order])
    return experiment({"text": text, "vectors": "word", "positions": kind})["head_output"][0]


def change(order, kind):
    """The largest change of each word's output, in the order of the sentence as given."""
    moved = np.zeros_like(output(order, kind))
    for place, word in enumerate(ORDERS[order]):
        moved[word] = output(order, kind)[place]
    return np.abs(moved - output("given", kind)).max(axis=1)


def turned(x, position, halves=False):
    """One vector at one position: the last row of as many equal ones."""
    return rotate(np.tile(x, (position + 1, 1)), halves)[position]


def scores_by_pairing():
    rng = np.random.default_rng(7)
    q, k = rng.standard_normal(8), rng.standard_normal(8)
    reorder = np.r_[0:8:2, 1:8:2]
    scores = {name: [turned(q, 5 + more, one) @ turned(k, 2 + more, two) for more in (0, 100)]
              for name, one, two in (("adjacent", False, False), ("halves", True, True), ("mixed", False, True))}
    scores["reordered"] = [turned(q[reorder], 5, True) @ turned(k[reorder], 2, True)]
    return scores


def decay(width):
    """Score of two vectors of ones at every distance, then the mean of |S_j| of the RoFormer paper, section 3.4.3,
    each as a share of its value at distance 0."""
    angles = 10000.0 ** (-2 * np.arange(width // 2) / width)
    turns = np.exp(1j * np.arange(257)[:, None] * angles)
    bound = np.abs(np.cumsum(turns, axis=1)).mean(axis=1)
    return {"width": width, "ones": turns.real.mean(axis=1), "bound": bound / bound[0]}


def shifted_values(shift):
    """Outputs where the values are turned too, of a text that begins at position `shift`."""
    tensors = experiment({"text": " ".join(SENTENCE), "vectors": "word"})
    q, k, v = (np.array([turned(row, shift + place) for place, row in enumerate(tensors[name][0])])
               for name in ("queries", "keys", "values"))
    return np.array([softmax(row) for row in q @ k.T / 4]) @ v


def pair_turned(pair, query_at, key_at):
    """Dot product of (2, 0.5) and (1.5, 1.5) turned as pair `pair` of a head of width 8."""
    turn = np.exp(1j * (query_at - key_at) / 10000 ** (2 * pair / 8))
    return ((2 + 0.5j) * turn * (1.5 - 1.5j)).real


def positions():
    return {
        "change": {f"{order} {kind}": change(order, kind) for order in ("swapped", "reversed")
                   for kind in ("none", "sinusoidal", "rotary", "alibi")},
        "scores": scores_by_pairing(),
        "decay": [decay(width) for width in (128, 2, 8)],
        "turned_values": np.abs(shifted_values(100) - shifted_values(0)).max(axis=1),
        "pairs": [[pair, q, k, pair_turned(pair, q, k)] for pair in range(4) for q, k in ((5, 2), (0, 12), (12, 0))],
        "sinusoids": sinusoids(32, 32),
    }


# ---- Context: words made by hand, [water, money, doing] ----

VECTORS = {"the": (0, 0, 0.2), "boat": (1.8, -0.4, 0.2), "reached": (0.2, 0, 1.5), "river": (2.5, -1, 0),
           "bridge": (1.2, 0, 0), "desk": (-0.2, 0.6, 0), "loan": (-1, 2.5, 0.2), "bank": (1, 1, 0),
           "opened": (0, 0.4, 1.5), "account": (-1, 2.5, 0)}
SENTENCES = {"river": "the boat reached the {} bank", "account": "the bank opened an account"}


def listened(words, sharpness=1, strength=2.5, moved={}):
    table = {**VECTORS, "an": VECTORS["the"], "river": (strength, -1, 0), **moved}
    x = np.array([table[word] for word in words])
    bank = words.index("bank")
    weights = softmax(sharpness * (x @ x[bank]) / math.sqrt(3))
    pulls = weights[:, None] * (x - x[bank])
    return {"words": words, "sharpness": sharpness, "strength": strength, "weights": weights, "pulls": pulls,
            "output": weights @ x}


def context():
    cases = []
    for sharpness in (0.5, 1, 2, 4):
        cases.append(listened(SENTENCES["account"].split(), sharpness))
        for place in ("river", "bridge", "desk", "loan"):
            for strength in (0, 2.5, 3) if place == "river" else (2.5,):
                cases.append(listened(SENTENCES["river"].format(place).split(), sharpness, strength))
    return cases


MOVED = {"bank": (0.5, 2, 0), "boat": (3, -1, 0.2), "account": (2, 0.5, 0)}


def context_moved():
    return [listened(SENTENCES[name].format("river").split(), moved=MOVED) for name in ("river", "account")]


def geo_lesson_cases():
    return {"tolerance": 1e-12, "similarity": similarity(), "positions": positions(), "context": context(),
            "context_moved": context_moved()}
