"""Adds an elementwise op to the weir dialect: its record, its eval and its test file, from the formulas given.

    tools/dev/new-op math square --unary --scalar 'x * x' --gradient 'dy * (x + x)' --eval 'x * x'

Operands are called x, or lhs and rhs. Each formula has a language of its own:
  --scalar    what kernels compute: Scalars, see dialects/Interfaces/Elementwise.h
  --gradient  one per operand, separated by commas: Expressions, see dialects/Weir/IR/Expression.h
  --eval      what the op means: C++ on doubles
  --integers  the same on int64_t, for an op that takes integers too; wrappingAdd and the like keep it defined
  --numpy     the expected numbers of the test: NumPy in extended precision; the eval's formula unless given
"""

import argparse
import re
import sys
from pathlib import Path

import new_op_test
from tree import ROOT

RUNS_OF = "neg"  # the op whose test file has the RUN lines that a new one gets


class Refused(Exception):
    """The arguments or the tree do not allow the op to be added."""


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="tools/dev/new-op", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("family", help="math: the family whose records have the base classes of elementwise ops")
    parser.add_argument("name", help="the mnemonic, in snake_case")
    shape = parser.add_mutually_exclusive_group(required=True)
    shape.add_argument("--unary", dest="operands", action="store_const", const=["x"])
    shape.add_argument("--binary", dest="operands", action="store_const", const=["lhs", "rhs"])
    parser.add_argument("--scalar", required=True, metavar="FORMULA")
    gradient = parser.add_mutually_exclusive_group(required=True)
    gradient.add_argument("--gradient", metavar="FORMULA")
    gradient.add_argument("--not-differentiable", metavar="REASON")
    parser.add_argument("--eval", required=True, metavar="FORMULA")
    parser.add_argument("--integers", metavar="FORMULA")
    parser.add_argument("--numpy", metavar="FORMULA")
    parser.add_argument("--ulps", type=int, help="how far results may be off, if not as check.expect_close says")
    parser.add_argument("--summary", help="one line without a full stop; the scalar's formula unless given")
    parser.add_argument("--domain", help="what operands must satisfy, `x > 0` for example")
    parser.add_argument("--precision", choices=["Allow", "Follow", "Deny"])
    parser.add_argument("--flops", type=int)
    op = parser.parse_args(arguments)
    op.stem = "".join(word.capitalize() for word in op.name.split("_"))
    op.numpy = op.numpy or op.eval.replace("std::", "")
    op.summary = op.summary or op.scalar
    return op


def record(op):
    """The op's definition in Ops.td."""
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
        arguments = ", ".join(f"Weir_FloatTensor:${name}" for name in op.operands)
        lines += [f"  let arguments = (ins {arguments});", "  let results = (outs Weir_FloatTensor:$y);"]
    fields = {"summary": op.summary, "scalar": op.scalar, "gradient": op.gradient}
    fields |= {"notDifferentiable": op.not_differentiable, "domain": op.domain, "precision": op.precision}
    lines += [f'  let {name} = "{text}";' for name, text in fields.items() if text]
    if op.flops is not None:
        lines.append(f"  let flops = {op.flops};")
    if not unary:
        lines.append(f'  let pythonMethods = ["{op.name}"];')
    return "\n".join([*lines, "}\n"])


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
    records, evals = Path("dialects/Weir") / family / "Ops.td", Path("lib/Reference") / f"{family}.cpp"
    tests = Path("test/ops") / op.family
    runs = re.findall(r"^// RUN:.*$", (root / tests / f"{RUNS_OF}.mlir").read_text(), re.MULTILINE)
    text, neighbour = with_record((root / records).read_text(), op)
    return {
        records: text,
        evals: with_eval((root / evals).read_text(), op, neighbour),
        tests / f"{op.name}.mlir": new_op_test.text(op, runs),
    }


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
