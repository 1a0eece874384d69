"""The claims of the house in order: what `Shown by` of its issue lists."""

import sys

from acceptance import at_most, below, equal_to, line
from measuring import Failed, run
from tree import ROOT

MEASURE = ROOT / "bench" / "compile" / "scaling.py"

# Compile time. The figures are of the release preset on a quiet machine.

LARGEST_SECONDS = 30
GROWTH = {
    "exponent": at_most(1.15),
    "largest doubling": at_most(2.6),
    "exponent of memory": at_most(1.15),
    "seconds of the largest": at_most(LARGEST_SECONDS),
}


def measured(*arguments):
    """The figures that bench/compile prints, in lines `name: number`; its tables are shown as they are."""
    release = ROOT / "build" / "release"
    environment = {"WEIR_BUILD_DIR": str(release), "PYTHONPATH": str(release / "python")}
    printed = run(sys.executable, MEASURE, *arguments, timeout=3600, env=environment)
    print(printed, end="")
    figures = dict(part.rsplit(": ", 1) for part in printed.splitlines() if part.startswith("figure "))
    if not figures:
        raise Failed(f"expects figures of {MEASURE.name} {' '.join(arguments)}, got none")
    return {name.removeprefix("figure "): float(value) for name, value in figures.items()}


def growth_of(graph):
    run("./dev", "build", "-p", "release", timeout=3 * 3600)
    return measured("growth", graph)


@line("a chain of 1,000 to 64,000 elementwise ops: time and memory from trace to artifact, per stage", bound=GROWTH)
def chain_grows():
    return growth_of("chain")


@line("a sum of n/5 towers of three ops and a broadcast, the same", bound=GROWTH)
def branches_grow():
    return growth_of("branches")


@line("a ladder of skip connections, the same", bound=GROWTH)
def ladder_grows():
    return growth_of("ladder")


@line("an unrolled LSTM cell, the same", bound=GROWTH)
def lstm_grows():
    return growth_of("lstm")


@line(
    "first calls: a GPT training step (width 64, AdamW, clip_grad_norm_) of 24 blocks, and of 96 beside it; 200 x "
    "Linear(4, 4) and tanh with Adam; a recurrent cell of 400 steps with gradient; 2,000 x `x = x.sin() + x`",
    bound={
        "gpt 24, s": at_most(6),
        "gpt 96, of gpt 24": at_most(2.5),
        "linears 200, s": at_most(4),
        "recurrent 400, s": at_most(4),
        "sines 2000, s": at_most(5),
    },
)
def first_calls():
    run("./dev", "build", "-p", "release", timeout=3 * 3600)
    return measured("first-calls")


@line(
    "Ctrl-C in the middle of a compilation of 64,000 ops of each graph ends it",
    bound={"longest, s": below(0.2), "graphs": equal_to(4)},
)
def interrupts():
    run("./dev", "build", "-p", "release", timeout=3 * 3600)
    return measured("interrupts")
