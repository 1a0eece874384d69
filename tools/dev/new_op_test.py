"""Writes the test file of a new elementwise op: numbers of each float dtype, the expected ones by NumPy in extended
precision and rounded once."""

import math
import random
import textwrap

import numpy as np

# Per dtype: bits of the significand, least exponent, the literals of NaN and infinities.
FLOATS = {
    "f32": (24, -125, {"nan": "0x7FC00000", "inf": "0x7F800000", "-inf": "0xFF800000"}),
    "f64": (53, -1021, {"nan": "0x7FF8000000000000", "inf": "0x7FF0000000000000", "-inf": "0xFFF0000000000000"}),
    "f16": (11, -13, {"nan": "0x7E00", "inf": "0x7C00", "-inf": "0xFC00"}),
    "bf16": (8, -125, {"nan": "0x7FC0", "inf": "0x7F80", "-inf": "0xFF80"}),
}
LARGEST_EXPONENT = {"f32": 128, "f64": 1024, "f16": 16, "bf16": 128}
COLUMNS = 120
ODD = 19  # more than a vector of any machine, and no multiple of one
ODD_OF_COMPOSITE = {1: 11, 2: 7}  # by operands

SPECIAL = {
    1: [[math.nan, math.inf, -math.inf, 0.0, -0.0, 3e30]],
    2: [[math.nan, 1.0, math.inf, -math.inf, -0.0, 3e30, 2e-9], [1.0, math.nan, 2.0, math.inf, 0.5, 3e30, -2e-9]],
}


class Undefined(Exception):
    """The formula is no function of numbers."""


def rounded(dtype, number):
    """The extended-precision `number` to nearest, ties to even, as a Python float."""
    bits, least, _ = FLOATS[dtype]
    if not np.isfinite(number) or number == 0:
        return float(number)
    exponent = max(int(np.frexp(number)[1]), least) - bits
    units = np.rint(np.ldexp(number, -exponent))
    scaled = np.ldexp(units, exponent)
    return math.copysign(math.inf, scaled) if np.frexp(scaled)[1] > LARGEST_EXPONENT[dtype] else float(scaled)


def literal(dtype, number):
    """The shortest decimal that reads back as `number`, or the bits of what has no decimal."""
    if not math.isfinite(number):
        return FLOATS[dtype][2][str(number)]
    digits = next(n for n in range(1, 18) if rounded(dtype, np.longdouble(f"{number:.{n}g}")) == number)
    mantissa, e, exponent = f"{number:.{digits}g}".partition("e")
    return mantissa + ("" if "." in mantissa else ".0") + e + exponent


def expected(op, columns):
    """The formula's values, one per row of the operands' columns."""
    arrays = {name: np.array(column, np.longdouble) for name, column in zip(op.operands, columns)}
    functions = {name: np.vectorize(f, [np.longdouble]) for name, f in vars(math).items() if callable(f)}  # erf, say
    functions |= {name: value for name, value in vars(np).items() if callable(value)}
    scope = {"__builtins__": {}, "np": np, **functions, **dict(zip("xy", arrays.values())), **arrays}
    try:
        with np.errstate(all="ignore"):
            return np.broadcast_to(np.asarray(eval(op.numpy, scope), np.longdouble), len(columns[0]))
    except Exception as error:
        names = ", ".join(op.operands)
        raise Undefined(f"expects --numpy to be a formula of {names}, got {op.numpy}: {error}") from error


def samples(op, dtype, count):
    """Numbers of both signs, or positive ones where the formula is no number at others."""
    choose = random.Random(op.name + dtype)
    columns = [[choose.uniform(-9, 9) for _ in range(count)] for _ in op.operands]
    columns = [[rounded(dtype, np.longdouble(f"{x:.2f}")) for x in column] for column in columns]
    is_number = np.isfinite(expected(op, columns))
    return [[x if ok else abs(x) for x, ok in zip(column, is_number)] for column in columns]


def constant(name, elements, kind):
    line = f"  %{name} = weir.constant dense<{elements}> : {kind} -> {kind}"
    if len(line) <= COLUMNS:
        return [line]
    indent = " " * 6
    wrapped = textwrap.wrap(f"{elements}>", COLUMNS, initial_indent=indent, subsequent_indent=indent)
    types = f": {kind} -> {kind}"
    if len(wrapped[-1]) + 1 + len(types) <= COLUMNS:
        wrapped[-1] += f" {types}"
    else:
        wrapped.append(indent + types)
    return [f"  %{name} = weir.constant dense<", *wrapped]


def elements(dtype, column, shape):
    text = ", ".join(literal(dtype, number) for number in column)
    return "" if not column else text if shape == () else "[" * len(shape) + text + "]" * len(shape)


def claim(op, tag, dtype, columns, shape):
    """Operands, op, expected result and check, in values named after `tag`."""
    kind = f"tensor<{''.join(f'{size}x' for size in shape)}{dtype}>"
    names = [name + tag for name in op.operands]
    results = [rounded(dtype, number) for number in expected(op, columns)]
    lines = []
    for name, column in zip(names, columns):
        lines += constant(name, elements(dtype, column, shape), kind)
    operands, kinds = ", ".join(f"%{name}" for name in names), ", ".join([kind] * len(names))
    lines.append(f"  %y{tag} = weir.{op.name} {operands} : ({kinds}) -> {kind}")
    wanted = f"expected{tag}" if results else names[0]  # what is empty equals what is empty
    if results:
        lines += constant(wanted, elements(dtype, results, shape), kind)
    ulps = f" {{ulps = {op.ulps} : i64}}" if op.ulps else ""
    return [*lines, f"  check.expect_close %y{tag}, %{wanted}{ulps} : {kind}"]


def integer_claim(op):
    """Equality on i64, of numbers whose results are exact."""
    choose = random.Random(op.name)
    columns = [[choose.randint(1, 99) * sign for sign in (1, -1, 1, -1, 1)] for _ in op.operands]
    results = [int(number) for number in expected(op, columns)]
    kind, names = "tensor<5xi64>", [f"%{name}I" for name in op.operands]
    lines = [f"  {name} = weir.constant dense<{column}> : {kind} -> {kind}" for name, column in zip(names, columns)]
    lines.append(f"  %yI = weir.{op.name} {', '.join(names)} : ({', '.join([kind] * len(names))}) -> {kind}")
    lines.append(f"  %expectedI = weir.constant dense<{results}> : {kind} -> {kind}")
    return [*lines, f"  check.expect_eq %yI, %expectedI : {kind}"]


def odd_claim(op, count, special):
    """On f32: that many numbers of SPECIAL among them."""
    first = [[rounded("f32", np.longdouble(x)) for x in column[:special]] for column in SPECIAL[len(op.operands)]]
    rest = samples(op, "f32", count - len(first[0]))
    return claim(op, "", "f32", [some + others for some, others in zip(first, rest)], (count,))


def claims(op):
    """Fewer of a composite, whose parts have tests of their own."""
    narrow = ["f16"] if op.decomposition else ["bf16", "f16"]
    lines = odd_claim(op, ODD_OF_COMPOSITE[len(op.operands)], 3) if op.decomposition else odd_claim(op, ODD, None)
    for dtype in narrow:
        lines += claim(op, "B" if dtype == "bf16" else "H", dtype, samples(op, dtype, 3), (1, 3))
    lines += claim(op, "E", "f32", [[] for _ in op.operands], (0, 3))
    lines += claim(op, "0", "f64", samples(op, "f64", 1), ())
    return lines + integer_claim(op) if op.integers else lines


def text(op, runs):
    opening = [*runs, f"// {op.summary}: odd, special, size one, empty, rank 0.", "", f"func.func @{op.name}() {{"]
    return "\n".join([*opening, *claims(op), "  return", "}"]) + "\n"
