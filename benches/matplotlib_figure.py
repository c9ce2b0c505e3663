#!/usr/bin/env python3
"""The articles' figure as one process, by matplotlib and by poscope.

    python3 benches/matplotlib_figure.py [path of poscope]

Needs NumPy, matplotlib and Pillow. Prints the median time of each as a whole process, their
ratio, and how far the pixels inside the axes are from those of matplotlib, in colour steps.
"""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SCRIPT = """
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

def get_positional_encoding(max_len, d_model):
    position = np.arange(max_len)[:, np.newaxis]
    div_term = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    pe = np.zeros((max_len, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe

pe = get_positional_encoding(50, 16)
plt.figure(figsize=(WIDTH, HEIGHT), dpi=300)
plt.pcolormesh(pe.T, cmap="RdBu", vmin=-1, vmax=1)
plt.xlabel("Position")
plt.ylabel("Dimension")
plt.colorbar(label="Value")
plt.title("Positional encoding")
plt.savefig(OUT)
"""


def timed(command, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def main():
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np
    from PIL import Image

    default = pathlib.Path(__file__).resolve().parent.parent / "target/release/poscope"
    program = sys.argv[1] if len(sys.argv) > 1 else str(default)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        ours = folder / "ours.png"
        command = [program, "export", "heatmap", "-o", str(ours), "--lang", "en"]
        our_ms = timed(command, 15)
        picture = np.asarray(Image.open(ours).convert("RGB"))
        height, width = picture.shape[:2]
        script = folder / "figure.py"
        script.write_text(
            SCRIPT.replace("WIDTH", str(width / 300)).replace("HEIGHT", str(height / 300)).replace("OUT", repr(str(folder / "theirs.png")))
        )
        their_ms = timed([sys.executable, str(script)], 7)
        print(f"one process, {width} x {height} pixels: matplotlib {their_ms:.0f} ms, poscope {our_ms:.1f} ms, ratio {their_ms / our_ms:.0f}")

        # Where our axes are: the SVG of the same figure says it in points.
        svg = subprocess.run([program, "export", "heatmap", "--format", "svg", "-o", "-", "--lang", "en"], check=True, capture_output=True, text=True).stdout
        image = svg[svg.index("<image") :]
        number = lambda name: float(image.split(f' {name}="')[1].split('"')[0])
        left, top, wide, high = (round(number(name) * 300 / 72) for name in ("x", "y", "width", "height"))

        scope = {}
        exec(SCRIPT[: SCRIPT.index("pe = get")].replace("import matplotlib\nmatplotlib", "import matplotlib\nmatplotlib"), scope)
        table = scope["get_positional_encoding"](50, 16)
        figure = plt.figure(figsize=(wide / 100, high / 100), dpi=100)
        axes = figure.add_axes([0, 0, 1, 1])
        axes.axis("off")
        axes.imshow(table.T, cmap="RdBu", vmin=-1, vmax=1, origin="lower", aspect="auto", interpolation="nearest")
        figure.canvas.draw()
        theirs = np.asarray(figure.canvas.buffer_rgba())[:, :, :3].astype(int)
        inside = picture[top : top + high, left : left + wide].astype(int)
        steps = np.asarray(matplotlib.colormaps["RdBu"](np.arange(256), bytes=True))[:, :3].astype(int)
        index = {tuple(color): place for place, color in enumerate(steps)}
        places = lambda pixels: np.array([index.get(tuple(pixel), -1000) for pixel in pixels.reshape(-1, 3)])
        apart = np.abs(places(inside) - places(theirs))
        print(f"{apart.size} pixels inside the axes: {int((apart > 0).sum())} differ, by at most {int(apart.max())} colour steps")


if __name__ == "__main__":
    main()
