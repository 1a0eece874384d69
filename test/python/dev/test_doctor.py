"""What doctor says of CUDA: what is missing, what is without it, how to get it."""

import pytest

import doctor
import machine


@pytest.mark.parametrize(
    "driver, ptxas, advised",
    [
        (None, None, ["CUDA driver: runs what is compiled", "ptxas: makes cubins"]),
        (("12.4", 1), "/usr/local/cuda/bin/ptxas", []),
        (("11.8", 1), "/ptxas", ["CUDA driver: expects one for CUDA 12.1 (R530) or newer, got one for 11.8"]),
        (("13.0", 0), "/ptxas", ["CUDA driver: shows no GPU"]),
    ],
)
def test_what_is_missing_is_said(driver, ptxas, advised):
    said = doctor.cuda_advice(driver, ptxas)
    assert len(said) == len(advised) and all(one.startswith(text) for one, text in zip(said, advised))


def test_ptxas_is_looked_for_in_the_toolkits_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    monkeypatch.setenv("CUDA_HOME", str(tmp_path))
    assert machine.cuda_toolkit() == {"ptxas": None}
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "ptxas").write_text("#!/bin/sh\n")
    (tmp_path / "bin" / "ptxas").chmod(0o755)
    assert machine.cuda_toolkit() == {"ptxas": str(tmp_path / "bin" / "ptxas")}
