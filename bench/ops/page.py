"""Writes docs/benchmarks-ops.md and its plot from the lines that ops.py --json has left."""

import argparse
import json
import math
import statistics
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "dev"))

import machine  # noqa: E402

SLOW, VERY_SLOW, NEAR_ROOFLINE = 1.2, 1.5, 0.8
COLORS = {"float32 forward": "#1f6feb", "float32 with gradient": "#8250df"}
COLORS |= {"bfloat16 forward": "#bf8700", "bfloat16 with gradient": "#cf222e"}
WIDTH, HEIGHT, LEFT, TOP = 760, 360, 60, 20
LEAST, MOST = 1 / 32, 8


def group_of(row):
    return f"{row['dtype']} {'with gradient' if row['of_training'] else 'forward'}"


def family_of(row):
    return row["case"].split()[0]


def geometric_mean(rows):
    return statistics.geometric_mean(row["ratio"] for row in rows)


def is_slow(row, bound):
    return row["ratio"] > bound and row["roofline"] < NEAR_ROOFLINE


def table(heads, rows):
    line = "|---|" + "--:|" * (len(heads) - 1)
    return "\n".join([f"| {' | '.join(heads)} |", line, *(f"| {' | '.join(map(str, row))} |" for row in rows)])


def overview(groups):
    heads = ["", "cases", "geometric mean", "Weir is faster in", f"over {SLOW}", f"over {VERY_SLOW}"]
    rows = [
        [
            name,
            len(rows),
            f"{geometric_mean(rows):.2f}",
            f"{sum(row['ratio'] < 1 for row in rows) / len(rows):.0%}",
            *(sum(is_slow(row, bound) for row in rows) for bound in (SLOW, VERY_SLOW)),
        ]
        for name, rows in groups.items()
    ]
    return table(heads, rows)


def families(groups):
    names = sorted({family_of(row) for rows in groups.values() for row in rows})

    def cell(rows, family):
        own = [row for row in rows if family_of(row) == family]
        return f"{geometric_mean(own):.2f} ({len(own)})" if own else ""

    return table(["", *groups], [[name, *(cell(rows, name) for rows in groups.values())] for name in names])


def slowest(groups):
    rows = [row for rows in groups.values() for row in rows if is_slow(row, VERY_SLOW)]
    rows.sort(key=lambda row: -row["ratio"])
    shown = [
        [row["case"], group_of(row), f"{row['weir'] * 1e3:.3f}", f"{row['torch'] * 1e3:.3f}", f"{row['ratio']:.1f}"]
        for row in rows
    ]
    return table(["case", "", "Weir, ms", "PyTorch, ms", "ratio"], shown)


def plot(groups):
    """The ratios of each group in ascending order, on a logarithmic scale, as SVG."""

    def y_of(ratio):
        share = math.log(min(max(ratio, LEAST), MOST) / LEAST) / math.log(MOST / LEAST)
        return TOP + HEIGHT * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 20}" height="{TOP + HEIGHT + 60}"'
        ' font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    ratio = LEAST
    while ratio <= MOST:
        y, label = y_of(ratio), f"{ratio:g}" if ratio >= 1 else f"1/{round(1 / ratio)}"
        stroke = "#000" if ratio == 1 else "#ddd"
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="{stroke}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
        ratio *= 2
    for number, (name, rows) in enumerate(groups.items()):
        ratios = sorted(row["ratio"] for row in rows)
        step = WIDTH / max(len(ratios) - 1, 1)
        points = " ".join(f"{LEFT + i * step:.1f},{y_of(ratio):.1f}" for i, ratio in enumerate(ratios))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLORS[name]}" stroke-width="2"/>')
        x, y = LEFT + number * 190, TOP + HEIGHT + 40
        line = f'<line x1="{x}" x2="{x + 20}" y1="{y - 4}" y2="{y - 4}"'
        parts.append(f'{line} stroke="{COLORS[name]}" stroke-width="3"/>')
        parts.append(f'<text x="{x + 26}" y="{y}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def page(groups, version):
    return f"""# Functions and layers

Written by `bench/ops/page.py`; [bench/ops](../bench/ops/README.md) says how it measures. Times of Weir over those of
PyTorch {version} eager, in turns, on 2 threads of a machine of this kind: {machine.cpu_name()}. Cases slower than
PyTorch but within {NEAR_ROOFLINE:.0%} of what the machine can do at all are not counted as over a bound.

{overview(groups)}

![the ratios in ascending order](benchmarks-ops.svg)

Geometric means by the first word of a case's name, and how many there are:

{families(groups)}

## Over {VERY_SLOW}

{slowest(groups)}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="+", type=Path)
    parser.add_argument("--torch", required=True, help="the version of PyTorch")
    options = parser.parse_args()
    groups = defaultdict(list)
    for path in options.results:
        for line in path.read_text().splitlines():
            row = json.loads(line)
            groups[group_of(row)].append(row)
    groups = {name: groups[name] for name in COLORS if name in groups}
    (ROOT / "docs" / "benchmarks-ops.md").write_text(page(groups, options.torch))
    (ROOT / "docs" / "benchmarks-ops.svg").write_text(plot(groups))


if __name__ == "__main__":
    main()
