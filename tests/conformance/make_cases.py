"""Writes conformance cases of our own, for what the published ones hardly touch.

    /usr/bin/python3 tests/conformance/make_cases.py DIR

Needs NumPy (Debian: python3-numpy). The expected outputs come from the formulas below, written from the operators'
definitions one score after the other in float64, independent of the C++ code. Two runs give the same bytes.
"""
import itertools
import json
import math
import pathlib
import sys
import zlib

import numpy as np

INF = math.inf


class Cases:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.count = 0

    def write(self, name, op, inputs, outputs, attributes=None):
        folder = self.root / name
        folder.mkdir(parents=True, exist_ok=True)
        files = {}
        for kind, tensors in (("in", inputs), ("out", outputs)):
            for key, tensor in tensors.items():
                tensor = np.array(tensor, order="C")
                if tensor.dtype == np.float64:
                    tensor = tensor.astype(np.float32)
                files[kind, key] = f"{kind}_{key}.npy"
                with open(folder / f"{kind}_{key}.npy", "wb") as file:
                    np.lib.format.write_array(file, tensor, version=(1, 0))
        case = {
            "op": op,
            "opset": 25,
            "attributes": attributes or {},
            "inputs": {key: files["in", key] for key in inputs},
            "outputs": {key: files["out", key] for key in outputs},
            "input_order": list(inputs),
        }
        (folder / "case.json").write_text(json.dumps(case, indent=1) + "\n")
        self.count += 1


def draw(name, *shape):
    """Float32 numbers as float64: what the expected outputs are computed from is what the file holds."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    return [rng.standard_normal(s).astype(np.float32).astype(float) for s in shape]


def attention(q, k, v, mask=None, past=None, lengths=None, **a):
    """q [B, H, T, d], k and v [B, G, S, .]; one score after the other. Returns y, present k and v, and the four stages."""
    if past is not None:
        k, v = np.concatenate([past[0], k], 2), np.concatenate([past[1], v], 2)
    (B, H, T, d), (G, S) = q.shape, k.shape[1:3]
    scale, cap = a.get("scale", 1 / math.sqrt(d)), a.get("softcap", 0)
    left, right = a.get("left_window_size", -1), a.get("right_window_size", -1)
    stages = np.zeros((4, B, H, T, S))
    y = np.zeros((B, H, T, v.shape[3]))
    for b, h, i in itertools.product(range(B), range(H), range(T)):
        g = h // (H // G)
        offset = past[0].shape[2] if past is not None else (int(lengths[b]) - T if lengths is not None else 0)
        row = []
        for j in range(S):
            score = float(np.dot(q[b, h, i], k[b, g, j])) * scale
            stages[0, b, h, i, j] = score
            score = cap * math.tanh(score / cap) if cap else score
            stages[1, b, h, i, j] = score
            added, p = 0.0, i + offset
            if mask is not None:
                if j >= mask.shape[-1]:
                    added = -INF
                else:
                    index = [x for x in (b, h, i)][3 - (mask.ndim - 1) :] + [j]
                    cell = mask[tuple(0 if n == 1 and axis < mask.ndim - 1 else x
                                      for axis, (x, n) in enumerate(zip(index, mask.shape)))]
                    added = (0.0 if cell else -INF) if mask.dtype == bool else float(cell)
            hidden = lengths is not None and j >= lengths[b]
            hidden |= bool(a.get("is_causal", 0)) and j > p
            hidden |= left >= 0 and j < p - left
            hidden |= right >= 0 and j > p + right
            row.append(-INF if hidden or added == -INF else score + added)
        stages[2, b, h, i] = row
        top = max(row)
        if top == -INF:
            continue  # weights 0, output 0
        terms = [math.exp(x - top) for x in row]
        total = math.fsum(terms)
        for j in range(S):
            if row[j] > -INF:
                stages[3, b, h, i, j] = terms[j] / total
                y[b, h, i] += terms[j] / total * v[b, g, j]
    return y, k, v, stages


def flat(x):
    """[B, H, T, d] as [B, T, H * d]"""
    return x.transpose(0, 2, 1, 3).reshape(x.shape[0], x.shape[2], -1)


def attention_cases(cases):
    # B, H, G, T, S, d, d_v
    small = (2, 4, 2, 3, 5, 4, 3)

    def case(name, sizes=small, mask=None, past=0, lengths=None, three=False, change=None, **a):
        B, H, G, T, S, d, d_v = sizes
        q, k, v, pk, pv = draw(name, (B, H, T, d), (B, G, S, d), (B, G, S, d_v), (B, G, past, d), (B, G, past, d_v))
        if callable(mask):
            mask = mask(np.random.default_rng(zlib.crc32(name.encode()) + 1))
        if change:
            change(q, k, v)
        a = {key: float(np.float32(x)) if isinstance(x, float) else x for key, x in a.items()}
        lengths = None if lengths is None else np.array(lengths, np.int64)
        y, present_k, present_v, stages = attention(q, k, v, mask, (pk, pv) if past else None, lengths, **a)
        mode = a.get("qk_matmul_output_mode")
        inputs = {"Q": q, "K": k, "V": v}
        if three:
            inputs = {key: flat(x) for key, x in inputs.items()}
            y = flat(y)
            a.update(q_num_heads=H, kv_num_heads=G)
        if mask is not None:
            inputs["attn_mask"] = mask
        outputs = {"Y": y}
        if past:
            inputs.update(past_key=pk, past_value=pv)
            outputs.update(present_key=present_k, present_value=present_v)
        if lengths is not None:
            inputs["nonpad_kv_seqlen"] = lengths
        if mode is not None:
            outputs["qk_matmul_output"] = stages[mode]
        cases.write(f"attention/{name}", "Attention", inputs, outputs, a)

    def floats(*shape, holes=0.3):
        def make(rng):
            mask = rng.standard_normal(shape).astype(np.float32).astype(float)
            mask[rng.random(shape) < holes] = -INF
            return mask

        return make

    def bools(*shape):
        return lambda rng: rng.random(shape) < 0.6

    for kind, make in (("float", floats), ("bool", bools)):
        case(f"{kind}_mask_rank1", mask=make(5))
        case(f"{kind}_mask_rank2", mask=make(3, 5))
        case(f"{kind}_mask_rank2_one_row", mask=make(1, 5))
        case(f"{kind}_mask_rank3_heads", mask=make(4, 3, 5))
        case(f"{kind}_mask_rank3_one_head", mask=make(1, 3, 5))
        case(f"{kind}_mask_rank4", mask=make(2, 4, 3, 5))
        case(f"{kind}_mask_rank4_batch_only", mask=make(2, 1, 3, 5))
        case(f"{kind}_mask_rank4_padding_row", mask=make(2, 1, 1, 5))
        case(f"{kind}_mask_shorter_rank1", mask=make(3))
        case(f"{kind}_mask_shorter_rank2", mask=make(3, 4))
        case(f"{kind}_mask_shorter_rank3", mask=make(4, 3, 2))
        case(f"{kind}_mask_shorter_rank4_causal", mask=make(2, 1, 3, 4), is_causal=1)
        case(f"{kind}_mask_shorter_than_past_and_keys", mask=make(3, 6), past=4)
        case(f"{kind}_mask_one_key_of_five", mask=make(3, 1))
        case(f"{kind}_mask_3d_input", mask=make(4, 3, 5), three=True)
    for left, right in ((0, 0), (1, 0), (0, 2), (2, 1), (-1, 1), (1, -1), (-1, -1), (9, 9)):
        window = {"left_window_size": left, "right_window_size": right}
        case(f"window_{left}_{right}", **window)
        case(f"window_{left}_{right}_past", past=3, **window)
        case(f"window_{left}_{right}_lengths", sizes=(3, 2, 1, 3, 6, 4, 4), lengths=[6, 2, 0], **window)
    case("window_right_and_causal", right_window_size=2, is_causal=1)
    case("window_left_causal_mask", left_window_size=1, is_causal=1, mask=bools(3, 5))
    case("window_more_queries_than_keys", sizes=(1, 2, 2, 6, 3, 2, 2), left_window_size=1, right_window_size=1)
    case("causal_more_queries_than_keys", sizes=(1, 2, 2, 6, 3, 2, 2), is_causal=1)
    case("causal_more_keys_than_queries", sizes=(1, 2, 2, 2, 7, 2, 2), is_causal=1)
    case("causal_past", past=3, is_causal=1)
    case("causal_past_3d", past=3, is_causal=1, three=True)
    case("causal_past_one_query", sizes=(2, 4, 1, 1, 1, 4, 4), past=6, is_causal=1)
    case("lengths_only", sizes=(3, 2, 2, 2, 5, 3, 3), lengths=[5, 3, 1])
    case("lengths_causal_negative_offset", sizes=(3, 2, 1, 4, 5, 3, 3), lengths=[5, 2, 1], is_causal=1)
    case("lengths_causal_zero", sizes=(2, 2, 1, 3, 4, 3, 3), lengths=[0, 4], is_causal=1)
    case("lengths_mask_rank4", sizes=(2, 4, 2, 3, 5, 4, 3), lengths=[4, 2], mask=floats(2, 1, 3, 5))
    case("lengths_mask_shorter_causal", sizes=(2, 4, 2, 3, 5, 4, 3), lengths=[5, 3], mask=bools(3, 4), is_causal=1)
    case("lengths_3d", sizes=(2, 4, 2, 3, 5, 4, 3), lengths=[4, 2], three=True)
    for three in (False, True):
        rank = "3d" if three else "4d"
        case(f"gqa_{rank}", sizes=(2, 6, 2, 3, 4, 3, 5), three=three)
        case(f"mqa_{rank}", sizes=(1, 5, 1, 3, 4, 3, 2), three=three)
        case(f"gqa_{rank}_past_mask", sizes=(2, 6, 3, 2, 3, 4, 2), past=2, mask=floats(6, 2, 5), three=three)
        for mode in range(4):
            options = {"softcap": 0.7, "qk_matmul_output_mode": mode, "is_causal": 1, "three": three}
            case(f"mode{mode}_{rank}", mask=floats(3, 5), **options)
            case(f"mode{mode}_{rank}_past_no_softcap", past=2, qk_matmul_output_mode=mode, three=three)
        case(f"heads_first_width_{rank}", sizes=(1, 1, 1, 1, 1, 1, 1), three=three)
    for softcap in (0.0, 0.1, 5.0, 50.0):
        case(f"softcap_{softcap}", softcap=softcap, scale=3.0)
        case(f"softcap_{softcap}_mask", softcap=softcap, mask=floats(3, 5))
    case("scale_0", scale=0.0)
    case("scale_negative", scale=-0.5)
    case("scale_1_d_v_1", sizes=(1, 2, 2, 3, 3, 7, 1), scale=1.0)
    empty = np.ones((3, 5), bool)
    empty[1] = False
    for mode in (2, 3):
        case(f"empty_row_bool_mode{mode}", mask=empty, qk_matmul_output_mode=mode)
        case(f"empty_row_float_mode{mode}", mask=np.where(empty, 0.0, -INF), qk_matmul_output_mode=mode)
    case("empty_mask_everywhere", mask=np.zeros((3, 5), bool))

    def poison(q, k, v):
        v[:, :, 4] = math.nan
        v[:, :, 3] = INF

    shorter = np.ones((3, 3), bool)
    case("poisoned_values_masked", mask=shorter, change=poison)
    case("poisoned_values_causal", sizes=(1, 2, 2, 3, 5, 2, 2), is_causal=1, change=poison)
    case("poisoned_values_lengths", sizes=(1, 2, 2, 3, 5, 2, 2), lengths=[3], change=poison)
    case("softmax_precision", softmax_precision=1)


def rotary(x, cos, sin, interleaved, dims):
    """x [B, n, T, d], cos and sin [B, T, r/2]"""
    y = x.copy()
    r = dims or x.shape[3]
    for b, n, t, pair in itertools.product(*map(range, x.shape[:3]), range(r // 2)):
        i, j = (2 * pair, 2 * pair + 1) if interleaved else (pair, pair + r // 2)
        turned = complex(x[b, n, t, i], x[b, n, t, j]) * complex(cos[b, t, pair], sin[b, t, pair])
        y[b, n, t, i], y[b, n, t, j] = turned.real, turned.imag
    return y


def rotary_cases(cases):
    for three, ids, interleaved, dims in itertools.product((False, True), (False, True), (0, 1), (0, 4, 2)):
        name = f"{'3d' if three else '4d'}_{'ids' if ids else 'no_ids'}_{'adjacent' if interleaved else 'halves'}_{dims}"
        B, n, T, d = 2, 3, 4, 6
        pairs = (dims or d) // 2
        x, angles = draw(name, (B, n, T, d), (9, pairs) if ids else (B, T, pairs))
        cos, sin = (f(3 * angles).astype(np.float32).astype(float) for f in (np.cos, np.sin))
        positions = np.random.default_rng(5).integers(0, 9, (B, T))
        y = rotary(x, cos[positions] if ids else cos, sin[positions] if ids else sin, interleaved, dims)
        inputs = {"X": flat(x) if three else x, "cos_cache": cos, "sin_cache": sin}
        if ids:
            inputs["position_ids"] = positions
        a = {"interleaved": interleaved} if interleaved else {}
        if dims:
            a["rotary_embedding_dim"] = dims
        if three:
            a["num_heads"] = n
        cases.write(f"rotary/{name}", "RotaryEmbedding", inputs, {"Y": flat(y) if three else y}, a)


def along(x, axis, line_function):
    y = np.zeros_like(x)
    moved, result = np.moveaxis(x, axis, -1), np.moveaxis(y, axis, -1)
    for index in np.ndindex(moved.shape[:-1]):
        result[index] = line_function(moved[index].tolist())
    return y


def log_softmax_line(line):
    top = max(line)
    total = math.log(math.fsum(math.exp(x - top) for x in line))
    return [x - top - total for x in line]


def softmax_cases(cases):
    for shape in ((5,), (2, 3), (2, 3, 4), (2, 1, 3, 2), (2, 2, 2, 1, 3)):
        for axis in (None, *range(-len(shape), len(shape))):
            name = f"{'x'.join(map(str, shape))}_axis_{axis}"
            (x,) = draw(name, shape)
            x *= 4
            y = along(x, -1 if axis is None else axis, log_softmax_line)
            a = {} if axis is None else {"axis": axis}
            cases.write(f"logsoftmax/{name}", "LogSoftmax", {"input": x}, {"output": y}, a)
            cases.write(f"softmax/{name}", "Softmax", {"input": x}, {"output": np.exp(y)}, a)
    large = np.array([[10000.0, 10001, 10002], [-10000, -10001, -INF]])
    y = along(large, 1, log_softmax_line)
    cases.write("logsoftmax/large", "LogSoftmax", {"x": large}, {"y": y})
    cases.write("softmax/large", "Softmax", {"x": large}, {"y": np.exp(y)})


def norm_cases(cases):
    for shape in ((4,), (3, 5), (2, 3, 4), (2, 3, 2, 2)):
        for axis in (None, *range(-len(shape), len(shape))):
            name = f"{'x'.join(map(str, shape))}_axis_{axis}"
            first = len(shape) - 1 if axis is None else axis % len(shape)
            inner = shape[first:]
            x, gain, bias, last_gain = draw(name, shape, inner, inner, inner[-1:])
            x = x * 3 + 1
            x = x.astype(np.float32).astype(float)
            epsilon = float(np.float32(1e-5 if axis is None else 0.01))
            a = {} if axis is None else {"axis": axis, "epsilon": epsilon}
            rows = x.reshape(math.prod(shape[:first]), -1).tolist()
            means = [math.fsum(row) / len(row) for row in rows]
            variances = [math.fsum((c - m) ** 2 for c in row) / len(row) for row, m in zip(rows, means)]
            inverse = [1 / math.sqrt(variance + epsilon) for variance in variances]
            y = np.array([[(c - m) * s for c in row] for row, m, s in zip(rows, means, inverse)]).reshape(shape)
            reduced = shape[:first] + (1,) * len(inner)
            extra = {"Mean": np.reshape(means, reduced), "InvStdDev": np.reshape(inverse, reduced)}
            inputs = {"X": x, "W": gain, "B": bias}
            cases.write(f"layer_norm/{name}", "LayerNormalization", inputs, {"Y": y * gain + bias, **extra}, a)
            cases.write(
                f"layer_norm/{name}_no_bias_last_gain", "LayerNormalization", {"X": x, "Scale": last_gain},
                {"Y": y * last_gain}, a,
            )
            roots = [1 / math.sqrt(math.fsum(c * c for c in row) / len(row) + epsilon) for row in rows]
            y = np.array([[c * s for c in row] for row, s in zip(rows, roots)]).reshape(shape)
            cases.write(f"rms_norm/{name}", "RMSNormalization", {"X": x, "W": gain}, {"Y": y * gain}, a)


def gelu_cases(cases):
    x = np.array([-INF, -30, -6, -3, -1, -0.5, -1e-4, 0, 1e-4, 0.5, 1, 3, 6, 30, 1e4, INF], np.float32).astype(float)

    def exact(value):
        return 0.0 if value == -INF else 0.5 * value * math.erfc(-value / math.sqrt(2))

    def tanh(value):
        inside = math.sqrt(2 / math.pi) * (value + 0.044715 * value**3)
        return 0.0 if value == -INF else 0.5 * value * (1 + math.tanh(inside))

    for name, function in (("none", exact), ("tanh", tanh)):
        y = np.array([function(value) for value in x.tolist()])
        cases.write(f"gelu/{name}", "Gelu", {"X": x}, {"Y": y}, {"approximate": name})
        cases.write(f"gelu/{name}_rank3", "Gelu", {"X": x.reshape(2, 2, 4)}, {"Y": y.reshape(2, 2, 4)},
                    {"approximate": name})


def loss_cases(cases):
    reductions = ("none", "mean", "sum", None)
    for shape in ((3, 5), (3, 5, 2), (2, 3, 2, 2), (1, 4, 1, 2, 3)):
        for reduction, weighted, ignore in itertools.product(reductions, (False, True), (None, 1, -100)):
            name = f"{'x'.join(map(str, shape))}_{reduction}_{'weights' if weighted else 'plain'}_{ignore}"
            scores, weights = draw(name, shape, shape[1:2])
            weights = np.abs(weights)
            labels = np.random.default_rng(zlib.crc32(name.encode())).integers(0, shape[1], shape[:1] + shape[2:])
            if ignore is not None:
                labels.flat[0] = ignore
            log_prob = along(scores, 1, log_softmax_line)
            losses, factors = np.zeros(labels.shape), np.zeros(labels.shape)
            for index in np.ndindex(labels.shape):
                label = int(labels[index])
                if label == ignore:
                    continue
                factors[index] = weights[label] if weighted else 1
                losses[index] = -log_prob[(index[0], label, *index[1:])] * factors[index]
            loss = losses
            if reduction in ("mean", None):
                loss = np.array(math.fsum(losses.flat) / math.fsum(factors.flat))
            elif reduction == "sum":
                loss = np.array(math.fsum(losses.flat))
            inputs = {"scores": scores, "labels": labels}
            if weighted:
                inputs["weights"] = weights
            a = {} if reduction is None else {"reduction": reduction}
            if ignore is not None:
                a["ignore_index"] = ignore
            cases.write(f"cross_entropy/{name}", "SoftmaxCrossEntropyLoss", inputs,
                        {"output": loss, "log_prob": log_prob}, a)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    written = Cases(sys.argv[1])
    for make in (attention_cases, rotary_cases, softmax_cases, norm_cases, gelu_cases, loss_cases):
        make(written)
    print(f"{written.count} cases in {written.root}")
