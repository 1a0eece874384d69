"""The claims of being right everywhere: what `Shown by` of its issue lists."""

import damaged_calls
from acceptance import at_least, equal_to, line
from measuring import BUILD, pytest_figures, tool

NUMBERED = 29  # lines of the list of what PyTorch's samples and newcomers found wrong


@line(
    "every numbered line of what PyTorch's samples, newcomers and the tools found: a file of tests each, all pass",
    bound={"tests": at_least(NUMBERED), "failed": equal_to(0)},
)
def found():
    return pytest_figures("test/python/found")


TOOLS = len(damaged_calls.TOOLS)
DAMAGED = {"line": 500, "input": 5000}  # of every tool, of a fixed seed


@line(
    "damaged command lines and inputs of every tool end by themselves, with a message and without temporary files",
    bound={"calls": equal_to(TOOLS * sum(DAMAGED.values())), "broken": equal_to(0)},
)
def damaged_tool_calls():
    for one in damaged_calls.TOOLS:
        tool(one.name)
    return damaged_calls.findings(BUILD, DAMAGED)
