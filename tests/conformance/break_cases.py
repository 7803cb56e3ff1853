"""Copies one case into many and breaks each in another way.

    /usr/bin/python3 tests/conformance/break_cases.py CASE DIR
"""
import json
import pathlib
import shutil
import sys

import numpy as np


def edit(folder, change):
    path = folder / "case.json"
    case = json.loads(path.read_text())
    change(case)
    path.write_text(json.dumps(case))


def cut(name, count):
    def change(folder):
        path = folder / name
        path.write_bytes(path.read_bytes()[:count])

    return change


FAILED = {
    "file_missing": lambda folder: (folder / "in_input.npy").unlink(),
    "output_file_missing": lambda folder: (folder / "out_output.npy").unlink(),
    "file_empty": cut("in_input.npy", 0),
    "header_cut": cut("in_input.npy", 40),
    "values_cut": cut("in_input.npy", -3),
    "not_npy": lambda folder: (folder / "in_input.npy").write_text("numbers"),
    "fortran_order": lambda folder: np.save(folder / "in_input.npy", np.ones((2, 3), np.float32, order="F")),
    "json_broken": lambda folder: (folder / "case.json").write_text('{"op": '),
    "json_list": lambda folder: (folder / "case.json").write_text("[1, 2]"),
    "no_op": lambda folder: edit(folder, lambda case: case.pop("op")),
    "no_inputs": lambda folder: edit(folder, lambda case: case.pop("inputs")),
    "no_outputs": lambda folder: edit(folder, lambda case: case.update(outputs={})),
    "no_input_order": lambda folder: edit(folder, lambda case: case.pop("input_order")),
    "axis_beyond": lambda folder: edit(folder, lambda case: case["attributes"].update(axis=2)),
    "axis_text": lambda folder: edit(folder, lambda case: case["attributes"].update(axis="one")),
    "other_shape": lambda folder: np.save(folder / "out_output.npy", np.zeros((3, 2), np.float32)),
    "other_values": lambda folder: np.save(folder / "out_output.npy", np.full((2, 3), 0.3, np.float32)),
    "nan_expected": lambda folder: np.save(folder / "out_output.npy", np.full((2, 3), np.nan, np.float32)),
    "attention_without_q": lambda folder: edit(folder, lambda case: case.update(op="Attention")),
}
SKIPPED = {
    "unknown_op": lambda folder: edit(folder, lambda case: case.update(op="Conv")),
    "unknown_type": lambda folder: np.save(folder / "in_input.npy", np.ones((2, 3), np.float16)),
    "unknown_type_big_endian": lambda folder: np.save(folder / "in_input.npy", np.ones((2, 3), ">f4")),
}

if __name__ == "__main__":
    case, root = map(pathlib.Path, sys.argv[1:])
    for kind, breaks in (("failed", FAILED), ("skipped", SKIPPED)):
        for name, change in breaks.items():
            folder = root / kind / name
            shutil.copytree(case, folder)
            change(folder)
