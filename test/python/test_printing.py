"""How tensors are shown."""

import pytest

import weir as flow


@pytest.fixture(autouse=True)
def options_as_they_were():
    yield
    flow.set_printoptions(profile="default")


def shown(values, **options):
    return repr(flow.tensor(values, **options)).removeprefix("tensor(").removesuffix(")")


@pytest.mark.parametrize(
    "values, text",
    [
        (3.14159, "3.1416"),
        ([1.0, 2.0], "[1., 2.]"),
        ([1.5, float("nan"), -float("inf")], "[1.5000,    nan,   -inf]"),
        ([-0.5, 100.25], "[ -0.5000, 100.2500]"),
        ([1e-8, 1.0], "[1.0000e-08, 1.0000e+00]"),
        ([1e9, 1e9], "[1.0000e+09, 1.0000e+09]"),
        ([0.0, float("nan")], "[ 0., nan]"),
        ([[1, -20], [3, 4]], "[[  1, -20],\n        [  3,   4]]"),
        ([True, False], "[ True, False]"),
        ([], "[]"),
    ],
)
def test_numbers_stand_in_columns_with_four_digits(values, text):
    assert shown(values) == text


def test_what_python_would_make_anyway_goes_without_saying():
    assert repr(flow.tensor([1, 2])) == "tensor([1, 2])" and repr(flow.tensor(True)) == "tensor(True)"
    assert repr(flow.ones(1, dtype=flow.float64)) == "tensor([1.], dtype=weir.float64)"
    assert repr(flow.full((1,), 1.3, dtype=flow.bfloat16)) == "tensor([1.2969], dtype=weir.bfloat16)"
    assert repr(flow.zeros(0, dtype=flow.int64)) == "tensor([], dtype=weir.int64)"
    assert repr(flow.zeros(0, 3)) == "tensor([], size=(0, 3))" and repr(flow.zeros(0)) == "tensor([])"
    assert repr(flow.nn.Parameter(flow.ones(1))) == "Parameter containing:\ntensor([1.], requires_grad=True)"


def test_of_many_elements_the_edges_are_shown():
    assert repr(flow.arange(2000)) == "tensor([   0,    1,    2, ..., 1997, 1998, 1999])"
    lines = repr(flow.zeros(100, 200)).splitlines()
    assert len(lines) == 7 and lines[0] == "tensor([[0., 0., 0., ..., 0., 0., 0.],"
    # The width is that of what is shown.
    assert "10000" not in repr(flow.cat([flow.zeros(1000), flow.full((1,), 10000.0), flow.zeros(1000)]))


def test_options():
    x = flow.tensor([1.23456, 2.0])
    flow.set_printoptions(precision=2)
    assert repr(x) == "tensor([1.23, 2.00])"
    flow.set_printoptions(sci_mode=True)
    assert repr(x) == "tensor([1.23e+00, 2.00e+00])"
    flow.set_printoptions(profile="short", linewidth=20, threshold=3)
    assert repr(flow.arange(10)) == "tensor([0, 1, ...,\n        8, 9])"
    flow.set_printoptions(profile="full")
    assert "..." not in repr(flow.zeros(2000))
    with pytest.raises(ValueError, match="expects profile default, short, full, got 'long'"):
        flow.set_printoptions(profile="long")
    with pytest.raises(ValueError, match="expects edgeitems of at least 1, got 0"):
        flow.set_printoptions(edgeitems=0)
