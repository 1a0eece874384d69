"""Tensors of NumPy's files as inputs of weir-run and weir-opt, and their results as such files."""

import re
import subprocess
import zipfile

import numpy as np
import pytest

DTYPES = {"f64": "<f8", "f32": "<f4", "f16": "<f2", "i64": "<i8", "i32": "<i4", "i8": "|i1", "ui8": "|u1", "i1": "|b1"}

SAME = """
func.func @same(%x: tensor<{shape}> {{weir.name = "x"}}) -> (tensor<{shape}> {{weir.name = "y"}})
    attributes {{weir.job}} {{
  return %x : tensor<{shape}>
}}
"""

DIFFERENCE = """
weir.variable @w : tensor<3xf32>
func.func @difference(%x: tensor<?x3xf32> {weir.name = "x"}, %y: tensor<?x3xf32> {weir.name = "y"})
    -> (tensor<?x3xf32> {weir.name = "z"}) attributes {weir.job} {
  %w = weir.read @w : tensor<3xf32>
  %n = weir.dim %x, 0 : tensor<?x3xf32>
  %ws = weir.broadcast %w sizes(%n) {dims = array<i64: 1>} : tensor<3xf32> -> tensor<?x3xf32>
  %d = weir.sub %x, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %z = weir.add %d, %ws : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %z : tensor<?x3xf32>
}
"""


@pytest.fixture
def run(tool, tmp_path):
    """Runs a module with arguments; what weir-run prints, or its error."""

    def call(text, *arguments, fails=False, device="--device=cpu"):
        (tmp_path / "m.mlir").write_text(text)
        command = [tool("weir-run"), str(tmp_path / "m.mlir"), device, f"--output={tmp_path}", *arguments]
        result = subprocess.run(command, text=True, capture_output=True)
        assert (result.returncode != 0) == fails, result.stderr
        return result.stderr if fails else result.stdout

    return call


@pytest.fixture
def difference():
    generator = np.random.default_rng(0)
    return [generator.standard_normal((4, 3), dtype=np.float32) for _ in range(2)]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("device", ["--interpret", "--device=cpu"])
def test_every_dtype_goes_in_and_out(run, tmp_path, dtype, device):
    x = (np.arange(6).reshape(2, 3) % 2).astype(DTYPES[dtype])
    if dtype[0] == "f":
        x = (np.arange(6).reshape(2, 3) * 0.1 - 0.2).astype(DTYPES[dtype])
    np.save(tmp_path / "x.npy", x)
    run(SAME.format(shape=f"2x3x{dtype}"), f"--input={tmp_path}/x.npy", device=device)
    y = np.load(tmp_path / "same.y.npy")
    assert y.dtype == x.dtype and np.array_equal(x, y)


def test_bf16_is_f32_in_files(run, tmp_path):
    x = np.array([1.0, 1 / 3, -2.5], np.float32)
    np.save(tmp_path / "x.npy", x)
    run(SAME.format(shape="3xbf16"), f"--input={tmp_path}/x.npy")
    y = np.load(tmp_path / "same.y.npy")
    assert y.dtype == np.float32 and np.array_equal(y, np.array([1.0, 0.333984375, -2.5], np.float32))


@pytest.mark.parametrize("shape", [(), (0, 3), (1,), (2, 3, 4, 5)])
def test_shapes_and_column_major_order(run, tmp_path, shape):
    x = np.array(np.random.default_rng(1).standard_normal(shape), order="F")
    np.save(tmp_path / "x.npy", x)
    run(SAME.format(shape="".join(f"{size}x" for size in shape) + "f64"), f"--input={tmp_path}/x.npy")
    y = np.load(tmp_path / "same.y.npy")
    assert y.shape == shape and np.array_equal(x, y)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
@pytest.mark.parametrize("device", ["--interpret", "--device=cpu"])
def test_archives_name_inputs_and_variables(run, tmp_path, difference, save, device):
    x, y = difference
    save(tmp_path / "inputs.npz", y=y, x=x)
    save(tmp_path / "variables.npz", w=np.array([10, 20, 30], np.float32))
    run(DIFFERENCE, f"--input={tmp_path}/inputs.npz", f"--variables={tmp_path}/variables.npz", device=device)
    expected = x - y + np.array([10, 20, 30], np.float32)
    assert np.array_equal(np.load(tmp_path / "difference.z.npy"), expected)


def test_positions_of_archives_and_single_files(run, tmp_path, difference, tool):
    x, y = difference
    np.savez(tmp_path / "positions.npz", x, y)
    run(DIFFERENCE, f"--input={tmp_path}/positions.npz")
    assert np.array_equal(np.load(tmp_path / "difference.z.npy"), x - y)
    np.savez(tmp_path / "second.npz", arr_1=y)
    np.save(tmp_path / "x.npy", x)
    text = run(DIFFERENCE, f"--input={tmp_path}/x.npy,{tmp_path}/second.npz", "--elements=12")
    numbers = [float(number) for number in text.split(": ")[1].split()]
    assert np.allclose(numbers, (x - y).ravel(), rtol=1e-5)
    command = [tool("weir-opt"), str(tmp_path / "m.mlir"), "--run-reference=difference"]
    command += [f"--input={tmp_path}/x.npy", f"--input={tmp_path}/second.npz"]
    printed = subprocess.run(command, text=True, capture_output=True, check=True).stdout
    assert printed.split()[:8] == ["difference", "z", "tensor<4x3xf32>:", *text.split()[3:8]]


def test_what_does_not_fit_is_named(run, tmp_path, difference):
    x, y = difference
    np.save(tmp_path / "x.npy", x.astype(np.float64))
    error = run(DIFFERENCE, f"--input={tmp_path}/x.npy", fails=True)
    assert "x.npy: expects 'x' to be tensor<?x3xf32>, got tensor<4x3xf64>" in error
    np.save(tmp_path / "x.npy", x[:, :2])
    assert "got tensor<4x2xf32>" in run(DIFFERENCE, f"--input={tmp_path}/x.npy", fails=True)
    np.savez(tmp_path / "a.npz", x=x, q=y)
    error = run(DIFFERENCE, f"--input={tmp_path}/a.npz", fails=True)
    assert "a.npz: expects tensors for x, y, got 'q'" in error
    np.save(tmp_path / "x.npy", x)
    error = run(DIFFERENCE, "--input=" + ",".join([f"{tmp_path}/x.npy"] * 3), fails=True)
    assert re.search("expects tensors for x, y, got .*x.npy as one more", error)
    np.save(tmp_path / "x.npy", x.astype(">f4"))
    assert "expects elements of a type in <f8, <f4" in run(DIFFERENCE, f"--input={tmp_path}/x.npy", fails=True)


def damaged(path, at, byte):
    data = bytearray(path.read_bytes())
    data[at] ^= byte
    path.write_bytes(data)


def test_damaged_files_are_refused(run, tmp_path, difference, tool):
    """Any byte may be wrong, and a file may end anywhere: the answer is an error or another tensor, never a crash."""
    path = tmp_path / "x.npy"
    np.save(path, difference[0])
    whole = path.read_bytes()
    for end in [0, 5, 9, 60, 127, len(whole) - 1]:
        path.write_bytes(whole[:end])
        assert "weir-run: " in run(DIFFERENCE, f"--input={path}", fails=True)
    path = tmp_path / "x.npz"
    np.savez_compressed(path, x=difference[0])
    whole = path.read_bytes()
    for end in [0, 21, 40, len(whole) // 2, len(whole) - 1]:
        path.write_bytes(whole[:end])
        assert "x.npz: expects" in run(DIFFERENCE, f"--input={path}", fails=True)
    for at in range(len(whole) - 22 - 46 - 5, len(whole) - 4, 7):
        path.write_bytes(whole)
        damaged(path, at, 0xFF)
        command = [tool("weir-run"), str(tmp_path / "m.mlir"), "--interpret", f"--input={path}"]
        assert subprocess.run(command, capture_output=True).returncode in (0, 1), at
    path.write_bytes(whole)
    damaged(path, 70, 0x10)
    assert "x.npz: expects 'x.npy' to" in run(DIFFERENCE, f"--input={path}", fails=True)


def test_methods_of_other_archives(run, tmp_path, difference):
    with zipfile.ZipFile(tmp_path / "x.npz", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("x.npy", b"x" * 100)
    error = run(DIFFERENCE, f"--input={tmp_path}/x.npz", fails=True)
    assert "x.npz: expects 'x.npy' to be stored or deflated, got method 12" in error
