"""What random.json holds: NumPy's own reference values of PCG64, states of SeedSequence, and normal draws."""
import pathlib

import numpy as np
import numpy.random._generator as compiled

DRAWS = 200_000  # enough for about 50 draws from the tail and 2,500 from the edges of the layers
EVERY = 997
TAIL_START = 3.6541528853610088  # the ziggurat's r: only a draw from the tail is further out

SEEDS = [
    0,
    1,
    7,
    42,
    123456789,
    2**32 - 1,
    2**32 + 5,
    2**53 + 1,
    2**63,
    2**64 - 1,
    2**64,
    2**96 + 3,  # four words, the whole pool
    123456789012345678901234567890,
    2**128 + 1,  # five words: the fifth is mixed in after the pool is full
    123456789012345678901234567890123456789012345678901234567890,
    [7, 0],
    [7, 1, 105, 116],  # the vector of "it"
    [7, 1, 0xE4, 0xBD, 0xA0],  # the vector of U+4F60
    [0, 1],
    [123456789012345678901234567890, 0],
]


def integers(seed):
    return seed if isinstance(seed, list) else [seed]


def words(seed):
    """32-bit words, least significant first; each integer has at least one."""
    result = []
    for integer in integers(seed):
        result.append(integer & 0xFFFFFFFF)
        while integer := integer >> 32:
            result.append(integer & 0xFFFFFFFF)
    return result


def normal_case(seed):
    draws = np.random.default_rng(seed).standard_normal(DRAWS)
    from_tail = np.abs(draws) > TAIL_START
    return {
        "integers": [str(integer) for integer in integers(seed)],
        "words": words(seed),
        "state": np.random.SeedSequence(seed).generate_state(12),
        "every": draws[::EVERY],
        "tail": [[index, draws[index]] for index in np.flatnonzero(from_tail).tolist()],
        "checksum": checksum(np.where(from_tail, 0.0, draws)),
    }


def published_pcg64():
    """The test sets that NumPy ships: a line "seed, S", then lines "index, value"."""
    folder = pathlib.Path(np.__file__).parent / "random" / "tests" / "data"
    sets = []
    for name in ("pcg64-testset-1.csv", "pcg64-testset-2.csv"):
        seed, *values = (int(line.split(",")[1], 0) for line in (folder / name).read_text().splitlines())
        sets.append({"source": f"NumPy, random/tests/data/{name}", "seed": seed, "values": values})
    return sets


# The first two entries of NumPy's ziggurat tables, by which they are found in its compiled extension.
TABLES = {
    "core": np.array([4208095142473578, 0], np.uint64),
    "width": np.array([8.683627060801306e-16, 4.779330175727737e-17]),
    "height": np.array([1.0, 0.9771017012676716]),
}


def checksum(numbers):
    """Holds every bit of every number at its place: sum of bits * (2 index + 1) modulo 2^64."""
    return np.sum(numbers.view(np.uint64) * np.arange(1, 2 * len(numbers), 2, dtype=np.uint64), dtype=np.uint64)


def ziggurat_checksums():
    code = pathlib.Path(compiled.__file__).read_bytes()
    places = {name: code.index(first.tobytes()) for name, first in TABLES.items()}
    return {name: checksum(np.frombuffer(code, TABLES[name].dtype, 256, place)) for name, place in places.items()}


def random_cases():
    return {
        "about": f"NumPy {np.__version__}: default_rng(integers).standard_normal({DRAWS})",
        "tolerance": 1e-15,  # relative; of draws from the tail, which go through log1p. All others are exact.
        "draws": DRAWS,
        "stride": EVERY,
        "pcg64": published_pcg64(),
        "ziggurat": ziggurat_checksums(),
        "normal": [normal_case(seed) for seed in SEEDS],
    }
