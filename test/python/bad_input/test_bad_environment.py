"""Environment variables that don't fit."""

import os

import pytest

RUN = "G(lambda x: x + 1)(x)"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("value", ["zero", "-1", "0", "1.5", "9" * 30])
@pytest.mark.parametrize("name", ["WEIR_NUM_THREADS", "WEIR_MEMORY_LIMIT", "WEIR_FRAMES"])
def test_numbers(name, value, refused):
    assert refused(RUN, **{name: value}) == f"weir.WeirError: expects {name} to be a positive integer, got {value!r}"


def test_cache_folder_that_is_a_file(refused, tmp_path):
    (tmp_path / "file").touch()
    path = tmp_path / "file"
    assert refused(RUN, WEIR_CACHE_DIR=str(path)) == "weir.WeirError: WEIR_CACHE_DIR: expects file to be a directory"


def test_cache_folder_below_a_file(refused, tmp_path):
    (tmp_path / "file").touch()
    assert (
        refused(RUN, WEIR_CACHE_DIR=str(tmp_path / "file" / "cache"))
        == f"weir.WeirError: WEIR_CACHE_DIR: [Errno 17] File exists: '{'file'}'"
    )


def test_cache_folder_open_to_others(refused, tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert (
        refused(RUN, WEIR_CACHE_DIR=str(tmp_path / "open"))
        == f"weir.WeirError: WEIR_CACHE_DIR: expects open to belong to user {os.getuid()} alone (mode 0700), got user "
        f"{os.getuid()} and mode 0777"
    )


def test_options_of_the_simulator(refused):
    assert refused("flow.ones(2, device='sim')", WEIR_SIM="fast").startswith(
        "ValueError: ones: expects WEIR_SIM to be check=0|1,seed=N,landing=late|early|random, each at most once, got "
    )
