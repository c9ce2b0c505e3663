"""Inverse frequencies of the RoPE scalings, and what cos and sin are multiplied by.

The formulae are those of huggingface/transformers 5.24.0,
src/transformers/modeling_rope_utils.py (Apache-2.0), written anew for NumPy in float64;
NTK-aware with a constant s, which is not in that file, is the same with s alone in the
place of the growing factor (bloc97 2023). Writes rope_scalings.json beside itself.
"""

import json
import math
import pathlib

import numpy as np


def plain(d, base):
    return 1.0 / base ** (np.arange(0, d, 2, dtype=np.float64) / d)


def none(d, base, **_):
    return plain(d, base), 1.0


def linear(d, base, factor, **_):
    return plain(d, base) / factor, 1.0


def ntk(d, base, factor, **_):
    return plain(d, base * factor ** (d / (d - 2))), 1.0


def dynamic_ntk(d, base, factor, original, length, **_):
    longest = max(length, original)
    grown = factor * longest / original - (factor - 1)
    return plain(d, base * grown ** (d / (d - 2))), 1.0


def yarn(d, base, factor, original, beta_fast=32.0, beta_slow=1.0, **_):
    def dimension(turns):
        return d * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))

    low = max(math.floor(dimension(beta_fast)), 0)
    high = min(math.ceil(dimension(beta_slow)), d - 1)
    if low == high:
        high += 0.001
    ramp = np.clip((np.arange(d // 2, dtype=np.float64) - low) / (high - low), 0, 1)
    frequency = plain(d, base)
    mixed = frequency / factor * ramp + frequency * (1 - ramp)
    return mixed, 1.0 if factor <= 1 else 0.1 * math.log(factor) + 1.0


def llama3(d, base, factor, original, low_freq_factor=1.0, high_freq_factor=4.0, **_):
    frequency = plain(d, base)
    wavelength = 2 * math.pi / frequency
    smooth = (original / wavelength - low_freq_factor) / (high_freq_factor - low_freq_factor)
    mixed = (1 - smooth) * frequency / factor + smooth * frequency
    is_long = wavelength > original / low_freq_factor
    is_short = wavelength < original / high_freq_factor
    return np.where(is_long, frequency / factor, np.where(is_short, frequency, mixed)), 1.0


def longrope(d, base, factor, original, long_factors, **_):
    amplitude = 1.0 if factor <= 1 else math.sqrt(1 + math.log(factor) / math.log(original))
    return plain(d, base) / np.array(long_factors), amplitude


RULES = {
    "none": none,
    "linear": linear,
    "ntk": ntk,
    "dynamic-ntk": dynamic_ntk,
    "yarn": yarn,
    "llama3": llama3,
    "longrope": longrope,
}


def case(name, scaling, d, base, factor=1.0, original=2048, length=4096, **more):
    return dict(name=name, scaling=scaling, d=d, base=base, factor=factor, original=original, length=length, **more)


CASES = [
    case("Llama-2-7B", "none", 128, 1e4),
    case("two dimensions", "none", 2, 1e4),
    case("LLaMA-2-7B-32K", "linear", 128, 1e4, 8.0, 4096, 32768),
    case("four dimensions", "linear", 4, 1e4, 2.5),
    case("d 128, s 4", "ntk", 128, 1e4, 4.0),
    case("four dimensions", "ntk", 4, 1e4, 8.0),
    case("twice as long", "dynamic-ntk", 128, 1e4, 2.0, 2048, 4096),
    case("as trained", "dynamic-ntk", 128, 1e4, 2.0, 2048, 2048),
    case("shorter", "dynamic-ntk", 64, 1e4, 4.0, 4096, 1000),
    case("s 1", "dynamic-ntk", 64, 5e5, 1.0, 2048, 10000),
    case("four dimensions", "dynamic-ntk", 4, 1e4, 2.0, 2048, 6000),
    case("Yarn-Llama-2-7b-64k", "yarn", 128, 1e4, 16.0, 4096, 65536),
    case("other turns", "yarn", 64, 1e6, 4.0, 32768, 131072, beta_fast=16.0, beta_slow=2.0),
    case("two dimensions", "yarn", 2, 1e4, 4.0),
    case("four dimensions", "yarn", 4, 1e4, 4.0),
    case("four dimensions, short", "yarn", 4, 1e4, 4.0, 4),
    case("s 1", "yarn", 64, 1e4, 1.0),
    case("Llama-3.1-8B", "llama3", 128, 5e5, 8.0, 8192, 131072),
    case("Llama-3.2-1B", "llama3", 64, 5e5, 32.0, 8192, 131072),
    case("other edges", "llama3", 96, 1e4, 4.0, 2048, 8192, low_freq_factor=2.0, high_freq_factor=9.0),
    case("two dimensions", "llama3", 2, 1e4, 8.0, 8192),
    case("four dimensions", "llama3", 4, 1e4, 8.0, 512),
    case("s 32", "longrope", 96, 1e4, 32.0, 4096, 131072, long_factors=[1 + k * k / 36 for k in range(48)]),
    case("s 1", "longrope", 4, 1e4, 1.0, 4096, 4096, long_factors=[1.5, 4.0]),
    case("two dimensions", "longrope", 2, 1e4, 8.0, 256, 2048, long_factors=[3.0]),
]

for entry in CASES:
    frequencies, amplitude = RULES[entry["scaling"]](**{key: entry[key] for key in entry if key not in ("name", "scaling")})
    entry["frequencies"] = [float(value) for value in frequencies]
    entry["amplitude"] = float(amplitude)

lines = ",\n".join(json.dumps(entry) for entry in CASES)
pathlib.Path(__file__).with_suffix(".json").write_text(f"[\n{lines}\n]\n")
