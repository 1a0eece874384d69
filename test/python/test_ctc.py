"""Connectionist temporal classification, against the sum over all alignments, and against known numbers."""

import itertools

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

random = np.random.default_rng(5)


def collapsed(labels, blank):
    """Without repetitions and blanks."""
    return [label for label, _ in itertools.groupby(labels) if label != blank]


def by_all_ways(log_probs, target, blank):
    """Minus the log of the summed probabilities of all sequences of classes that collapse to the target."""
    steps, classes = log_probs.shape
    ways = (each for each in itertools.product(range(classes), repeat=steps) if collapsed(each, blank) == [*target])
    total = sum(np.exp(sum(log_probs[step, label] for step, label in enumerate(way))) for way in ways)
    with np.errstate(divide="ignore"):
        return -np.log(total)


def drawn(steps, batch, classes, most, blank):
    x = random.standard_normal((steps, batch, classes))
    x -= np.log(np.exp(x).sum(2, keepdims=True))
    targets = random.integers(0, classes - 1, (batch, most))
    lengths = random.integers(0, most + 1, batch)
    return x, targets + (targets >= blank), random.integers(1, steps + 1, batch), lengths


def expected(x, targets, steps_of, lengths, blank):
    rows = zip(np.moveaxis(x, 1, 0), targets, steps_of, lengths)
    return np.array([by_all_ways(row[:steps], target[:length], blank) for row, target, steps, length in rows])


@pytest.mark.parametrize("blank", [0, 2])
@pytest.mark.parametrize(("steps", "classes", "most"), [(1, 3, 1), (4, 3, 2), (6, 3, 3), (5, 4, 0), (3, 3, 5)])
def test_the_sum_over_all_alignments(steps, classes, most, blank):
    x, targets, steps_of, lengths = drawn(steps, 5, classes, most, blank)
    losses = expected(x, targets, steps_of, lengths, blank)
    for dtype in (flow.float64, flow.float32):
        given = flow.tensor(x, dtype=dtype)
        found = F.ctc_loss(given, flow.tensor(targets), steps_of, flow.tensor(lengths), blank, "none")
        fits = np.isfinite(losses)
        assert (np.isinf(found.numpy()) == ~fits).all() and found.dtype is dtype
        assert_close(found.numpy()[fits], losses[fits], dtype, steps)
        joined = np.concatenate([row[:length] for row, length in zip(targets, lengths)])
        behind = F.ctc_loss(given, flow.tensor(joined), flow.tensor(steps_of), lengths.tolist(), blank, "none")
        assert np.array_equal(behind.numpy(), found.numpy())
    finite = np.where(np.isinf(losses), 0, losses)
    call = flow.tensor(x), flow.tensor(targets), steps_of, lengths, blank
    mean = (finite / np.maximum(lengths, 1)).mean()
    assert_close(F.ctc_loss(*call, zero_infinity=True).numpy(), mean, flow.float64, steps)
    assert_close(F.ctc_loss(*call, reduction="sum", zero_infinity=True).numpy(), finite.sum(), flow.float64, steps)


def test_gradients_are_those_of_differences():
    x, targets, steps_of, lengths = drawn(5, 3, 4, 2, 0)
    given = flow.tensor(x).requires_grad_()
    call = flow.tensor(targets), steps_of, lengths, 0, "sum", True
    assert flow.autograd.gradcheck(lambda y: F.ctc_loss(y.log_softmax(-1), *call), [given])
    impossible = flow.zeros(1, 1, 3, requires_grad=True)
    F.ctc_loss(impossible.log_softmax(-1), flow.tensor([[1, 2]]), [1], [2], zero_infinity=True).backward()
    assert impossible.grad.tolist() == [[[0, 0, 0]]]


def test_in_a_graph_as_outside():
    x, targets, steps_of, lengths = drawn(6, 4, 5, 3, 0)
    step = Function(lambda *given: F.ctc_loss(*given, zero_infinity=True))
    given = flow.tensor(x), flow.tensor(targets), flow.tensor(steps_of), flow.tensor(lengths)
    assert_close(step(*given).numpy(), F.ctc_loss(*given, zero_infinity=True).numpy(), flow.float64, 6)
    # Other lengths are no other program.
    others = *given[:2], flow.tensor([6, 6, 5, 4]), flow.tensor([1, 0, 2, 3])
    assert_close(step(*others).numpy(), F.ctc_loss(*others, zero_infinity=True).numpy(), flow.float64, 6)


def test_training_reads_a_sequence():
    """A recurrent net learns to read what it is shown, whose labels it is not told the places of."""
    flow.manual_seed(1)
    classes, steps = 5, 12
    net, head, loss_of = nn.GRU(classes, 24), nn.Linear(24, classes), nn.CTCLoss()
    optimizer = flow.optim.Adam([*net.parameters(), *head.parameters()], lr=0.02)
    targets = np.array([[1, 2, 3], [4, 2, 4], [2, 1, 2]])
    shown = np.eye(classes, dtype=np.float32)[np.repeat(targets, 4, 1).T]
    losses = []
    for _ in range(60):
        scores = head(net(flow.tensor(shown))[0]).log_softmax(-1)
        loss = loss_of(scores, flow.tensor(targets), [steps] * 3, [3] * 3)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0]
    assert [collapsed(row, 0) for row in scores.argmax(-1).T.tolist()] == targets.tolist()


def test_one_sequence_and_narrow_floats():
    x, targets, _, _ = drawn(5, 1, 4, 2, 0)
    one = F.ctc_loss(flow.tensor(x[:, 0]), flow.tensor(targets[0]), flow.tensor(5), flow.tensor(2), reduction="none")
    assert one.shape == () and np.isclose(one.item(), by_all_ways(x[:, 0], targets[0], 0))
    narrow = flow.tensor(x, dtype=flow.bfloat16)
    found = F.ctc_loss(narrow, flow.tensor(targets), [5], [2], reduction="none")
    assert found.dtype is flow.bfloat16 and abs(found.item() - one.item()) < 0.02 * one.item()
    # Steps of probability 0 are like others.
    certain = np.where(np.eye(3)[[0, 1, 0, 2]] > 0, 0.0, -np.inf)[:, None]
    assert F.ctc_loss(flow.tensor(certain), flow.tensor([[1, 2]]), [4], [2], reduction="sum").item() == 0
    assert F.ctc_loss(flow.tensor(certain), flow.tensor([[2, 1]]), [4], [2], reduction="sum").item() == float("inf")
    nothing = [F.ctc_loss(flow.zeros(0, 1, 3), flow.zeros(1, n, dtype=flow.int64), [0], [n]).item() for n in (0, 1)]
    assert nothing == [0, float("inf")]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((flow.zeros(4), flow.zeros(1, 2, dtype=flow.int64), [4], [2]), "expects log_probs (T, N, C) or (T, C) of"),
        ((flow.zeros(4, 1, 3), flow.zeros(1, 2), [4], [2]), "expects targets (N, S) or (sum of target_lengths,) of"),
        ((flow.zeros(4, 1, 3), flow.zeros(2, 2, dtype=flow.int64), [4], [2]), "expects targets of 1 sequences, got 2"),
        ((flow.zeros(4, 1, 3), flow.zeros(1, 2, dtype=flow.int64), [5], [2]), "input_lengths from 0 to 4, got [5]"),
        ((flow.zeros(4, 1, 3), flow.zeros(1, 2, dtype=flow.int64), [4], [3]), "target_lengths from 0 to 2, got [3]"),
        ((flow.zeros(4, 2, 3), flow.zeros(2, 2, dtype=flow.int64), [4], [2, 2]), "2 input_lengths, one for each"),
        ((flow.zeros(4, 2, 3), flow.zeros(5, dtype=flow.int64), [4, 4], [2, 2]), "target_lengths say, 4, got 5"),
        ((flow.zeros(4, 1, 3), flow.zeros(1, 2, dtype=flow.int64), [4], [2], 3), "expects blank below 3"),
        ((flow.zeros(4, 0, 3), flow.zeros(0, 2, dtype=flow.int64), [], []), "expects at least one sequence, got"),
        ((flow.zeros(4, 1, 3), flow.zeros(1, 2, dtype=flow.int64), [4], [2], 0, "max"), "expects reduction to be"),
    ],
)
def test_what_is_refused(given, message):
    with pytest.raises(TypeError, match=r"expects input_lengths to be integers, got \[3.5\]"):
        F.ctc_loss(flow.zeros(4, 1, 3), flow.zeros(1, 2, dtype=flow.int64), [3.5], [2])
    with pytest.raises(ValueError) as error:
        F.ctc_loss(*given)
    assert message in str(error.value)
