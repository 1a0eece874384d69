"""Files that are not what they should be: checkpoints, artifacts, paths."""

import os

import pytest

import weir as flow


LOAD = "flow.load_artifact('bad.weir', trust=True)"


def test_missing_files(refused):
    assert refused("flow.load('none')") == "FileNotFoundError: [Errno 2] No such file or directory: 'none'"
    assert refused(LOAD) == "FileNotFoundError: [Errno 2] No such file or directory: 'bad.weir'"


def test_saving_into_a_missing_folder(refused):
    message = refused("flow.save({'x': x}, 'none/x.safetensors')")
    assert message == "FileNotFoundError: [Errno 2] No such file or directory: 'none/x.safetensors'"


def test_a_folder_is_no_checkpoint(refused, tmp_path):
    (tmp_path / "folder").mkdir()
    told = refused("flow.load('folder')")
    assert told.startswith("FileNotFoundError: [Errno 2] load: expects a checkpoint with index.json, got no such file")
    assert told.endswith("'folder'")


def test_a_checkpoint_cut_short(refused, tmp_path):
    flow.save({"x": flow.ones(4)}, tmp_path / "x.safetensors")
    data = (tmp_path / "x.safetensors").read_bytes()
    (tmp_path / "x.safetensors").write_bytes(data[:-3])
    assert (
        refused("flow.load('x.safetensors')")
        == "weir.SafetensorsError: x.safetensors: expects the data_offsets of 'x' to be a range in 13 bytes, got"
        " [0, 16]"
    )


def test_pickles_are_not_read(refused, tmp_path):
    import pickle

    (tmp_path / "x.pt").write_bytes(pickle.dumps({"x": 1}))
    assert refused("flow.load('x.pt')").startswith(
        "weir.SafetensorsError: x.pt: expects a header of at most 100000000 bytes"
    )


def test_what_cannot_be_saved(refused):
    assert (
        refused("flow.save({'f': print}, 'x')")
        == "TypeError: save: expects tensors, arrays, numbers, strings, bytes, None, dtypes and devices in dicts, "
        "lists, tuples and sets, got builtin_function_or_method (user.py:12, in <module>)"
    )
    assert (
        refused("flow.save({(1, 2): x}, 'x')")
        == "TypeError: save: expects dicts with strings and numbers as keys, got (1, 2) (user.py:12, in <module>)"
    )


def test_artifacts_need_trust(refused, tmp_path, artifact):
    (tmp_path / "bad.weir").write_bytes(artifact)
    assert (
        refused("flow.load_artifact('bad.weir')")
        == "weir.WeirError: load_artifact: expects trust=True for bad.weir: an artifact is machine code, load only what"
        " you would run (user.py:12, in <module>)"
    )


def test_no_artifact_at_all(refused, tmp_path):
    (tmp_path / "bad.weir").write_bytes(b"#!/bin/sh\n" * 10)
    assert refused(LOAD) == "weir.WeirError: artifact header: expects the file to begin as a weir artifact does"


def test_artifacts_cut_short_anywhere(tmp_path, artifact):
    path = tmp_path / "bad.weir"
    for length in {*range(0, 64), *range(64, len(artifact), 97), len(artifact) - 1}:
        path.write_bytes(artifact[:length])
        with pytest.raises(flow.WeirError, match="artifact"):
            flow.load_artifact(path, trust=True)


def test_wrong_inputs_of_a_program(refused, tmp_path, artifact):
    (tmp_path / "good.weir").write_bytes(artifact)
    run = "flow.load_artifact('good.weir', trust=True).run"
    assert refused(f"{run}(x)") == "ValueError: job 'run' expects input 'x' to be tensor<2x4xf32>, got tensor<2x3xf32>"
    assert refused(f"{run}()") == "ValueError: job 'run' expects 1 inputs, got 0"
    assert refused(f"{run}(x, job='none')") == "weir.WeirError: expects a job of the artifact ('run'), got 'none'"
    assert os.path.exists(tmp_path / "good.weir")
