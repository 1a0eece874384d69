"""Shapes that don't fit."""

import pytest

CASES = {
    "G(lambda x: x + flow.ones(2, 4))(x)": (
        "ValueError: add: expects shapes that broadcast, got lhs (2, 3), rhs (2, 4) (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x @ x)(x)": (
        "ValueError: matmul: expects inner sizes that agree, got (2, 3) and (2, 3) (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x.reshape(4, -1))(x)": (
        "ValueError: reshape: expects 6 elements to fit, got shape (4, -1) (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x.reshape(-1, -1))(x)": (
        "ValueError: reshape: expects sizes of at least 0 and at most one -1, got (-1, -1) (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x.sum(2))(x)": "IndexError: sum: expects dim to be in [-2, 2), got 2 (user.py:12, in <lambda>)",
    "G(lambda x: x.sum((0, -2)))(x)": (
        "ValueError: sum: expects each dimension once, got (0, -2) (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x.permute(0, 0))(x)": (
        "ValueError: permute: expects each dimension once, got (0, 0) (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x.expand(4, 2))(x)": (
        "ValueError: expand: expects a shape that (2, 3) broadcasts to, got (4, 2) (user.py:12, in <lambda>)"
    ),
    "G(lambda x: F.linear(x, x.t()))(x)": (
        "ValueError: linear: expects weight of shape (out, in) and input of shape (*, in), got (3, 2) and (2, 3)"
        " (user.py:12, in <lambda>)"
    ),
    "G(lambda x: F.cross_entropy(x, n))(x)": (
        "ValueError: cross_entropy: expects input of shape (N, C, *) and target of shape (N, *), got (2, 3) and (2, "
        "3) (user.py:12, in <lambda>)"
    ),
    "G(lambda x: flow.gather(x, 1, flow.zeros(3, 3, dtype=flow.int64)))(x)": (
        "ValueError: gather: expects an index no larger than x in all dimensions but 1, got (3, 3) for (2, 3)"
        " (user.py:12, in <lambda>)"
    ),
    "p = nn.Parameter(x); G(lambda: (p * p).backward())()": (
        "ValueError: backward: expects a floating-point scalar, got float32 of shape (2, 3) (user.py:12, in <lambda>)"
    ),
    "flow.zeros(2, -1)": "ValueError: zeros: expects sizes of at least 0, got (2, -1) (user.py:12, in <module>)",
    "x.copy_(np.ones(5))": (
        "ValueError: copy_: expects shape (2, 3) or one that broadcasts to it, got (5,) (user.py:12, in <module>)"
    ),
    "nn.Linear(3, 2).load_state_dict({'weight': x, 'bias': flow.ones(3)})": (
        "RuntimeError: load_state_dict: Linear expects bias of shape (2,), got (3,) (user.py:12, in <module>)"
    ),
    "x.item()": "ValueError: item: expects one element, got shape (2, 3) (user.py:12, in <module>)",
    "G(lambda x: flow.gather(x, 0, flow.full((1, 3), 7)))(x).numpy()": (
        "weir.WeirError: expects an index from 0 to 1, got 7 (gather, user.py:12)"
    ),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("statement", CASES)
def test_refused(statement, refused):
    assert refused(statement) == CASES[statement]
