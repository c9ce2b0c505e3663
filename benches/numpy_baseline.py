"""How long the articles' NumPy code takes for the same tables and similarities.

    cargo build --release && cargo bench --bench scale
    python3 benches/numpy_baseline.py [path to poscope]

Runs NumPy and poscope in turn and prints medians and their ratios. A table is
timed twice: filled once by a command that has just started (`poscope table
--timing` says how long that took, memory touched for the first time and all),
and filled again and again within one process, as NumPy does here; the latter is
what `cargo bench --bench scale` measured last. The same for a similarity, whose
command also writes a PNG.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

RUNS = 5
TABLES = [(512, 512), (4096, 1024), (8192, 4096)]
SIMILARITY = (4096, 1024)


def positional_encoding(max_len, d_model):
    """As in the articles: one power, one product and one sine a cell."""
    position = np.arange(max_len)[:, np.newaxis]
    dimension = np.arange(d_model)[np.newaxis, :]
    angle = position / np.power(10000, 2 * (dimension // 2) / d_model)
    angle[:, 0::2] = np.sin(angle[:, 0::2])
    angle[:, 1::2] = np.cos(angle[:, 1::2])
    return angle


def cosine_similarity(table):
    norm = np.linalg.norm(table, axis=1, keepdims=True)
    unit = table / norm
    return unit @ unit.T


def timed(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def fill_ms(program, max_len, d_model, folder):
    command = [program, "table", "--max-len", str(max_len), "--d-model", str(d_model)]
    command += ["--timing", "-o", os.path.join(folder, "table.npy")]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return float(said.split("fill_ms=")[1].split()[0])


def criterion_ms(root, benchmark, max_len, d_model):
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
    path = os.path.join(target, "criterion", benchmark, f"{max_len}x{d_model}", "new/estimates.json")
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return json.load(file)["median"]["point_estimate"] / 1e6


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    program = sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "target/release/poscope")
    print(f"NumPy {np.__version__}, {os.cpu_count()} processors, medians of {RUNS} runs in turn")
    print("| what | NumPy ms | poscope ms | ratio |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for max_len, d_model in TABLES:
            theirs, ours = [], []
            for _ in range(RUNS):
                theirs.append(timed(lambda: positional_encoding(max_len, d_model).astype(np.float32)))
                ours.append(fill_ms(program, max_len, d_model, folder))
            line(f"table {max_len} x {d_model}, float32, one command", theirs, ours)
            measured = criterion_ms(root, "fill/table", max_len, d_model)
            if measured is not None:
                line(f"table {max_len} x {d_model}, float32, in one process", theirs, [measured])
        max_len, d_model = SIMILARITY
        table = positional_encoding(max_len, d_model)
        theirs, whole = [], []
        picture = [program, "export", "similarity", "--plain", "--max-len", str(max_len), "--d-model", str(d_model)]
        picture += ["--size", "900x900", "-o", os.path.join(folder, "similarity.png")]
        for _ in range(RUNS):
            theirs.append(timed(lambda: cosine_similarity(table)))
            whole.append(timed(lambda: subprocess.run(picture, check=True)))
        measured = criterion_ms(root, "similarity/exact", max_len, d_model)
        if measured is not None:
            line(f"similarity of {max_len} at d_model {d_model} (NumPy: float64), 900 x 900 pixels", theirs, [measured])
        line("the same as a command that writes a PNG", theirs, whole)


def line(what, theirs, ours):
    a, b = statistics.median(theirs), statistics.median(ours)
    print(f"| {what} | {a:.1f} | {b:.2f} | {a / b:.0f} |")


main()
