"""How processes end: by forks, Ctrl-C and exits while runs are under way. Each program is a process of its own."""

import os
import subprocess
import sys
from textwrap import dedent

import pytest

pytestmark = pytest.mark.sampled(8)

INTERRUPTS = int(os.environ.get("WEIR_TEST_INTERRUPTS", 1))

HEAD = """
import multiprocessing, os, signal, sys, threading, time
import numpy as np
import weir as flow
from weir import nn

class Turned(nn.Graph):
    def __init__(self, rounds):
        super().__init__()
        self.rounds = rounds
    def build(self, x, turn):
        y = x
        for _ in range(self.rounds):
            y = y @ turn
        return y + x

class Compiled(nn.Graph):
    "For a while."
    def __init__(self, rounds):
        super().__init__()
        self.rounds = rounds
    def build(self, x):
        for i in range(self.rounds):
            x = (x * i).sin() @ x
        return x

brief, lasting = Turned(4), Turned(700)
turn, x = flow.eye(512), flow.ones(512, 512)

def is_right(y, value):
    return np.array_equal(y.numpy(), np.full((512, 512), value))
"""


@pytest.fixture
def run(tmp_path):
    """Runs a program behind HEAD; what it ended with."""

    def ended(program, timeout=60):
        file = tmp_path / "program.py"
        file.write_text(HEAD + dedent(program))
        return subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=timeout)

    return ended


def check(ended, code=0, stderr=""):
    assert (ended.returncode, ended.stderr) == (code, stderr), ended.stdout + ended.stderr


def test_parent_and_child_go_on_behind_a_fork(run):
    check(
        run("""
        def goes_on(y, number):
            z = brief(x, turn)
            x.fill_(7)
            return is_right(y, 2 * number) and is_right(z, -2 * number) and is_right(brief(x, turn), 14)

        for number in range(int(os.environ.get("WEIR_TEST_FORKS", 5))):
            flow.set_num_threads(1 + number % 3)
            x.fill_(number)
            y = brief(x, turn)
            x.fill_(-number)
            child = os.fork()
            if child == 0:
                os._exit(0 if goes_on(y, number) else 1)
            assert goes_on(y, number), f"parent {number}"
            assert os.waitpid(child, 0)[1] == 0, f"child {number}"
        """)
    )


def test_multiprocessing_forks(run):
    check(
        run("""
        def last_of(number):
            return brief(x, flow.full((512, 512), 0.0)).numpy()[-1, -1] + number

        def ends_with_calls_queued():
            for _ in range(20):
                brief(x, turn)

        context = multiprocessing.get_context("fork")
        y = lasting(x, turn)
        with context.Pool(3) as pool:
            z = brief(y, turn)
            assert pool.map(last_of, range(10)) == list(range(1, 11))
        assert is_right(y, 2) and is_right(z, 4)
        process = context.Process(target=ends_with_calls_queued)
        process.start()
        process.join()
        assert process.exitcode == 0
        """)
    )


@pytest.mark.parametrize("wait", ["y.numpy()", "flow.synchronize()", "x.numpy()"])
def test_ctrl_c_ends_a_wait_and_the_run_goes_on(run, wait):
    program = f"""
        def interrupt():
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        signal.signal(signal.SIGINT, signal.default_int_handler)
        sent, caught = [], []
        for number in range({INTERRUPTS}):
            y = lasting(x, turn)
            timer = threading.Timer(0.02, interrupt)
            timer.start()
            try:
                {wait}
                sys.exit("the wait went on")
            except KeyboardInterrupt:
                caught.append(time.perf_counter())
            timer.join()
            flow.synchronize()
            assert is_right(brief(x, turn), 2) and is_right(y, 2)
        print(*(end - start for start, end in zip(sent, caught)))
        """
    ended = run(program, timeout=60 + INTERRUPTS)
    check(ended)
    if "WEIR_TEST_INTERRUPTS" in os.environ:
        assert max(map(float, ended.stdout.split())) < 0.2


@pytest.mark.parametrize(
    ("end", "code", "stderr"),
    [
        ("", 0, ""),
        ("sys.exit()", 0, ""),
        ("sys.exit(3)", 3, ""),
        ("os._exit(4)", 4, ""),
        ("raise SystemExit('over')", 1, "over\n"),
    ],
)
def test_exit_with_calls_queued(run, end, code, stderr):
    check(
        run(f"""
        y = brief(flow.ones(16, 512), turn)
        kept = [brief(y, turn) for _ in range(1000)]
        {end}
        """),
        code,
        stderr,
    )


def test_an_exception_ends_a_program_with_calls_queued(run):
    ended = run("""
        def train():
            y = lasting(x, turn)
            for _ in range(100):
                y = brief(y, turn)
            raise ValueError("expects better data")

        train()
        """)
    assert ended.returncode == 1 and ended.stderr.endswith("\nValueError: expects better data\n")
    assert ended.stderr.count("Traceback") == 1


@pytest.mark.parametrize(
    ("build", "op"),
    [("nn.functional.cross_entropy(x, rows)", "cross_entropy"), ("nn.functional.embedding(rows, x)", "embedding")],
)
def test_a_failure_that_nobody_saw_is_told_at_exit(run, tmp_path, build, op):
    ended = run(f"""
        class Wrong(nn.Graph):
            def build(self, x, rows):
                return {build}

        y = Wrong()(flow.zeros(2, 4), flow.tensor([3, 9]))
        kept = [brief(x, turn) for _ in range(10)]
        """)
    lines = (tmp_path / "program.py").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if build in text)
    assert ended.returncode == 0 and ended.stdout == ""
    assert ended.stderr.count("\n") == 1 and "nobody looked at" in ended.stderr
    assert op in ended.stderr and f"program.py:{line}" in ended.stderr


@pytest.mark.parametrize("wait", ["y.numpy()", "flow.synchronize()", "x.numpy()"])
def test_a_daemon_thread_waits_at_exit(run, wait):
    check(
        run(f"""
        y = lasting(x, turn)
        threading.Thread(target=lambda: {wait}, daemon=True).start()
        time.sleep(0.01)
        """)
    )


def test_a_daemon_thread_compiles_at_exit(run):
    check(
        run("""
        threading.Thread(target=lambda: Compiled(200)(flow.ones(8, 8)), daemon=True).start()
        time.sleep(0.1)
        """)
    )


def test_a_daemon_thread_first_compiles_while_python_ends(run):
    """The compiler is loaded behind the moment at which threads that compile are told to end."""
    check(
        run("""
        begins = threading.Event()
        threading.Thread(target=lambda: (begins.wait(), Compiled(200)(flow.ones(8, 8))), daemon=True).start()

        def end():
            begins.set()
            time.sleep(0.2)

        import atexit
        atexit.unregister(flow._session._finish)
        atexit.register(end)
        atexit.register(flow._session._finish)  # runs before
        """)
    )


def test_a_fork_beside_a_compilation(run):
    check(
        run("""
        results = []
        thread = threading.Thread(target=lambda: results.append(Compiled(100)(flow.ones(8, 8)).numpy()))
        thread.start()
        time.sleep(0.1)
        child = os.fork()
        if child == 0:
            sys.exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        thread.join()
        assert results[0].shape == (8, 8)
        """)
    )


def test_daemon_threads_call_functions_on_the_host_at_exit(run):
    check(
        run("""
        def call():
            while True:
                flow.call_on_host(lambda y: sum(range(1000)), brief(x, turn))

        for _ in range(3):
            threading.Thread(target=call, daemon=True).start()
        time.sleep(0.3)
        """)
    )


@pytest.mark.parametrize("threads", [3, 20])
def test_daemon_threads_call_graphs_at_exit(run, threads):
    check(
        run(f"""
        def call():
            while True:
                brief(brief(x, turn), turn).numpy()

        for _ in range({threads}):
            threading.Thread(target=call, daemon=True).start()
        time.sleep(0.05)
        """)
    )
