"""Wrong calls: the whole message, with function, operand, expectation and line, op by op and in a graph."""

import pytest
import weir as flow
import weir.nn.functional as F  # noqa: F401, which statements name
from weir import nn

WRONG = {
    "flow.ones(2, 3) + flow.ones(4)": "ValueError: add: expects shapes that broadcast, got lhs (2, 3), rhs (4,)",
    "flow.ones(2, 3) @ flow.ones(2, 3)": "ValueError: matmul: expects inner sizes that agree, got (2, 3) and (2, 3)",
    "flow.ones(2).reshape(3)": "ValueError: reshape: expects 2 elements to fit, got shape (3,)",
    "flow.ones(6).view(4, -1)": "ValueError: view: expects 6 elements to fit, got shape (4, -1)",
    "flow.softmax(flow.arange(3), 0)": "TypeError: softmax: expects input to be of a floating-point dtype, got int64",
    "flow.ones(2)[3]": "IndexError: index: expects an index in [-2, 2), got 3",
    "flow.ones(2, 3)[0, 1, 2]": "IndexError: index: expects at most 2 indices for (2, 3), got 3",
    "flow.ones(2)[0.5]": "TypeError: index: expects integers, slices, None, '...' or integer tensors, got float",
    "flow.ones(4)[::-1]": "ValueError: index: expects a step of at least 1, got -1; use weir.flip",
    "flow.ones(2)['a']": "TypeError: index: expects integers, slices, None, '...' or integer tensors, got str",
    "flow.ones(2).sum(1)": "IndexError: sum: expects dim to be in [-1, 1), got 1",
    "flow.ones(2, 3).sum((0, 0))": "ValueError: sum: expects each dimension once, got (0, 0)",
    "flow.ones(2, 3).mean(5)": "IndexError: mean: expects dim to be in [-2, 2), got 5",
    "flow.arange(3).mean()": "TypeError: mean: expects input to be of a floating-point dtype, got int64",
    "flow.add(flow.ones(2), 'a')": "TypeError: add: expects rhs to be a Tensor or a number, got str",
    "flow.ones(2) * None": "TypeError: *: expects a Tensor, a number or an array on the right, got NoneType",
    "flow.cat([flow.ones(2), flow.ones(2, 2)])": (
        "ValueError: cat: expects shapes that differ along dimension 0 alone, got (2,) and (2, 2) of tensor 1"
    ),
    "flow.cat([])": "ValueError: cat: expects at least one tensor, got none",
    "flow.stack([flow.ones(2), flow.ones(3)])": (
        "ValueError: stack: expects tensors of one shape, got (2,) and (3,) of tensor 1"
    ),
    "flow.cat([flow.ones(2)], dim=1)": "IndexError: cat: expects dim to be in [-1, 1), got 1",
    "F.conv2d(flow.ones(1, 3, 4, 4), flow.ones(1, 2, 3, 3))": (
        "ValueError: conv2d: expects input to have 2 channels, as weight (1, 2, 3, 3) says, got 3"
    ),
    "F.conv2d(flow.ones(1, 3, 4, 4), flow.ones(1, 3, 5, 5))": (
        "ValueError: conv2d: expects windows that span 5 to fit 4 positions and a padding of 0 and 0"
    ),
    "F.conv2d(flow.ones(3, 4), flow.ones(1, 3, 3, 3))": (
        "ValueError: conv2d: expects input to have 4 dimensions, or 3 without a batch, got (3, 4)"
    ),
    "F.conv2d(flow.ones(1, 3, 4, 4), flow.ones(2, 3, 3, 3), stride=0)": (
        "ValueError: conv2d: expects stride to be an integer of at least 1, or 2 of them, got 0"
    ),
    "F.conv2d(flow.ones(1, 3, 4, 4), flow.ones(2, 3, 3, 3), flow.ones(3))": (
        "ValueError: conv2d: expects bias of shape (2,), got (3,)"
    ),
    "F.cross_entropy(flow.ones(2, 3), flow.ones(2))": (
        "TypeError: cross_entropy: expects classes in target to be integers such as int64, got float32; use "
        "target.long()"
    ),
    "F.cross_entropy(flow.ones(2, 3), flow.zeros(3, dtype=flow.int64))": (
        "ValueError: cross_entropy: expects input of shape (N, C, *) and target of shape (N, *), got (2, 3) "
        "and (3,)"
    ),
    "F.cross_entropy(flow.ones(2, 3), flow.zeros(2, dtype=flow.int64), reduction='average')": (
        "ValueError: cross_entropy: expects reduction to be mean, sum or none, got 'average'"
    ),
    "F.mse_loss(flow.ones(2), flow.ones(3))": (
        "ValueError: mse_loss: expects shapes that broadcast, got input (2,), target (3,)"
    ),
    "F.nll_loss(flow.ones(2, 3), flow.zeros(2))": (
        "TypeError: nll_loss: expects target to be of dtype int64, got float32"
    ),
    "F.binary_cross_entropy(flow.ones(2), flow.ones(3))": (
        "ValueError: binary_cross_entropy: expects input and target of one shape, got (2,) and (3,)"
    ),
    "F.layer_norm(flow.ones(2, 3), (4,))": "ValueError: layer_norm: expects input of shape (*, 4), got (2, 3)",
    "F.layer_norm(flow.ones(2, 3), (3,), weight=flow.ones(2))": (
        "ValueError: layer_norm: expects parameters of shape (3,), got (2,)"
    ),
    "F.batch_norm(flow.ones(2, 3), flow.ones(2), flow.ones(2))": (
        "ValueError: batch_norm: expects parameters of shape (3,), got (2,)"
    ),
    "F.linear(flow.ones(2, 3), flow.ones(4, 5))": (
        "ValueError: linear: expects weight of shape (out, in) and input of shape (*, in), got (4, 5) and "
        "(2, 3)"
    ),
    "F.linear(flow.ones(2, 3), flow.ones(4, 3), flow.ones(5))": (
        "ValueError: linear: expects size of factor o to agree, got 4 (operand 1, dimension 0) and 5 "
        "(operand 2, dimension 0)"
    ),
    "F.embedding(flow.ones(2), flow.ones(4, 3))": (
        "TypeError: embedding: expects input to be of dtype int64, got float32"
    ),
    "F.dropout(flow.ones(2), p=1.5)": "ValueError: dropout: expects p in [0, 1], got 1.5",
    "F.max_pool2d(flow.ones(1, 1, 2, 2), 3)": (
        "ValueError: max_pool2d: expects windows that span 3 to fit 2 positions and a padding of 0 and 0"
    ),
    "F.pad(flow.ones(2), (1, 2, 3))": (
        "ValueError: pad: expects two numbers for each of at most 1 dimensions, got (1, 2, 3)"
    ),
    "F.interpolate(flow.ones(1, 1, 2, 2))": (
        "ValueError: interpolate: expects one of size and scale_factor, got both or none"
    ),
    "F.scaled_dot_product_attention(flow.ones(2, 4, 8), flow.ones(2, 4, 6), flow.ones(2, 4, 8))": (
        "ValueError: scaled_dot_product_attention: expects query (*, heads, L, E), key (*, heads, S, E) and "
        "value (*, heads, S, E') that agree, got (2, 4, 8), (2, 4, 6) and (2, 4, 8)"
    ),
    "F.gelu(flow.ones(2), approximate='fast')": "ValueError: gelu: expects approximate to be none or tanh, got 'fast'",
    "F.one_hot(flow.ones(2), 3)": "TypeError: one_hot: expects input to be of dtype int64, got float32",
    "flow.ones(2, 3).permute(0, 0)": "ValueError: permute: expects each dimension once, got (0, 0)",
    "flow.ones(2, 3).transpose(0, 2)": "IndexError: transpose: expects dim to be in [-2, 2), got 2",
    "flow.ones(2, 3).squeeze(4)": "IndexError: squeeze: expects dim to be in [-2, 2), got 4",
    "flow.ones(2, 3).expand(3, 3)": "ValueError: expand: expects a shape that (2, 3) broadcasts to, got (3, 3)",
    "flow.ones(2, 3).repeat(2)": "ValueError: repeat: expects a number per dimension of (2, 3), got (2,)",
    "flow.ones(2, 3).split(0)": "ValueError: split: expects a size of at least 1, got 0",
    "flow.ones(2, 3).split([1, 2], dim=0)": "ValueError: split: expects sizes that add up to 2, got [1, 2]",
    "flow.ones(2, 3).chunk(0)": "ValueError: chunk: expects chunks to be at least 1, got 0",
    "flow.ones(5).unfold(0, 6, 1)": "ValueError: unfold: expects a size in [0, 5] and step of at least 1, got 6 and 1",
    "flow.ones(2, 3).gather(1, flow.zeros(3, 1, dtype=flow.int64))": (
        "ValueError: gather: expects an index no larger than x in all dimensions but 1, got (3, 1) for (2, 3)"
    ),
    "flow.ones(2, 3).gather(1, flow.zeros(2, 1))": (
        "TypeError: gather: expects index to be a Tensor of integers, got float32"
    ),
    "flow.ones(3).scatter(0, flow.zeros(2, dtype=flow.int64), flow.ones(1))": (
        "ValueError: scatter: expects src to be no smaller than index, got (1,) for (2,)"
    ),
    "flow.ones(2, 3).index_select(0, flow.ones(1))": (
        "ValueError: index_select: expects index to be a vector of int64 or int32, got float32 of shape (1,)"
    ),
    "flow.ones(3).topk(4)": "ValueError: topk: expects k to be in [0, 3], got 4",
    "flow.ones(2).bool() - flow.ones(2).bool()": "ValueError: sub: expects operands to be of numbers, got bool",
    "~flow.ones(2)": "TypeError: bitwise_not: expects x to be of an integer dtype, got float32",
    "flow.ones(2) & flow.ones(2)": "TypeError: bitwise_and: expects lhs to be of an integer dtype, got float32",
    "flow.where(flow.ones(2), 1.0, 2.0)": "TypeError: where: expects condition to be of dtype bool, got float32",
    "flow.where(flow.ones(2).bool(), flow.ones(3), 0.0)": (
        "ValueError: where: expects shapes that broadcast, got condition (2,), x (3,)"
    ),
    "flow.clamp(flow.ones(2))": "ValueError: clamp: expects min, max or both, got none",
    "flow.einsum('ij,jk->ik', flow.ones(2, 3), flow.ones(4, 2))": (
        "ValueError: einsum: expects 'j' to be of one size in 'ij,jk->ik', got 3 and 4"
    ),
    "flow.einsum('ij->k', flow.ones(2, 3))": (
        "ValueError: einsum: expects a result of distinct letters of operands, got 'ij->k'"
    ),
    "flow.bmm(flow.ones(2, 3, 4), flow.ones(3, 4, 5))": (
        "ValueError: bmm: expects inner sizes and batches that agree, got (2, 3, 4) and (3, 4, 5)"
    ),
    "flow.ones(2, 3).mm(flow.ones(2, 3))": "ValueError: mm: expects inner sizes that agree, got (2, 3) and (2, 3)",
    "flow.ones(6).view_as(flow.ones(4))": "ValueError: view: expects 6 elements to fit, got shape (4,)",
    "flow.ones(6).view(flow.int32)": (
        "NotImplementedError: view: expects sizes or the tensor's own dtype, as memory is of one dtype, got weir.int32 "
        "for weir.float32; bits() has the bit patterns as an array"
    ),
    "flow.ones(2, 3).mv(flow.ones(2))": "ValueError: mv: expects inner sizes that agree, got (2, 3) and (2,)",
    "flow.matmul(flow.ones(2, 3), flow.ones(2, 3), transpose_a=True, transpose_b=True)": (
        "ValueError: matmul: expects inner sizes that agree, got (2, 3) and (2, 3) with transpose_a and transpose_b"
    ),
    "flow.matmul(flow.ones(3), flow.ones(4))": "ValueError: matmul: expects inner sizes that agree, got (3,) and (4,)",
    "flow.ones(2, 3) @ flow.ones(3, 2).long()": (
        "ValueError: matmul: expects a and b to have one dtype, got float32 and int64"
    ),
    "flow.linalg.norm(flow.ones(2, 3), dim=3)": "IndexError: norm: expects dim to be in [-2, 2), got 3",
    "flow.arange(0, 5, 0)": "ValueError: arange: expects a step other than 0",
    "flow.zeros(-1)": "ValueError: zeros: expects sizes of at least 0, got (-1,)",
    "flow.zeros('2')": "ValueError: zeros: expects sizes of at least 0, got ('2',)",
    "flow.full((2,), 300, dtype=flow.uint8)": (
        "ValueError: full: expects integers in [0, 255] for uint8, got 300 to 300"
    ),
    "flow.ones(2, dtype='float33')": "TypeError: ones: expects a weir dtype such as weir.float32, got 'float33'",
    "flow.ones(2).to('quux')": (
        "ValueError: device: expects cpu, cuda, sim, with a number behind a colon if need be, got 'quux'"
    ),
    "flow.eye(-2)": "ValueError: eye: expects sizes of at least 0, got (-2, -2)",
    "flow.linspace(0, 1, -1)": "ValueError: linspace: expects steps to be an integer of at least 0, got -1",
    "flow.cumsum(flow.ones(2), 3)": "IndexError: cumsum: expects dim to be in [-1, 1), got 3",
    "flow.sort(flow.ones(2), dim=2)": "IndexError: sort: expects dim to be in [-1, 1), got 2",
    "flow.argmax(flow.ones(0))": "ValueError: argmax: expects elements along dimension 0, got shape (0,)",
    "flow.ones(0).max()": "RuntimeError: max: expects elements, got shape (0,)",
    "flow.tril(flow.ones(2))": "ValueError: tril: expects input of at least 2 dimensions, got (2,)",
    "flow.norm(flow.arange(3))": "TypeError: norm: expects input to be of a floating-point dtype, got int64",
    "flow.sum(flow.ones(2), out=flow.ones(1))": (
        "ValueError: sum: expects out of shape (), got (1,)"
    ),
    "flow.ones(2, 3).flatten(1, 0)": "ValueError: flatten: expects start_dim not behind end_dim, got 1 and 0",
    "flow.zeros(2, dtype=flow.uint8).fill_(-1)": (
        "ValueError: fill_: expects integers in [0, 255] for uint8, got -1 to -1"
    ),
}


class Wrong(nn.Graph):
    def __init__(self, statement):
        super().__init__()
        self.statement = statement

    def build(self, x):
        return x + eval(self.statement).sum()


@pytest.mark.parametrize("statement", WRONG)
def test_message(statement):
    expected = f"{WRONG[statement]} (<string>:1, in <module>)"
    for run in (lambda: eval(statement), lambda: eval(statement), lambda: Wrong(statement)(flow.ones(1))):
        with pytest.raises(Exception) as raised:
            run()
        assert f"{raised.type.__name__}: {raised.value}" == expected
