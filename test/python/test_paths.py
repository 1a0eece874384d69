"""Modules by the paths of PyTorch's files, and what is new in them."""

import importlib
from collections import OrderedDict, namedtuple

import numpy as np
import pytest

import weir as flow

NAMES = {
    "_dynamo": "disable is_compiling reset",
    "_dynamo.config": "cache_size_limit suppress_errors",
    "_utils": "_flatten_dense_tensors _unflatten_dense_tensors",
    "amp.autocast_mode": "autocast",
    "amp.grad_scaler": "GradScaler",
    "autograd.function": "Function FunctionCtx InplaceFunction once_differentiable",
    "autograd.grad_mode": "enable_grad inference_mode no_grad set_grad_enabled",
    "autograd.graph": "Node",
    "autograd.profiler": "profile record_function",
    "autograd.variable": "Variable",
    "compiler": "disable is_compiling reset",
    "cpu": "current_device device_count is_available synchronize",
    "cpu.amp": "autocast",
    "cuda.amp.grad_scaler": "GradScaler",
    "distributions.bernoulli": "Bernoulli",
    "distributions.categorical": "Categorical",
    "distributions.continuous_bernoulli": "ContinuousBernoulli",
    "distributions.constraints": "positive simplex unit_interval",
    "distributions.distribution": "Distribution",
    "distributions.half_cauchy": "HalfCauchy",
    "distributions.half_normal": "HalfNormal",
    "distributions.independent": "Independent",
    "distributions.kl": "kl_divergence register_kl",
    "distributions.log_normal": "LogNormal",
    "distributions.multivariate_normal": "MultivariateNormal",
    "distributions.normal": "Normal",
    "distributions.mixture_same_family": "MixtureSameFamily",
    "distributions.one_hot_categorical": "OneHotCategorical OneHotCategoricalStraightThrough",
    "distributions.pareto": "Pareto",
    "distributions.relaxed_bernoulli": "RelaxedBernoulli",
    "distributions.relaxed_categorical": "RelaxedOneHotCategorical",
    "distributions.studentt": "StudentT",
    "distributions.transformed_distribution": "TransformedDistribution",
    "distributions.transforms": "AffineTransform ComposeTransform StickBreakingTransform",
    "distributions.utils": "broadcast_all logits_to_probs probs_to_logits",
    "functional": "einsum meshgrid norm split tensordot",
    "hub": "load load_state_dict_from_url",
    "nn.common_types": "_size_1_t _size_2_t _size_any_t",
    "nn.utils.clip_grad": "clip_grad_norm_ clip_grad_value_",
    "nn.utils.stateless": "functional_call",
    "optim.adam": "Adam",
    "optim.adamw": "AdamW",
    "optim.nadam": "NAdam",
    "optim.optimizer": "Optimizer required",
    "optim.radam": "RAdam",
    "optim.rmsprop": "RMSprop",
    "optim.sgd": "SGD",
    "overrides": "has_torch_function has_torch_function_unary has_torch_function_variadic is_tensor_like",
    "serialization": "load save",
    "types": "Device Number _size _TensorOrTensors _dtype",
    "utils._pytree": "tree_flatten tree_map tree_map_only tree_unflatten",
    "utils.data._utils.collate": "default_collate default_convert",
    "utils.model_zoo": "load_url",
    "utils.dlpack": "from_dlpack to_dlpack",
    "utils.hooks": "RemovableHandle",
}


@pytest.mark.parametrize("path", NAMES)
def test_what_stands_at_a_path(path):
    module = importlib.import_module(f"weir.{path}")
    assert [name for name in NAMES[path].split() if not hasattr(module, name)] == []
    found = flow
    for part in path.split("."):
        found = getattr(found, part)
    assert found is module


def test_programs_of_pytorch_import_from_paths():
    from weir import mock_torch

    with mock_torch.enable():
        from torch.autograd.function import once_differentiable
        from torch.distributions.normal import Normal
        from torch.optim.adamw import AdamW
        from torch.utils.hooks import RemovableHandle
    assert once_differentiable is flow.autograd.function.once_differentiable
    assert Normal is flow.distributions.Normal and AdamW is flow.optim.AdamW
    handle = flow.nn.Linear(1, 1).register_forward_hook(lambda *given: None)
    assert isinstance(handle, RemovableHandle)
    assert isinstance(flow.ones(1, requires_grad=True).exp().grad_fn, flow.autograd.graph.Node)


class Cube(flow.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    @flow.autograd.function.once_differentiable
    def backward(ctx, gradient):
        assert not flow.is_grad_enabled()
        return gradient * 3 * ctx.saved_tensors[0] ** 2


def test_gradients_that_are_there_once():
    x, weight = flow.tensor([2.0], requires_grad=True), flow.tensor([1.0], requires_grad=True)
    (gradient,) = flow.autograd.grad((Cube.apply(x) * weight).sum(), [x], create_graph=True)
    assert gradient.tolist() == [12.0] and gradient.requires_grad
    with pytest.raises(RuntimeError, match="expects gradients once of a backward that is once_differentiable"):
        gradient.sum().backward()
    Cube.apply(x).sum().backward()
    assert x.grad.tolist() == [12.0]


Point = namedtuple("Point", "x y")


def test_trees_of_anything():
    trees = flow.utils._pytree
    tree = {"b": [1, (2, None)], "a": OrderedDict(p=Point("s", 3.0))}
    leaves, structure = trees.tree_flatten(tree)
    assert leaves == [1, 2, None, "s", 3.0] == trees.tree_leaves(tree)
    again = trees.tree_unflatten(leaves, structure)
    assert again == tree and type(again["a"]) is OrderedDict and type(again["a"]["p"]) is Point
    assert trees.tree_map(lambda a, b: a + b, [1, (2,)], [10, (20,)]) == [11, (22,)]
    doubled = trees.tree_map_only(flow.Tensor, lambda x: 2 * x, {"x": flow.ones(2), "n": 1})
    assert doubled["x"].tolist() == [2, 2] and doubled["n"] == 1
    with pytest.raises(ValueError, match="tree_unflatten: expects 5 leaves, got 1"):
        trees.tree_unflatten([1], structure)
    with pytest.raises(ValueError, match="tree_map: expects trees that are nested alike"):
        trees.tree_map(lambda a, b: a, [1], [(1,)])


def test_capsules_share_memory():
    x = flow.tensor([1.0, 2.0])
    again = flow.utils.dlpack.from_dlpack(flow.utils.dlpack.to_dlpack(x))
    x[0] = 5.0
    assert again.tolist() == [5.0, 2.0]


def test_probabilities_and_logits():
    p = flow.tensor([[0.2, 0.8], [1.0, 0.0]], dtype=flow.float64)
    utils = flow.distributions.utils
    for is_binary in (False, True):
        found = utils.logits_to_probs(utils.probs_to_logits(p, is_binary), is_binary)
        np.testing.assert_allclose(found.numpy(), p.numpy(), atol=1e-12)
    assert [tuple(x.shape) for x in utils.broadcast_all(1.0, flow.ones(2, 1))] == [(2, 1)] * 2


def test_constraints():
    sets = flow.distributions.constraints
    x = flow.tensor([-1.0, 0.0, 0.5, 1.0, 2.0])
    assert sets.positive.check(x).tolist() == [False, False, True, True, True]
    assert sets.unit_interval.check(x).tolist() == [False, True, True, True, False]
    assert sets.boolean.check(x).tolist() == [False, True, False, True, False]
    assert sets.nonnegative_integer.check(x).tolist() == [False, True, False, True, True]
    assert sets.half_open_interval(0, 1).check(x).tolist() == [False, True, True, False, False]
    vectors = flow.tensor([[0.5, 0.5], [1.0, 0.0], [0.5, 0.6]])
    assert sets.simplex.check(vectors).tolist() == [True, True, False]
    assert sets.one_hot.check(vectors).tolist() == [False, True, False]
    assert repr(sets.unit_interval) == "Interval(lower_bound=0.0, upper_bound=1.0)"


def test_nothing_is_downloaded():
    with pytest.raises(NotImplementedError, match="hub.load: expects programs and weights in files that are here"):
        flow.hub.load("pytorch/vision", "resnet18")
    assert flow.cpu.is_available() and flow.cpu.device_count() == 1 and flow.cpu.current_device() == "cpu"
    flow.cpu.synchronize()
    assert flow.overrides.is_tensor_like(flow.ones(1)) and not flow.overrides.has_torch_function((flow.ones(1),))


def test_vectors_of_several_tensors():
    utils, several = flow._utils, [flow.ones(2), flow.zeros(1, 2)]
    flat = utils._flatten_dense_tensors(several)
    assert flat.tolist() == [1, 1, 0, 0]
    first, second = utils._unflatten_dense_tensors(flat, several)
    second.fill_(5)
    assert first.tolist() == [1, 1] and second.tolist() == [[5, 5]] and flat.tolist() == [1, 1, 5, 5]


def test_what_acts_for_tensors():
    assert not flow.overrides.has_torch_function((flow.ones(1),))
    with pytest.raises(TypeError, match="relu: expects an argument that acts for it, which none does"):
        flow.overrides.handle_torch_function(flow.relu, (), flow.ones(1))
    with pytest.raises(NotImplementedError, match="as nothing is downloaded; got 'http://a'"):
        flow.utils.model_zoo.load_url("http://a")
