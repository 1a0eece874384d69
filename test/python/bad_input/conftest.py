"""Runs what a user would run, in a process of its own, and gives the whole message it ends with."""

import os
import re
import subprocess
import sys

import pytest

import weir as flow
from weir import nn

# What never stands in the output, whatever the input.
CRASHES = (
    "LLVM ERROR",
    "Stack dump",
    "PLEASE submit a bug report",
    "terminate called",
    "Aborted",
    "Segmentation",
    "Assertion",
    "UNREACHABLE",
)

# A script's own line is the last one: number 12.
PREAMBLE = """\
import numpy as np
import weir as flow
from weir import nn, optim
from weir.nn import functional as F
class G(nn.Graph):
    def __init__(self, function):
        super().__init__()
        self.function = function
    def build(self, *args):
        return self.function(*args)
x, n = flow.ones(2, 3), flow.ones(2, 3, dtype=flow.int64)
"""


def finish(command, folder, **options):
    result = subprocess.run(
        command, capture_output=True, text=True, errors="replace", cwd=folder, timeout=120, **options
    )
    assert result.returncode == 1, f"exit status {result.returncode}\n{result.stdout}{result.stderr}"
    for mark in CRASHES:
        assert mark not in result.stderr, result.stderr
    return result.stderr


@pytest.fixture
def refused(tmp_path):
    """The message of the exception that ends a script."""

    def run(statement, preamble=PREAMBLE, **environment):
        path = tmp_path / "user.py"
        path.write_text(preamble + statement + "\n")
        stderr = finish([sys.executable, "user.py"], tmp_path, env={**os.environ, **environment})
        start = [match.start() for match in re.finditer(r"^[\w.]+: ", stderr, re.MULTILINE)][-1]
        return stderr[start:].rstrip("\n").replace(f"{tmp_path}{os.sep}", "")

    return run


@pytest.fixture
def tool_refused(tmp_path, tool):
    """The message of a tool that a file is given to."""

    def run(name, data, *options):
        path = tmp_path / "input.mlir"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return finish([tool(name), "input.mlir", *options], tmp_path).rstrip("\n")

    return run


@pytest.fixture(scope="module")
def artifact(tmp_path_factory):
    """A good artifact."""

    class Program(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(4, 3)

        def build(self, x):
            return self.layer(x)

    graph = Program()
    graph(flow.ones(2, 4))
    path = tmp_path_factory.mktemp("artifact") / "good.weir"
    graph.save(path)
    return path.read_bytes()
