"""Floats of Python that are inputs of a program: what `build` gets for an argument or an attribute that has changed, so
that its next change compiles nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, NamedTuple, NoReturn

from ._errors import user_location

if TYPE_CHECKING:
    from ._tensor import Tensor


class Source(NamedTuple):
    """Where a number comes from."""

    label: str  # for people
    make_constant: Callable[[], None]  # from the next trace on


class Needed(BaseException):
    """Raised through a build that needs the value of a number, which then is a constant of the program. It is no
    Exception, so that nobody takes it for an error."""

    def __init__(self, source: Source):
        super().__init__(source.label)
        self.source = source
        self.where = str(user_location())


class Number:
    """A float of which the value is known when the program runs. It takes part in arithmetic as a float does, in
    float64 and without a dtype for tensors to be promoted to; all else needs its value."""

    __slots__ = ("source", "tensor")

    def __init__(self, source: Source, tensor: Tensor):
        self.source = source
        self.tensor = tensor  # a traced scalar of float64

    # NumPy leaves operators to this class.
    __array_ufunc__ = None

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return float

    def needed(self, *_: Any, **__: Any) -> NoReturn:
        raise Needed(self.source)

    __float__ = __int__ = __bool__ = __index__ = __complex__ = __hash__ = needed  # type: ignore[assignment]
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = needed  # type: ignore[assignment]
    __round__ = __trunc__ = __floor__ = __ceil__ = __format__ = __repr__ = __str__ = needed  # type: ignore[assignment]
    __divmod__ = __rdivmod__ = __array__ = __reduce__ = __copy__ = needed

    def __deepcopy__(self, memo: Any) -> NoReturn:
        self.needed()

    def __getattr__(self, name: str) -> NoReturn:
        self.needed()

    def _made(self, tensor: Tensor) -> Number:
        return Number(self.source, tensor)

    def __neg__(self) -> Number:
        return self._made(-self.tensor)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return self._made(abs(self.tensor))


def _binary(name: str) -> Callable[[Number, Any], Any]:
    def method(self: Number, other: Any) -> Any:
        kind = type(other)
        if kind is Number:
            other = other.tensor
        elif not isinstance(other, (bool, int, float)):
            return NotImplemented
        return self._made(getattr(self.tensor, name)(other))

    return method


for _method in "__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __rtruediv__ __pow__ __rpow__".split():
    setattr(Number, _method, _binary(_method))
