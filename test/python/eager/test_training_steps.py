"""Training steps of networks on the images of digits, op by op: where memory lacks, on other threads, on a simulated
GPU."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.append(str(Path(__file__).resolve().parents[3] / "tools" / "dev"))
import suite_sample  # noqa: E402
from digits_step import Network, Training, assert_equal_bits, perceptron, printed_by  # noqa: E402

import weir as flow  # noqa: E402
from weir import _core, optim  # noqa: E402

pytestmark = pytest.mark.sampled(8)

STEPS = 20
PROGRAM = f"""
from test_training_steps import Steps
from digits import fingerprint
steps = Steps()
for _ in range({STEPS}):
    steps()
print(fingerprint(steps.network))
"""
WAYS = {
    "two threads": {"WEIR_NUM_THREADS": "2"},
    "each call completed": {"WEIR_NUM_THREADS": "2", "WEIR_SYNC": "1"},
    "no cache": {"WEIR_NUM_THREADS": "2", "WEIR_CACHE_DIR": "0"},
}


class Steps:
    """Calls take steps with one batch after the other."""

    def __init__(self, make_network=Network, device="cpu"):
        self.data, self.device = Training(make_network), device
        self.network = self.data.network.train().to(device)
        self.optimizer = optim.SGD(self.network.parameters(), lr=0.01, momentum=0.9)

    def __call__(self, batch=None):
        images, labels = (each.to(self.device) for each in batch or self.data.batch())
        self.optimizer.zero_grad()
        loss = flow.nn.functional.cross_entropy(self.network(images), labels)
        loss.backward()
        self.optimizer.step()
        return loss

    def parameters(self):
        return {name: each.detach().cpu().numpy().copy() for name, each in self.network.named_parameters()}


@pytest.fixture
def fail_from():
    yield lambda request: _core.fail_allocations("cpu", request)
    _core.fail_allocations("cpu", 0)


@pytest.mark.parametrize("make_network", [perceptron, Network])
def test_each_request_for_memory_of_a_step_may_fail(make_network, fail_from):
    steps, other = Steps(make_network), Steps(make_network)
    for each in (steps, other):
        each(), each()
    flow.synchronize()
    batch = steps.data.batch()
    other.data.batch()
    before, failures = steps.parameters(), 0
    for request in range(1, 2000):
        flow.manual_seed(2)
        fail_from(request)
        try:
            steps(batch).item()
            flow.synchronize()
            break
        except flow.OutOfMemory as error:
            failures += 1
            assert "available" in str(error)
        finally:
            fail_from(0)
        try:
            flow.synchronize()
        except flow.OutOfMemory:
            pass  # of what nobody has looked at
        assert_equal_bits(steps.parameters(), before)
    assert failures >= 5, "a step asks for memory"
    flow.manual_seed(2)
    other(batch).item()
    if make_network is perceptron:  # whose steps that fail change no statistics
        assert_equal_bits(steps.parameters(), other.parameters())


@pytest.fixture(scope="module")
def expected():
    """Of one thread, each call completed."""
    return printed_by(PROGRAM, WEIR_NUM_THREADS="1", WEIR_SYNC="1")


@pytest.mark.parametrize("way", WAYS)
def test_weights_are_bit_equal(way, expected):
    assert printed_by(PROGRAM, **WAYS[way]) == expected


ON_SIM = [(perceptron, 20), (Network, 3)]  # the second one takes long


@pytest.mark.parametrize("make_network, steps", ON_SIM if suite_sample.is_whole() else ON_SIM[:1])
def test_losses_on_a_simulated_gpu(make_network, steps):
    on_cpu, on_sim = Steps(make_network), Steps(make_network, "sim")
    losses = [(on_cpu().item(), on_sim().item()) for _ in range(steps)]
    np.testing.assert_allclose(*np.array(losses).T, rtol=1e-5)
