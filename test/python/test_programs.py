"""Programs of test/programs, as users write them: the losses of their 20 steps are PyTorch's, of which those in f64 are
committed. A run takes the programs of the day; ./dev accept right programs runs all beside PyTorch."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tools" / "dev"), str(ROOT / "test" / "right" / "programs")]

import suite_sample  # noqa: E402
from eager_graphs import eagerly  # noqa: E402
from loss_bounds import F64, off, right_at_first  # noqa: E402
from running import committed, losses, names, precision, running  # noqa: E402

pytestmark = pytest.mark.sampled(8)

VALUES = committed()
SHARE = 16  # one of so many programs a day


def of_the_day():
    whole = suite_sample.is_whole()
    return [name for name in names() if whole or suite_sample.drawn(name, range(SHARE)) == 0]


def test_each_program_has_values():
    assert list(VALUES) == names()


@pytest.mark.parametrize("name", of_the_day()[:: 1 if suite_sample.is_whole() else 3])
def test_program_op_by_op(name):
    with eagerly():
        assert off(losses(name, "float64", seed=0), VALUES[name]) <= F64


@pytest.mark.parametrize("name", of_the_day())
def test_program(name):
    assert off(losses(name, "float64", seed=0), VALUES[name]) <= F64
    first = next(running(name, "float32", seed=0))
    assert right_at_first(first, VALUES[name][0], precision(name)), (first, VALUES[name][0])
