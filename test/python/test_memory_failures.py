"""Where memory lacks: an error, variables as they were, and the next step works."""

import gc

import pytest
from digits_step import Network, Training, assert_equal_bits, perceptron

import weir as flow
from weir import _core


@pytest.fixture
def fail_from():
    yield lambda request: _core.fail_allocations("cpu", request)
    _core.fail_allocations("cpu", 0)


def bytes_in_use():
    gc.collect()
    flow.synchronize()
    return _core.bytes_in_use()


def peak_of(calls):
    flow.synchronize()
    _core.reset_peak()
    calls()
    flow.synchronize()
    return _core.peak_bytes()


def test_each_request_for_memory_of_a_step_may_fail(fail_from):
    training, other = Training(), Training()
    training(), other()
    batch = training.batch()
    usual, failures = bytes_in_use(), 0
    before = training.values()
    for request in range(1, 1000):
        flow.manual_seed(1)  # that of the batch: a run that fails has taken its step
        fail_from(request)
        try:
            training.graph(*batch).item()
            break
        except flow.OutOfMemory as error:
            failures += 1
            assert "0 of" in str(error) and "available" in str(error)
        finally:
            fail_from(0)
        assert_equal_bits(training.values(), before)
        assert bytes_in_use() <= usual
    assert failures >= 1, "a step asks for memory"
    other()
    assert_equal_bits(training.values(), other.values())


@pytest.mark.parametrize("make_network", [Network, perceptron])
def test_steps_that_nobody_reads_take_little_more_memory(make_network):
    training = Training(make_network)
    training()

    def read_each():
        for _ in range(5):
            training().item()

    def read_none():
        for _ in range(200):
            training()

    assert peak_of(read_none) <= 1.15 * peak_of(read_each)
