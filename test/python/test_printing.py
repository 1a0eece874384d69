"""How tensors, layers and results of several tensors are shown."""

import pickle

import pytest

import weir as flow
from weir import nn


@pytest.fixture(autouse=True)
def options_as_they_were():
    yield
    flow.set_printoptions(profile="default")


def shown(values, **options):
    return repr(flow.tensor(values, **options)).removeprefix("tensor(").removesuffix(")")


@pytest.mark.parametrize(
    "values, text",
    [
        (3.14159, "3.1416"),
        ([1.0, 2.0], "[1., 2.]"),
        ([1.5, float("nan"), -float("inf")], "[1.5000,    nan,   -inf]"),
        ([-0.5, 100.25], "[ -0.5000, 100.2500]"),
        ([1e-8, 1.0], "[1.0000e-08, 1.0000e+00]"),
        ([1e9, 1e9], "[1.0000e+09, 1.0000e+09]"),
        ([0.0, float("nan")], "[0., nan]"),
        ([[1, -20], [3, 4]], "[[  1, -20],\n        [  3,   4]]"),
        ([True, False], "[ True, False]"),
        ([], "[]"),
    ],
)
def test_numbers_stand_in_columns_with_four_digits(values, text):
    assert shown(values) == text


def test_what_python_would_make_anyway_goes_without_saying():
    assert repr(flow.tensor([1, 2])) == "tensor([1, 2])" and repr(flow.tensor(True)) == "tensor(True)"
    assert repr(flow.ones(1, dtype=flow.float64)) == "tensor([1.], dtype=weir.float64)"
    assert repr(flow.full((1,), 1.3, dtype=flow.bfloat16)) == "tensor([1.2969], dtype=weir.bfloat16)"
    assert repr(flow.zeros(0, dtype=flow.int64)) == "tensor([], dtype=weir.int64)"
    assert repr(flow.zeros(0, 3)) == "tensor([], size=(0, 3))" and repr(flow.zeros(0)) == "tensor([])"
    assert repr(flow.nn.Parameter(flow.ones(1))) == "Parameter containing:\ntensor([1.], requires_grad=True)"


def test_of_many_elements_the_edges_are_shown():
    assert repr(flow.arange(2000)) == "tensor([   0,    1,    2,  ..., 1997, 1998, 1999])"
    lines = repr(flow.zeros(100, 200)).splitlines()
    assert len(lines) == 7 and lines[0] == "tensor([[0., 0., 0.,  ..., 0., 0., 0.],"
    # The width is that of what is shown.
    assert "10000" not in repr(flow.cat([flow.zeros(1000), flow.full((1,), 10000.0), flow.zeros(1000)]))


def test_options():
    x = flow.tensor([1.23456, 2.0])
    flow.set_printoptions(precision=2)
    assert repr(x) == "tensor([1.23, 2.00])"
    flow.set_printoptions(sci_mode=True)
    assert repr(x) == "tensor([1.23e+00, 2.00e+00])"
    flow.set_printoptions(profile="short", linewidth=20, threshold=3)
    assert repr(flow.arange(10)) == "tensor([0, 1,  ..., 8,\n        9])"
    flow.set_printoptions(profile="full")
    assert "..." not in repr(flow.zeros(2000))
    with pytest.raises(ValueError, match="expects profile default, short, full, got 'long'"):
        flow.set_printoptions(profile="long")
    with pytest.raises(ValueError, match="expects edgeitems of at least 1, got 0"):
        flow.set_printoptions(edgeitems=0)


@pytest.mark.parametrize(
    "values, text",
    [
        ([1.0, float("inf")], "[1., inf]"),
        ([-0.0, 0.001], "[-0.0000, 0.0010]"),
        ([1.0, float("nan"), -float("inf")], "[1., nan, -inf]"),
        ([0.0, -0.0], "[0., -0.]"),
        ([[-1.0, float("nan")]], "[[-1., nan]]"),
        ([-1e-8, float("inf")], "[-1.0000e-08,         inf]"),
    ],
)
def test_columns_are_as_wide_as_numbers_that_are_finite_and_not_0(values, text):
    assert shown(values) == text


def test_the_default_dtype_goes_without_saying():
    flow.set_default_dtype(flow.float64)
    try:
        assert repr(flow.ones(1)) == "tensor([1.])" and repr(flow.zeros(0)) == "tensor([])"
        assert repr(flow.ones(1, dtype=flow.float32)) == "tensor([1.], dtype=weir.float32)"
    finally:
        flow.set_default_dtype(flow.float32)


def test_lines_are_as_long_as_they_may_be():
    assert repr(flow.arange(1200.0).reshape(3, 400)).splitlines()[:2] == [
        "tensor([[0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 3.9700e+02, 3.9800e+02,",
        "         3.9900e+02],",
    ]
    # What does not fit behind the elements stands below them.
    row = ", ".join(["1."] * 18)
    assert repr(flow.ones(18, requires_grad=True)) == f"tensor([{row}],\n       requires_grad=True)"
    flow.set_printoptions(linewidth=24)
    assert repr(flow.zeros(2, 2, 2)) == (
        "tensor([[[0., 0.],\n         [0., 0.]],\n\n        [[0., 0.],\n         [0., 0.]]])"
    )
    assert repr(flow.arange(12)) == "tensor([ 0,  1,  2,  3,\n         4,  5,  6,  7,\n         8,  9, 10, 11])"


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def extra_repr(self):
        return "a=1\nb=2"


def test_modules():
    line = "Linear(in_features=2, out_features=2, bias=True)"
    assert repr(Block()) == f"Block(\n  a=1\n  b=2\n  (layer): {line}\n)"
    layers = [nn.Linear(2, 2), nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2)]
    assert repr(nn.ModuleList(layers)) == f"ModuleList(\n  (0-1): 2 x {line}\n  (2): ReLU()\n  (3): {line}\n)"
    assert repr(nn.Sequential(*layers[:2])) == f"Sequential(\n  (0): {line}\n  (1): {line}\n)"
    assert repr(nn.ModuleList()) == "ModuleList()"
    assert "(0-1): 2 x Block(\n    a=1\n" in repr(nn.ModuleList([Block(), Block()]))


@pytest.mark.parametrize(
    "module, text",
    [
        (lambda: nn.Dropout2d(0.1), "Dropout2d(p=0.1, inplace=False)"),
        (lambda: nn.GroupNorm(2, 4, affine=False), "GroupNorm(2, 4, eps=1e-05, affine=False, bias=False)"),
        (
            lambda: nn.BatchNorm1d(3),
            "BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)",
        ),
        (lambda: nn.LayerNorm(3, bias=False), "LayerNorm((3,), eps=1e-05, elementwise_affine=True, bias=False)"),
        (lambda: nn.RMSNorm(3), "RMSNorm((3,), eps=None, elementwise_affine=True)"),
        (lambda: nn.LocalResponseNorm(2), "LocalResponseNorm(2, alpha=0.0001, beta=0.75, k=1.0)"),
        (lambda: nn.LSTM(2, 3, 2, dropout=0.1), "LSTM(2, 3, num_layers=2, dropout=0.1)"),
        (lambda: nn.GRUCell(2, 3, bias=False), "GRUCell(2, 3, bias=False)"),
        (lambda: nn.Softshrink(), "Softshrink(0.5)"),
        (lambda: nn.Upsample(scale_factor=2), "Upsample(scale_factor=2.0, mode='nearest')"),
        (lambda: nn.UpsamplingBilinear2d(4), "UpsamplingBilinear2d(size=4, mode='bilinear')"),
        (lambda: nn.EmbeddingBag(3, 4), "EmbeddingBag(3, 4, mode='mean')"),
    ],
)
def test_layers(module, text):
    assert repr(module()) == text


def test_what_loading_gives():
    layer = nn.Linear(1, 1)
    loaded = layer.load_state_dict(layer.state_dict())
    assert repr(loaded) == str(loaded) == "<All keys matched successfully>" and loaded.missing_keys == []
    lacking = layer.load_state_dict({"weight": layer.weight}, strict=False)
    assert repr(lacking) == "_IncompatibleKeys(missing_keys=['bias'], unexpected_keys=[])"


def test_groups_of_an_optimizer_stand_apart():
    groups = [{"params": [nn.Parameter(flow.ones(1))]} for _ in range(2)]
    text = repr(flow.optim.SGD(groups, lr=0.1))
    assert text.count("\n\n") == 1 and "\n\nParameter Group 1\n" in text and text.endswith("\n)")


def test_layers_print_as_in_pytorch():
    options = {"kernel_size": 3, "stride": 2, "dilation": 2, "bias": False}
    windows = "2, 2, kernel_size=(3, 3), stride=(2, 2)"
    layer = nn.Conv2d(2, 2, **options, padding=1, padding_mode="reflect")
    assert repr(layer) == f"Conv2d({windows}, padding=(1, 1), dilation=(2, 2), bias=False, padding_mode=reflect)"
    layer = nn.ConvTranspose2d(2, 2, **options, output_padding=1)
    assert repr(layer) == f"ConvTranspose2d({windows}, dilation=(2, 2), output_padding=(1, 1), bias=False)"
    layer = nn.Embedding(3, 2, padding_idx=0, max_norm=1.0, norm_type=3.0, scale_grad_by_freq=True)
    assert repr(layer) == "Embedding(3, 2, padding_idx=0, max_norm=1.0, norm_type=3.0, scale_grad_by_freq=True)"
    assert repr(nn.EmbeddingBag(3, 2, mode="sum", padding_idx=1)) == "EmbeddingBag(3, 2, mode='sum', padding_idx=1)"
    assert [repr(nn.CosineSimilarity(0)), repr(nn.PairwiseDistance(1))] == ["CosineSimilarity()", "PairwiseDistance()"]
    layer = nn.utils.parametrizations.weight_norm(nn.Linear(1, 1))
    assert repr(layer).startswith("ParametrizedLinear(") and type(layer).__name__ == "ParametrizedLinear"


def test_results_by_the_names_of_their_functions():
    x = flow.tensor([[1.0, 2.0], [4.0, 3.0]])
    values = "values=tensor([1., 3.]),\nindices=tensor([0, 1])"
    assert repr(x.median(1)) == f"weir.return_types.median(\n{values})"
    assert repr(flow.kthvalue(x, 1)) == f"weir.return_types.kthvalue(\n{values})"
    assert repr(flow.aminmax(x)) == "weir.return_types.aminmax(\nmin=tensor(1.),\nmax=tensor(4.))"
    for name in "max min sort mode cummax cummin nanmedian".split():
        assert type(getattr(x, name)(1)) is getattr(flow.return_types, name)
    found = pickle.loads(pickle.dumps(x.topk(1)))
    assert type(found) is flow.return_types.topk and found.values.tolist() == [[2], [4]]
