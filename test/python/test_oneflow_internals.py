"""Names below OneFlow's public ones that its programs call, and modules by PyTorch's files, used as they use them."""

import numpy as np
import pytest
from rank_programs import said

import weir as flow
from weir import nn

RANDOM = np.random.default_rng(2)


def test_what_layers_are_made_of():
    sizes = nn.modules.utils._pair(3), nn.modules.utils._pair((2, 1)), nn.modules.utils._triple(1)
    assert sizes == ((3, 3), (2, 1), (1, 1, 1))
    assert isinstance(nn.BatchNorm2d(3), nn.modules.batchnorm._BatchNorm)
    assert isinstance(nn.InstanceNorm1d(3), nn.modules.instancenorm._InstanceNorm)
    assert not isinstance(nn.LayerNorm(3), (nn.modules.batchnorm._BatchNorm, nn.modules.instancenorm._InstanceNorm))
    assert isinstance(nn.LSTM(2, 3), nn.RNNBase) and isinstance(nn.GRUCell(2, 3), nn.RNNCellBase)
    assert nn.init._calculate_fan_in_and_fan_out(flow.zeros(5, 3, 2, 2)) == (12, 20)
    assert flow.jit._script_if_tracing(abs)(-2) == 2
    joined = flow.utils.data.dataset.ConcatDataset([[1, 2], [3]])
    assert len(joined) == 3 and joined[2] == 3


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_batch_norms_with_what_stands_behind(dims):
    layer = {1: nn.FusedBatchNorm1d, 2: nn.FusedBatchNorm2d, 3: nn.FusedBatchNorm3d}[dims](3)
    alone = {1: nn.BatchNorm1d, 2: nn.BatchNorm2d, 3: nn.BatchNorm3d}[dims](3)
    x, addend = (flow.tensor(RANDOM.standard_normal((4, 3, *[5] * dims)), dtype=flow.float32) for _ in range(2))
    assert flow.equal(layer(x, addend), flow.relu(alone(x) + addend))
    assert flow.equal(layer(x), flow.relu(alone(x))) and flow.equal(layer.running_var, alone.running_var)


def test_what_stands_behind_stays_where_ranks_join_statistics():
    layer = nn.Sequential(nn.FusedBatchNorm1d(3), nn.BatchNorm1d(3))
    joined = nn.SyncBatchNorm.convert_sync_batchnorm(layer)
    x, addend = flow.randn(8, 3), flow.randn(8, 3)
    assert all(isinstance(each, nn.SyncBatchNorm) for each in joined)
    assert flow.equal(joined[0](x, addend), nn.FusedBatchNorm1d(3)(x, addend)) and float(joined[1](x).min()) < 0


def test_functions_of_several_ops():
    x, y = (flow.tensor(RANDOM.standard_normal((4, 6))) for _ in range(2))
    assert flow.equal(flow._C.fused_fast_gelu_mul(x, y), nn.functional.gelu(x, "tanh") * y)
    states = RANDOM.standard_normal((5, 2, 3 * 3 * 4))
    scores, values = flow._C.fused_self_attention(flow.tensor(states), head_size=4, alpha=0.5)
    q, k, v = np.moveaxis(states.reshape(5, 2, 3, 3, 4), (3, 1, 2), (0, 1, 2))
    assert np.allclose(scores.numpy(), 0.5 * q @ k.swapaxes(-1, -2)) and np.array_equal(values.numpy(), v)


def test_functions_below_the_public_ones():
    x, weight, bias, more = (flow.tensor(RANDOM.standard_normal(shape)) for shape in ((2, 3, 4), (5, 4), 5, (2, 3, 5)))
    product = x.numpy() @ weight.numpy().T
    fused = flow._C.fused_matmul_bias(x, weight, bias), flow._C.fused_matmul_bias(x, weight, bias, more, 2.0, 0.5)
    assert np.allclose(fused[0].numpy(), product + bias.numpy())
    assert np.allclose(fused[1].numpy(), 2 * product + bias.numpy() + 0.5 * more.numpy())
    assert flow.equal(flow._C.dropout(x, 0.5, False, addend=x), x + x)
    assert flow._C.masked_fill(x, x > 0, -1.0).max() <= 0
    assert flow._C.one_hot(flow.tensor([1, 0]), 3).tolist() == [[0, 1, 0], [1, 0, 0]]
    labels = flow.tensor([[1, 0, 4], [2, 2, 3]])
    losses = nn.functional.sparse_softmax_cross_entropy(labels=labels, logits=more)
    exps = np.exp(more.numpy())
    wanted = -np.log(np.take_along_axis(exps / exps.sum(-1, keepdims=True), labels.numpy()[..., None], -1))[..., 0]
    assert losses.shape == (2, 3) and np.allclose(losses.numpy(), wanted)
    assert flow.equal(flow._C.sparse_softmax_cross_entropy(more, labels), losses)


@pytest.mark.parametrize("name", ["gelu", "mish", "selu", "softplus", "softsign"])
def test_activations_are_methods(name):
    x = flow.tensor(RANDOM.standard_normal(7))
    assert flow.equal(getattr(x, name)(), getattr(nn.functional, name)(x))


def test_small_things():
    assert flow.framework.balanced_splitter.BalancedRanges(7, 3) == [[0, 3], [3, 5], [5, 7]]
    assert flow.framework.dtype.convert_oneflow_dtype_to_numpy_dtype(flow.float16) == np.float16
    with pytest.raises(TypeError, match="expects a dtype that NumPy has, got weir.bfloat16"):
        flow.framework.dtype.convert_oneflow_dtype_to_numpy_dtype(flow.bfloat16)
    assert isinstance(flow.ones(2), flow._oneflow_internal.Tensor)
    flow.env.init_rdma()
    flow.boxing.nccl.set_fusion_threshold_mbytes(16)
    flow.boxing.nccl.set_fusion_max_ops_num(24)
    flow.boxing.nccl.enable_use_compute_stream(True)
    flow._assert(True, "nothing")
    with pytest.raises(AssertionError, match="2 rows"):
        flow._assert(False, "2 rows")


def test_rows_and_elements_at_positions():
    table = RANDOM.standard_normal((4, 5))
    rows, at = RANDOM.standard_normal((2, 5)), np.array([[3], [1]])
    changed = table.copy()
    changed[at[:, 0]] = rows
    found = flow.tensor_scatter_nd_update(flow.tensor(table), flow.tensor(at), flow.tensor(rows))
    assert np.array_equal(found.numpy(), changed)
    pairs = np.array([[[0, 1], [2, 4]], [[1, 1], [3, 0]]])
    changed[pairs[..., 0], pairs[..., 1]] = 7
    found = flow.tensor_scatter_nd_update(found, flow.tensor(pairs), flow.full((2, 2), 7.0, dtype=flow.float64))
    assert np.array_equal(found.numpy(), changed)
    np.put(changed, [3, -1], [1.0, 2.0])
    assert np.array_equal(found.put(flow.tensor([3, -1]), flow.tensor([1.0, 2.0], dtype=flow.float64)), changed)
    found.put_(flow.tensor([[3, 3]]), flow.tensor([[1.0, 2.0]], dtype=flow.float64), accumulate=True)
    assert found.reshape(-1)[3].item() == pytest.approx(flow.tensor(table).reshape(-1)[3].item() + 3)
    for bad in (flow.tensor([[0, 0, 0]]), flow.tensor(0)):
        with pytest.raises(ValueError, match="expects 1 to 2 positions in the last dimension of indices"):
            flow.tensor_scatter_nd_update(flow.tensor(table), bad, flow.zeros(1))
    with pytest.raises(ValueError, match=r"expects updates of shape \(2, 5\), got \(2, 4\)"):
        flow.tensor_scatter_nd_update(flow.tensor(table), flow.tensor(at), flow.zeros(2, 4))


def test_binomial_draws():
    flow.manual_seed(0)
    count, prob = flow.tensor([[20.0], [3.0], [0.0]]), flow.tensor([0.0, 0.25, 1.0])
    drawn = np.stack([flow.binomial(count, prob).numpy() for _ in range(400)])
    assert drawn.shape == (400, 3, 3) and (drawn == np.floor(drawn)).all() and (drawn[:, 2] == 0).all()
    assert (drawn[:, :, 0] == 0).all() and (drawn[:, 0, 2] == 20).all() and (drawn[:, 1, 1] <= 3).all()
    assert abs(drawn[:, 0, 1].mean() - 5) < 5 * np.sqrt(20 * 0.25 * 0.75 / 400)
    assert abs(drawn[:, 0, 1].var() - 3.75) < 1.5
    for wrong in (prob + 1, prob * float("nan")):
        with pytest.raises(ValueError, match="expects counts of at least 0 and probabilities from 0 to 1"):
            flow.binomial(count, wrong)
    sure = flow.ones(2000, dtype=flow.bfloat16)
    assert flow.equal(flow.binomial(sure * 300, sure), sure * 300)
    assert flow.binomial(flow.tensor([2.5]), flow.ones(1)).tolist() == [2]
    with pytest.raises(TypeError, match="expects prob to be a Tensor of the floats of count, got float64"):
        flow.binomial(count, prob.double())


def test_one_rank_is_a_world():
    place, rows = flow.placement("cpu", [0]), flow.sbp.split(0)
    assert [flow.zeros(4).is_local for _ in range(4)] == [True] * 4  # a call that is known by now
    with flow.utils.global_view.global_mode(True, placement=place, sbp=rows):
        held = flow.zeros(4)
        assert flow.utils.global_view.current_global_mode().placement == place
    assert held.is_global and held.to_local().is_local and flow.zeros(4).is_local
    assert flow._C.global_arange(3, placement=place, sbp=rows).to_local().tolist() == [0, 1, 2]
    (joined,) = flow.utils.global_view.to_global([flow.ones(2)], place, rows)
    assert flow.utils.global_view.to_local(joined).tolist() == [1, 1]
    assert flow._oneflow_internal.cpu_broadcast(b"bytes", 0) == b"bytes"
    assert flow.framework.check_point_v2._broadcast_py_object([1], 0) == [1]


GLOBAL_MODE = """
    from weir.utils.global_view import current_global_mode, global_mode, to_global, to_local

    assert not current_global_mode().is_enabled
    with flow.utils.global_view.global_mode(True, placement=place, sbp=rows):
        mode = current_global_mode()
        assert mode.is_enabled and mode.placement == place and mode.sbp == (rows,)
        made = [flow.zeros(4), flow.arange(6), flow.randn(4, 2), flow.tensor([1, 2]), flow.ones(4, device="cpu")]
        assert all(each.is_global and each.placement == place and each.sbp == (rows,) for each in made)
        assert tuple(made[1].to_local().shape) == (3,) and made[1].tolist() == [*range(6)]
        assert flow.eye(4, placement=place, sbp=whole).sbp == (whole,)
        with global_mode(False):
            assert flow.zeros(4).is_local
        mask = flow.ones(4, 4).tril() * flow.zeros(4, 4).to("cpu")
        assert mask.is_global and mask.device == flow.device("cpu")
        there = flow.randn(4, device="sim")
        assert there.placement == place.on("sim") and there.to("cpu").placement == place
        assert flow.zeros(2, placement=None, sbp=None).is_global and flow.tril_indices(4, 4).is_global
    assert flow.zeros(4).is_local
    made = global_mode(True, placement=place, sbp=whole)(lambda: flow.zeros(2))()
    assert made.sbp == (whole,)

    state = {"weight": flow.full((4,), 1.0), "bias": flow.zeros(2), "names": ["a"]}
    held = to_global(state, place, rows)
    assert held["weight"].sbp == (rows,) and held["names"] == ["a"] and tuple(held["weight"].shape) == (8,)
    two = {"w": flow.ones(4), "b": flow.ones(2)}
    held_so = flow.to_global(two, place, lambda state, tensor: rows if tensor is state["w"] else whole)
    assert (held_so["w"].sbp, held_so["b"].sbp) == ((rows,), (whole,))
    assert flow.to_global([flow.ones(2)], place, lambda *_: rows)[0].sbp == (rows,)
    assert to_local((held["weight"], 3))[0].tolist() == [1.0] * 4 and to_local(held, copy=True)["names"] == ["a"]

    numbers = flow._C.global_arange(1, 9, 2, dtype=flow.float32, placement=place, sbp=rows)
    assert numbers.tolist() == [1, 3, 5, 7]
    assert flow._C.global_arange(3, placement=place, sbp=whole).tolist() == [0, 1, 2]
    told = flow._oneflow_internal.cpu_broadcast(b"bytes" if rank == 1 else None, 1)
    assert told == b"bytes" and flow.framework.check_point_v2._broadcast_py_object({"rank": rank}, 1) == {"rank": 1}

    for wrong, message in (
        (lambda: global_mode(True, placement="cpu", sbp=rows), "expects a weir.placement, got 'cpu'"),
        (lambda: global_mode(False, placement=place), "expects no placement and no sbp where it is not enabled"),
        (lambda: global_mode(True, placement=place, sbp=[rows, rows]), "global_mode: expects one sbp"),
        (lambda: flow._oneflow_internal.cpu_broadcast(b"", 2), "expects a rank below 2, got 2"),
    ):
        try:
            with flow.utils.global_view.global_mode(True, placement=place, sbp=rows):
                wrong()
        except (TypeError, ValueError) as error:
            assert message in str(error), error
        else:
            raise AssertionError(message)
"""


@pytest.mark.sampled(5)
def test_local_programs_become_global_ones(tmp_path):
    assert said(GLOBAL_MODE, 2, tmp_path) == []
