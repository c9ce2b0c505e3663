"""Writes mpmath_conventions.csv: values of tables with every setting that enters an angle.

    python3 mpmath_conventions.py > mpmath_conventions.csv     (mpmath 1.3, 50 digits)

Settings are numbers as typed: the nearest float64 of each is exact from there on.
"""

import random

from mpmath import ceil, cos, floor, ln, mp, mpf, nstr, pi, sin, sqrt

mp.dps = 50
random.seed(11)
LONGEST = 1_048_576

SINUSOIDAL = [
    "start=0.1 step=0.37",
    "start=0.1 step=0.37 direction=descending",
    "start=-999999.3 step=0.9536743 direction=descending",
    "start=0.1 step=0.37 direction=mirrored",
    "start=0.1 step=0.37 direction=mirrored max_len=1048575",
    "start=0.1 step=0.37 direction=unsigned",
    "start=1000000 step=1000 direction=descending base=1.0001 d_model=16384",
    "start=1000000 step=999 trained_len=1048573 beyond=interpolate",
    "start=0.1 step=0.37 trained_len=3 beyond=interpolate",
    "start=0.1 step=0.37 trained_len=999999 beyond=interpolate d_model=512",
    "start=0.1 step=0.37 trained_len=4097 beyond=restart",
    "start=0.1 step=0.37 trained_len=4097 beyond=restart overlap=1000",
    "layout=concat order=cos-first direction=descending d_model=33",
    "layout=concat exponent=half d_model=33",
    "exponent=half-minus-one d_model=512",
    "exponent=half-minus-shift shift=0.3",
    "exponent=half-minus-shift shift=255.9 d_model=512 layout=concat",
    "exponent=half-minus-shift shift=-1.7 direction=mirrored start=0.1 step=0.37",
    "scale_by=sqrt-d direction=descending start=0.1 step=0.37 d_model=512",
    "scale_by=sqrt-d factor=0.7 d_model=33",
    "scale_by=inverse-sqrt-d factor=3.3 d_model=77",
]
GRID = [
    "grid_width=1000 grid_start=0.1",
    "grid_width=1 grid_start=-0.3",
    "grid_width=1021 grid_start=1 grid_unit=turn",
    "grid_width=1021 grid_start=0.1 grid_unit=turn",
    "grid_width=1021 grid_unit=turn grid_first=x",
]
ROPE = [
    "scaling=none",
    "scaling=none rotary_dims=48",
    "scaling=none trained_len=1048573 beyond=interpolate",
    "scaling=none trained_len=4097 beyond=restart overlap=1000",
    "scaling=linear scaling_factor=7",
    "scaling=linear scaling_factor=2.7 trained_len=333333 beyond=interpolate",
    "scaling=ntk scaling_factor=7",
    "scaling=ntk scaling_factor=2.7 d_model=128 base=500000",
    "scaling=ntk scaling_factor=7 d_model=2",
    "scaling=ntk scaling_factor=7 trained_len=1048573 beyond=interpolate",
    "scaling=dynamic-ntk scaling_factor=2 original_len=2048",
    "scaling=dynamic-ntk scaling_factor=7.3 original_len=1048573",
    "scaling=dynamic-ntk scaling_factor=7.3 original_len=1048576",
    "scaling=yarn scaling_factor=16 original_len=4096 d_model=128",
    "scaling=yarn scaling_factor=7.3 original_len=32768 beta_fast=16.5 beta_slow=2.1 base=1000000",
    "scaling=yarn scaling_factor=4 original_len=4 d_model=4",
    "scaling=yarn scaling_factor=3 trained_len=1048573 beyond=interpolate",
    "scaling=llama3 scaling_factor=8 original_len=8192 base=500000 d_model=128",
    "scaling=llama3 scaling_factor=7.3 original_len=8192 low_freq_factor=0.7 high_freq_factor=19.1",
    "scaling=longrope scaling_factor=32 original_len=4096 d_model=8 long_factors=1,1.1,3.7,40",
    "scaling=longrope scaling_factor=7 original_len=2 d_model=4 long_factors=900,1.3",
]
USUAL = dict(
    max_len="1048576", base="10000", start="0", step="1", direction="ascending", layout="interleaved",
    order="sin-first", exponent="d", shift="1", scale_by="one", factor="1", trained_len="0", overlap="0",
    grid_start="0", grid_first="y", grid_unit="cell", rotary_dims="0", scaling_factor="4",
    original_len="2048", beta_fast="32", beta_slow="1", low_freq_factor="1", high_freq_factor="4",
)  # fmt: skip


class Table:
    def __init__(self, words):
        self.words = words
        self.settings = USUAL | dict(word.split("=") for word in words.split())

    def text(self, name):
        return self.settings.get(name)

    def whole(self, name):
        return int(self.settings[name])

    def number(self, name):
        return mpf(float(self.settings[name]))

    def power(self, exponent):
        return self.number("base") ** -exponent

    def place(self, row):
        """Row of the table it would be, if it did not start over."""
        length, overlap = self.whole("trained_len"), self.whole("overlap")
        if self.text("beyond") != "restart" or row < length:
            return row
        return overlap + (row - length) % (length - overlap)

    def share(self):
        if self.text("beyond") != "interpolate":
            return mpf(1)
        return mpf(self.whole("trained_len")) / self.whole("max_len")


def sinusoidal(table, row, column):
    d, last = table.whole("d_model"), table.whole("max_len") - 1
    start, step = table.number("start"), table.number("step")
    position = {
        "ascending": start + step * table.place(row),
        "descending": start + step * (last - row),
        "mirrored": start + step * (mpf(last) / 2 - row),
        "unsigned": start + step * abs(row - last // 2),
    }[table.text("direction")]
    if table.text("layout") == "interleaved":
        pair, which = divmod(column, 2)
    else:
        firsts = (d + 1) // 2
        pair, which = (column, 0) if column < firsts else (column - firsts, 1)
    half = d // 2
    exponent = {
        "d": lambda: mpf(2 * pair) / d,
        "half": lambda: mpf(pair) / half,
        "half-minus-one": lambda: mpf(pair) / (half - 1),
        "half-minus-shift": lambda: mpf(pair) / (half - table.number("shift")),
    }[table.text("exponent")]()
    angle = position * table.share() * table.power(exponent)
    wave = sin if which == (table.text("order") == "cos-first") else cos
    scale = {"one": mpf(1), "sqrt-d": sqrt(mpf(d)), "inverse-sqrt-d": 1 / sqrt(mpf(d))}[table.text("scale_by")]
    return scale * table.number("factor") * wave(angle)


def grid(table, row, column):
    pairs, width, rows = table.whole("d_model") // 4, table.whole("grid_width"), table.whole("max_len")
    halves = {"y": (row // width, -(-rows // width)), "x": (row % width, min(width, rows))}
    first = table.text("grid_first")
    second = "x" if first == "y" else "y"
    which, inner = divmod(column, 2 * pairs)
    cell, count = halves[(first, second)[which]]
    position = table.number("grid_start") + cell
    if table.text("grid_unit") == "turn":
        position *= 2 * pi / (table.number("grid_start") + count - 1 + mpf("1e-6"))
    angle = position * table.power(mpf(inner // 2) / pairs)
    return cos(angle) if inner % 2 else sin(angle)


def rope(table, row, column):
    d = table.whole("rotary_dims") or table.whole("d_model")
    part = table.text("part")
    if column >= d:
        return mpf(part == "cos")
    pair = column % (d // 2)
    plain = table.power(mpf(2 * pair) / d)
    s, trained, amplitude = table.number("scaling_factor"), mpf(table.whole("original_len")), mpf(1)
    longer = table.number("base")

    def ntk(s):
        return (longer * s ** (mpf(d) / (d - 2))) ** -(mpf(2 * pair) / d) if d > 2 else plain

    def between(kept):
        kept = min(max(kept, 0), 1)
        return kept * plain + (1 - kept) * plain / s

    match table.text("scaling"):
        case "none":
            frequency = plain
        case "linear":
            frequency = plain / s
        case "ntk":
            frequency = ntk(s)
        case "dynamic-ntk":
            length = max(mpf(table.whole("max_len")), trained)
            frequency = ntk(s * length / trained - (s - 1))
        case "yarn":

            def pair_of(turns):
                return d * ln(trained / (turns * 2 * pi)) / (2 * ln(longer))

            low = max(floor(pair_of(table.number("beta_fast"))), 0)
            high = min(ceil(pair_of(table.number("beta_slow"))), d - 1)
            # A ramp without a length is a step.
            high = low + mpf("0.001") if high == low else high
            frequency = between(1 - (pair - low) / (high - low))
            amplitude = ln(s) / 10 + 1 if s > 1 else mpf(1)
        case "llama3":
            low, high = table.number("low_freq_factor"), table.number("high_freq_factor")
            frequency = between((trained * plain / (2 * pi) - low) / (high - low))
        case "longrope":
            frequency = plain / mpf(float(table.text("long_factors").split(",")[pair]))
            amplitude = sqrt(1 + ln(s) / ln(trained)) if s > 1 else mpf(1)
    angle = table.place(row) * table.share() * frequency
    return {"cos": amplitude * cos(angle), "sin": amplitude * sin(angle), "angle": angle}[part]


def cells(table):
    """Rows and columns of a table: its corners, and some between."""
    rows, columns = table.whole("max_len"), table.whole("d_model")
    yield from [(0, 0), (rows - 1, 0), (rows - 1, 1), (rows - 1, columns - 1), (rows // 2, 1)]
    for i in range(COUNT - 5):
        # Columns of high frequency are the hard ones.
        column = random.randrange(min(columns, 16) if i % 2 else columns)
        yield random.randrange(rows), column


COUNT = 20
print("# Values of tables, computed with mpmath 1.3.0 (BSD licence) at 50 digits, settings being exact.")
print("# value has 30 significant digits; rest is value less the nearest float64, so that a difference")
print("# can be taken beyond its last bit.")
print("settings;position;dimension;value;rest")
TABLES = [(sinusoidal, f"scheme=sinusoidal {'' if 'd_model' in words else 'd_model=8 '}{words}") for words in SINUSOIDAL]
TABLES += [(grid, f"scheme=grid d_model=16 {words}") for words in GRID]
for part in ["cos", "sin", "angle"]:
    for words in ROPE:
        width = "" if "d_model" in words else "d_model=64 "
        TABLES.append((rope, f"scheme=rope part={part} {width}{words}"))
for rule, words in TABLES:
    table = Table(words)
    for row, column in cells(table):
        value = rule(table, row, column)
        rest = value - mpf(float(value))
        print(f"{words};{row};{column};{nstr(value, 30)};{float(rest)!r}")
