"""Dtypes that don't fit."""

import pytest

CASES = {
    "G(lambda n: F.gelu(n))(n)": (
        "TypeError: gelu: expects input to be of a floating-point dtype, got int64 (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x @ n.t())(x)": (
        "ValueError: matmul: expects a and b to have one dtype, got float32 and int64 (user.py:12, in <lambda>)"
    ),
    "G(lambda x: flow.where(x, x, x))(x)": (
        "TypeError: where: expects condition to be of dtype bool, got float32 (user.py:12, in <lambda>)"
    ),
    "G(lambda x: flow.gather(x, 0, x))(x)": (
        "TypeError: gather: expects index to be a Tensor of integers, got float32 (user.py:12, in <lambda>)"
    ),
    "G(lambda n: n.mean())(n)": (
        "TypeError: mean: expects input to be of a floating-point dtype, got int64 (user.py:12, in <lambda>)"
    ),
    "G(lambda x: F.nll_loss(x, flow.ones(2)))(x)": (
        "TypeError: nll_loss: expects target to be of dtype int64, got float32 (user.py:12, in <lambda>)"
    ),
    "nn.Parameter(n)": (
        "TypeError: expects a floating-point dtype to require gradients, got int64 (user.py:12, in <module>)"
    ),
    "flow.tensor([300], dtype=flow.uint8)": (
        "ValueError: expects integers in [0, 255] for uint8, got 300 to 300 (user.py:12, in <module>)"
    ),
    "flow.from_numpy(np.zeros(2, np.complex64))": (
        "TypeError: from_numpy: expects an array of one of float64, float32, float16, int64, int32, int8, uint8, bool,"
        " got complex64 (user.py:12, in <module>)"
    ),
    "flow.zeros(2, dtype=flow.bfloat16).numpy()": (
        "TypeError: numpy: expects a dtype that NumPy has, got bfloat16; use bits(), or"
        " weir.bfloat16_to_float32(x.bits()) (user.py:12, in <module>)"
    ),
    "nn.Linear(3, 2).to(flow.int64)": (
        "TypeError: to: expects a floating-point dtype or a device, got weir.int64 (user.py:12, in <module>)"
    ),
    "optim.AdamW([flow.ones(2, dtype=flow.int64)])": (
        "TypeError: AdamW: expects parameters of a floating-point dtype, got int64 (user.py:12, in <module>)"
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("statement", CASES)
def test_refused(statement, refused):
    assert refused(statement) == CASES[statement]
