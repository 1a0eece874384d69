"""A picture of curves as SVG."""

from __future__ import annotations

from typing import Mapping, Sequence

WIDTH, HEIGHT, MARGIN = 420, 260, 44
COLOURS = ("#1f6f8b", "#c8553d", "#6a994e")


def _panel(left: int, title: str, curves: Mapping[str, Sequence[float]], low: float, high: float) -> list[str]:
    right, top, bottom = left + WIDTH - 2 * MARGIN, MARGIN, HEIGHT - MARGIN
    parts = [
        f'<text x="{left}" y="{top - 14}" font-size="14">{title}</text>',
        f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="#444"/>',
    ]
    for fraction in (0, 0.5, 1):
        y = bottom - fraction * (bottom - top)
        parts.append(
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{low + fraction * (high - low):.3g}</text>'
        )
    for number, (name, values) in enumerate(curves.items()):
        scale = max(high - low, 1e-12)
        points = [
            f"{left + i * (right - left) / max(len(values) - 1, 1):.1f},"
            f"{bottom - (min(max(value, low), high) - low) / scale * (bottom - top):.1f}"
            for i, value in enumerate(values)
        ]
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<text x="{right}" y="{top + 4 + 14 * number}" text-anchor="end" fill="{colour}">{name}</text>')
    longest = max(len(values) for values in curves.values())
    parts.append(f'<text x="{(left + right) / 2}" y="{bottom + 20}" text-anchor="middle">epoch 1 to {longest}</text>')
    return parts


def write(path: str, panels: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
    """One panel of curves beside the other. The vertical axis spans the values."""
    parts = []
    for index, (title, curves) in enumerate(panels.items()):
        values = [value for curve in curves.values() for value in curve]
        parts += _panel(index * WIDTH + MARGIN, title, curves, min(values), max(values))
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH * len(panels)}" height="{HEIGHT}" '
            'font-family="sans-serif" font-size="11">\n<rect width="100%" height="100%" fill="white"/>\n'
            + "\n".join(parts)
            + "\n</svg>\n"
        )
