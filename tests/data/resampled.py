"""Columns stretched as `torch.nn.functional.interpolate` does it.

The rules of PyTorch's documentation (2.9, BSD-3-Clause), written for NumPy: a target row stands
at (p + 1/2) n/m - 1/2, or with align_corners at p (n - 1)/(m - 1); linear takes at least 0 for
that place; bicubic is the convolution of Keys (1981) with a = -0.75; rows beyond the ends are
those of the ends. As matrices from all n rows, so that no code is like ours. Writes resampled.json.
"""

import json
import pathlib

import numpy as np

SOURCE = np.array([0.75, -1.5, 0.25, 3.0, -0.125, 2.0, 1.0, -2.25, 0.5], dtype=np.float64)


def places(n, m, aligned):
    p = np.arange(m, dtype=np.float64)
    if aligned:
        return p * ((n - 1) / (m - 1) if m > 1 else 0.0)
    return (p + 0.5) * (n / m) - 0.5


def hat(x):
    return np.maximum(0, 1 - np.abs(x))


def keys(x, a=-0.75):
    x = np.abs(x)
    near = (a + 2) * x**3 - (a + 3) * x**2 + 1
    far = a * x**3 - 5 * a * x**2 + 8 * a * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


def stretched(source, m, kernel, aligned):
    n = len(source)
    at = places(n, m, aligned)
    if kernel is hat:
        at = np.maximum(at, 0)
    # The rows beyond the ends, as many as a kernel reaches.
    rows = np.arange(-3, n + 3)
    weights = kernel(at[:, None] - rows[None, :])
    return weights @ source[np.clip(rows, 0, n - 1)]


cases = [
    {"resample": name, "aligned": aligned, "n": n, "rows": stretched(SOURCE[:n], m, kernel, aligned).tolist()}
    for name, kernel in [("linear", hat), ("cubic", keys)]
    for aligned in (False, True)
    for n, m in [(9, 23), (9, 18), (9, 9), (9, 4), (9, 1), (5, 16), (2, 7), (1, 3)]
]
lines = ",\n".join(json.dumps(case) for case in cases)
head = json.dumps(SOURCE.tolist())
pathlib.Path(__file__).with_suffix(".json").write_text(f'{{\n"source": {head},\n"cases": [\n{lines}\n]\n}}\n')
