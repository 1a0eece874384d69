"""Functions and keywords that programs for PyTorch and OneFlow bring along."""

import collections
import dataclasses

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn
from weir.nn import functional as F

random = np.random.default_rng(11)
X, Y, W = random.standard_normal((3, 4)), random.standard_normal((3, 4)), random.uniform(0.1, 2, (3, 4))
x, y, w = map(flow.tensor, (X, Y, W))


def close(found, expected):
    np.testing.assert_allclose(found.detach().numpy(), expected, rtol=1e-12)


# keywords


def test_embeddings_take_pytorchs_keywords():
    layer = nn.Embedding(5, 3, None, None, 2.0, False, False)
    assert not layer.sparse and not layer.scale_grad_by_freq
    numbers = flow.tensor([4, 0])
    rows = F.embedding(numbers, layer.weight, None, None, 2.0, False, False)
    assert rows.tolist() == layer(numbers).tolist() == layer.weight[numbers].tolist()
    assert nn.Embedding(5, 3, scale_grad_by_freq=False, sparse=False, dtype=flow.float64).weight.dtype is flow.float64
    assert nn.Embedding(5, 3, sparse=True)(numbers).shape == (2, 3)  # gradients are dense all the same


class Frequencies(nn.Graph):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def build(self, numbers):
        return flow.autograd.grad(self.layer(numbers).sum(), self.layer.weight)[0]


def test_gradients_of_rows_are_divided_by_their_frequencies():
    numbers = flow.tensor([[4, 0], [4, 1], [4, 2]])
    layer = nn.Embedding(5, 2, padding_idx=2, scale_grad_by_freq=True)
    rows = layer(numbers)
    assert rows.tolist() == nn.Embedding.from_pretrained(layer.weight, padding_idx=2)(numbers).tolist()
    (rows * flow.tensor([1.0, 3.0])).sum().backward()
    assert layer.weight.grad.tolist() == [[1, 3], [1, 3], [0, 0], [0, 0], [1, 3]]
    assert Frequencies(layer)(numbers).tolist() == [[1, 1], [1, 1], [0, 0], [0, 0], [1, 1]]
    plain = F.embedding(numbers, layer.weight, scale_grad_by_freq=False)
    assert flow.autograd.grad(plain.sum(), layer.weight)[0].tolist()[4] == [3, 3]


def test_grad_takes_pytorchs_keywords():
    v = flow.tensor([2.0, 3.0], requires_grad=True)
    (g,) = flow.autograd.grad((v**2).sum(), v, None, None, False, True, None, False, False)
    assert g.tolist() == [4, 6]
    assert flow.autograd.grad((v**2).sum(), v, only_inputs=True, is_grads_batched=False)[0].tolist() == [4, 6]
    with pytest.warns(UserWarning, match="grad: only_inputs=False has no effect"):
        assert flow.autograd.grad((v**2).sum(), v, only_inputs=False)[0].tolist() == [4, 6]
    assert v.grad is None


def test_grad_of_a_batch_is_a_jacobian():
    v = flow.tensor([2.0, 3.0], requires_grad=True)
    w = flow.tensor([5.0], requires_grad=True)
    (jacobian,) = flow.autograd.grad(v**2 * v.sum(), v, flow.eye(2), is_grads_batched=True)
    assert jacobian.tolist() == [[4 * 5 + 4, 4], [9, 6 * 5 + 9]]
    y = v * w
    of_v, unused = flow.autograd.grad([y], [v, flow.ones(1, requires_grad=True)], [flow.eye(2)], False, False, True,
                                      True, True)  # fmt: skip
    assert of_v.tolist() == [[5, 0], [0, 5]] and unused is None
    with pytest.raises(RuntimeError, match="expects retain_graph=True"):  # the last part lets operands go
        flow.autograd.grad(y.sum(), v)
    for bad in (None, flow.tensor(1.0), [flow.ones(2, 2), flow.ones(3, 2)]):
        with pytest.raises(ValueError, match="grad: expects grad_outputs with the same size in front"):
            flow.autograd.grad(v * v, v, bad, is_grads_batched=True)


def test_clipping_takes_foreach():
    v = flow.tensor([3.0, 4.0], requires_grad=True)
    (v * v).sum().backward()
    assert nn.utils.clip_grad_norm_([v], 5.0, foreach=True).item() == 10
    np.testing.assert_allclose(v.grad.numpy(), [3, 4], rtol=1e-6)
    nn.utils.clip_grad_value_([v], 3.5, foreach=False)
    np.testing.assert_allclose(v.grad.numpy(), [3, 3.5], rtol=1e-6)
    with pytest.warns(FutureWarning, match="clip_grad_norm: an older name of clip_grad_norm_"):
        nn.utils.clip_grad_norm([v], 1.0)
    np.testing.assert_allclose(np.linalg.norm(v.grad.numpy()), 1, rtol=1e-5)


DISTANCE = np.abs(X - Y)
LOSSES = [
    (F.mse_loss, DISTANCE**2 * W, W.sum(), {}),
    (F.l1_loss, DISTANCE * W, W.sum(), {}),
    (F.huber_loss, np.where(DISTANCE <= 0.5, DISTANCE**2 / 2, 0.5 * (DISTANCE - 0.25)) * W, W.size, {"delta": 0.5}),
]


@pytest.mark.parametrize("loss, weighted, divisor, options", LOSSES, ids=["mse", "l1", "huber"])
def test_losses_are_weighted(loss, weighted, divisor, options):
    close(loss(x, y, reduction="none", weight=w, **options), weighted)
    close(loss(x, y, reduction="sum", weight=w, **options), weighted.sum())
    close(loss(x, y, weight=w, **options), weighted.sum() / divisor)
    close(loss(x, y, weight=None, **options), loss(x, y, **options).numpy())
    in_graph = Function(lambda x, y, w: loss(x, y, weight=w, **options))
    close(in_graph(x, y, w), weighted.sum() / divisor)
    with pytest.raises(ValueError, match=r"_loss: expects weight to be of input's shape \(3, 4\), got \(4,\)"):
        loss(x, y, weight=w[0])
    with pytest.raises(ValueError, match="_loss: expects reduction to be mean, sum or none, got 'max'"):
        loss(x, y, reduction="max", weight=w)


def test_split_by_both_names():
    five = flow.arange(5)
    parts = [[0, 1], [2, 3], [4]]
    for found in (
        flow.split(tensor=five, split_size_or_sections=2),
        flow.split(x=five, split_size=2),
        five.split(split_size=2, dim=0),
        five.split(split_size_or_sections=[2, 2, 1]),
    ):
        assert [part.tolist() for part in found] == parts
    with pytest.raises(TypeError, match="split: expects one of split_size and split_size_or_sections, got both"):
        five.split(split_size=2, split_size_or_sections=2)


# names


def test_small_functions():
    v = flow.tensor([-1.0, 0.5, 2.0], requires_grad=True)
    copied = flow.clone(v)
    copied.sum().backward()
    assert copied is not v and copied.tolist() == v.tolist() and v.grad.tolist() == [1, 1, 1]
    close(flow.selu(v), F.selu(v).detach().numpy())
    close(flow.mish(v), F.mish(v).detach().numpy())
    assert flow.threshold(v, 1.0, 7.0).tolist() == [7, 7, 2]
    assert flow.is_nonzero(flow.tensor([3])) is True and not flow.is_nonzero(flow.tensor(0.0))
    with pytest.raises(ValueError, match=r"expects one element, got shape \(2,\)"):
        flow.is_nonzero(flow.ones(2))


def test_tensors_over_buffers():
    buffer = bytearray(np.arange(4, dtype=np.float32).tobytes())
    shared = flow.frombuffer(buffer, dtype=flow.float32, count=2, offset=4)
    shared += 10
    assert np.frombuffer(buffer, np.float32).tolist() == [0, 11, 12, 3]
    assert flow.frombuffer(b"\x01\x02\x03", dtype=flow.uint8, offset=1).tolist() == [2, 3]  # a copy
    assert flow.frombuffer(b"\x00\x00\x80\x3f", dtype=flow.bfloat16).float().tolist() == [0, 1]
    assert flow.frombuffer(memoryview(b"\0abcd")[1:], dtype=flow.int32).shape == (1,)
    assert flow.frombuffer(buffer, dtype=flow.float32, requires_grad=True).requires_grad
    for arguments, message in (
        ((b"", {"dtype": flow.uint8}), "expects an offset from 0 to before the buffer's 0 bytes, got 0"),
        ((b"abc", {"dtype": flow.uint8, "offset": -1}), "expects an offset .* got -1"),
        ((b"abc", {"dtype": flow.float32}), "expects whole elements of 4 bytes, .* the 3 bytes .* got count -1"),
        ((b"abc", {"dtype": flow.uint8, "count": 4}), "expects whole elements of 1 bytes, .* got count 4"),
        ((b"abc", {"dtype": flow.uint8, "count": 0}), "expects whole elements .* got count 0"),
    ):
        with pytest.raises(ValueError, match=f"frombuffer: {message}"):
            flow.frombuffer(arguments[0], **arguments[1])
    with pytest.raises(TypeError, match="frombuffer: expects a buffer, got int"):
        flow.frombuffer(3, dtype=flow.uint8)
    with pytest.raises(TypeError, match="frombuffer: expects a dtype, got 'float'"):
        flow.frombuffer(b"abcd", dtype="float")


def test_memory_formats_change_nothing():
    v, layer = flow.ones(1, 2, 3, 4), nn.Conv2d(2, 2, 1)
    assert v.contiguous(memory_format=flow.contiguous_format) is v and v.to(memory_format=flow.channels_last) is v
    assert v.clone(memory_format=flow.preserve_format).shape == v.shape
    assert flow.empty_like(v, memory_format=flow.preserve_format).shape == v.shape
    assert v.to("cpu", flow.float64, memory_format=flow.channels_last).dtype is flow.float64
    assert layer.to(memory_format=flow.channels_last) is layer
    assert v.is_contiguous(memory_format=flow.contiguous_format)
    assert isinstance(flow.channels_last_3d, flow.memory_format) and str(flow.channels_last) == "weir.channels_last"
    assert flow.legacy_contiguous_format is flow.contiguous_format
    assert not v.is_contiguous(memory_format=flow.channels_last)
    last = v.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
    assert last.is_contiguous(memory_format=flow.channels_last) and not last.is_contiguous()
    assert flow.ones(2, 1, 3, 4).is_contiguous(memory_format=flow.channels_last)
    assert not last.is_contiguous(memory_format=flow.channels_last_3d)
    assert not v[0].is_contiguous(memory_format=flow.channels_last)
    deep = flow.ones(2, 3, 4, 5, 6).permute(0, 4, 1, 2, 3)
    assert deep.is_contiguous(memory_format=flow.channels_last_3d)
    with pytest.raises(ValueError, match="is_contiguous: expects memory_format to be an order"):
        v.is_contiguous(memory_format=flow.preserve_format)
    for call in (v.contiguous, v.to):
        with pytest.raises(TypeError, match="expects memory_format to be a memory format, got 'channels_last'"):
            call(memory_format="channels_last")


def test_draws_behind_a_fork_go_on_as_if_it_were_not():
    flow.random.manual_seed(5)
    expected = flow.rand(3).tolist()
    flow.manual_seed(5)
    with flow.random.fork_rng(devices=[], device_type="cuda"):
        flow.manual_seed(6)
        flow.rand(7)
    assert flow.random.initial_seed() == 5 and flow.rand(3).tolist() == expected
    with pytest.raises(KeyError), flow.random.fork_rng():
        flow.manual_seed(8)
        raise KeyError
    assert flow.initial_seed() == 5
    with flow.random.fork_rng(enabled=False):
        flow.manual_seed(9)
    assert flow.initial_seed() == 9


# OneFlow's graphs


def test_wishes_of_oneflows_programs_change_nothing():
    class Doubled(nn.Graph):
        def __init__(self):
            super().__init__()
            self.set_grad_scaler(flow.amp.GradScaler())
            self.config.allow_fuse_add_to_output(True)
            self.config.allow_fuse_model_update_ops(True)
            self.config.allow_fuse_cast_scale(True)

        def build(self, x):
            return x * 2

    assert Doubled()(flow.ones(2)).tolist() == [2, 2]
    assert flow.placement.all("cpu") == flow.env.all_device_placement("cpu")


class Attributes(collections.OrderedDict):
    """A dict with its items as attributes."""

    def __getattr__(self, name):
        return self[name]


@dataclasses.dataclass
class Output(collections.OrderedDict):
    """As the models of Hugging Face give: fields that are not None are items."""

    loss: object = None
    logits: object = None

    def __post_init__(self):
        self.update({name: value for name in ("loss", "logits") if (value := getattr(self, name)) is not None})


class OfOne(dict):
    """Can't be made of its items."""

    def __init__(self, number):
        super().__init__(one=number, other=number)


def test_dicts_of_results_keep_their_class():
    class Model(nn.Graph):
        def build(self, x):
            whole = Output(loss=x.sum(), logits=x * 2)
            return Attributes(y=x + 1), whole, Output(logits=x), {"inner": [collections.OrderedDict(a=x)]}, OfOne(x)

    model = Model()
    for _ in range(2):
        first, whole, part, plain, other = model(flow.ones(2))
        assert type(first) is Attributes and first.y.tolist() == [2, 2]
        assert type(whole) is Output and whole.loss.item() == 2 and whole.logits.tolist() == [2, 2]
        assert [*whole] == ["loss", "logits"] and whole["logits"] is whole.logits
        assert type(part) is Output and part.loss is None and part.logits.tolist() == [1, 1]
        assert type(plain) is dict and type(plain["inner"][0]) is collections.OrderedDict
        assert type(other) is dict and [*other] == ["one", "other"]


def test_dicts_of_arguments_keep_their_class():
    class Sum(nn.Graph):
        def build(self, given):
            return given.y + 1 if isinstance(given, Attributes) else given["y"]

    model = Sum()
    assert model(Attributes(y=flow.ones(1))).item() == 2 and model({"y": flow.ones(1)}).item() == 1
