"""Random numbers against an implementation of Philox 4x32-10 in NumPy that shares no line with ours."""

import math

import numpy as np
import pytest

import weir as flow
from weir import nn


def words(seed, ordinal, step, count):
    """Element i of the stream for i below count."""
    blocks = np.arange((count + 3) // 4, dtype=np.uint64)
    mask = np.uint64(0xFFFFFFFF)
    counter = [blocks & mask, blocks >> np.uint64(32), np.full_like(blocks, ordinal), np.full_like(blocks, step)]
    key = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        a = counter[0] * np.uint64(0xD2511F53)
        b = counter[2] * np.uint64(0xCD9E8D57)
        counter = [
            (b >> np.uint64(32)) ^ counter[1] ^ np.uint64(key[0]),
            b & mask,
            (a >> np.uint64(32)) ^ counter[3] ^ np.uint64(key[1]),
            a & mask,
        ]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return np.stack(counter, axis=1).reshape(-1)[:count]


def test_the_test_knows_philox():
    # The published vector for counter and key of all ones is covered by unittests/Support; here all zeros.
    assert [hex(word) for word in words(0, 0, 0, 4)] == ["0x6627e8d5", "0xe169c58d", "0xbc57ac4c", "0x9b00dbd8"]


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1, 0x123456789ABCDEF])
def test_rand_is_the_upper_bits(seed):
    flow.manual_seed(seed)
    for ordinal in range(3):
        drawn = flow.rand(3, 5).numpy().reshape(-1)
        expected = (words(seed, ordinal, 0, 15) >> np.uint64(8)).astype(np.float32) * np.float32(2.0**-24)
        np.testing.assert_array_equal(drawn, expected)


def test_rand_of_float64_takes_two_words():
    flow.manual_seed(3)
    drawn = flow.rand(7, dtype=flow.float64).numpy()
    pairs = words(3, 0, 0, 14).reshape(7, 2)
    expected = ((pairs[:, 0] >> np.uint64(5)) * 2**26 + (pairs[:, 1] >> np.uint64(6))).astype(np.float64) * 2.0**-53
    np.testing.assert_array_equal(drawn, expected)


def test_randn_is_box_muller():
    flow.manual_seed(4)
    drawn = flow.randn(8, dtype=flow.float64).numpy()
    pairs = words(4, 0, 0, 16).reshape(8, 2)
    units = ((pairs[:, 0] >> np.uint64(5)) * 2**26 + (pairs[:, 1] >> np.uint64(6))).astype(np.float64) * 2.0**-53
    expected = []
    for u, v in units.reshape(4, 2):
        radius = math.sqrt(-2 * math.log(1 - u))
        expected += [radius * math.cos(2 * math.pi * v), radius * math.sin(2 * math.pi * v)]
    np.testing.assert_allclose(drawn, expected, rtol=4 * 2.0**-52)


def test_a_seed_starts_the_sequence_anew():
    flow.manual_seed(5)
    first = [flow.rand(4).tolist(), flow.randn(4).tolist()]
    flow.manual_seed(5)
    assert [flow.rand(4).tolist(), flow.randn(4).tolist()] == first
    assert flow.rand(4).tolist() != first[0]


def test_generators_are_independent():
    generator = flow.Generator(9)
    alone = flow.rand(4, generator=flow.Generator(9)).tolist()
    flow.rand(100)
    assert flow.rand(4, generator=generator).tolist() == alone


def test_moments():
    flow.manual_seed(6)
    count = 1 << 16
    normal = flow.randn(count).numpy().astype(np.float64)
    # Five standard errors of each moment.
    assert abs(normal.mean()) < 5 / math.sqrt(count)
    assert abs(normal.var() - 1) < 5 * math.sqrt(2 / count)
    assert abs((normal**4).mean() - 3) < 5 * math.sqrt(96 / count)
    uniform = flow.rand(count).numpy().astype(np.float64)
    assert abs(uniform.mean() - 0.5) < 5 / math.sqrt(12 * count)
    assert uniform.min() >= 0 and uniform.max() < 1


def test_randperm_is_a_permutation():
    flow.manual_seed(7)
    order = flow.randperm(1000)
    assert order.dtype is flow.int64
    assert sorted(order.tolist()) == list(range(1000))
    assert order.tolist() != list(range(1000))


def test_linear_draws_from_the_default_generator():
    flow.manual_seed(8)
    layer = nn.Linear(16, 5)
    bound = np.float32(2 / 4)
    expected = (words(8, 0, 0, 80) >> np.uint64(8)).astype(np.float32) * np.float32(2.0**-24) * bound - bound / 2
    np.testing.assert_allclose(layer.weight.numpy().reshape(-1), expected, atol=2.0**-24)
    assert np.abs(layer.weight.numpy()).max() <= 0.25 and np.abs(layer.bias.numpy()).max() <= 0.25
    bias = (words(8, 1, 0, 5) >> np.uint64(8)).astype(np.float32) * np.float32(2.0**-24) * bound - bound / 2
    np.testing.assert_allclose(layer.bias.numpy(), bias, atol=2.0**-24)
