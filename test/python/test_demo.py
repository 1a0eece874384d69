"""The demo: accuracy, files, and weights that depend on the seed alone."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.sampled(6)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")

    def run(name, *options):
        out = folder / name
        result = subprocess.run(
            [sys.executable, str(ROOT / "examples/digits/train.py"), "--out", str(out), *options],
            capture_output=True,
            text=True,
        )
        assert result.returncode == 0, result.stderr
        return out, float(re.search(r"^test accuracy: (\S+)$", result.stdout, re.MULTILINE)[1])

    return run


def test_it_learns_and_leaves_its_files(demo):
    out, accuracy = demo("plain")
    assert accuracy >= 0.96
    assert {"digits.weir", "digits.safetensors", "trace.json", "curves.svg", "stages"} <= {
        p.name for p in out.iterdir()
    }
    assert json.loads((out / "trace.json").read_text())["traceEvents"]
    assert (out / "curves.svg").read_text().startswith("<svg")
    assert list((out / "stages").glob("*.schedule.mlir"))


@pytest.mark.sampled(4)
def test_weights_depend_on_the_seed_alone(demo):
    weights = {
        name: (demo(name, *options)[0] / "digits.safetensors").read_bytes()
        for name, options in {"one": ("--threads", "1"), "two": ("--threads", "2"), "other": ("--seed", "1")}.items()
    }
    assert weights["one"] == weights["two"] != weights["other"]


def test_a_simulated_device_learns(demo):
    """Some steps are enough: a network that was not trained gets one digit in ten right."""
    out, accuracy = demo("sim", "--device", "sim", "--steps", "12")
    assert accuracy >= 0.4
    assert json.loads((out / "trace.json").read_text())["traceEvents"]
    (dump,) = (out / "stages").glob("*.schedule.mlir")
    assert '#kernel.target<"sim"' in dump.read_text()


def test_a_simulated_device_trains_as_the_cpu_does():
    """Every kernel is checked while it runs."""
    compare = str(ROOT / "examples/digits/compare.py")
    options = ["--device", "sim", "--steps", "50", "--batch", "8"]
    result = subprocess.run([sys.executable, compare, *options], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    difference = re.search(r"^largest difference of 50 losses: (\S+)$", result.stdout, re.MULTILINE)[1]
    assert float(difference) <= 1e-4


@pytest.mark.parametrize(
    "options, error",
    [
        (("--device", "abacus"), "expects cpu, cuda, sim, with a number behind a colon if need be, got 'abacus'"),
        (("--device", "cuda"), "expects NVIDIA's driver to be installed, can't open /none.so"),
        (("--steps", "0"), "expects at least one step, got 0"),
    ],
)
def test_options_that_are_refused(tmp_path, monkeypatch, options, error):
    monkeypatch.setenv("WEIR_CUDA_DRIVER", "/none.so")
    command = [sys.executable, str(ROOT / "examples/digits/train.py"), "--out", str(tmp_path / "out"), *options]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2 and error in result.stderr and not (tmp_path / "out").exists()


def test_mixed_precision_learns(demo):
    out, accuracy = demo("amp", "--amp")
    assert accuracy >= 0.95
    (dump,) = (out / "stages").glob("*.precision.mlir")
    assert re.search(r"weir\.matmul.*xbf16>", dump.read_text())
