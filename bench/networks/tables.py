"""What was measured as tables, on a terminal and in docs/benchmarks.md."""

import sys
from pathlib import Path
from typing import NamedTuple

from network_cases import CASES
from serve import CONTENDERS

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "dev"))

import machine  # noqa: E402

SLOWEST = 5  # kernels of a profile
PEAKS = {"float32": ("f32_fma_avx2", "f32_fma_avx512"), "bfloat16": ("bf16_dot_avx512", "bf16_tile")}


def title_of(row: dict) -> str:
    return CONTENDERS[row["contender"]][0]


def compared(rows: list[dict]) -> str:
    lines = ["| | run, ms | Weir / this | kernels | peak memory, MB | first result cold, s | warm, s |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        lines.append(
            f"| {title_of(row)} | {row['seconds'] * 1e3:.3g} | {row['ratio']:.2f} | {row['kernels']} | "
            f"{row['peak_bytes'] / 1e6:.0f} | {row['cold']:.2f} | {row['warm']:.2f} |"
        )
    return "\n".join(lines)


def profiled(kernels: list[dict], seconds: float, peaks: dict, threads: int, dtype: str = "float32") -> str:
    """Weir's slowest kernels in the run of `seconds`: all launches of each together."""
    peak = threads * max(peaks["gflops"][name] or 0 for name in PEAKS[dtype])
    lines = ["| kernel | launches | ms | of the run | GF/s | of peak | GB/s |", "|---|--:|--:|--:|--:|--:|--:|"]
    for kernel in sorted(kernels, key=lambda kernel: -kernel["seconds"])[:SLOWEST]:
        per_second = kernel["launches"] / kernel["seconds"] / 1e9
        rate = kernel["flops"] * per_second
        of_peak = f"{rate / peak:.1%}" if peak else "–"
        lines.append(
            f"| `{kernel['kernel']}` | {kernel['launches']} | {kernel['seconds'] * 1e3:.3g} | "
            f"{kernel['seconds'] / seconds:.0%} | {rate:.3g} | {of_peak} | {kernel['bytes'] * per_second:.3g} |"
        )
    return "\n".join(lines)


class Kernel(NamedTuple):
    name: str
    of_roofline: float  # the time that its arithmetic or its bytes take at least, of all launches' time
    of_run: float


def beside_roofline(figures: dict, peaks: dict, threads: int, dtype: str = "float32") -> list[Kernel]:
    """The kernels of a run, the one that loses most first. What stays in caches may be faster than memory."""
    rate = threads * max(peaks["gflops"][name] or 0 for name in PEAKS[dtype]) * 1e9
    bandwidth = peaks["read_together_gbps"] * 1e9
    run = figures["rows"][0]["seconds"]
    made = []
    for kernel in figures["profile"]:
        least = kernel["launches"] * max(kernel["flops"] / rate, kernel["bytes"] / bandwidth)
        made.append(Kernel(kernel["kernel"], least / kernel["seconds"], kernel["seconds"] / run))
    return sorted(made, key=lambda kernel: (kernel.of_roofline - 1) * kernel.of_run)


def within(figures: dict) -> str:
    kernels, run = sum(kernel["seconds"] for kernel in figures["profile"]), figures["rows"][0]["seconds"]
    if kernels > run:
        raise RuntimeError(f"expects kernels within their run of {run} s, got {kernels} s")
    return f"of which all kernels took {kernels / run:.0%}"


def disturbance(figures: dict) -> str:
    if not figures["disturbed"]:
        return "Nothing else ran on the machine."
    return f"**Something else ran on the machine before {figures['disturbed']} of {figures['turns']} turns.**"


def section(name: str, figures: dict, peaks: dict, threads: int) -> str:
    case, seconds = CASES[name], figures["rows"][0]["seconds"]
    return "\n".join(
        [
            f"## {case.title}",
            "",
            compared(figures["rows"]),
            "",
            disturbance(figures),
            "",
            f"Weir's slowest {SLOWEST} kernels in this run, {within(figures)}:",
            "",
            profiled(figures["profile"], seconds, peaks, threads, case.dtype),
            "",
        ]
    )


HEAD = """# Benchmarks

Written by `./dev bench networks -- --update-docs`; [bench/networks](../bench/networks/README.md) says how it measures.
[Benchmarks on a GPU](benchmarks-gpu.md) and of [single functions](benchmarks-ops.md) have pages of their own.

{cpu}, {threads} threads, f32 where a title has no other. Measured of one core: {peaks}. {versions}.
"""


def page(figures: dict[str, dict], peaks: dict, threads: int, versions: str) -> str:
    head = HEAD.format(
        cpu=machine.cpu_name(), threads=threads, peaks="; ".join(machine.peaks_text(peaks)), versions=versions
    )
    return "\n".join([head, *(section(name, figures[name], peaks, threads) for name in figures)]).rstrip() + "\n"
