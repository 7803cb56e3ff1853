"""Numbers of the lessons block, recurrence and cross, each from formulas of its own."""
import numpy as np

WORDS, D, HEADS, WIDTH, INNER = 12, 32, 4, 8, 128


def softmax(logits):
    exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


# ---- block: a stack of random blocks, drawn as core/playground/stack_experiment.hpp says ----


def normed(x):
    return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)


def drawn_stack(seed, words, layers):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((words, D))
    shapes = ((D, D), (D, D), (D, D), (D, D), (D, INNER), (INNER, D))
    return x, [[rng.standard_normal(shape) / np.sqrt(shape[0]) for shape in shapes] for _ in range(layers)]


def attended(x, wq, wk, wv, wo):
    split = lambda projected: projected.reshape(len(x), HEADS, WIDTH).transpose(1, 0, 2)
    q, k, v = split(x @ wq), split(x @ wk), split(x @ wv)
    heads = softmax(q @ k.transpose(0, 2, 1) / np.sqrt(WIDTH)) @ v
    return heads.transpose(1, 0, 2).reshape(len(x), D) @ wo


def stack_outputs(seed, words, layers, pre, residuals, feed_forward):
    x, weights = drawn_stack(seed, words, layers)
    states = [x]
    for wq, wk, wv, wo, w1, w2 in weights:
        parts = [lambda y: attended(y, wq, wk, wv, wo)]
        if feed_forward:
            parts.append(lambda y: np.maximum(y @ w1, 0) @ w2)
        for part in parts:
            total = part(normed(x) if pre else x) + (x if residuals else 0)
            x = total if pre else normed(total)
        states.append(x)
    return states


def mean_cosine(x):
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    upper = np.triu_indices(len(x), 1)
    return (unit @ unit.T)[upper].mean()


def turned(states, row):
    first = states[0][row]
    return [first @ x[row] / (np.linalg.norm(first) * np.linalg.norm(x[row])) for x in states]


def stack_case(seed, words, layers, pre, residuals, feed_forward):
    states = stack_outputs(seed, words, layers, pre, residuals, feed_forward)
    row = min(8, words - 1)
    return {
        "seed": str(seed), "words": words, "layers": layers, "pre": pre, "residuals": residuals, "feed_forward": feed_forward,
        "lengths": [np.linalg.norm(x[row]) for x in states],
        "cosines": turned(states, row),
        "alike": [mean_cosine(x) for x in states],
        "last": states[-1],
    }


def stack_cases():
    cases = [stack_case(7, WORDS, 6, pre, residuals, feed_forward)
             for pre in (False, True) for residuals in (True, False) for feed_forward in (True, False)]
    return cases + [stack_case(7, WORDS, 24, True, True, True), stack_case(7, WORDS, 24, False, True, True),
                    stack_case(12345, 3, 2, False, True, True)]


def block_of_main_view():
    """The halves of the first block, for "it"."""
    x, weights = drawn_stack(7, WORDS, 1)
    wq, wk, wv, wo, w1, w2 = weights[0]
    note = attended(x, wq, wk, wv, wo)
    total, row = x + note, 8
    norm = normed(total)
    out = normed(norm + np.maximum(norm @ w1, 0) @ w2)
    return {
        "length_word": np.linalg.norm(x[row]),
        "length_note": np.linalg.norm(note[row]),
        "length_sum": np.linalg.norm(total[row]),
        "cosine_sum": x[row] @ total[row] / (np.linalg.norm(x[row]) * np.linalg.norm(total[row])),
        "length_norm": np.linalg.norm(norm[row]),
        "hidden_zero": int((norm[row] @ w1 <= 0).sum()),
        "length_out": np.linalg.norm(out[row]),
    }


# ---- recurrence: drawn as core/playground/signal_experiment.hpp says ----

STEPS, N = 64, 16


def orthonormal(rows):
    """Gram and Schmidt by the QR factors, whose rows differ in sign alone."""
    q, r = np.linalg.qr(rows.T)
    return (q * np.sign(np.diag(r))).T


def drawn_signal(seed):
    rng = np.random.default_rng([seed, 2])
    x, wx, wh, wq, wk, wv = [rng.standard_normal((rows, N)) for rows in (STEPS, N, N, N, N, N)]
    return x, wx / 4, orthonormal(wh), wq / 4, wk / 4, wv / 4


def last_state(x, wx, wh, squashed):
    h = np.zeros(N)
    for row in x:
        h = row @ wx + h @ wh
        h = np.tanh(h) if squashed else h
    return h


def last_attended(x, wq, wk, wv):
    return softmax((x[-1] @ wq) @ (x @ wk).T / np.sqrt(N)) @ (x @ wv)


def jacobian_length(function, x, step=1e-5):
    """Central differences of what the function gives by the first row of x."""
    columns = []
    for number in range(N):
        up, down = x.copy(), x.copy()
        up[0, number] += step
        down[0, number] -= step
        columns.append((function(up) - function(down)) / (2 * step))
    return np.linalg.norm(columns)


def signal_cases():
    cases = []
    for seed in (7, 12345):
        x, wx, wh, wq, wk, wv = drawn_signal(seed)
        for gain, squashed in ((1.0, True), (0.9, True), (1.5, True), (1.1, False), (0.9, False)):
            of = lambda part: last_state(part, wx, gain * wh, squashed)
            first = jacobian_length(of, x[:1])
            lengths = [[n, jacobian_length(of, x[:n]) / first] for n in (1, 2, 5, 10, 20)]
            cases.append({"seed": str(seed), "gain": gain, "squashed": squashed, "left": lengths})
        of = lambda part: last_attended(part, wq, wk, wv)
        first = jacobian_length(of, x[:1])
        cases.append({"seed": str(seed), "attention": True,
                      "left": [[n, jacobian_length(of, x[:n]) / first] for n in (1, 2, 5, 10, 20, 64)]})
    return cases


# ---- cross: vectors made by hand; columns article, cat, black, sleep, inside, house ----

SPANISH = {"el": {0: 1, 1: 0.3}, "gato": {1: 1, 2: 0.2, 3: 0.1}, "negro": {1: 0.3, 2: 1}, "duerme": {1: 0.1, 3: 1, 4: 0.2},
           "en": {0: 0.1, 3: 0.1, 4: 1, 5: 0.2}, "la": {0: 1, 5: 0.3}, "casa": {4: 0.3, 5: 1}}
ENGLISH = {"the": {0: 1, 1: 0.3}, "black": {1: 0.3, 2: 1}, "cat": {1: 1, 2: 0.2}, "sleeps": {1: 0.1, 3: 1}}


def by_hand(words):
    return np.array([[word.get(column, 0.0) for column in range(6)] for word in words.values()])


def cross_case():
    spanish, english = by_hand(SPANISH), by_hand(ENGLISH)
    wq, wk = 4 * np.eye(6), 2 * np.eye(6)
    wq[3, 4] = 2

    def scores(asks, answers):
        return np.einsum("ti,ij,sj->ts", asks, wq @ wk.T, answers)

    padded = np.vstack([spanish, np.zeros((2, 6))])
    there, back = scores(english, spanish), scores(spanish, english)
    weights = softmax(there / np.sqrt(6))
    causal = np.where(np.arange(7) <= np.arange(4)[:, None], there / np.sqrt(6), -np.inf)
    return {
        "weights": weights,
        "back": softmax(back / np.sqrt(6)),
        "output": weights @ spanish,
        "causal": softmax(causal),
        "scores_differ": np.abs(there - back.T).max(),
        "padding_leak": softmax(scores(english, padded) / np.sqrt(6))[:, 7:].sum(axis=1).max(),
    }


def ledger_cases():
    return {"about": "lessons block, recurrence and cross", "stacks": stack_cases(), "main_view": block_of_main_view(),
            "signals": signal_cases(), "cross": cross_case()}
