"""Reads exports back with the programs that they are for, and runs the exported programs.

    python3 read_exports.py FOLDER [numpy] [pytorch] [cpp]

FOLDER holds one folder a case: expected.txt (tensors of the case in hexadecimal floats, written by no exporter),
trace.json, matrix files NAME.csv, .tsv, .npy, .tex, .svg, and the programs numpy.py and pytorch.py, or
what a compiled one printed (cpp.out), with expected_program.txt. Prints the worst differences; ends with status 1 where something is wrong.
"""

import contextlib
import csv
import io
import json
import math
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

import numpy as np

TOLERANCE = 1e-12
SVG = "{http://www.w3.org/2000/svg}"
worst = {}


# Unicode's White_Space; str.split() also splits at U+001C to U+001F.
WHITE_SPACE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def unicode_split(text):
    return [token for token in re.split(f"[{WHITE_SPACE}]+", text) if token]


def require(condition, sentence):
    if not condition:
        raise AssertionError(sentence)


def compare(kind, ours, expected, tolerance):
    ours, expected = np.asarray(ours, float), np.asarray(expected, float)
    require(ours.shape == expected.shape, f"{kind}: shape {ours.shape}, expected {expected.shape}")
    same = (ours == expected) | (np.isnan(ours) & np.isnan(expected))
    scale = np.maximum(1, np.where(np.isfinite(expected), abs(expected), 1))
    with np.errstate(invalid="ignore"):
        off = np.where(same, 0, abs(ours - expected) / scale)
    largest = float(off.max(initial=0))
    require(largest <= tolerance, f"{kind}: differs by {largest} at {np.unravel_index(off.argmax(), off.shape)}")
    worst[kind] = max(worst.get(kind, 0), largest)


def read_blocks(text, number):
    """{name: matrix} of blocks "name rows columns", then the rows."""
    lines, blocks, at = text.splitlines(), {}, 0
    while at < len(lines):
        name, rows, columns = lines[at].split(" ")
        rows, columns = int(rows), int(columns)
        matrix = [[number(each) for each in line.split()] for line in lines[at + 1 : at + 1 + rows]]
        require(all(len(row) == columns for row in matrix), f"{name}: a row of another length")
        blocks[name] = np.array(matrix, float).reshape(rows, columns)
        at += 1 + rows
    return blocks


def labels_of(folder, name):
    """Row and column labels of a matrix, one JSON list each."""
    return json.loads((folder / f"{name}.labels.json").read_text(encoding="utf-8"))


def safe(label):
    """What a spreadsheet gets: nothing that it would run."""
    return "'" + label if label[:1] in ("=", "+", "-", "@") else label


def check_delimited(path, expected, rows, columns, delimiter):
    with open(path, encoding="utf-8-sig", newline="") as file:
        table = list(csv.reader(file, delimiter=delimiter))
    require(table[0][1:] == [safe(label) for label in columns], f"{path}: columns {table[0][1:]}")
    require([row[0] for row in table[1:]] == [safe(label) for label in rows], f"{path}: row labels")
    compare(path.suffix[1:], [[float(each) for each in row[1:]] for row in table[1:]], expected, 0)


def check_latex(path, expected, digits):
    text = path.read_text()
    columns = expected.shape[1]
    counter = re.match(r"\\setcounter\{MaxMatrixCols\}\{(\d+)\}\n", text)
    require(columns <= 10 or int(counter[1]) == columns, f"{path}: no room for {columns} columns")
    body = re.search(r"\\begin\{bmatrix\}\n(.*)\\end\{bmatrix\}\n$", text, re.S)[1]

    def value(entry):
        entry = entry.strip().replace("\\infty", "inf").replace("\\mathrm{NaN}", "nan")
        require("inf" in entry or "nan" in entry or len(entry.split(".")[1]) == digits, f"{path}: digits of {entry}")
        return float(entry)

    rows = [[value(entry) for entry in row.split("&")] for row in body.split("\\\\")]
    compare("tex", rows, expected, 0.5001 * 10.0**-digits)


def check_svg(path, expected):
    root = xml.parse(path).getroot()
    require(root.tag == f"{SVG}svg" and root.get("viewBox"), f"{path}: no svg")
    cells = [each.find(f"{SVG}title").text for each in root.iter(f"{SVG}rect") if each.find(f"{SVG}title") is not None]
    if expected.size <= 8192:
        require(len(cells) == expected.size, f"{path}: {len(cells)} cells, expected {expected.size}")

        def value(title):
            return float(title.split(" = ")[1].replace("−", "-").replace("∞", "inf"))

        compare("svg", np.reshape([value(title) for title in cells], expected.shape), expected, 1e-6)
        masked = [each for each in root.iter(f"{SVG}rect") if each.get("fill") == "url(#masked)"]
        if path.stem == "masked_scores":
            require(len(masked) == np.isneginf(expected).sum(), f"{path}: {len(masked)} masked cells")
    texts = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
    require(len(texts) > 0, f"{path}: no text")
    for attribute in ("x", "y", "width", "height"):
        for each in root.iter(f"{SVG}rect"):
            value = each.get(attribute, "0")
            require(value == "100%" or math.isfinite(float(value)), f"{path}: {attribute} is {value}")


def check_trace(path, expected):
    trace = json.loads(path.read_text(encoding="utf-8"))
    require(trace["format"] == "attention-playground-trace", f"{path}: format")
    numbers = {name: np.array(each["data"], dtype=object) for name, each in trace["tensors"].items()}
    for name, tensor in trace["tensors"].items():
        require(list(numbers[name].shape) == tensor["shape"], f"{path}: shape of {name}")
    for key, matrix in expected.items():
        name, head = key.split("@")
        data = numbers[name] if numbers[name].ndim == 2 else numbers[name][int(head)]
        compare("json", np.vectorize(float)(data), matrix, 0)
    require(trace["tokens"] == unicode_split(trace["settings"]["text"]), f"{path}: tokens")


def run(path):
    """What the program prints with all digits."""
    printed, arguments = io.StringIO(), sys.argv
    sys.argv = [str(path), "all"]
    try:
        with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), {"__name__": "__main__"})
    finally:
        sys.argv = arguments
    return printed.getvalue()


def check_program(path, expected_path):
    expected = expected_path.read_text(encoding="utf-8")
    printed = path.with_suffix(".out").read_text() if path.suffix == ".cpp" else run(path)
    if expected.startswith("tokens\n"):
        require(printed == expected.removeprefix("tokens\n"), f"{path}: tokens {printed!r}")
        return
    blocks, wanted = read_blocks(printed, float), read_blocks(expected, float.fromhex)
    require(list(blocks) == list(wanted), f"{path}: prints {list(blocks)}, expected {list(wanted)}")
    for name, matrix in wanted.items():
        compare(path.stem, blocks[name], matrix, TOLERANCE)


def check_case(folder, programs):
    expected_path = folder / "expected.txt"
    expected = read_blocks(expected_path.read_text(), float.fromhex) if expected_path.exists() else {}
    if (folder / "trace.json").exists():
        check_trace(folder / "trace.json", expected)
    for path in sorted(folder.glob("*.npy")):
        name = path.stem
        matrix = expected[labels_of(folder, name)["key"]]
        loaded = np.load(path, allow_pickle=False)
        require(loaded.dtype == np.dtype("<f8") and loaded.flags.c_contiguous, f"{path}: {loaded.dtype}")
        compare("npy", loaded, matrix, 0)
        rows, columns = labels_of(folder, name)["rows"], labels_of(folder, name)["columns"]
        check_delimited(folder / f"{name}.csv", matrix, rows, columns, ",")
        check_delimited(folder / f"{name}.tsv", matrix, rows, columns, "\t")
        check_latex(folder / f"{name}.tex", matrix, labels_of(folder, name)["digits"])
        check_svg(folder / f"{name}.svg", matrix)
    if (folder / "equation.svg").exists():
        xml.parse(folder / "equation.svg")
    for program in programs:
        ending = "cpp" if program == "cpp" else "py"
        check_program(folder / f"{program}.{ending}", folder / "expected_program.txt")


def main(folder, *programs):
    cases = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_dir())
    require(len(cases) > 0, "no cases")
    for case in cases:
        try:
            check_case(case, programs)
        except Exception as error:
            print(f"{case.name}: {type(error).__name__}: {error}")
            return 1
    print(f"{len(cases)} cases; worst differences: " + ", ".join(f"{kind} {off:.2g}" for kind, off in worst.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
