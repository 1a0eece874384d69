"""The claims of having no cliffs: what `Shown by` of its issue lists, as far as it is built."""

import re

from acceptance import at_least, at_most, equal_to, line
from measuring import BUILD, Failed, run
from tree import ROOT


def python_with_torch():
    path = ROOT / "build" / "peers" / "bin" / "python"
    if not path.is_file():
        raise Failed("expects PyTorch in build/peers, found none; run ./dev bench networks")
    return path


def beside_pytorch(way):
    """The figures of bench/ops, forward or with gradients."""
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    env = {"PYTHONPATH": str(BUILD.parent / "release" / "python")}
    printed = run(python_with_torch(), "bench/ops/ops.py", "--again", f"--{way}", env=env, timeout=3600)
    print(printed, end="")
    found = dict(re.findall(r"^float32 [a-z ]+, (.+): ([\d.]+)$", printed, re.MULTILINE))
    refused = re.search(r"^refused: (\d+)$", printed, re.MULTILINE)
    return {name: float(number) for name, number in found.items()} | {"refused": int(refused[1])}


def bounds():
    return {
        "cases": at_least(300),
        "refused": equal_to(0),
        "geometric mean": at_most(0.75),
        "over 1.2 and below the roofline": at_most(6),  # 2 % of the cases, each with a reason
        "over 1.5 and below the roofline": equal_to(0),
        "errors over 1.5 of PyTorch's": equal_to(0),
    }


@line(
    "functions and layers of networks in f32 beside PyTorch eager, in turns: time, share of the roofline, error against"
    " f64; what exceeds the bound is measured three times more, and the median counts",
    bound=bounds(),
)
def ops_forward():
    return beside_pytorch("forward")


@line("the same with the gradients of all inputs", bound=bounds())
def ops_with_gradients():
    return beside_pytorch("gradients")
