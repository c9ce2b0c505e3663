"""Writes mpmath_10000.csv: 10,000 values of sinusoidal tables, to 21 digits.

    python3 mpmath_10000.py > mpmath_10000.csv     (mpmath 1.3, 50 digits)
"""

import random

from mpmath import cos, mp, mpf, nstr, sin

mp.dps = 50
random.seed(3)
WIDTHS = [1, 2, 3, 5, 16, 33, 64, 128, 512, 768, 1023, 1024, 4096, 12288, 16384]
BASES = ["10000", "500000", "1.0001", "1e9", "2", "1000000"]
tables = [(random.choice(WIDTHS), random.choice(BASES)) for _ in range(40)]
print("d_model,base,position,dimension,value")
for d_model, base in tables:
    for i in range(250):
        # Half of the positions are large, where plain f64 angles are off.
        position = random.randrange(1_048_576 if i % 2 else 4096)
        dimension = random.randrange(d_model)
        angle = position * mpf(float(base)) ** (mpf(-2 * (dimension // 2)) / d_model)
        value = cos(angle) if dimension % 2 else sin(angle)
        print(f"{d_model},{base},{position},{dimension},{nstr(value, 21)}")
