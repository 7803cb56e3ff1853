#!/usr/bin/env python3
"""Times the fast kernel against NumPy (float32, OpenBLAS) and PyTorch, each with one thread, in one process.

Usage: native.py <bench_native.so> <rows.json>
       native.py --attend <bench_native.so> <n> <d_k>   nothing but the kernel, for a profiler
Contestants alternate, so a slow moment of the machine meets all of them; medians. Prints a table and writes the rows.
"""
import ctypes
import json
import os
import statistics
import subprocess
import sys
import time

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"
import numpy as np  # noqa: E402  (after the number of threads)

if not sys.argv[1].startswith("--"):
    import torch  # noqa: E402

SECONDS_A_CASE = float(os.environ.get("AP_BENCH_SECONDS", "1.5"))
FEWEST_ROUNDS, MOST_ROUNDS = 5, 101
MOST_MEGABYTES = 64
SIZES = (128, 256, 512, 1024, 2048, 4096, 8192)
pointer = ctypes.POINTER(ctypes.c_float)


def load(path):
    library = ctypes.CDLL(path)
    library.attend.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_int] + [pointer] * 4
    library.attend.restype = None
    library.multiply_add_peak.restype = ctypes.c_double
    return library


def ours(library, q, k, v, causal):
    out = np.empty_like(q)
    library.attend(*q.shape, int(causal), *(x.ctypes.data_as(pointer) for x in (q, k, v, out)))
    return out


def numpy_attention(q, k, v, mask):
    scores = q @ k.T
    scores *= np.float32(1 / np.sqrt(q.shape[1]))
    if mask is not None:
        scores += mask
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores @ v


def torch_plain(q, k, v, mask):
    scores = (q @ k.T).mul_(q.shape[1] ** -0.5)
    if mask is not None:
        scores += mask
    return torch.softmax(scores, -1) @ v


def torch_function(q, k, v, mask):
    function = getattr(torch.nn.functional, "scaled_dot_product_attention", None)
    if function is None:  # PyTorch 1.13 has it under this name, and gives the weights too
        return torch.nn.functional._scaled_dot_product_attention(q[None], k[None], v[None], mask)[0][0]
    return function(q[None], k[None], v[None], mask)[0]


def alternate(contestants):
    """Medians in ms. The order turns by one every round."""
    times = {name: [] for name in contestants}
    names = list(contestants)
    start, rounds = time.perf_counter(), 0
    while rounds < FEWEST_ROUNDS or (rounds < MOST_ROUNDS and time.perf_counter() - start < SECONDS_A_CASE):
        for name in names:
            begin = time.perf_counter()
            contestants[name]()
            times[name].append((time.perf_counter() - begin) * 1e3)
        names = names[1:] + names[:1]
        rounds += 1
    return {name: statistics.median(values) for name, values in times.items()}


def case(library, n, d, causal):
    random = np.random.default_rng(n * d + causal)
    q, k, v = (random.standard_normal((n, d), dtype=np.float32) for _ in range(3))
    mask = np.triu(np.full((n, n), -np.inf, np.float32), 1) if causal else None
    tensors = [torch.from_numpy(x) for x in (q, k, v)] + [torch.from_numpy(mask) if causal else None]
    contestants = {
        "ours": lambda: ours(library, q, k, v, causal),
        "NumPy": lambda: numpy_attention(q, k, v, mask),
        "PyTorch": lambda: torch_plain(*tensors),
        "PyTorch function": lambda: torch_function(*tensors),
    }
    expected = ours(library, q, k, v, causal)
    for name, contestant in contestants.items():
        difference = float(np.abs(np.asarray(contestant()) - expected).max())
        if not difference <= 1e-4:
            sys.exit(f"{name} differs by {difference} at n = {n}, d_k = {d}, causal {causal}")
    return alternate(contestants)


def most_resident_kb():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


def memory_here(path, n, d):
    """MB that one call has resident at most beyond inputs and output, which are all touched before."""
    library = load(path)
    q, k, v = (np.full((n, d), 1 / (i + 1), np.float32) for i in range(3))
    out = np.ones_like(q)
    arguments = [x.ctypes.data_as(pointer) for x in (q, k, v, out)]
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # the peak begins anew, from what is resident now
    before = most_resident_kb()
    library.attend(n, d, 0, *arguments)
    return (most_resident_kb() - before) / 1024


def memory(path, n=65536, d=64):
    """memory_here in a process of its own, where nothing has been freed that the call could use again."""
    call = [sys.executable, os.path.abspath(__file__), "--memory", path, str(n), str(d)]
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536"}  # whatever is larger comes fresh from the system
    return float(subprocess.run(call, check=True, capture_output=True, text=True, env=environment).stdout)


def main(path, target):
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    library = load(path)
    sets = {128: "128 bits", 2: "AVX2", 512: "AVX-512"}
    print(f"natively, one thread, {sets[library.instruction_set()]}; NumPy {np.__version__}, PyTorch {torch.__version__}")
    print(f"{'d_k':>4} {'causal':>6} {'n':>5} {'ours ms':>9} {'NumPy':>9} {'PyTorch':>9} {'ratio':>6} "
          f"{'GFLOP/s':>8} {'peak':>6} {'of it':>6}", flush=True)
    rows = []
    for d in (64, 128):
        for causal in (False, True):
            for n in SIZES:
                ms = case(library, n, d, causal)
                peak = library.multiply_add_peak()
                mine, torch_ms = ms["ours"], min(ms["PyTorch"], ms["PyTorch function"])
                pairs = n * (n + 1) / 2 if causal else n * n
                rate = 4 * pairs * d / mine / 1e6
                for peer, peer_ms in (("NumPy", ms["NumPy"]), ("PyTorch", torch_ms)):
                    rows.append({"where": "native", "what": f"attention d_k={d}" + (" causal" if causal else ""),
                                 "n": n, "d_k": d, "causal": causal, "ours_ms": round(mine, 4), "peer": peer,
                                 "peer_ms": round(peer_ms, 4), "ratio": round(peer_ms / mine, 3),
                                 "gflops": round(rate, 1), "peak_gflops": round(peak, 1),
                                 "of_peak": round(rate / peak, 3) if peak else None})
                fastest = min(ms["NumPy"], torch_ms)
                print(f"{d:4} {'yes' if causal else 'no':>6} {n:5} {mine:9.3f} {ms['NumPy']:9.3f} {torch_ms:9.3f} "
                      f"{fastest / mine:6.2f} {rate:8.1f} {peak:6.1f} {rate / peak if peak else 0:6.0%}", flush=True)
    megabytes = memory(path)
    print(f"n = 65536, d_k = 64: {megabytes:.2f} MB beyond inputs and output")
    if megabytes > MOST_MEGABYTES:
        sys.exit(f"{MOST_MEGABYTES} MB is the most that may be")
    if megabytes == 0:
        sys.exit("the kernel's scratch memory was not seen")
    rows.append({"where": "native", "what": "memory beyond inputs and output", "n": 65536, "d_k": 64, "causal": False,
                 "ours_mb": round(megabytes, 2)})
    with open(target, "w") as file:
        json.dump(rows, file, indent=1)


def attend_for_a_while(path, n, d):
    library, random = load(path), np.random.default_rng(1)
    q, k, v = (random.standard_normal((n, d), dtype=np.float32) for _ in range(3))
    end = time.perf_counter() + SECONDS_A_CASE
    while time.perf_counter() < end:
        ours(library, q, k, v, False)


if sys.argv[1] == "--memory":
    print(memory_here(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
elif sys.argv[1] == "--attend":
    attend_for_a_while(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
else:
    main(*sys.argv[1:])
