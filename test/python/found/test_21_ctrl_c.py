"""Ctrl-C ends a wait for a run and a compilation while they last, and what was compiled by then is kept."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

HEAD = """
import os, signal, sys, threading, time
import weir as flow
from weir import nn

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the process was started in the background

class Function(nn.Graph):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def build(self, *args):
        return self.function(*args)

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
"""


def run(program, **environment):
    done = subprocess.run(
        [sys.executable, "-c", HEAD + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGINT"), reason="no signals")
def test_a_wait_for_a_run_ends_before_the_run():
    run("""
        def products(x):
            for _ in range(400):
                x = x @ x
            return x.sum()

        graph, x = Function(products), flow.full((512, 512), 1 / 512)
        y = graph(x)
        threading.Timer(0.02, interrupt).start()
        try:
            y.item()
            sys.exit("the wait went on")
        except KeyboardInterrupt:
            pass
        assert abs(y.item() - 512) < 1  # the run has gone on
        """)


def test_what_was_compiled_is_kept(tmp_path):
    """Interrupted when the first kernel is in the cache; kernels that are there are not compiled again."""
    out = run(
        """
        from pathlib import Path

        folder = Path(os.environ["WEIR_CACHE_DIR"])

        def kernels():
            return [path for path in folder.glob("kernels-v1/*/*") if ".tmp" not in path.name]

        def at_the_first_kernel():
            while not kernels():
                time.sleep(0.01)
            interrupt()

        threading.Thread(target=at_the_first_kernel, daemon=True).start()
        graph = Function(lambda x: [(x * i).sum(0).softmax(0).cumsum(0) for i in range(1, 100)])
        try:
            for rows in range(2, 1000):  # until one is interrupted
                graph(flow.ones(rows, 7))
            sys.exit("the compilation went on")
        except KeyboardInterrupt:
            print(len(kernels()))
        """,
        WEIR_CACHE_DIR=str(tmp_path / "cache"),
    )
    assert int(out) > 0
