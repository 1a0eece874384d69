"""The examples, as a person would run them, but shorter."""

import pytest
import re
import subprocess
import sys
from pathlib import Path

pytestmark = pytest.mark.sampled(6)

ROOT = Path(__file__).resolve().parents[2]


def run(script, *arguments):
    command = [sys.executable, str(ROOT / "examples" / script), *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_digits_cnn_learns_and_leaves_its_files(tmp_path):
    printed = run("digits/cnn.py", "--out", str(tmp_path), "--epochs", "2")
    assert float(re.search(r"^test accuracy: (\S+)$", printed, re.MULTILINE)[1]) >= 0.9
    assert {path.name for path in tmp_path.iterdir()} == {"cnn.safetensors", "confusion.png", "curve.png"}
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_resnet18_gives_golden_logits():
    assert "resnet18: logits off by" in run("resnet/check.py", "resnet18", "--skip-training")
