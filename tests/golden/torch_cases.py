"""Writes layers.json beside it: values and gradients of the layers, by PyTorch's own modules and autograd in float64.

    /usr/bin/python3 tests/golden/torch_cases.py

Needs PyTorch 1.13 and NumPy (Debian: python3-torch, python3-numpy). The tests read the file and need neither. Inputs
are drawn with NumPy's default_rng, so the file says everything: two runs give the same bytes on one machine.
"""
import json
import math
import pathlib

import numpy as np
import torch
import torch.nn.functional as F

SEED = 20170706
rng = np.random.default_rng(SEED)


def draw(*shape):
    """A leaf with 5 decimals, so that the file is short and the input is exact."""
    return torch.tensor(np.round(rng.standard_normal(shape), 5), dtype=torch.float64, requires_grad=True)


def plain(value):
    if isinstance(value, dict):
        return {key: plain(cell) for key, cell in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(cell) for cell in value]
    if isinstance(value, torch.Tensor):
        return plain(value.detach().tolist())
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else value
    return value


def case(name, inputs, forward, **settings):
    """`forward` gives an output of any shape; the loss is sum(output * d_output)."""
    output = forward(inputs)
    d_output = draw(*output.shape).detach()
    leaves = {key: leaf for key, leaf in inputs.items() if leaf is not None}
    gradients = torch.autograd.grad((output * d_output).sum(), list(leaves.values()), allow_unused=True)
    return {
        "name": name,
        **settings,
        "inputs": leaves,
        "output": output,
        "d_output": d_output,
        "gradients": dict(zip(leaves, gradients)),
    }


def row(tensor):
    return None if tensor is None else tensor[0]


def norms():
    cases = []
    for T, D, eps in ((1, 1, 1e-5), (3, 2, 1e-5), (4, 7, 1e-3), (2, 8, 1e-12)):
        for bias in (True, False):
            inputs = {"x": draw(T, D), "gain": draw(1, D), "bias": draw(1, D) if bias else None}
            cases.append(case(
                f"layer norm {T} x {D}, bias {bias}", inputs,
                lambda i: F.layer_norm(i["x"], (D,), row(i["gain"]), row(i["bias"]), eps), kind="layer", epsilon=eps))
        inputs = {"x": draw(T, D), "gain": draw(1, D)}
        cases.append(case(
            f"RMS norm {T} x {D}", inputs,
            lambda i: i["x"] * torch.rsqrt(i["x"].pow(2).mean(-1, keepdim=True) + eps) * i["gain"],
            kind="rms", epsilon=eps))
    return cases


ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
}


def activations():
    grid = [-30.0, -9.0, -5.5, -3.0, -1.0, -0.5, -1e-3, 1e-3, 0.25, 1.0, 2.0, 4.5, 8.0, 25.0]
    return [
        case(name, {"x": torch.tensor([grid], dtype=torch.float64, requires_grad=True)}, lambda i: f(i["x"]))
        for name, f in ACTIVATIONS.items()
    ]


def feed_forwards():
    cases = []
    for name, gated, biases, (T, D, inner) in (
        ("relu", False, True, (3, 4, 5)), ("gelu", False, True, (1, 3, 2)), ("gelu_tanh", False, False, (2, 3, 7)),
        ("silu", True, False, (3, 2, 5)), ("silu", True, True, (2, 3, 3)), ("gelu", True, False, (2, 1, 2)),
    ):
        inputs = {"x": draw(T, D), "w1": draw(D, inner), "b1": draw(1, inner) if biases else None,
                  "v": draw(D, inner) if gated else None, "c": draw(1, inner) if gated and biases else None,
                  "w2": draw(inner, D), "b2": draw(1, D) if biases else None}

        def forward(i):
            hidden = ACTIVATIONS[name](F.linear(i["x"], i["w1"].T, row(i["b1"])))
            if gated:
                hidden = hidden * F.linear(i["x"], i["v"].T, row(i["c"]))
            return F.linear(hidden, i["w2"].T, row(i["b2"]))

        cases.append(case(f"{name}, gated {gated}, biases {biases}", inputs, forward, activation=name))
    return cases


def cross_entropies():
    cases = []
    for reduction in ("none", "mean", "sum"):
        for weighted in (False, True):
            for ignore in (None, 2, -100):
                N, C = 4, 5
                labels = rng.integers(0, C, N).tolist()
                labels[1] = 2
                if ignore is not None:
                    labels[3] = ignore
                weights = np.round(rng.random(C) + 0.1, 3).tolist() if weighted else None
                tensor_weights = torch.tensor(weights, dtype=torch.float64) if weighted else None
                cases.append(case(
                    f"{reduction}, weighted {weighted}, ignore {ignore}", {"logits": draw(N, C)},
                    lambda i: F.cross_entropy(i["logits"], torch.tensor(labels), tensor_weights, reduction=reduction,
                                              ignore_index=-12345 if ignore is None else ignore),
                    labels=labels, class_weights=weights, ignore_index=ignore, reduction=reduction))
    logits = draw(3, 4)
    log_softmax = case("log_softmax", {"logits": logits}, lambda i: F.log_softmax(i["logits"], 1))
    return {"cross_entropy": cases, "log_softmax": [log_softmax]}


def multi_head(i, prefix, q, k, v, heads, allowed):
    """torch.nn.functional.multi_head_attention_forward with separate projections; True forbids there."""
    d_model = q.shape[1]
    zeros = torch.zeros(3 * d_model, dtype=torch.float64)
    output, _ = F.multi_head_attention_forward(
        q[:, None], k[:, None], v[:, None], d_model, heads, None, zeros, None, None, False, 0.0,
        i[prefix + "wo"].T, torch.zeros(d_model, dtype=torch.float64), training=False,
        attn_mask=None if allowed is None else ~torch.tensor(allowed), use_separate_proj_weight=True,
        q_proj_weight=i[prefix + "wq"].T, k_proj_weight=i[prefix + "wk"].T, v_proj_weight=i[prefix + "wv"].T)
    return output[:, 0]


def causal(T, S):
    return [[j <= i for j in range(S)] for i in range(T)]


def cross_attentions():
    cases = []
    for T, S, D, D_c, D_v, heads, mask in ((3, 2, 4, 3, 2, 2, False), (1, 5, 2, 7, 1, 1, False),
                                           (4, 4, 6, 6, 5, 3, True)):
        inputs = {"query_source": draw(T, D), "key_source": draw(S, D_c), "value_source": draw(S, D_v),
                  "wq": draw(D, D), "wk": draw(D_c, D), "wv": draw(D_v, D), "wo": draw(D, D)}
        allowed = causal(T, S) if mask else None
        cases.append(case(
            f"T {T}, S {S}, {heads} heads", inputs,
            lambda i: multi_head(i, "", i["query_source"], i["key_source"], i["value_source"], heads, allowed),
            heads=heads, mask=allowed))
    return cases


def load(module, names, inputs):
    """Puts `inputs` into the module's parameters; PyTorch's are transposed, and its attention biases 0."""
    state = {name: torch.zeros_like(value) for name, value in module.state_dict().items()}
    for name, key in names.items():
        value = inputs[key].detach()
        state[name] = value[0] if value.shape[0] == 1 and state[name].dim() == 1 else value.T
    for block in ("self_attn", "multihead_attn"):
        if f"{block}.in_proj_weight" in state:
            letter = "s" if block == "self_attn" else "x"
            state[f"{block}.in_proj_weight"] = torch.cat([inputs[f"{letter}_{w}"].detach().T for w in ("wq", "wk", "wv")])
            state[f"{block}.out_proj.weight"] = inputs[f"{letter}_wo"].detach().T
    module.load_state_dict(state)


def layer_inputs(T, D, inner, prefixes, norm_count):
    inputs = {"x": draw(T, D)}
    for prefix in prefixes:
        inputs.update({f"{prefix}_{w}": draw(D, D) for w in ("wq", "wk", "wv", "wo")})
    inputs.update({"w1": draw(D, inner), "b1": draw(1, inner), "w2": draw(inner, D), "b2": draw(1, D)})
    for n in range(1, norm_count + 1):
        inputs.update({f"gain_{n}": draw(1, D), f"bias_{n}": draw(1, D)})
    return inputs


def gradients_of(module, names, output, d_output, sources):
    """By sources and parameters, in our layout."""
    grads = dict(zip(sources, torch.autograd.grad((output * d_output).sum(), list(sources.values()), retain_graph=True)))
    (output * d_output).sum().backward()
    parameters = dict(module.named_parameters())
    for name, key in names.items():
        grad = parameters[name].grad
        grads[key] = grad[None] if grad.dim() == 1 else grad.T
    for block, letter in (("self_attn", "s"), ("multihead_attn", "x")):
        if f"{block}.in_proj_weight" in parameters:
            parts = parameters[f"{block}.in_proj_weight"].grad.chunk(3)
            grads.update({f"{letter}_{w}": part.T for w, part in zip(("wq", "wk", "wv"), parts)})
            grads[f"{letter}_wo"] = parameters[f"{block}.out_proj.weight"].grad.T
    return grads


def layers():
    """torch.nn.TransformerEncoderLayer and TransformerDecoderLayer, whole."""
    encoder, decoder = [], []
    names = {"linear1.weight": "w1", "linear1.bias": "b1", "linear2.weight": "w2", "linear2.bias": "b2"}
    for order in ("post", "pre"):
        for activation, masked, (T, D, heads, inner) in (("relu", False, (3, 4, 2, 5)), ("gelu", True, (4, 3, 1, 2))):
            settings = {"d_model": D, "nhead": heads, "dim_feedforward": inner, "dropout": 0.0,
                        "activation": activation, "norm_first": order == "pre", "dtype": torch.float64}
            mask = causal(T, T) if masked else None
            forbidden = None if mask is None else ~torch.tensor(mask)
            about = {"order": order, "activation": activation, "heads": heads, "mask": mask}

            inputs = layer_inputs(T, D, inner, ["s"], 2)
            own = {**names, **{f"norm{n}.{k}": f"{v}_{n}" for n in (1, 2) for k, v in (("weight", "gain"), ("bias", "bias"))}}
            module = torch.nn.TransformerEncoderLayer(**settings)
            load(module, own, inputs)
            output = module(inputs["x"][:, None], forbidden)[:, 0]
            d_output = draw(T, D).detach()
            encoder.append({"name": f"encoder, {order}-norm, {activation}", **about, "inputs": inputs, "output": output,
                            "d_output": d_output,
                            "gradients": gradients_of(module, own, output, d_output, {"x": inputs["x"]})})

            inputs = layer_inputs(T, D, inner, ["s", "x"], 3)
            inputs["context"] = draw(T + 1, D)
            own = {**names, **{f"norm{n}.{k}": f"{v}_{n}" for n in (1, 2, 3) for k, v in (("weight", "gain"), ("bias", "bias"))}}
            module = torch.nn.TransformerDecoderLayer(**settings)
            load(module, own, inputs)
            output = module(inputs["x"][:, None], inputs["context"][:, None], forbidden)[:, 0]
            d_output = draw(T, D).detach()
            sources = {"x": inputs["x"], "context": inputs["context"]}
            decoder.append({"name": f"decoder, {order}-norm, {activation}", **about, "inputs": inputs, "output": output,
                            "d_output": d_output, "gradients": gradients_of(module, own, output, d_output, sources)})
    return {"encoder_layer": encoder, "decoder_layer": decoder}


def softmax_attention():
    """Softcap, bias and an empty row through autograd."""
    cases = []
    for T, S, d, d_v, softcap in ((3, 4, 2, 3, None), (2, 3, 5, 1, 1.5)):
        bias = np.round(rng.standard_normal((T, S)), 5)
        bias[0, 1] = -np.inf
        inputs = {"queries": draw(T, d), "keys": draw(S, d), "values": draw(S, d_v)}

        def forward(i):
            scores = i["queries"] @ i["keys"].T / math.sqrt(d)
            if softcap:
                scores = softcap * torch.tanh(scores / softcap)
            return torch.softmax(scores + torch.tensor(bias), 1) @ i["values"]

        bias_cells = [["-Infinity" if cell == -np.inf else cell for cell in line] for line in bias.tolist()]
        cases.append(case(f"softcap {softcap}", inputs, forward, softcap=softcap, bias=bias_cells))
    return cases


def recurrents():
    T, D, N = 5, 3, 4
    inputs = {"x": draw(T, D), "initial_state": draw(1, N), "wx": draw(D, N), "wh": draw(N, N), "b": draw(1, N)}
    cell = torch.nn.RNN(D, N, dtype=torch.float64)
    cell.load_state_dict({"weight_ih_l0": inputs["wx"].detach().T, "weight_hh_l0": inputs["wh"].detach().T,
                          "bias_ih_l0": inputs["b"].detach()[0], "bias_hh_l0": torch.zeros(N, dtype=torch.float64)})
    output, _ = cell(inputs["x"], inputs["initial_state"])
    d_output = draw(T, N).detach()
    (output * d_output).sum().backward()
    gradients = {"x": inputs["x"].grad, "initial_state": inputs["initial_state"].grad, "wx": cell.weight_ih_l0.grad.T,
                 "wh": cell.weight_hh_l0.grad.T, "b": cell.bias_ih_l0.grad[None]}
    return [{"name": "torch.nn.RNN", "inputs": inputs, "output": output, "d_output": d_output, "gradients": gradients}]


def optimisers():
    """Parameters after each of five steps, the gradients given."""
    cases = []
    for name, decay, options in (
        ("Adam", 0.0, {}), ("AdamW", 0.1, {}),
        ("AdamW", 0.01, {"lr": 0.05, "betas": (0.5, 0.75), "eps": 1e-3}),
    ):
        parameters = [draw(2, 3), draw(1, 1)]
        start = [parameter.detach().clone() for parameter in parameters]
        kind = torch.optim.Adam if name == "Adam" else torch.optim.AdamW
        optimiser = kind(parameters, weight_decay=decay, **options)
        gradients, after = [], []
        for step in range(5):
            of_step = [draw(2, 3).detach(), draw(1, 1).detach() * 1e-4]
            for parameter, gradient in zip(parameters, of_step):
                parameter.grad = gradient
            optimiser.step()
            gradients.append(of_step)
            after.append([parameter.detach().clone() for parameter in parameters])
        group = optimiser.param_groups[0]
        cases.append({"name": name, "learning_rate": group["lr"], "beta1": group["betas"][0],
                      "beta2": group["betas"][1], "epsilon": group["eps"], "weight_decay": decay, "start": start,
                      "gradients": gradients, "after": after})
    return cases


def draws():
    generator = np.random.default_rng(5)
    bound = math.sqrt(6 / 7)
    return {"seed": 5, "random": generator.random((2, 3)).tolist(),
            "xavier_3_4": generator.uniform(-bound, bound, (3, 4)).tolist(),
            "normal_by_fan_in_4_2": (generator.standard_normal((4, 2)) / np.sqrt(4)).tolist()}


if __name__ == "__main__":
    torch.set_num_threads(1)
    content = {
        "about": f"layers by PyTorch {torch.__version__.split('+')[0]} in float64; loss = sum(output * d_output)",
        "seed": SEED,
        "tolerance": 1e-11,
        "norm": norms(),
        "activation": activations(),
        "feed_forward": feed_forwards(),
        **cross_entropies(),
        "scaled_dot_product": softmax_attention(),
        "cross_attention": cross_attentions(),
        **layers(),
        "recurrent": recurrents(),
        "adam": optimisers(),
        "draws": draws(),
    }
    path = pathlib.Path(__file__).resolve().parent / "layers.json"
    path.write_text(json.dumps(plain(content), allow_nan=False, separators=(",", ":")) + "\n")
    print(f"{path} {path.stat().st_size:,} bytes")
