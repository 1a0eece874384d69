"""What reverses pooling, pooling by its other names, and images of other sizes by theirs."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn
from weir.nn import functional as F


def numbers(*shape):
    return np.random.default_rng(3).permutation(int(np.prod(shape))).astype(np.float32).reshape(shape) + 1


def put_back(values, places, sizes):
    """NumPy's max_unpool of values (*, C, ...) at positions behind C."""
    rank = len(sizes)
    flat = np.zeros((*values.shape[:-rank], int(np.prod(sizes))), np.float32)
    leading = values.shape[:-rank]
    np.put_along_axis(flat, places.reshape(*leading, -1), values.reshape(*leading, -1), -1)
    return flat.reshape(*leading, *sizes)


POOLS = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}
UNPOOLS = {
    1: (F.max_unpool1d, nn.MaxUnpool1d),
    2: (F.max_unpool2d, nn.MaxUnpool2d),
    3: (F.max_unpool3d, nn.MaxUnpool3d),
}
WITH_INDICES = (
    ((2, 3, 8), F.max_pool1d, F.max_pool1d_with_indices),
    ((2, 3, 8), F.adaptive_max_pool1d, F.adaptive_max_pool1d_with_indices),
    ((2, 3, 8, 8), F.max_pool2d, F.max_pool2d_with_indices),
    ((2, 3, 8, 8), F.adaptive_max_pool2d, F.adaptive_max_pool2d_with_indices),
    ((2, 3, 4, 4, 4), F.max_pool3d, F.max_pool3d_with_indices),
    ((2, 3, 4, 4, 4), F.adaptive_max_pool3d, F.adaptive_max_pool3d_with_indices),
)

CASES = {
    "vectors": (1, (2, 3, 8), (2,), {}, (8,)),
    "odd vectors": (1, (2, 3, 9), (2,), {"output_size": (9,)}, (9,)),
    "images": (2, (2, 3, 6, 8), (2, 2), {}, (6, 8)),
    "windows that overlap": (2, (1, 2, 7, 7), (3, 2, 1), {}, (7, 7)),
    "sizes with N and C": (2, (2, 3, 7, 9), (2,), {"output_size": (2, 3, 7, 9)}, (7, 9)),
    "one image": (2, (3, 6, 4), ((3, 2),), {}, (6, 4)),
    "volumes": (3, (1, 2, 4, 4, 6), (2, None, 0), {}, (4, 4, 6)),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_maxima_go_back(case):
    rank, shape, windows, options, sizes = case
    pool, (unpool, kind) = POOLS[rank], UNPOOLS[rank]
    module = kind(*windows)
    x = flow.tensor(numbers(*shape)).requires_grad_()
    values, places = pool(x, *windows, return_indices=True)
    expected = put_back(values.detach().numpy(), places.numpy(), sizes)

    def call(x):
        values, places = pool(x, *windows, return_indices=True)
        return unpool(values, places, *windows, **options), module(values, places, **options)

    for y in (*call(x), *Function(call)(x.detach())):
        np.testing.assert_array_equal(y.detach().numpy(), expected)
    factors = numbers(*expected.shape)
    (unpool(values, places, *windows, **options) * flow.tensor(factors)).sum().backward()
    if len(np.unique(places.numpy())) == places.numel() // np.prod(shape[:-rank]):
        np.testing.assert_array_equal(x.grad.numpy(), np.where(expected != 0, factors, 0)[tuple(map(slice, shape))])


def test_what_modules_say():
    assert repr(nn.MaxUnpool2d(2)) == "MaxUnpool2d(kernel_size=(2, 2), stride=(2, 2), padding=(0, 0))"
    assert repr(nn.MaxUnpool1d(3, stride=2, padding=1)) == "MaxUnpool1d(kernel_size=(3,), stride=(2,), padding=(1,))"
    assert nn.MaxUnpool3d((2, 3, 4)).stride == (2, 3, 4)
    with pytest.raises(ValueError, match="MaxUnpool2d: expects kernel_size to be an integer of at least 1, or 2 of"):
        nn.MaxUnpool2d((2, 2, 2))


def test_unpooling_is_refused():
    y, places = F.max_pool2d_with_indices(flow.tensor(numbers(1, 1, 5, 5)), 2)
    for size in ((9, 9), (5,), (1, 1, 1, 5, 5), (2, 4)):
        with pytest.raises(ValueError, match="max_unpool2d: expects output_size to have 2 sizes, or 4 with N and C"):
            F.max_unpool2d(y, places, 2, output_size=size)
    with pytest.raises(ValueError, match=r"max_unpool2d: expects indices to be of input's shape \(1, 1, 2, 2\), got"):
        F.max_unpool2d(y, places[:, :, :1], 2)
    with pytest.raises(ValueError, match="max_unpool1d: expects input to have 3 dimensions, or 2 without a batch"):
        F.max_unpool1d(y, places, 2)
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 15, got 100"):
        F.max_unpool2d(y, flow.full((1, 1, 2, 2), 100), 2).numpy()


def test_pooling_with_indices_by_name():
    for shape, pool, call in WITH_INDICES:
        x = flow.tensor(numbers(*shape))
        expected = pool(x, 2, return_indices=True)
        for pair in (call(x, 2), call(x, 2, return_indices=False), Function(lambda x, call=call: call(x, 2))(x)):
            for a, b in zip(pair, expected, strict=True):
                np.testing.assert_array_equal(a.numpy(), b.numpy())


def test_images_of_other_sizes():
    x = flow.tensor(numbers(1, 2, 4, 5))
    for call, expected in (
        (lambda x: F.upsample(x, scale_factor=2), lambda x: F.interpolate(x, scale_factor=2)),
        (lambda x: F.upsample(x, (3, 7), mode="bilinear"), lambda x: F.interpolate(x, (3, 7), mode="bilinear")),
        (lambda x: F.upsample_nearest(x, (8, 8)), lambda x: F.interpolate(x, (8, 8), mode="nearest")),
        (
            lambda x: F.upsample_bilinear(x, scale_factor=2),
            lambda x: F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=True),
        ),
    ):
        for y in (call(x), Function(call)(x)):
            np.testing.assert_allclose(y.numpy(), expected(x).numpy(), rtol=1e-6)


def test_what_pytorch_says():
    torch = pytest.importorskip("torch")
    x = numbers(2, 3, 7, 7)
    for windows in ((3, 2, 1), (3, 2), ((3, 5), (2, 1))):
        values, places = F.max_pool2d(flow.tensor(x), *windows, return_indices=True)
        peer = torch.nn.functional.max_pool2d(torch.tensor(x), *windows, return_indices=True)
        expected = torch.nn.MaxUnpool2d(*windows)(*peer)
        np.testing.assert_array_equal(nn.MaxUnpool2d(*windows)(values, places).numpy(), expected.numpy())
