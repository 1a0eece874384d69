"""Sizes that a run says. A program may be for any sizes in some places of its inputs' shapes; `build` then gets objects
there that compute, compare and stand in shapes as integers do."""

from __future__ import annotations

import numbers
import itertools
import operator
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Iterable, NamedTuple, NoReturn, Sequence

import numpy as np

from ._number import Needed, Number, Source
from ._size_rules import OPERATORS, Guard, Rule, SizeOfOp, input_size

if TYPE_CHECKING:
    from ._tensor import Tensor

LEAST_OPEN = 2  # 0 and 1 are sizes that ops may treat otherwise
_MOST = 2**62  # of a number that stands for a size
_MOST_ADDED = 4096  # that a window or a pad makes a size larger or smaller by
_MOST_FACTORS, _MOST_TERMS = 4, 3  # of products and sums
_PROBES, _MOST_PROBED = (2, 3, 1_000_003), 3  # sizes of inputs, and how many of these are tried together


class OpenSize:
    """A size of which the number is known when the program runs. What is asked about it is answered for the call at
    hand, and the program is for calls with the same answer. Where the number itself is needed, the program is for this
    number alone: `Needed` is raised."""

    __slots__ = ("table", "number", "label", "hint", "least", "now", "roots", "rule", "parts", "is_exact")

    def __init__(
        self,
        table: OpenSizes,
        number: int,
        label: str,
        hint: int,
        least: int,
        now: Rule,
        roots: frozenset[int],
        rule: str = "",
        parts: tuple[Any, Any] = (0, 0),
    ):
        self.table, self.label = table, label
        self.number = number  # stands for it in the shapes of the trace
        self.hint, self.least = hint, least  # the size in the call at hand, and in all calls
        self.now = now  # of the sizes of a call's inputs
        self.roots = roots  # of inputs, the sizes that it depends on
        self.rule, self.parts = rule, parts  # how it is computed of others
        # Of inputs by sums, differences and products alone: equal numbers are then equal sizes.
        self.is_exact = rule != "//" and all(map(_is_exact, parts))

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return int

    def needed(self) -> int:
        """The number itself: from the next trace on; what an ended trace has left is that of its call."""
        if not self.table.has_ended:
            self.table.need(self.roots)
        return self.hint

    def __getattr__(self, name: str) -> Any:
        return getattr(self.needed(), name)

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **options: Any) -> Any:
        known = (each.needed() if type(each) is OpenSize else each for each in inputs)
        return getattr(function, method)(*known, **options)

    def tensor(self) -> Tensor:
        """A traced scalar of int64."""
        if self.rule:
            a, b = (part.tensor() if type(part) is OpenSize else part for part in self.parts)
            return OPERATORS[self.rule](a, b)  # type: ignore[no-any-return]
        return self.table.upto(self + 1)[-1]  # type: ignore[no-any-return]

    def as_float(self) -> Number:
        """The same number as a float of the program."""
        return Number(Source(self.label, partial(self.table.fix, self.roots)), self.tensor().double())

    def __pos__(self) -> OpenSize:
        return self

    def __neg__(self) -> Any:
        return self.table.computed("-", 0, self)

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __pow__(self, other: Any) -> Any:
        if type(other) is int and 1 <= other <= _MOST_FACTORS and not self.table.has_ended:
            return self if other == 1 else self * self ** (other - 1)
        return _of_floats(operator.pow)(self, other)


def _is_size(value: Any) -> bool:
    """An integer, open or known."""
    return type(value) in (int, OpenSize) or isinstance(value, np.integer)


def _now_known(value: Any) -> Any:
    """A size of a trace that has ended is the number that it was there; NumPy's integers are Python's."""
    if type(value) is OpenSize:
        return value.hint if value.table.has_ended else value
    return int(value) if isinstance(value, np.integer) else value


_BUILT = {"+": "SUM", "-": "DIFFERENCE", "*": "PRODUCT", "//": "QUOTIENT"}  # by the builder's names
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def _operator(compute: Callable[[Any, Any], Any], method: Callable[[OpenSize, Any], Any]) -> Callable[..., Any]:
    """For sizes of this trace; others are numbers, and who computes with more than numbers needs one."""

    def called(self: OpenSize, other: Any) -> Any:
        size, given = _now_known(self), _now_known(other)
        if type(size) is not OpenSize:
            return compute(size, given)
        made = method(size, given)
        if made is NotImplemented and isinstance(given, (numbers.Number, np.ndarray)):
            return compute(size.needed(), given)
        return made

    return called


def _arithmetic(rule: str, is_reflected: bool = False) -> Callable[[OpenSize, Any], Any]:
    compute = OPERATORS[rule]

    def method(self: OpenSize, other: Any) -> Any:
        if _is_size(other):
            return self.table.computed(rule, other, self) if is_reflected else self.table.computed(rule, self, other)
        return _of_floats(compute, is_reflected)(self, other)

    return method


def _of_floats(compute: Callable[[Any, Any], Any], is_reflected: bool = False) -> Callable[[OpenSize, Any], Any]:
    def method(self: OpenSize, other: Any) -> Any:
        if not isinstance(other, (int, float)):
            return NotImplemented
        given = other.as_float() if type(other) is OpenSize else float(other)
        return compute(given, self.as_float()) if is_reflected else compute(self.as_float(), given)

    return method


def _of_sizes(compute: Callable[[OpenSizes, Any, Any], Any]) -> Callable[[OpenSize, Any], Any]:
    return lambda self, other: compute(self.table, self, other) if _is_size(other) else NotImplemented


def _comparison(rule: str) -> Callable[[OpenSize, Any], Any]:
    def method(self: OpenSize, other: Any) -> Any:
        is_number = type(other) is OpenSize or isinstance(other, (int, float, np.number))
        return self.table.compared(rule, self, other) if is_number else NotImplemented

    return method


def _reflected(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: compute(b, a)


def _define() -> None:
    """The methods of an integer."""
    own: dict[str, tuple[Callable[[Any, Any], Any], Callable[[OpenSize, Any], Any]]] = {
        "__truediv__": (operator.truediv, _of_floats(operator.truediv)),
        "__rtruediv__": (_reflected(operator.truediv), _of_floats(operator.truediv, is_reflected=True)),
        "__rpow__": (_reflected(operator.pow), _of_floats(operator.pow, is_reflected=True)),
        "__floordiv__": (operator.floordiv, _of_sizes(OpenSizes.quotient)),
        "__mod__": (operator.mod, _of_sizes(OpenSizes.rest)),
        "__divmod__": (divmod, _of_sizes(lambda table, a, b: (table.quotient(a, b), table.rest(a, b)))),
    }
    for name, rule in (("add", "+"), ("sub", "-"), ("mul", "*")):
        compute = OPERATORS[rule]
        own[f"__{name}__"] = compute, _arithmetic(rule)
        own[f"__r{name}__"] = _reflected(compute), _arithmetic(rule, is_reflected=True)
    for name, rule in zip(("eq", "ne", "lt", "le", "gt", "ge"), _COMPARISONS):
        own[f"__{name}__"] = OPERATORS[rule], _comparison(rule)
    for name, (compute, method) in own.items():
        setattr(OpenSize, name, _operator(compute, method))
    for name in _NEEDING:
        setattr(OpenSize, f"__{name}__", _of_number(f"__{name}__"))


def _of_number(name: str) -> Callable[..., Any]:
    return lambda self, *others: getattr(int, name)(self.needed(), *map(_now_known, others))


_NEEDING = (
    "float int index hash round trunc floor ceil format repr str and rand or ror xor rxor lshift rlshift rshift "
    "rrshift invert rfloordiv rmod rdivmod"
).split()


def _number(size: Any) -> Any:
    return size.number if type(size) is OpenSize else size


def _least(size: Any) -> Any:
    return size.least if type(size) is OpenSize else size


def _is_exact(size: Any) -> bool:
    """Whether equal numbers are equal sizes."""
    return type(size) is not OpenSize or size.is_exact


def label(size: Any) -> str:
    """For people."""
    return size.label if type(size) is OpenSize else str(size)


def hint(size: Any) -> Any:
    """The size in the call at hand."""
    return size.hint if type(size) is OpenSize else size


def _divides(a: Any, b: Any) -> bool:
    """Whether a is some times b, whatever the sizes are."""
    times, rest = divmod(_number(a), _number(b)) if _number(b) else (0, 1)
    if rest or _number(b) == 1:
        return not rest
    if not (_is_exact(a) and _is_exact(b)):
        return a is b
    is_same = times * hint(b) == hint(a)  # for what stands for sizes and for those at hand
    return is_same or (type(a) is OpenSize and a.rule == "*" and any(_divides(part, b) for part in a.parts))


def prefer_known(sizes: Iterable[Any]) -> None:
    """Of an op that is much faster where it knows these. Those that are to be open whatever it costs stay so."""
    for size in sizes:
        if type(size) is OpenSize:
            size.table.prefer_known(size.roots)


def known(value: Any) -> Any:
    """An attribute's value, which has no place for sizes that a run says."""
    for size in value if type(value) in (tuple, list) else (value,):
        if type(size) is OpenSize:
            size.needed()
    return value


def as_size(value: Any) -> Any:
    """int(value), but for sizes that are open."""
    return value if type(value) is OpenSize else int(value)


class _Input(NamedTuple):
    """A size of inputs."""

    size: OpenSize
    fix: Callable[[], None]  # lets it be known from the next trace on
    stays: bool  # open where ops are faster if they know it


class OpenSizes:
    """Those of a trace, by the numbers that stand for them, which are no other size's."""

    def __init__(self, builder: Any, rules: Any, upto: Callable[[Any], Tensor]):
        self.upto: Any = upto  # a traced vector of so many integers from 0 on
        self.has_ended = False  # the trace; its sizes are numbers from then on
        self._guards: dict[Any, Guard] = {}
        self._builder, self._rules = builder, rules
        self._known: dict[int, OpenSize] = {}
        self._inputs: list[_Input] = []

    def __bool__(self) -> bool:
        return bool(self._known)

    def has(self, number: int) -> bool:
        """Whether a number stands for one."""
        return number in self._known

    def add(
        self, number: int, label: str, size: int, fix: Callable[[], None], stays: bool, least: int, is_exact: bool
    ) -> None:
        """One of inputs, which has this size in the call at hand, and at least `least` in all. `fix` lets it be known
        from the next trace on; with `stays`, only where its number is needed. That of one that isn't exact is also
        what stands for what an op computes of others, and the program is for calls where they are equal."""
        place = len(self._inputs)
        made = OpenSize(self, number, label, size, least, input_size(place), frozenset((place,)))
        made.is_exact = is_exact
        self._inputs.append(_Input(made, fix, stays))
        self._builder.open_size(number)
        self._known[number] = made

    def fix(self, roots: Iterable[int]) -> None:
        """Lets these sizes of inputs be known from the next trace on."""
        for root in roots:
            self._inputs[root].fix()

    def need(self, roots: Iterable[int]) -> NoReturn:
        text = " and ".join(self._inputs[root].size.label for root in sorted(roots))
        raise Needed(Source(text, partial(self.fix, roots)))

    def prefer_known(self, roots: Iterable[int]) -> None:
        """Needs them, but for those that are to stay open."""
        if preferred := [root for root in roots if not self._inputs[root].stays]:
            self.need(preferred)

    def need_all(self) -> None:
        """Where some are open and the trace can't go on so."""
        if self._known:
            self.need(range(len(self._inputs)))

    def finish(self) -> list[Guard]:
        """What the trace, which has ended, takes for granted."""
        self._builder = self.upto = None
        return [*self._guards.values()]

    # shapes

    def numbers(self, shape: Iterable[Any]) -> tuple[int, ...]:
        """A shape as the builder takes it."""
        return tuple(self._defined(size) if type(size) is OpenSize else self._checked(size) for size in shape)

    def _checked(self, size: int) -> int:
        if size in self._known:  # known, and the number that stands for another
            self.need_all()
        return size

    def _defined(self, size: OpenSize) -> int:
        if not -_MOST < size.number < _MOST:
            size.needed()
        if not self._builder.is_open(size.number):
            a, b = (self._defined(part) if type(part) is OpenSize else part for part in size.parts)
            self._builder.compute_size(size.number, getattr(self._rules, _BUILT[size.rule]), a, b)
        return size.number

    def shape(self, numbers: Iterable[int]) -> tuple[Any, ...]:
        """A shape of the builder's; sizes may be open already."""
        return tuple(size if type(size) is OpenSize or size < 2 else self._of(size) for size in numbers)

    def shown(self, numbers: Iterable[int]) -> tuple[int | str, ...]:
        """The same for people."""
        return tuple("?" if self._known and self._builder.is_open(number) else number for number in numbers)

    def _of(self, number: int) -> Any:
        if number in self._known or not self._builder.is_open(number):
            return self._known.get(number, number)
        self.need_all()  # of an op that says no formula
        return number

    def add_formulas(self) -> None:
        """Takes in sizes that the rules of the latest op have computed."""
        for formula in self._builder.take_formulas() if self._known else ():
            self._add_formula(formula)

    def _add_formula(self, formula: Any) -> None:
        operands = [self.shape(shape) for shape in formula.operands()]
        sizes = [size for shape in operands for size in shape]
        now = SizeOfOp(formula.of, [[*map(_now, shape)] for shape in operands])
        at_hand = formula.of([[*map(hint, shape)] for shape in operands])
        if at_hand is None:
            self.need_all()
        # Of exact sizes, what an op asks and what it computes can be tried.
        roots = _roots(*sizes) if all(map(_is_exact, sizes)) else None
        if formula.number == 0:  # only whether the op takes them
            self._take_for_granted(f"{formula.op} takes its operands", (">=", now, 0), roots)
            return
        known = self._known.get(formula.number) or self._sum(formula.number, _MOST_TERMS)
        if known is not None:  # where rules divide, sizes that have one number may yet differ
            if formula.has_numbers or roots is None or not _is_exact(known) or hint(known) != at_hand:
                self._take_as_equal(now, at_hand, known, roots)
            return
        if formula.number <= _MOST_ADDED:
            self.need_all()
        text = f"a size of {formula.op}"
        made = OpenSize(self, formula.number, text, at_hand, 0, now, _roots(*sizes))
        made.is_exact = False
        self._known[formula.number] = made
        self._take_for_granted(f"{formula.op} takes its operands", (">=", now, 0), roots)

    def _take_for_granted(self, text: str, rule: Rule, roots: frozenset[int] | None = None) -> None:
        """`roots` are those of a rule of one op and of exact sizes."""
        guard = Guard(text, "True", rule, True)
        if roots is None or not self._holds_always(guard, roots):
            self._guards[len(self._guards)] = guard

    def _holds_always(self, guard: Guard, roots: frozenset[int]) -> bool:
        """Whether it holds for all sizes. What one op asks of sizes are limits, multiples and equality, so that some
        sizes tell: the least, those that have no divisor in common, and a large one."""
        if len(roots) > _MOST_PROBED:
            return False
        least = min((size.size.least for size in self._inputs), default=LEAST_OPEN)
        sizes = [least] * len(self._inputs)
        for probed in itertools.product(sorted({least, *_PROBES}), repeat=len(roots)):
            for root, size in zip(sorted(roots), probed):
                sizes[root] = size
            try:
                if not guard.holds(sizes):
                    return False
            except ZeroDivisionError:
                return False
        return True

    def _take_as_equal(self, now: Rule, at_hand: int, known: OpenSize, roots: frozenset[int] | None = None) -> None:
        """A size, which has the number of one that is known. If that is exact, what divides by more than 1 does not
        equal it both for 2 and for 3."""
        if hint(known) != at_hand:
            self.need_all()
        can_try = roots is not None and _is_exact(known)
        tried = roots | _roots(known) if can_try and roots is not None else None
        self._take_for_granted(f"a size == {label(known)}", ("==", now, _now(known)), tried)

    def _computed(self) -> list[OpenSize]:
        return [size for size in self._known.values() if size.number > 0]

    def _sum(self, number: int, terms: int) -> Any:
        """A sum of open sizes, at most so many, and a known one; None if it is none."""
        if number in self._known or abs(number) <= _MOST_ADDED:
            return self._known.get(number, number)
        for size in self._computed() if terms else ():
            rest = self._sum(number - size.number, terms - 1)
            if rest is not None:
                return self.computed("+", size, rest)
        return None

    # what is computed and asked

    def computed(self, rule: str, a: Any, b: Any) -> Any:
        """A sum, a difference or a product; an int where that is the same for all sizes."""
        compute = OPERATORS[rule]
        number, size = compute(_number(a), _number(b)), compute(hint(a), hint(b))
        now = (rule, _now(a), _now(b))
        is_exact = _is_exact(a) and _is_exact(b)
        known = self._known.get(number)
        if known is not None:
            if not (is_exact and known.is_exact):
                self._take_as_equal(now, size, known)
            return known
        if number == size:
            if not is_exact:
                self._take_for_granted(f"({label(a)} {rule} {label(b)}) == {size}", ("==", now, size))
            return size
        self._add(number, size, now, rule, a, b)
        return self._known[number]

    def _add(self, number: int, size: int, now: Rule, rule: str, a: Any, b: Any) -> None:
        text = f"({label(a)} {rule} {label(b)})"
        is_growing = rule in "+*" and min(_least(a), _least(b)) >= 0
        least = OPERATORS[rule](_least(a), _least(b)) if is_growing else -_MOST
        self._known[number] = OpenSize(self, number, text, size, least, now, _roots(a, b), rule, (a, b))

    def rest(self, a: OpenSize, b: Any) -> int:
        """What division leaves, which is the same in all calls."""
        if hint(b) == 0:
            self.need(_roots(a, b))
        if _divides(a, b):
            return 0
        rest: int = a.hint % hint(b)
        self._guard("%", a, b, rest)
        return rest

    def quotient(self, a: OpenSize, b: Any) -> Any:
        """Of a division that leaves nothing in all calls."""
        if min(_number(a), _number(b)) <= 0 or _number(a) % _number(b) or self.rest(a, b):
            self.need(_roots(a, b))
        number, size = _number(a) // _number(b), hint(a) // hint(b)
        now = ("//", _now(a), _now(b))
        known = self._known.get(number)
        if known is not None:
            self._take_as_equal(now, size, known)
            return known
        if number == size:
            self._take_for_granted(f"({label(a)} // {label(b)}) == {size}", ("==", now, size))
            return size
        self._add(number, size, now, "//", a, b)
        return self._known[number]

    def compared(self, rule: str, a: OpenSize, b: Any) -> bool:
        compare = OPERATORS[rule]
        if a is b:
            return compare(0, 0)  # type: ignore[no-any-return]
        if type(b) is not OpenSize and b < a.least:
            return compare(a.least, b)  # type: ignore[no-any-return]
        answer = bool(compare(a.hint, hint(b)))
        self._guard(rule, a, b, answer)
        return answer

    def _guard(self, rule: str, a: Any, b: Any, answer: Any) -> None:
        guard = Guard(f"{label(a)} {rule} {label(b)}", str(answer), (rule, _now(a), _now(b)), answer)
        self._guards.setdefault((rule, _number(a), _number(b)), guard)


def _now(size: Any) -> Rule:
    return size.now if type(size) is OpenSize else size


def _roots(*sizes: Any) -> frozenset[int]:
    return frozenset().union(*(size.roots for size in sizes if type(size) is OpenSize))


_define()
