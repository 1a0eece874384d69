"""Adds an elementwise op to the weir dialect, from the formulas given: a scalar function with its record, eval and test
file, or a composite of other ops, whose meaning and gradient are theirs, with its record and test file.

    tools/dev/new-op math square --unary --scalar 'x * x' --gradient 'dy * (x + x)' --eval 'x * x'
    tools/dev/new-op compound signed_square --unary --decomposition 'input * abs(input)'

Operands of a scalar function are called x, or lhs and rhs; those of a composite input, or input and other. Each formula
has a language of its own:
  --scalar         what kernels compute: Scalars, see dialects/Interfaces/Elementwise.h
  --gradient       one per operand, separated by commas: Expressions, see dialects/Weir/IR/Expression.h
  --eval           what the op means: C++ on doubles
  --integers       the same on int64_t, for an op that takes integers too; wrappingAdd and the like keep it defined
  --decomposition  what a composite is made of: an Expression
  --numpy          the expected numbers of the test: NumPy (np) in extended precision, where the operands are called
                   x and y, too; the formula of eval or decomposition unless given
"""

import argparse
import re
import sys
from pathlib import Path

import new_op_test
from tree import ROOT

RUNS_OF = Path("test/ops/math/neg.mlir")  # has the RUN lines that a new test file gets
SCALAR_OPERANDS, COMPOSITE_OPERANDS = {1: ["x"], 2: ["lhs", "rhs"]}, {1: ["input"], 2: ["input", "other"]}


class Refused(Exception):
    """The arguments or the tree do not allow the op to be added."""


def add_formulas(parser):
    meaning = parser.add_mutually_exclusive_group(required=True)
    meaning.add_argument("--scalar", metavar="FORMULA")
    meaning.add_argument("--decomposition", metavar="FORMULA")
    gradient = parser.add_mutually_exclusive_group()
    gradient.add_argument("--gradient", metavar="FORMULA")
    gradient.add_argument("--not-differentiable", metavar="REASON")
    parser.add_argument("--eval", metavar="FORMULA")
    parser.add_argument("--integers", metavar="FORMULA")
    parser.add_argument("--numpy", metavar="FORMULA")


def check_formulas(op, parser):
    if op.decomposition and (op.gradient or op.eval or op.integers):
        parser.error("--decomposition goes without --gradient, --eval and --integers, which follow from it")
    if op.scalar and not (op.eval and (op.gradient or op.not_differentiable)):
        parser.error("--scalar goes with --eval and with --gradient or --not-differentiable")


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="tools/dev/new-op", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("family", help="one whose records have the base class: math; compound or activation")
    parser.add_argument("name", help="the mnemonic, in snake_case")
    shape = parser.add_mutually_exclusive_group(required=True)
    shape.add_argument("--unary", dest="arity", action="store_const", const=1)
    shape.add_argument("--binary", dest="arity", action="store_const", const=2)
    add_formulas(parser)
    parser.add_argument("--ulps", type=int, help="how far results may be off, if not as check.expect_close says")
    parser.add_argument("--summary", help="one line without a full stop; the op's formula unless given")
    parser.add_argument("--domain", help="an interval, as `x > 0`, `-1 <= x <= 1`, or `rhs != 0`")
    parser.add_argument("--precision", choices=["Allow", "Follow", "Deny"])
    parser.add_argument("--flops", type=int)
    op = parser.parse_args(arguments)
    check_formulas(op, parser)
    op.operands = (COMPOSITE_OPERANDS if op.decomposition else SCALAR_OPERANDS)[op.arity]
    op.stem = "".join(word.capitalize() for word in op.name.split("_"))
    op.numpy = op.numpy or op.decomposition or op.eval.replace("std::", "")
    op.summary = op.summary or op.decomposition or op.scalar
    return op


NUMBER = r"(-?\d+(?:\.\d+)?)"
DOMAINS = {  # what --domain may say of NAME, and the entry of dialects/Weir/IR/Domain.td that says it
    rf"NAME > {NUMBER}": 'Above<{operand}, "{0}">',
    rf"NAME >= {NUMBER}": 'AtLeast<{operand}, "{0}">',
    rf"{NUMBER} <= NAME <= {NUMBER}": 'Within<{operand}, "{0}", "{1}">',
    rf"{NUMBER} <= NAME < {NUMBER}": 'UpTo<{operand}, "{0}", "{1}">',
    r"NAME != 0": "NonZero<{operand}>",
}


def domain_entry(op):
    for operand, name in enumerate(op.operands):
        for form, entry in DOMAINS.items():
            if found := re.fullmatch(form.replace("NAME", name), op.domain):
                return entry.format(*found.groups(), operand=operand)
    raise Refused(f"expects a domain like `x > 0`, `-1 <= x <= 1` or `rhs != 0`, got {op.domain}")


def fields(op, names):
    """Those of the record's fields that have a text."""
    texts = [(name, vars(op)[re.sub("([A-Z])", r"_\1", name).lower()]) for name in names]
    lines = [f'  let {name} = "{text}";' for name, text in texts if text]
    if op.domain:
        lines.append(f"  let domain = [{domain_entry(op)}];")
    return lines if op.flops is None else [*lines, f"  let flops = {op.flops};"]


def float_tensors(op):
    return ", ".join(f"Weir_FloatTensor:${name}" for name in op.operands)


def scalar_record(op):
    floats_only = op.integers is None
    unary, differentiable = len(op.operands) == 1, op.gradient is not None
    if unary and floats_only and differentiable:
        base, narrowed = f'Weir_FloatUnaryOp<"{op.name}">', False
    elif unary:
        base, narrowed = f'Weir_UnaryOp<"{op.name}"{", [Differentiable]" * differentiable}>', floats_only
    else:
        base, narrowed = f'Weir_BinaryOp<"{op.name}">', floats_only
    lines = [f"def Weir_{op.stem}Op : {base} {{"]
    if narrowed:
        lines += [f"  let arguments = (ins {float_tensors(op)});", "  let results = (outs Weir_FloatTensor:$y);"]
    lines += fields(op, ["summary", "scalar", "gradient", "notDifferentiable", "precision"])
    if not unary:
        lines.append(f'  let pythonMethods = ["{op.name}"];')
    return lines


def composite_record(op):
    rest = fields(op, ["decomposition", "notDifferentiable", "precision"])
    summary = f'  let summary = "{op.summary}";'
    if op.family == "activation":
        return [f'def Weir_{op.stem}Op : Weir_ActivationOp<"{op.name}"> {{', summary, *rest]
    lines = [f'def Weir_{op.stem}Op : Weir_ElementwiseCompositeOp<"{op.name}"> {{', summary]
    lines += [f"  let operands = (ins {float_tensors(op)});", "  let results = (outs Weir_FloatTensor:$y);", *rest]
    python = f'  let python = "{op.name}({", ".join(op.operands)})";'
    return [*lines, python, f'  let pythonMethods = ["{op.name}"];']


def record(op):
    """The op's definition in Ops.td."""
    return "\n".join([*(composite_record if op.decomposition else scalar_record)(op), "}\n"])


def evaluation(op):
    """The op's eval in lib/Reference."""

    def function(kind, formula):
        return f"[]({', '.join(f'{kind} {name}' for name in op.operands)}) {{ return {formula}; }}"

    head = f"static Result<Tensors> eval{op.stem}({op.stem}Op, Operands x, const EvalScope &scope) {{\n"
    floats = function("double", op.eval)
    if op.integers:
        return f"{head}  return onNumbers(x, scope, {floats}, {function('int64_t', op.integers)});\n}}\n"
    if len(op.operands) == 1:
        return f"{head}  return onFloats(x, scope, {floats});\n}}\n"
    return (
        f"{head}  HostTensor y = HostTensor::zeros(scope.results[0].part());\n"
        f"  apply({floats}, y.floats, x[0].floats, x[1].floats);\n  return Tensors{{y}};\n}}\n"
    )


def after_block(text, start):
    """The position behind the block that starts at `start` and closes on its line or in column 0."""
    first_line = text.index("\n", start) + 1
    if text[start:first_line].rstrip().endswith("}"):
        return first_line
    return text.index("\n}\n", start) + 3


def with_record(text, op):
    """Ops.td with the record behind the last one of the same base class."""
    written = record(op)
    base = re.search(r": (\w+)<", written).group(1)
    found = list(re.finditer(rf"^def Weir_(\w+)Op : {base}<", text, re.MULTILINE))
    if not found:
        raise Refused(f"expects a family with records of {base}, which elementwise ops have, got {op.family}")
    at = after_block(text, found[-1].start())
    return f"{text[:at]}\n{written}{text[at:]}", found[-1].group(1)


def with_eval(text, op, neighbour):
    """The family's evals with the op's behind its neighbour's."""
    at = after_block(text, text.index(f"static Result<Tensors> eval{neighbour}("))
    text = f"{text[:at]}\n{evaluation(op)}{text[at:]}"
    line = f"  attachEval<{neighbour}Op, eval{neighbour}>(context);\n"
    return text.replace(line, f"{line}  attachEval<{op.stem}Op, eval{op.stem}>(context);\n")


def check_new(op, root):
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", op.name):
        raise Refused(f"expects a name in snake_case, got {op.name}")
    for path in sorted((root / "dialects" / "Weir").glob("*/Ops.td")):
        if f'Op<"{op.name}"' in path.read_text():
            raise Refused(f"expects a new name, got {op.name}, which {path.relative_to(root)} has")


def changes(op, root):
    """{path below the root: its new text}, the formulas' expected numbers included."""
    check_new(op, root)
    family = {path.name.lower(): path.name for path in (root / "dialects" / "Weir").iterdir()}.get(op.family)
    if family is None:
        raise Refused(f"expects a family of dialects/Weir, got {op.family}")
    if op.family == "activation" and op.arity == 2:
        raise Refused(f"expects --unary for an activation, got {op.name} of two operands")
    records, evals = Path("dialects/Weir") / family / "Ops.td", Path("lib/Reference") / f"{family}.cpp"
    runs = re.findall(r"^// RUN:.*$", (root / RUNS_OF).read_text(), re.MULTILINE)
    text, neighbour = with_record((root / records).read_text(), op)
    written = {records: text}
    if not op.decomposition:
        written[evals] = with_eval((root / evals).read_text(), op, neighbour)
    return written | {Path("test/ops") / op.family / f"{op.name}.mlir": new_op_test.text(op, runs)}


def main(arguments=None, root=ROOT):
    op = parse(arguments)
    try:
        written = changes(op, root)
    except (Refused, new_op_test.Undefined) as error:
        print(f"new-op: {error}", file=sys.stderr)
        return 1
    for path, text in written.items():
        (root / path).write_text(text)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
