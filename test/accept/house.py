"""The claims of the house in order: what `Shown by` of its issue lists, a line or several for each paragraph."""

import re
import sys

from acceptance import at_least, at_most, equal_to, line
from measuring import run
from op_trial import added_op


# Composite ops and the front door.


def printed_by(script):
    return run(sys.executable, f"tools/dev/{script}", timeout=1800)


@line(
    "each public function that computes is generated from a record, or is listed as a form of arguments; no form "
    "executes more than one op that is no view",
    bound={"generated": at_least(120), "unlisted": equal_to([]), "forms of several ops": equal_to([])},
)
def public_functions():
    printed = printed_by("public_functions.py")
    unlisted = re.search(r"^neither generated nor listed: (.*)$", printed, re.MULTILINE)[1]
    return {
        "generated": int(re.search(r"^generated: (\d+)", printed, re.MULTILINE)[1]),
        "unlisted": [name for name in unlisted.split(", ") if name],
        "forms of several ops": re.findall(r"^(\w+): .*, .*$", printed, re.MULTILINE),
    }


@line(
    "the traced IR of ResNet-50, ViT-S and a 12-layer GPT has at most 1.3 ops for each call in their source",
    bound={name: at_most(1.3) for name in ("ResNet-50", "ViT-S", "GPT")},
)
def traced_ops():
    printed = printed_by("traced_calls.py")
    return {name: float(ratio) for name, ratio in re.findall(r"^(.+): .* calls, ([\d.]+)$", printed, re.MULTILINE)}


@line(
    "tools/dev/new-op adds a composite op by the commands of CONTRIBUTING: its gradient, split test, random programs, "
    "Python function and docs follow",
    bound={"files": at_most(3), "lines": at_most(35), "passed": at_least(1), "failed": equal_to(0)},
)
def new_composite():
    return added_op("### An elementwise op made of others")
