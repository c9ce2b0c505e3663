"""Buckets of offsets, and the slopes of ALiBi.

T5: `_relative_position_bucket` of huggingface/transformers 5.24.0,
models/t5/modeling_t5.py; DeBERTa: `make_log_bucket_position` of its
models/deberta_v2/modeling_deberta_v2.py (both Apache-2.0). Written anew for NumPy, twice:
in float32, as they compute, and in 60 digits, as the formulae say. Where the two differ the
offset is listed under "float32", and the number is that of 60 digits.
ALiBi: `get_slopes` of ofirpress/attention_with_linear_biases, fairseq/models/transformer.py (MIT).
Offsets are query minus key; transformers' T5 counts key minus query. Writes buckets.json.
"""

import json
import math
import pathlib

import mpmath
import numpy as np

mpmath.mp.dps = 60
OFFSETS = range(-300, 301)


def t5(offset, buckets, max_distance, both, share):
    first = 0
    relative = -offset
    if both:
        buckets //= 2
        first = buckets if relative > 0 else 0
        distance = abs(relative)
    else:
        distance = -min(relative, 0)
    exact = buckets // 2
    if distance < exact:
        return first + distance
    return first + min(exact + int(share(distance, exact, max_distance, buckets - exact)), buckets - 1)


def t5_float32(distance, exact, last, count):
    ratio = np.log(np.float32(distance) / np.float32(exact))
    return ratio / np.float32(math.log(last / exact)) * np.float32(count)


def digits(distance, exact, last, count):
    """The share of the logarithms; what 60 digits leave beside a whole number is theirs."""
    share = mpmath.log(mpmath.mpf(distance) / exact) / mpmath.log(mpmath.mpf(last) / exact) * count
    whole = mpmath.nint(share)
    return whole if abs(share - whole) < mpmath.mpf(10) ** -50 else share


def deberta(offset, buckets, max_distance, share):
    middle = buckets // 2
    if abs(offset) <= middle:
        return offset
    bucket = int(math.ceil(share(abs(offset), middle, max_distance - 1, middle - 1))) + middle
    return bucket if offset > 0 else -bucket


def deberta_float32(distance, middle, last, count):
    top = np.log(np.float32(distance) / np.float32(middle))
    return top / np.log(np.float32(last / middle)) * np.float32(count)


def entry(of, float32, **settings):
    exact = [of(offset, share=digits, **settings) for offset in OFFSETS]
    rounded = [of(offset, share=float32, **settings) for offset in OFFSETS]
    differ = [offset for offset, a, b in zip(OFFSETS, exact, rounded) if a != b]
    return {**settings, "buckets_of_offsets": exact, "float32": differ}


def slopes(heads):
    def of_power(heads):
        start = 2 ** (-(2 ** -(math.log2(heads) - 3)))
        return [start * start**k for k in range(heads)]

    if math.log2(heads).is_integer():
        return of_power(heads)
    power = 2 ** math.floor(math.log2(heads))
    return of_power(power) + slopes(2 * power)[0::2][: heads - power]


T5 = [(32, 128), (32, 512), (64, 256), (16, 64), (8, 20), (4, 10)]
result = {
    "offsets": [OFFSETS[0], OFFSETS[-1]],
    "t5": [
        entry(t5, t5_float32, buckets=buckets, max_distance=last, both=both) for both in (True, False) for buckets, last in T5
    ],
    "deberta": [
        entry(deberta, deberta_float32, buckets=buckets, max_distance=last)
        for buckets, last in [(256, 512), (64, 512), (32, 128), (16, 300), (8, 20)]
    ],
    "alibi": [{"heads": heads, "slopes": slopes(heads)} for heads in (1, 2, 3, 6, 8, 12, 16, 20, 24, 32, 40, 71, 112)],
}
groups = []
for key, value in result.items():
    text = json.dumps(value) if key == "offsets" else "[\n" + ",\n".join(json.dumps(item) for item in value) + "\n]"
    groups.append(f'"{key}": {text}')
pathlib.Path(__file__).with_suffix(".json").write_text("{\n" + ",\n".join(groups) + "\n}\n")
for kind in ("t5", "deberta"):
    for item in result[kind]:
        print(kind, {key: item[key] for key in item if key != "buckets_of_offsets"})
