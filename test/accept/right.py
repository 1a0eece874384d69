"""The claims of being right everywhere: what `Shown by` of its issue lists."""

from acceptance import at_least, equal_to, line
from measuring import pytest_figures

NUMBERED = 29  # lines of the list of what PyTorch's samples and newcomers found wrong


@line(
    "every numbered line of what PyTorch's samples, newcomers and the tools found: a file of tests each, all pass",
    bound={"tests": at_least(NUMBERED), "failed": equal_to(0)},
)
def found():
    return pytest_figures("test/python/found")
