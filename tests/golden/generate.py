"""Writes the golden files beside it: random.json, attention.json, article.json, playground.json, variants.json
(this one needs PyTorch, Debian: python3-torch), positions.json, lessons.json and those of single lessons, lessons_*.json.

    /usr/bin/python3 tests/golden/generate.py            writes all of them
    /usr/bin/python3 tests/golden/generate.py random     writes random.json alone

Needs NumPy (Debian: python3-numpy). Every number is NumPy's float64 with its exact repr digits; seeds and tolerances
are inside the files. Two runs on one machine give the same bytes; on another processor the last digits of products in
article.json and playground.json may differ, because BLAS adds in another order.
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True

from attention_cases import article_cases, attention_cases
from bug_cases import bug_cases
from engine_cases import engine_cases
from geo_lesson_cases import geo_lesson_cases
from ledger_cases import ledger_cases
from lesson_cases import lesson_cases
from random_cases import random_cases
from reference import DEFAULTS, experiment, plain
from variant_cases import position_cases, variant_cases

HERE = pathlib.Path(__file__).resolve().parent

PLAYGROUND_CONFIGS = [
    # The opening experiment in small: the order of draws without W_o.
    {"text": "the cat did not see it", "seed": "7", "d_model": 6, "d_k": 3},
    # A word comes back with the same vector; words beyond ASCII are drawn from their UTF-8 bytes.
    {"text": "der Bär sah der \u732b \U0001f431 Bär", "seed": "42", "vectors": "word", "d_model": 5, "d_k": 2},
    # A seed beyond 64 bits, in both draws.
    {"text": "one two three", "seed": "1234567890123456789012345", "d_model": 4, "d_k": 3, "mask": "causal"},
    {"text": "one two one", "seed": "1234567890123456789012345", "vectors": "word", "d_model": 4, "d_k": 3, "heads": 2},
    # Four query heads on two key/value heads, then on one.
    {"text": "a b c d e", "seed": "11", "d_model": 8, "d_k": 2, "heads": 4, "kv_heads": 2, "mask": "causal"},
    {"text": "a b a", "seed": "12", "vectors": "word", "d_model": 3, "heads": 4, "kv_heads": 1, "mask": "padding:1"},
    # Padding, up to where every token is padding and no query has a key.
    {"text": "a b c d", "seed": "13", "d_model": 4, "d_k": 2, "heads": 2, "mask": "padding:2", "scale": "off"},
    {"text": "a b c", "seed": "14", "d_model": 4, "d_k": 2, "heads": 2, "mask": "padding:3"},
    # The scale as a number: large, negative, and 0, which makes all weights of a row equal.
    {"text": "a b c", "seed": "18446744073709551615", "d_model": 4, "d_k": 4, "mask": "causal", "scale": 2.5},
    {"text": "a b c", "seed": "15", "d_model": 4, "d_k": 4, "scale": -0.75},
    {"text": "a b c", "seed": "16", "d_model": 4, "d_k": 4, "mask": "padding:1", "scale": 0},
    # Positions of every kind, an odd width among them, with and without groups of heads.
    {"text": "a b c d", "seed": "17", "d_model": 5, "d_k": 3, "positions": "sinusoidal", "mask": "window:1"},
    {"text": "a b c d", "seed": "18", "d_model": 4, "d_k": 5, "heads": 4, "kv_heads": 2, "positions": "rotary"},
    {"text": "a b c d", "seed": "19", "d_model": 4, "d_k": 6, "heads": 2, "positions": "rotary_half", "mask": "prefix:2"},
    {"text": "a b c d", "seed": "20", "d_model": 4, "d_k": 2, "heads": 6, "positions": "alibi", "mask": "causal"},
    # A painted mask with an empty row; several parts at once.
    {"text": "a b c", "seed": "21", "d_model": 4, "d_k": 2, "mask": "110/000/101"},
    {"text": "a b c d e", "seed": "22", "d_model": 4, "d_k": 2, "mask": "causal,padding:1,window:2"},
    # The whole block, with one head and with two.
    {"text": "a b c", "seed": "23", "d_model": 6, "d_k": 4, "d_ff": 8, "positions": "sinusoidal"},
    {"text": "a b c", "seed": "24", "vectors": "word", "d_model": 4, "d_k": 2, "heads": 2, "d_ff": 5, "mask": "causal"},
    # The smallest one.
    {"text": "alone", "seed": "0", "d_model": 1, "d_k": 1, "mask": "causal"},
]


def playground_cases():
    cases = []
    for config in PLAYGROUND_CONFIGS:
        full = {**DEFAULTS, "kv_heads": config.get("heads", 1), **config}
        cases.append({"config": full, "tensors": experiment(full)})
    return {"about": "whole derivations by reference.py", "tolerance": 1e-12, "configs": cases}


FILES = {
    "random": random_cases,
    "attention": attention_cases,
    "article": article_cases,
    "playground": playground_cases,
    "variants": variant_cases,
    "positions": position_cases,
    "lessons": lesson_cases,
    "lessons_bugs": bug_cases,
    "lessons_engine": engine_cases,
    "lessons_geo": geo_lesson_cases,
    "lessons_ledger": ledger_cases,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or FILES:
        path = HERE / f"{name}.json"
        path.write_text(json.dumps(plain(FILES[name]()), allow_nan=False, separators=(",", ":")) + "\n")
        print(f"{path} {path.stat().st_size:,} bytes")
