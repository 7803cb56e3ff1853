"""What random.json holds: NumPy's own reference values of PCG64, states of SeedSequence, and normal draws."""
import pathlib

import numpy as np

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
    bits = np.where(from_tail, 0.0, draws).view(np.uint64)
    return {
        "integers": [str(integer) for integer in integers(seed)],
        "words": words(seed),
        "state": np.random.SeedSequence(seed).generate_state(12),
        "every": draws[::EVERY],
        "tail": [[index, draws[index]] for index in np.flatnonzero(from_tail).tolist()],
        # Holds every bit of every draw but the tail's (taken as 0) at its place: sum of bits * (2 index + 1) mod 2^64.
        "checksum": np.sum(bits * np.arange(1, 2 * DRAWS, 2, dtype=np.uint64), dtype=np.uint64),
    }


def published_pcg64():
    """The test sets that NumPy ships: a line "seed, S", then lines "index, value"."""
    folder = pathlib.Path(np.__file__).parent / "random" / "tests" / "data"
    sets = []
    for name in ("pcg64-testset-1.csv", "pcg64-testset-2.csv"):
        seed, *values = (int(line.split(",")[1], 0) for line in (folder / name).read_text().splitlines())
        sets.append({"source": f"NumPy, random/tests/data/{name}", "seed": seed, "values": values})
    return sets


def random_cases():
    return {
        "about": f"NumPy {np.__version__}: default_rng(integers).standard_normal({DRAWS})",
        "tolerance": 1e-15,  # relative; of draws from the tail, which go through log1p. All others are exact.
        "draws": DRAWS,
        "stride": EVERY,
        "pcg64": published_pcg64(),
        "normal": [normal_case(seed) for seed in SEEDS],
    }
