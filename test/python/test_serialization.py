"""Saving and loading as programs do it: checkpoints of several parts, plain data, files that are open."""

import io
import re
from collections import OrderedDict

import numpy as np
import pytest

import weir as flow
from weir import nn


def same(obj, tmp_path):
    """What is read of it."""
    file = io.BytesIO()
    flow.save(obj, file)
    flow.save(obj, tmp_path / "saved")
    assert file.getvalue() == (tmp_path / "saved").read_bytes()
    file.seek(0)
    return flow.load(file, weights_only=False)


def test_checkpoints_keep_what_programs_put_there(tmp_path):
    model = flow.nn.Linear(2, 1)
    optimizer = flow.optim.Adam(model.parameters(), lr=0.1)
    scheduler = flow.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
    model(flow.ones(1, 2)).sum().backward()
    optimizer.step()
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict()}
    loaded = same(state, tmp_path)
    again = flow.nn.Linear(2, 1)
    again.load_state_dict(loaded["model"])
    resumed = flow.optim.Adam(again.parameters(), lr=0.2)
    resumed.load_state_dict(loaded["optimizer"])
    for each, step in ((model, optimizer), (again, resumed)):
        each.zero_grad()
        each(flow.ones(1, 2)).sum().backward()
        step.step()
    assert again.weight.tolist() == model.weight.tolist()


@pytest.mark.parametrize(
    "value",
    [
        {1: "int", None: 2, 0.5: [True, "x"], False: ()},
        {"dtype": flow.bfloat16, "device": flow.device("cpu"), "size": flow.Size([2, 3])},
        [b"\x00\xff", {1, 2}, frozenset("a"), (1, (2,))],
        {"a": {"b": None}, "c": float("inf")},
    ],
)
def test_plain_data_comes_back_as_it_was(value, tmp_path):
    loaded = same(value, tmp_path)
    assert loaded == value and repr(loaded) == repr(value)


def test_arrays_and_tensors_come_back_as_what_they_were(tmp_path):
    assert same(flow.arange(3), tmp_path).tolist() == [0, 1, 2]
    loaded = same({3: flow.ones(2), "array": np.arange(4).reshape(2, 2), "scalar": np.float32(1.5)}, tmp_path)
    assert loaded[3].tolist() == [1, 1] and loaded["scalar"] == 1.5 and type(loaded["scalar"]) is float
    assert type(loaded["array"]) is np.ndarray and loaded["array"].tolist() == [[0, 1], [2, 3]]


def test_tensors_come_in_the_order_in_which_they_were_given(tmp_path):
    state = {"z": flow.ones(1), "bytes": flow.ones(3, dtype=flow.uint8), "a": flow.ones(1, dtype=flow.float64)}
    assert list(same(state, tmp_path)) == ["z", "bytes", "a"]


@pytest.mark.parametrize(
    "value, message",
    [
        (flow.nn.Linear(1, 1), "got Linear; of a module save its state_dict()"),
        ({"x": object()}, "got object"),
        ({(1, 2): 3}, "expects dicts with strings and numbers as keys, got (1, 2)"),
        (np.ones(2, np.complex64), "expects an array of one of"),
        ({"": flow.ones(1)}, "expects each tensor under a name of its own, got ''"),
    ],
)
def test_what_cannot_be_saved_is_named(value, message, tmp_path):
    with pytest.raises((TypeError, ValueError), match=re.escape(message)):
        flow.save(value, tmp_path / "x")
    assert not list(tmp_path.iterdir())


def test_files_may_write_parts_and_say_nothing():
    class Parts(io.RawIOBase):
        def __init__(self):
            self.taken = b""

        def writable(self):
            return True

        def write(self, data):
            self.taken += bytes(data[:7])
            return min(7, len(data))

    class Silent:
        def __init__(self):
            self.taken = b""

        def write(self, data):
            self.taken += bytes(data)

    for file in (Parts(), Silent()):
        flow.save({"x": flow.arange(5)}, file)
        assert flow.load(io.BytesIO(file.taken))["x"].tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("file, got", [(None, "NoneType"), (io.StringIO(), "a file of text")])
def test_what_is_no_file_of_bytes_is_named(file, got):
    with pytest.raises(TypeError, match=f"save: expects a path or a file that is open to write bytes, got {got}"):
        flow.save({}, file)
    with pytest.raises(TypeError, match=f"load: expects a path or a file that is open to read bytes, got {got}"):
        flow.load(file)


def test_a_file_at_its_end_says_so():
    with pytest.raises(flow.SafetensorsError, match="got its end; seek"):
        flow.load(io.BytesIO())


def test_an_open_file_that_is_no_such_file_is_refused():
    with pytest.raises(flow.SafetensorsError, match="the file: expects 8 bytes of header length, got .* 2 bytes"):
        flow.load(io.BytesIO(b"ab"))


def test_ordered_dicts_stay_so(tmp_path):
    path, state = tmp_path / "file", nn.Linear(1, 1).state_dict()
    kinds = (OrderedDict, dict)
    for saved in (state, dict(state)):
        flow.save(saved, path)
        assert type(flow.load(path)) is type(saved) and list(flow.load(path)) == list(saved)
    flow.save([{"model": state, "plain": {1: 2}}, OrderedDict({1: {}}), {}], path)
    first, second, third = flow.load(path)
    assert [type(each) for each in (first, first["model"], first["plain"], second, second[1], third)] == [
        kinds[number] for number in (1, 0, 1, 0, 1, 1)
    ]
