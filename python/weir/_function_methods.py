"""Functions as methods of tensors. Those of single ops are generated; methods here replace theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from . import _boxes, _creation, _found, _functions, _indexing, _joining, _ops, _placing, _products, _random_creation
from . import _reductions, _searching, _sequence, _shape
from . import _statistics, _updating, linalg
from ._dispatch import OPERAND_TYPES
from ._errors import at_user_line

if TYPE_CHECKING:
    from ._functions import Operand
    from ._tensor import Tensor


class FunctionMethods(_ops.TensorMethods):
    """Functions as methods and operators: the tensor is their first argument. Methods that take sizes take them one by
    one, too: `x.reshape(2, 3)`."""

    __slots__ = ()

    # elementwise

    eq, ne, lt, le, gt, ge = _functions.eq, _functions.ne, _functions.lt, _functions.le, _functions.gt, _functions.ge
    greater, greater_equal, not_equal = _functions.greater, _functions.greater_equal, _functions.not_equal
    less, less_equal = _functions.less, _functions.less_equal
    masked_fill, where = _functions.masked_fill, _functions.where_of
    allclose, equal, positive = _functions.allclose, _functions.equal, _functions.positive
    float_power, ldexp = _functions.float_power, _functions.ldexp
    clamp_max, clamp_min = _functions.clamp_max, _functions.clamp_min
    pow = __pow__ = _functions.pow
    sgn, __pos__ = _functions.sgn, _functions.positive
    addcdiv, addcmul = _functions.addcdiv, _functions.addcmul
    add, sub, subtract, round = _functions.add, _functions.sub, _functions.subtract, _functions.round
    gelu, mish, selu, softplus, softsign = _ops.gelu, _ops.mish, _ops.selu, _ops.softplus, _ops.softsign
    __lt__, __le__, __gt__, __ge__ = lt, le, gt, ge

    def __eq__(self: Any, other: Any) -> Any:
        return _functions.eq(self, other) if isinstance(other, OPERAND_TYPES) else NotImplemented

    def __ne__(self: Any, other: Any) -> Any:
        return _functions.ne(self, other) if isinstance(other, OPERAND_TYPES) else NotImplemented

    __hash__ = object.__hash__

    def div(self: Any, rhs: Operand, rounding_mode: str | None = None) -> Tensor:
        """See `weir.div`."""
        return _functions.div(self, rhs, rounding_mode)

    divide = div

    # products, reductions, functions along a dimension

    addmm, baddbmm, bmm, dot = _products.addmm, _products.baddbmm, _products.bmm, _products.dot
    addbmm, addmv, addr, ger = _products.addbmm, _products.addmv, _products.addr, _products.ger
    inner, kron, outer, vdot = _products.inner, _products.kron, _products.outer, _products.vdot
    matrix_power = linalg.matrix_power
    matmul, mm, mv = _products.matmul, _products.mm, _products.mv
    __matmul__ = matmul
    amax, amin = _reductions.amax, _reductions.amin
    argmax, argmin, max, min = _reductions.argmax, _reductions.argmin, _reductions.max, _reductions.min
    dist, renorm, trace = _reductions.dist, _reductions.renorm, _placing.trace
    nansum, norm, std, var = _reductions.nansum, _reductions.norm, _reductions.std, _reductions.var
    argsort, cumprod, cumsum = _sequence.argsort, _sequence.cumprod, _sequence.cumsum
    sort, topk = _sequence.sort, _sequence.topk
    aminmax, std_mean, var_mean = _reductions.aminmax, _reductions.std_mean, _reductions.var_mean
    cummax, cummin, diff = _sequence.cummax, _sequence.cummin, _sequence.diff
    logcumsumexp, msort = _sequence.logcumsumexp, _sequence.msort
    bincount, isin, kthvalue = _searching.bincount, _searching.isin, _searching.kthvalue
    median, nanmedian = _searching.median, _searching.nanmedian
    nanquantile, quantile = _searching.nanquantile, _searching.quantile
    argwhere, masked_select, nonzero = _found.argwhere, _found.masked_select, _found.nonzero
    unique, unique_consecutive = _found.unique, _found.unique_consecutive
    nms = _boxes.nms
    corrcoef, cov, histogram, mode = _statistics.corrcoef, _statistics.cov, _statistics.histogram, _statistics.mode
    gcd, lcm = _statistics.gcd, _statistics.lcm

    def cross(self: Any, other: Tensor, dim: int | None = None) -> Tensor:
        """See `weir.cross`."""
        return _products.cross(self, other, dim)

    # random numbers

    multinomial = _random_creation.multinomial

    def bernoulli(self: Any, p: float | None = None, *, generator: Any = None) -> Tensor:
        """See `weir.bernoulli`; with p, in the tensor's shape and dtype, 1 with this probability."""
        if p is None:
            return _random_creation.bernoulli(self, generator)
        drawn: Tensor = _creation.empty_like(self).bernoulli_(p, generator)
        return drawn

    # shapes

    flatten, movedim, repeat_interleave = _shape.flatten, _shape.movedim, _shape.repeat_interleave
    moveaxis, sum_to_size = _shape.moveaxis, _shape.sum_to_size
    squeeze, swapaxes, swapdims = _shape.squeeze, _shape.swapaxes, _shape.swapdims
    t, transpose, unflatten, unsqueeze = _shape.t, _shape.transpose, _shape.unflatten, _shape.unsqueeze

    as_strided, ravel, unfold = _shape.as_strided, _shape.ravel, _shape.unfold
    fliplr, flipud, rot90 = _joining.fliplr, _joining.flipud, _joining.rot90

    @property
    def T(self: Any) -> Tensor:
        """The transpose of a matrix."""
        return _shape.t(self)

    @property
    def mT(self: Any) -> Tensor:
        """The transposes of the matrices in the last two dimensions."""
        return _shape.transpose(self, -2, -1)

    def reshape(self: Any, *shape: Any) -> Tensor:
        """See `weir.reshape`; `x.reshape(2, 3)` is `x.reshape((2, 3))`."""
        return _shape.reshape(self, _shape.unpacked(shape))

    view = _shape.view

    def reshape_as(self: Any, other: Tensor) -> Tensor:
        """The same elements in the shape of `other`."""
        return _shape.reshape(self, other.shape)

    def view_as(self: Any, other: Tensor) -> Tensor:
        """The same elements in the shape of `other`."""
        return _shape.view(self, other.shape)

    def expand(self: Any, *shape: Any) -> Tensor:
        """See `weir.broadcast_to`; `x.expand(2, -1)` is `x.expand((2, -1))`."""
        return _shape.expand(self, _shape.unpacked(shape))

    def broadcast_to(self: Any, *shape: Any) -> Tensor:
        """See `weir.broadcast_to`."""
        return _shape.broadcast_to(self, _shape.unpacked(shape))

    def expand_as(self: Any, other: Tensor) -> Tensor:
        """The tensor, broadcast to the shape of `other`."""
        return _shape.expand(self, other.shape)

    def repeat(self: Any, *sizes: Any) -> Tensor:
        """See `weir.repeat`; `x.repeat(2, 1)` is `x.repeat((2, 1))`."""
        return _shape.repeat(self, _shape.unpacked(sizes))

    def tile(self: Any, *dims: Any) -> Tensor:
        """See `weir.tile`; `x.tile(2, 1)` is `x.tile((2, 1))`."""
        return _shape.tile(self, _shape.unpacked(dims))

    def permute(self: Any, *dims: Any) -> Tensor:
        """See `weir.permute`; `x.permute(1, 0)` is `x.permute((1, 0))`."""
        return _shape.permute(self, _shape.unpacked(dims))

    def flip(self: Any, *dims: Any) -> Tensor:
        """See `weir.flip`; `x.flip(0, 1)` is `x.flip((0, 1))`."""
        return _joining.flip(self, _shape.unpacked(dims))

    # parts

    chunk, dsplit, hsplit, narrow = _joining.chunk, _joining.dsplit, _joining.hsplit, _joining.narrow
    roll, select, split = _joining.roll, _joining.select, _joining.split
    tensor_split, unbind, vsplit = _joining.tensor_split, _joining.unbind, _joining.vsplit
    split_with_sizes = _joining.split_with_sizes
    unsafe_chunk, unsafe_split, unsafe_split_with_sizes = chunk, split, split_with_sizes
    diag_embed, diagflat, diagonal_scatter = _placing.diag_embed, _placing.diagflat, _placing.diagonal_scatter
    select_scatter, slice_scatter = _placing.select_scatter, _placing.slice_scatter
    diag, diagonal, gather = _indexing.diag, _indexing.diagonal, _indexing.gather
    index_select, scatter, scatter_add = _indexing.index_select, _indexing.scatter, _indexing.scatter_add
    index_add, index_copy, index_fill = _updating.index_add, _updating.index_copy, _updating.index_fill
    index_put, masked_scatter, scatter_reduce = _updating.index_put, _updating.masked_scatter, _updating.scatter_reduce
    put, take, take_along_dim = _updating.put, _updating.take, _updating.take_along_dim

    def __getitem__(self: Any, key: Any) -> Tensor:
        return _indexing.index(self, key)

    def __iter__(self: Any) -> Iterator[Tensor]:
        if not self.shape:
            raise TypeError(at_user_line("iter: expects a tensor with dimensions, got a scalar"))
        return iter(_joining.unbind(self))
