"""Buffers of which graphs write small parts: caches of attention, rings, tables. They are written in place."""

import numpy as np
import pytest

import weir as flow
from weir import nn

HEADS, LENGTH, DIM = 3, 16, 8


class Cached(nn.Module):
    """Attention of new tokens to themselves and all before."""

    def __init__(self):
        super().__init__()
        self.register_buffer("keys", flow.zeros(1, HEADS, LENGTH, DIM))
        self.register_buffer("values", flow.zeros(1, HEADS, LENGTH, DIM))

    def forward(self, q, k, v, at):
        seen = at + q.shape[2]
        self.keys[:, :, at:seen] = k
        self.values[:, :, at:seen] = v
        keys, values = self.keys[:, :, :seen], self.values[:, :, :seen]
        places = flow.arange(seen)
        later = places > (flow.arange(q.shape[2]) + at).reshape(-1, 1)
        scores = (q @ keys.transpose(-1, -2)).masked_fill(later, -1e30)
        return flow.softmax(scores, dim=-1) @ values


class Steps(nn.Graph):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def build(self, *args):
        return self.module(*args)


def attended(q, k, v):
    """In float64, each token to itself and those before."""
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    scores = q @ k.swapaxes(-1, -2)
    scores = np.where(np.tri(q.shape[2], dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v


@pytest.mark.sampled(3)
@pytest.mark.parametrize("prompt", [1, 5, 12])
@pytest.mark.parametrize("eagerly", [False, True])
def test_tokens_behind_a_prompt(prompt, eagerly):
    q, k, v = (np.random.default_rng(n).normal(size=(1, HEADS, LENGTH, DIM)).astype(np.float32) for n in range(3))
    module = Cached()
    step = module if eagerly else Steps(module)
    results, at = [], 0
    while at < LENGTH:
        tokens = slice(at, at + (prompt if at == 0 else 1))
        results.append(step(*(flow.tensor(x[:, :, tokens]) for x in (q, k, v)), at).numpy())
        at = tokens.stop
    np.testing.assert_allclose(np.concatenate(results, axis=2), attended(q, k, v), rtol=2e-5, atol=2e-6)
    np.testing.assert_array_equal(module.keys.numpy(), k)
    np.testing.assert_array_equal(module.values.numpy(), v)


class Ring(nn.Module):
    """The last states, and what was thrown out for the newest."""

    def __init__(self):
        super().__init__()
        self.register_buffer("rows", flow.arange(12, dtype=flow.float32).reshape(6, 2))

    def forward(self, row, at):
        before = self.rows[at] * 1
        self.rows[at] = row
        between = self.rows.sum(0)
        self.rows[:, :1].mul_(2)
        self.rows[(at + 1) % 6, 1] = -1
        return before, between, self.rows * 1


@pytest.mark.parametrize("eagerly", [False, True])
def test_what_is_read_around_writes(eagerly):
    expected = np.arange(12, dtype=np.float32).reshape(6, 2)
    module = Ring()
    step = module if eagerly else Steps(module)
    for at in (4, 0, 5, 4):
        before, between, rows = (x.numpy() for x in step(flow.full((2,), float(at)), at))
        np.testing.assert_array_equal(before, expected[at])
        expected[at] = at
        np.testing.assert_array_equal(between, expected.sum(0))
        expected[:, :1] *= 2
        expected[(at + 1) % 6, 1] = -1
        np.testing.assert_array_equal(rows, expected)
    np.testing.assert_array_equal(module.rows.numpy(), expected)


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("counts", flow.zeros(8, dtype=flow.int64))
        self.register_buffer("last", flow.zeros(8, 4))

    def forward(self, ids, rows):
        self.counts.index_add_(0, ids, flow.ones(ids.shape[0], dtype=flow.int64))
        self.last.index_copy_(0, ids, rows)
        return self.last[ids]


@pytest.mark.parametrize("eagerly", [False, True])
def test_rows_at_positions_that_data_decide(eagerly):
    module = Table()
    step = module if eagerly else Steps(module)
    counts, last = np.zeros(8, np.int64), np.zeros((8, 4), np.float32)
    for n in range(4):
        rng = np.random.default_rng(n)
        ids, rows = rng.permutation(8)[:3], rng.normal(size=(3, 4)).astype(np.float32)
        counts[ids] += 1
        last[ids] = rows
        np.testing.assert_array_equal(step(flow.tensor(ids), flow.tensor(rows)).numpy(), rows)
    np.testing.assert_array_equal(module.counts.numpy(), counts)
    np.testing.assert_array_equal(module.last.numpy(), last)


def test_a_failed_run_writes_nothing():
    module = Table()
    step = Steps(module)
    step(flow.tensor([1, 2]), flow.ones(2, 4))
    with pytest.raises(flow.WeirError, match="got 8"):
        step(flow.tensor([3, 8]), flow.full((2, 4), 5.0)).numpy()
    np.testing.assert_array_equal(module.counts.numpy(), [0, 1, 1, 0, 0, 0, 0, 0])
    assert module.last.numpy().sum() == 8
