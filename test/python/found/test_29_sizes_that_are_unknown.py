"""Nothing computes with the number that stands for a size of `?`: the check that lint runs, and the two places."""

import os
import subprocess
from pathlib import Path

import pytest

import check_dim_sizes

ROOT = Path(os.environ.get("WEIR_TREE", Path(__file__).resolve().parents[3]))
BATCHES = """
func.func @f(%x: tensor<?x8x6x6xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<?x16x6x6xf32> attributes {weir.job} {
  %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
    dilations = array<i64: 1, 1>} : (tensor<?x8x6x6xf32>, tensor<16x8x3x3xf32>) -> tensor<?x16x6x6xf32>
  return %y : tensor<?x16x6x6xf32>
}
"""


def test_the_tree_computes_with_known_sizes_alone():
    assert check_dim_sizes.check(ROOT) == []


@pytest.mark.parametrize(
    "line",
    [
        "int64_t reach = kernel.getDimSize(d) - 1, given = op.getPaddingLow()[d - 2];",
        "stride *= type.getDimSize(d);",
    ],
)
def test_the_check_finds_such_a_line(tmp_path, line):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "A.cpp").write_text(f"void f() {{\n  {line}\n}}\n")
    assert [problem.line for problem in check_dim_sizes.check(tmp_path)] == [2]


def test_a_size_is_a_type_without_arithmetic(tmp_path):
    """DimSize, which shapes and loop spaces hold, compares and does not add."""
    for number, (text, compiles) in enumerate([("a == b", True), ("a - b", False), ("a * 2", False)]):
        source = tmp_path / f"{number}.cpp"
        function = f"auto f(weir::DimSize a, weir::DimSize b) {{ return {text}; }}"
        source.write_text(f'#include "lib/Support/DimSize.h"\n{function}\n')
        command = ["clang++-22", "-std=c++20", "-fsyntax-only", f"-I{ROOT}", source]
        assert (subprocess.run(command, capture_output=True).returncode == 0) == compiles, text


def test_a_batch_of_any_size_runs_on_a_gpu_as_interpreted(run):
    interpreted = run("weir-run", "a.mlir", "--interpret", a=BATCHES)
    simulated = run("weir-run", "a.mlir", "--device=sim")
    assert interpreted.status == simulated.status == 0, simulated.err
    numbers = [[float(number) for number in done.out.split(": ")[1].split()[:-1]] for done in (interpreted, simulated)]
    assert numbers[0] == pytest.approx(numbers[1], rel=1e-4, abs=1e-5)
