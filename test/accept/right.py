"""The claims of being right everywhere: what `Shown by` of its issue lists."""

import re
import sys

from acceptance import at_least, at_most, below, equal_to, line
from measuring import pytest_figures, run

NUMBERED = 29  # lines of the list of what PyTorch's samples and newcomers found wrong


@line(
    "every numbered line of what PyTorch's samples, newcomers and the tools found: a file of tests each, all pass",
    bound={"tests": at_least(NUMBERED), "failed": equal_to(0)},
)
def found():
    return pytest_figures("test/python/found")


def numbers_of(printed):
    return {name: float(number) for name, number in re.findall(r"^(.+): ([\d.e+-]+)$", printed, re.MULTILINE)}


@line(
    "a call asks whether anything has changed that traces read: ten linear layers, ResNet-50 in training mode",
    bound={"ten linear layers, us": at_most(1), "ResNet-50, us": at_most(10)},
)
def watching():
    found = numbers_of(run(sys.executable, "bench/engine/watching.py", timeout=1800))
    return {f"{name}, us": found[f"{name}, asking, us"] for name in ("ten linear layers", "ResNet-50")}


@line(
    "a second call of a graph that draws random numbers returns while the first run lasts, which takes 20 ms",
    bound={"second call that draws, us": below(50)},
)
def drawing():
    return numbers_of(run(sys.executable, "bench/engine/at_once.py"))
