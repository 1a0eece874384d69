"""bench/networks without its peers: a case runs, and what was measured becomes tables."""

import importlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from tree import ROOT

pytestmark = pytest.mark.sampled(8)

HERE = ROOT / "bench" / "networks"


@pytest.mark.skipif("WEIR_BUILD_DIR" not in os.environ, reason="no build is named")
def test_a_case_runs_without_peers(tmp_path):
    package = os.path.join(os.environ["WEIR_BUILD_DIR"], "python")
    figures = tmp_path / "figures.json"
    command = [sys.executable, str(HERE / "networks.py"), "digits-step", "--rounds", "1", "--patience", "0"]
    env = dict(os.environ, PYTHONPATH=os.path.abspath(package))
    done = subprocess.run([*command, "--json", str(figures)], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    case = json.loads(figures.read_text())["digits-step"]
    (row,) = case["rows"]
    assert row["contender"] == "weir" and row["ratio"] == 1.0 and row["seconds"] > 0 and row["peak_bytes"] > 2**20
    assert row["kernels"] == sum(kernel["launches"] for kernel in case["profile"])
    # The profile is of the run whose time is the headline, and kernels run one after another.
    assert 0.1 * row["seconds"] < sum(kernel["seconds"] for kernel in case["profile"]) <= row["seconds"]
    # The third convolution of the forward pass, 32 to 64 channels on 4 x 4 pixels.
    convolutions = [kernel for kernel in case["profile"] if kernel["kernel"].startswith("conv")]
    assert max(kernel["flops"] for kernel in convolutions) >= 2 * 64 * 32 * 64 * 16 * 9
    assert "## a training step of the digits CNN" in done.stdout


@pytest.fixture
def bench(monkeypatch):
    """Imports a module of the benchmark by name."""
    monkeypatch.syspath_prepend(str(HERE))
    return importlib.import_module


def test_a_profile_shows_the_slowest_kernels_and_their_share_of_the_peak(bench):
    tables = bench("tables")
    kernels = [
        {"kernel": f"k{number}", "launches": 2, "seconds": number * 1e-3, "flops": 10**7, "bytes": 10**6}
        for number in range(1, 8)
    ]
    peaks = {"gflops": {"f32_fma_avx2": 50.0, "f32_fma_avx512": None}}
    lines = tables.profiled(kernels, 0.028, peaks, threads=2).splitlines()
    assert [line.split("`")[1] for line in lines[2:]] == ["k7", "k6", "k5", "k4", "k3"]
    # 2 launches of 10 Mflop in 5 ms are 4 GF/s of 100.
    assert lines[4] == "| `k5` | 2 | 5 | 18% | 4 | 4.0% | 0.4 |"
    tiles = {"gflops": {"bf16_dot_avx512": 100.0, "bf16_tile": 200.0}}
    assert tables.profiled(kernels, 0.028, tiles, 2, "bfloat16").splitlines()[4].split("|")[6] == " 1.0% "
    unknown = {"gflops": {"f32_fma_avx2": None, "f32_fma_avx512": None}}
    assert tables.profiled(kernels, 0.028, unknown, threads=2).splitlines()[4] == "| `k5` | 2 | 5 | 18% | 4 | – | 0.4 |"


def test_kernels_that_take_longer_than_their_run_are_of_another(bench):
    figures = {"rows": [{"seconds": 0.3}], "profile": [{"seconds": 0.2}, {"seconds": 0.25}]}
    with pytest.raises(RuntimeError, match="expects kernels within their run of 0.3 s, got 0.45 s"):
        bench("tables").within(figures)


def test_another_build_of_weir_is_a_contender(bench, tmp_path):
    networks, cases = bench("networks"), bench("network_cases").CASES
    assert networks.contenders_of(cases["vit-s"], None, None) == ["weir"]
    assert networks.contenders_of(cases["vit-s"], None, tmp_path) == ["weir", "before"]
    assert networks.contenders_of(cases["digits-step"], "python", tmp_path)[:3] == ["weir", "before", "eager"]


def test_peers_of_a_case_are_those_that_can_run_it(bench):
    networks, cases = bench("networks"), bench("network_cases").CASES
    expected = {
        "mobilenetv3": ["eager", "channels_last", "compile", "onnx"],
        "mobilenetv3-bf16": ["eager", "channels_last", "compile"],
        "bert-s128": ["eager", "compile", "onnx"],
        "train-mobilenetv2-b8": ["eager", "channels_last", "compile"],
        "train-lstm": ["eager", "compile"],
    }
    assert {name: networks.contenders_of(cases[name], "python", None)[1:] for name in expected} == expected


def test_inputs_are_as_large_as_the_case_says(bench):
    cases = bench("network_cases").CASES
    tokens, following = cases["train-gpt"].inputs()
    assert tokens.shape == (2, 128) and following.shape == (256,)
    np.testing.assert_array_equal(tokens.flatten()[1:128], following[:127])
    assert [each.shape for each in cases["unet-256"].inputs()] == [(1, 3, 256, 256)]
    assert [each.shape for each in cases["train-vit-s-b8"].inputs()] == [(8, 3, 224, 224), (8,)]
    assert [each.shape for each in cases["train-lstm"].inputs()] == [(64, 16, 512), (16,)]


def test_an_export_that_fails_says_why(bench, tmp_path):
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho no module torch >&2\nexit 3\n")
    python.chmod(0o755)
    with pytest.raises(RuntimeError, match="export_onnx.py to write resnet50-b1, got exit status 3:\nno module torch"):
        bench("networks").export_onnx(str(python), "resnet50-b1", tmp_path)
