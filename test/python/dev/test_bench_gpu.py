"""The halves of bench/gpu where no GPU is: on the simulator, on a driver that is a fake, and with wrong numbers."""

import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tree import ROOT

HERE = ROOT / "bench" / "gpu"
sys.path.insert(0, str(HERE))

import cases  # noqa: E402
import golden  # noqa: E402
import keep  # noqa: E402
import peers  # noqa: E402
import run  # noqa: E402
import suite  # noqa: E402
import weir_ctypes  # noqa: E402

BUILD = Path(os.environ.get("WEIR_BUILD_DIR", ROOT / "build" / "dev"))
OF_FORMS = (
    "one element",
    "softmax 24x200 bf16",
    "adamw",
    "matmul 31x29x33 bf16",
    "matmul 32x32x32 bf16 bias",
    "conv 2x5x5, 16 to 24, 3x3 by 1 bf16",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What build.py makes, for sim: a case of each form and a file of the op suite, with the library of this build."""
    folder = tmp_path_factory.mktemp("gpu")
    chosen = [case for case in cases.cases(small=True) if case["name"].startswith(OF_FORMS)]
    for name in ("cases", "suite"):
        (folder / name).mkdir()
    for number, case in enumerate(chosen):
        case["artifact"] = f"{number}.weir"
        source = folder / "cases" / f"{number}.mlir"
        source.write_text(case.pop("text"))
        compiled = folder / "cases" / case["artifact"]
        subprocess.run([BUILD / "bin" / "weir-compile", source, "--target=sim", "-o", compiled], check=True)
    export = [BUILD / "bin" / "weir-export-tests", ROOT / "test/ops/index/gather.mlir", "--target=sim"]
    subprocess.run([*export, "-o", folder / "suite" / "gather"], check=True)
    (folder / "libweir_runtime.so").symlink_to(BUILD / "lib" / "libweir_runtime.so")
    (folder / "manifest.json").write_text(json.dumps({"small": True, "commit": "abc", "cases": chosen}))
    return folder


def measured(folder, out, *options):
    status = run.main(["--folder", str(folder), "--out", str(out), *options])
    return status, json.loads((out / "record.json").read_text())


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch):
    """Numbers are looked at here, times are not."""
    monkeypatch.setattr(run, "ROUNDS", 1)
    monkeypatch.setattr(run, "SAMPLE_SECONDS", 0.0)


def test_the_suite_and_every_form_of_case_are_right_on_the_simulator(folder, tmp_path, capsys):
    status, record = measured(folder, tmp_path, "--device", "sim", "--no-compile")
    assert status == 0, capsys.readouterr().out
    assert record["suite"]["passed"] >= 10 and record["suite"]["failed"] == 0
    assert len(record["rows"]) == len(OF_FORMS) and all(row["error"] <= 1 for row in record["rows"])
    assert not record["golden"], "a simulator's answers are not golden"


def test_a_wrong_number_is_found(folder, tmp_path, monkeypatch, capsys):
    compute = peers.NumPy.compute
    monkeypatch.setattr(peers, "peer_for", None)
    monkeypatch.setattr(run, "peer_for", lambda device, kind: peers.NumPy(device))
    monkeypatch.setattr(peers.NumPy, "compute", lambda self, *given: [1.05 * x for x in compute(self, *given)])
    status, _ = measured(folder, tmp_path, "--device", "sim", "--no-suite", "--only", "bias")
    assert status == 1 and "WRONG" in capsys.readouterr().out


def test_a_wrong_result_of_the_suite_is_found(folder, tmp_path):
    """Of gather: of all tests the one whose first input is not what was written; of another file everything."""
    manifest = json.loads((folder / "suite" / "gather.json").read_text())
    changed = next(test for test in manifest["tests"] if test["job"] == "vector_f32.static")
    changed["inputs"][0]["bytes"] = "7f" * (len(changed["inputs"][0]["bytes"]) // 2)
    (tmp_path / "gather.json").write_text(json.dumps(manifest))
    (tmp_path / "gather.weir").symlink_to(folder / "suite" / "gather.weir")
    (tmp_path / "none.json").write_text(json.dumps(manifest))
    passed, wrong = suite.run_suite(folder / "libweir_runtime.so", "sim", tmp_path)
    assert passed == len(manifest["tests"]) - 1
    assert [test for test, _ in wrong] == ["gather.vector_f32.static", "none"]
    assert "'check.expect_eq' op expects" in wrong[0][1] and "none.weir" in wrong[1][1]


def test_a_gpu_that_refuses_artifacts_is_a_row_that_failed(folder, tmp_path, monkeypatch, capsys):
    """The fake driver knows no kernel of these; memory is not the host's."""
    monkeypatch.setenv("WEIR_CUDA_DRIVER", str(BUILD / "lib" / "libweir_fake_cuda.so"))
    monkeypatch.setattr(run, "peer_for", lambda device, kind: peers.NumPy(device))
    status, record = measured(folder, tmp_path, "--no-suite", "--only", "softmax")
    assert status == 1 and "expects" in record["rows"][0]["failed"]
    assert "FAILED" in capsys.readouterr().out
    device = weir_ctypes.Device(weir_ctypes.Runtime(folder / "libweir_runtime.so"), "cuda")
    x = peers.NumPy(device).make(cases.uniform([3, 5], "bf16"))
    assert peers.NumPy(device).place(x, "bf16").read() == peers.NumPy(device)._to_bf16(x).tobytes()


def test_cases_that_no_time_is_left_for_are_named(folder, tmp_path, capsys):
    status, record = measured(folder, tmp_path, "--device", "sim", "--no-suite", "--seconds", "1e-9")
    assert status == 1 and len(record["left"]) == len(OF_FORMS)
    assert "no time left for: one element" in capsys.readouterr().out


@pytest.mark.parametrize(
    "dtype, actual, expected, tolerance, right",
    [
        ("f32", [1.0], [1.0 + 2**-22], {"ulps": 2}, True),
        ("f32", [1.0], [1.0 + 2**-22], {"ulps": 1}, False),
        ("bf16", [100.0, 1.0], [100.0, 1.5], {"of_largest": 0.005}, True),
        ("f32", [float("nan")], [float("nan")], {}, True),
        ("f32", [float("inf")], [1.0], {"atol": 1e300}, False),
        ("f32", [0.0], [-0.0], {}, True),
        ("f32", [0.0], [-0.0], {"exact": True}, False),
        ("i64", [2**62], [2**62 + 1], {"atol": 5}, False),
    ],
)
def test_the_comparison_is_that_of_the_check_ops(dtype, actual, expected, tolerance, right):
    check = {"exact": False, "atol": 0, "rtol": 0, "ulps": 0, "of_largest": 0, **tolerance}
    assert (suite.difference(dtype, actual, expected, check) == "") == right


def test_a_record_is_kept(tmp_path):
    row = {"case": "matmul 4 bf16", "error": 0.5, "teraflops": 500.0, "peers": {"eager": {"ratio": 0.8, "ms": 4}}}
    row.update(ms=5, gigabytes_per_second=1)
    softmax = {"case": "softmax 4", "error": 2.0, "ms": 1, "gigabytes_per_second": 3000, "peers": {}}
    record = {"commit": "abc", "machine": "a GPU", "date": "2026-01-01", "suite": {"passed": 9, "failed": 0}}
    record.update(rows=[row, softmax], copy_gigabytes_per_second=4000)
    (tmp_path / "record.json").write_text(json.dumps(record))
    keep.keep(tmp_path, tmp_path / "records.json", tmp_path / "page.md")
    kept = json.loads((tmp_path / "records.json").read_text())[keep.LINE]
    assert kept["commit"] == "abc" and kept["figures"] == {
        "tests": 9,
        "failed": 0,
        "wrong": 1,
        "matmul 4 bf16": "500 TF/s, 0.80 of cuBLAS",
        "softmax 4": "75 % of copy",
    }
    lines = (tmp_path / "page.md").read_text().splitlines()
    assert lines[-2:] == [
        "| matmul 4 bf16 | 5.000 | 500.0 TF/s | 0.50 | 4.000 (0.80) |  |",
        "| softmax 4 | 1.000 | 3000 GB/s, 75 % of copy | 2.00 |  |  |",
    ]


# A model of the matrix instructions, by the tables of the PTX ISA, in place of a GPU.


def halves(words):
    return [word >> shift & 0xFFFF for word in words for shift in (0, 16)]


def value(kind, bits):
    if kind == golden.F16:
        return struct.unpack("<e", bits.to_bytes(2, "little"))[0]
    # A GPU ignores the bits of f32 that tf32 lacks.
    wide = bits << 16 if kind == golden.BF16 else bits & ~0x1FFF
    return struct.unpack("<f", wide.to_bytes(4, "little"))[0]


def load(count, transposed, memory, rows):
    shared, result = halves(memory), []
    for lane in range(golden.LANES):
        for matrix in range(count):
            places = [(lane // 4, 2 * (lane % 4) + i) for i in (0, 1)]
            places = [place[::-1] for place in places] if transposed else places
            low, high = (shared[rows[8 * matrix + row] // 2 + column] for row, column in places)
            result.append(low | high << 16)
    return result


def place_in_a(kind, lane, i):
    """Pairs of 16-bit elements take turns over rows, then over columns; elements of tf32 are alone."""
    pair, rest = (i, 0) if kind == golden.TF32 else divmod(i, 2)
    width = 4 if kind == golden.TF32 else 8
    column = lane % 4 if kind == golden.TF32 else 2 * (lane % 4) + rest
    return lane // 4 + 8 * (pair % 2), column + width * (pair // 2)


def multiply(kind, depth, half, a, b, c):
    per_lane = golden.registers(kind, depth, half)
    split = (lambda words: words) if kind == golden.TF32 else halves
    left, right = {}, {}
    for lane in range(golden.LANES):
        for i, bits in enumerate(split(a[per_lane[0] * lane :][: per_lane[0]])):
            left[place_in_a(kind, lane, i)] = value(kind, bits)
        for i, bits in enumerate(split(b[per_lane[1] * lane :][: per_lane[1]])):
            # B's fragment is the upper half of A's, of the transposed matrix.
            upper = 2 * i if kind == golden.TF32 else 4 * (i // 2) + i % 2
            column, row = place_in_a(kind, lane, upper)
            right[row, column] = value(kind, bits)
    result = []
    for lane in range(golden.LANES):
        sums = []
        for i, bits in enumerate((halves if half else list)(c[per_lane[2] * lane :][: per_lane[2]])):
            row, column = lane // 4 + 8 * (i // 2), 2 * (lane % 4) + i % 2
            start = value(golden.F16, bits) if half else struct.unpack("<f", bits.to_bytes(4, "little"))[0]
            sums.append(start + sum(left[row, k] * right[k, column] for k in range(depth)))
        data = struct.pack("<4e" if half else "<4f", *sums)
        result += struct.unpack("<%dI" % per_lane[2], data)
    return result


def test_the_simulator_replays_a_golden_file(tmp_path):
    records = []
    for head, _, arrays, _ in golden.operands():
        model = load if head.startswith("ldmatrix") else multiply
        records.append((head, arrays + [model(*map(int, head.split()[1:]), *arrays)]))
    replay = [BUILD / "bin" / "WeirSimTests", "--gtest_filter=SimGolden.*"]

    def replayed():
        golden.write(tmp_path / "matrix.golden", records)
        env = dict(os.environ, WEIR_GOLDEN=str(tmp_path / "matrix.golden"))
        return subprocess.run(replay, env=env, capture_output=True, text=True)

    done = replayed()
    assert done.returncode == 0, done.stdout
    records[7][1][-1][5] ^= 1 << 22
    assert replayed().returncode != 0


def test_the_toolkit_takes_the_kernels_of_the_golden_file(tmp_path):
    ptxas = shutil.which("ptxas")
    if ptxas is None:
        pytest.skip("no CUDA Toolkit")
    (tmp_path / "golden.ptx").write_text(golden.ptx())
    subprocess.run([ptxas, "-arch=sm_80", tmp_path / "golden.ptx", "-o", tmp_path / "golden.cubin"], check=True)
