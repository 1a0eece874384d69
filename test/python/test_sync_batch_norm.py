"""Batch normalization by the batches of all ranks: as one rank computes it of the whole batch."""

import copy

import numpy as np
import pytest
from rank_programs import said

import weir as flow
from weir import nn

pytestmark = pytest.mark.sampled(6)

PROGRAM = """
network = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(64, 2))
whole = flow.randn(6 * ranks - 1, 3, 6, 6) + 3
first = 6 * rank
own = whole[first : first + 6]

network[1].momentum = momentum = {momentum}
for x in (whole * 2, whole):
    network.zero_grad()
    expected = network(x)
    (expected**2).sum().backward()

flow.manual_seed(7)
synced = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(64, 2))
synced[1].momentum = momentum
synced = nn.SyncBatchNorm.convert_sync_batchnorm(synced)
assert type(synced[1]) is nn.SyncBatchNorm
for x in (own * 2, own):
    synced.zero_grad()
    found = synced(x)
    (found**2).sum().backward()

np.testing.assert_allclose(found.numpy(), expected.numpy()[first : first + 6], rtol=2e-4, atol=2e-5)
for (name, one), other in zip(network.named_parameters(), synced.parameters()):
    total = flow.comm.all_reduce(other.grad.clone())
    np.testing.assert_allclose(total.numpy(), one.grad.numpy(), rtol=3e-3, atol=3e-3, err_msg=name)
for (name, one), other in zip(network.named_buffers(), synced.buffers()):
    np.testing.assert_allclose(other.numpy(), one.numpy(), rtol=1e-4, err_msg=name)

network.eval(), synced.eval()
np.testing.assert_allclose(synced(own).numpy(), network(own).numpy(), rtol=2e-4, atol=2e-5)

try:
    nn.SyncBatchNorm(4, process_group=object())
except NotImplementedError as error:
    assert "SyncBatchNorm: expects process_group to be None, all ranks" in str(error)
else:
    assert False
try:
    synced.train()[1](flow.ones(2, 5, 1))
except ValueError as error:
    assert "SyncBatchNorm: expects input of shape (N, C, *) with C = 4, got (2, 5, 1)" in str(error)
else:
    assert False
print("well on", rank)
"""


@pytest.mark.parametrize(("ranks", "momentum"), [(2, 0.1), (3, None)])
def test_as_on_one_rank(tmp_path, ranks, momentum):
    program = PROGRAM.replace("{momentum}", str(momentum))
    assert said(program, ranks, tmp_path) == [f"well on {rank}" for rank in range(ranks)]


def test_on_one_rank_it_is_batch_norm():
    flow.manual_seed(0)
    network = nn.ModuleDict({"norm": nn.BatchNorm1d(3), "rest": nn.Sequential(nn.BatchNorm2d(2, affine=False))})
    synced = nn.SyncBatchNorm.convert_sync_batchnorm(copy.deepcopy(network))
    assert isinstance(synced, nn.ModuleDict) and synced["rest"][0].weight is None
    assert list(synced.state_dict()) == list(network.state_dict())
    x = flow.randn(8, 3)
    assert np.array_equal(synced["norm"](x).numpy(), network["norm"](x).numpy())
    assert repr(synced["norm"]).startswith("SyncBatchNorm(3, eps=1e-05, momentum=0.1, affine=True")
    assert type(nn.SyncBatchNorm.convert_sync_batchnorm(nn.BatchNorm1d(2).eval()))(2).training


def test_in_a_graph():
    class Normed(nn.Graph):
        def __init__(self, norm):
            super().__init__()
            self.norm = norm

        def build(self, x):
            return self.norm(x)

    x = flow.randn(4, 3, 5)
    np.testing.assert_allclose(
        Normed(nn.SyncBatchNorm(3))(x).numpy(), nn.BatchNorm1d(3)(x).numpy(), rtol=1e-5, atol=1e-6
    )
