"""What goes wrong when kernels run: told to who looks first, with the line of the call."""

import re
import sys

import pytest
import weir as flow
import weir.nn.functional as F


def line():
    return sys._getframe(1).f_lineno


def test_a_bad_label_names_its_line():
    x = flow.randn(2, 3)
    F.cross_entropy(x, flow.tensor([0, 1])).item()
    for _ in range(2):  # the first call, and one that C++ finds
        loss = F.cross_entropy(x, flow.tensor([0, 9]))
        at = line() - 1
        doubled = loss * 2
        with pytest.raises(flow.WeirError, match=rf"expects an index from 0 to 2, got 9 \(.*:{at}\)") as raised:
            doubled.item()
        assert raised.value.line == at and raised.value.file == __file__
        with pytest.raises(flow.WeirError, match=re.escape(f":{at})")):
            loss.numpy()
    assert (x * 2).sum().item() == pytest.approx(2 * x.sum().item(), rel=1e-5)


def test_a_bad_index_names_its_line():
    x = flow.arange(6).reshape(2, 3)
    taken = x[flow.tensor([0, 5])]
    at = line() - 1
    with pytest.raises(flow.WeirError, match=rf"expects an index from -2 to 1, got 5|got 5 .*:{at}\)") as raised:
        taken.tolist()
    assert raised.value.line == at


def test_what_a_failed_call_would_have_written():
    x = flow.zeros(3)
    with pytest.raises(flow.WeirError, match=r"got 7 .*test_eager_failures.py:\d+"):
        x[flow.tensor([7])] = 1  # raises if the call has already failed
        x.tolist()
    x.fill_(2)
    assert x.tolist() == [2, 2, 2]


@pytest.mark.parametrize("size", [3, 1 << 20])
def test_what_a_failed_value_was_written_to_has_its_elements(size):
    table, good = flow.arange(size).float(), flow.zeros(size, dtype=flow.int64)
    bad = good.clone()
    bad[size - 1] = size
    for _ in range(4):
        x = flow.ones(size)
        x.add_(table.gather(0, good))
        with pytest.raises(flow.WeirError, match=f"got {size} "):
            x.add_(table.gather(0, bad))  # raises if the call has already failed
            x.sum().item()
        assert x.sum().item() == size


def test_copies_of_what_failed_stay_failed():
    size = 1 << 20
    table, bad = flow.arange(size).float(), flow.zeros(size, dtype=flow.int64)
    bad[size - 1] = size
    for copied in (lambda y: y.clone(), lambda y: y.to("sim"), lambda y: flow.empty(size).copy_(y)):
        y = table.gather(0, bad)
        try:
            z = copied(y)  # raises if y has failed by now
        except flow.WeirError:
            continue
        for _ in range(2):
            with pytest.raises(flow.WeirError, match=f"got {size} "):
                z.cpu().numpy()


WRONG = {
    "flow.ones(2).backward()": r"RuntimeError: backward: expects a loss computed from a tensor that requires gradients",
    "flow.ones(2, requires_grad=True).add_(1)": r"RuntimeError: add_: expects a leaf .* to be written under no_grad",
    "flow.ones(2)[flow.tensor([True])]": r"IndexError: index: expects a mask of the first dimensions of \(2,\)",
    "flow.ones(2) + flow.ones(2, device='sim')": r"RuntimeError: add: expects tensors on one device",
    "flow.zeros(2).add_(flow.ones(3, 2))": r"ValueError: add_: expects the tensor's shape \(2,\) to stay",
    "flow.zeros(2, dtype=flow.int64).add_(0.5)": r"TypeError: add_: expects numbers that the tensor's dtype has",
    "bool(flow.ones(2))": r"ValueError: bool: expects one element, got shape \(2,\); use any\(\) or all\(\)",
}


@pytest.mark.parametrize("statement", WRONG)
def test_wrong_calls(statement):
    for _ in range(2):
        with pytest.raises(Exception) as raised:
            eval(statement)
        text = f"{raised.type.__name__}: {raised.value}"
        assert re.match(WRONG[statement], text) and re.search(r"\(.*(<string>:1|test_eager_failures)", text), text
