"""Damaged command lines and inputs: a few of every tool, and that the harness finds what breaks."""

import os
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

import damage
import damaged_calls

LINES, INPUTS = 3, 6  # of every tool; `./dev accept right damaged_tool_calls` takes all


@pytest.mark.sampled(3)
@pytest.mark.skipif("WEIR_BUILD_DIR" not in os.environ, reason="no build is named")
def test_a_few_calls_of_every_tool_end_by_themselves(capsys):
    build = Path(os.environ["WEIR_BUILD_DIR"])
    figures = damaged_calls.findings(build, {"line": LINES, "input": INPUTS})
    assert figures == {"calls": (LINES + INPUTS) * len(damaged_calls.TOOLS), "broken": 0}, capsys.readouterr().out


@pytest.mark.parametrize(
    "script, found",
    [
        ("kill -ABRT $$", "exit status -6"),
        ("exit 134", "exit status 134"),
        ("echo 'LLVM ERROR: out of memory' >&2; exit 1", "says ['LLVM ERROR']"),
        ("exit 1", "exit status 1 without a message"),
        ("echo no >&2; echo > $TMPDIR/weir-1.mlir; exit 1", "leaves ['weir-1.mlir']"),
        ("echo no >&2; exit 1", ""),
        ("exit 0", ""),
    ],
)
def test_how_a_call_breaks(tmp_path, script, found):
    tool = damaged_calls.Tool("weir-any", [], [])
    (tmp_path / "temporary").mkdir()
    (tmp_path / tool.name).write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / tool.name).chmod(0o755)
    broken = damaged_calls.call(SimpleNamespace(bin=tmp_path), tool, [], tmp_path)
    assert broken.startswith(found) and bool(broken) == bool(found)


def test_a_call_without_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr(damaged_calls, "SECONDS", 1)
    (tmp_path / "temporary").mkdir()
    (tmp_path / "weir-any").write_text("#!/bin/sh\nwhile :; do :; done\n")
    (tmp_path / "weir-any").chmod(0o755)
    tool = damaged_calls.Tool("weir-any", [], [])
    assert damaged_calls.call(SimpleNamespace(bin=tmp_path), tool, [], tmp_path) == "no end after 1 s of a processor"


def test_damage_follows_from_the_seed():
    program = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"
    damaged = [damage.text(Random(seed), program) for seed in range(200)]
    assert damaged == [damage.text(Random(seed), program) for seed in range(200)]
    assert len(set(damaged)) > 120 and program not in damaged
    assert any("tensor<4xi16>" in text for text in damaged)
    data = [damage.data(Random(seed), bytes(range(200))) for seed in range(100)]
    assert len(set(data)) > 90
    lines = [damage.arguments(Random(seed), ["a.mlir", "--to=group"], ["x"]) for seed in range(100)]
    assert len({tuple(line) for line in lines}) > 40
