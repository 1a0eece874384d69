"""The demo: accuracy, files, and weights that depend on the seed alone."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_weights_depend_on_the_seed_alone(demo):
    weights = {
        name: (demo(name, *options)[0] / "digits.safetensors").read_bytes()
        for name, options in {"one": ("--threads", "1"), "two": ("--threads", "2"), "other": ("--seed", "1")}.items()
    }
    assert weights["one"] == weights["two"] != weights["other"]


def test_mixed_precision_learns(demo):
    out, accuracy = demo("amp", "--amp")
    assert accuracy >= 0.95
    (dump,) = (out / "stages").glob("*.precision.mlir")
    assert re.search(r"weir\.matmul.*xbf16>", dump.read_text())
