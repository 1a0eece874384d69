"""What the lines of an acceptance topic are made of: built programs, commands, test suites. Judges nothing."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from junit_count import count_suite
from tree import ROOT

BUILD = Path(os.environ.get("WEIR_BUILD_DIR", ROOT / "build" / "dev"))
LIT = "/usr/lib/llvm-22/bin/lit"
WHOLE_SUITES = {"WEIR_WHOLE_SUITES": "1"}  # of suites of which ./dev test runs a sample


class NotBuilt(Exception):
    """What a line needs doesn't exist yet."""


class Failed(AssertionError):
    """The claim was tried and is false."""


def numbers_of(printed):
    """{name: number} of the lines that say `name: number`."""
    return {name: float(number) for name, number in re.findall(r"^(.+): ([\d.e+-]+)$", printed, re.MULTILINE)}


def tool(name):
    """The path of a program that the build makes."""
    path = BUILD / "bin" / name
    if not path.is_file():
        raise NotBuilt(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
    return str(path)


def existing(path):
    """The path of a file or folder of the tree; raises NotBuilt where there is none."""
    full = ROOT / path
    if not full.exists():
        raise NotBuilt(path)
    return full


def run(*command, timeout=600, status=0, env=None, cwd=ROOT):
    """Runs a command; what it printed to both streams. Another exit status than the one expected fails the line;
    `status=None` accepts any."""
    command = list(map(str, command))
    if shutil.which(command[0], path=os.environ["PATH"]) is None and not (Path(cwd) / command[0]).is_file():
        raise NotBuilt(f"no command {command[0]}")
    done = subprocess.run(
        command,
        cwd=cwd,
        env=dict(os.environ, **(env or {})),
        timeout=timeout,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        errors="replace",
        stdin=subprocess.DEVNULL,
    )
    if status is not None and done.returncode != status:
        last = " | ".join(done.stdout.strip().splitlines()[-3:])
        raise Failed(f"expects exit status {status} of `{' '.join(command)}`, got {done.returncode}: {last}")
    return done.stdout


def python_of_peers():
    """The Python that has PyTorch and ONNX Runtime; the environment is made if it is missing."""
    run("bash", "-c", "root=$PWD; . tools/dev/install.sh; ensurePeers", timeout=1800)
    path = ROOT / "build" / "peers" / "bin" / "python"
    if not path.is_file():
        raise Failed("expects pip to install bench/networks/requirements.txt into build/peers")
    return path


def networks_beside_peers(cases, *options, timeout=6 * 3600):
    """{case: what `./dev bench networks` measured, with `ratio`, Weir's time over that of the fastest peer}."""
    python_of_peers()
    path = ROOT / "build" / "networks.json"
    run("./dev", "bench", "networks", "--", *cases, *options, "--json", path, timeout=timeout)
    measured = json.loads(path.read_text())
    for row in measured.values():
        weir, *peers = row["rows"]
        if peers:
            row["ratio"] = weir["seconds"] / min(peer["seconds"] for peer in peers)
    return measured


def product_rows(shapes, *options, form="packed", timeout=600):
    """{shape: (percent of the peak, rate, oneDNN's rate)} of bench/gemm on one core, rates in GFLOP/s. B is packed in
    advance or plain. Rows are such as `SHAPE peak | packed RATE PERCENT% | oneDNN packed RATE PERCENT% …`."""
    bench = [tool("weir-bench-gemm"), f"--shapes={','.join(shapes)}", f"--only={form}", *options]
    printed = run("taskset", "-c", "0", *bench, timeout=timeout)
    rows = {}
    for shape in shapes:
        pattern = rf"^{shape}\s.*?\| {form} +([\d.]+) +(\d+)%(?:.*? \| oneDNN {form} +([\d.]+))?"
        row = re.search(pattern, printed, re.MULTILINE)
        if not row:
            raise Failed(f"expects a row of {shape}, got {printed.strip()[-300:]}")
        rows[shape] = int(row[2]), float(row[1]), float(row[3] or "inf")
    return rows


def suite_figures(command, env=None):
    """{"tests", "failed"} of a runner that writes a JUnit report to the path appended to its last argument. Suites run
    whole."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = subprocess.run(
            [*command[:-1], command[-1] + str(report)],
            cwd=ROOT,
            env={**os.environ, **WHOLE_SUITES, **(env or {})},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        )
        count, _ = count_suite(report, done.returncode)
    return {"tests": count.passed + count.failed, "failed": count.failed}


def lit_figures(folder):
    """The count of the lit tests below a folder of test/, `ops` for example."""
    existing(Path("test") / folder)
    if not (BUILD / "test" / "lit.site.cfg.py").is_file():
        raise NotBuilt("lit's configuration; run ./dev build")
    return suite_figures([sys.executable, LIT, "-q", str(BUILD / "test" / folder), "--xunit-xml-output="])


def gtest_figures(pattern):
    """The count of the GoogleTests whose names match."""
    return suite_figures(["ctest", "--test-dir", str(BUILD), "-R", pattern, "--output-junit", ""])


def pytest_figures(path, *arguments, env=None):
    """The count of the Python tests in a file or folder."""
    return suite_figures([sys.executable, "-m", "pytest", "-q", str(existing(path)), *arguments, "--junitxml="], env)
