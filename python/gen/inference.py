"""Writes the table of lib/Compiler/Inference.cpp: each op's operands, attributes and function `inferResults`.

python inference.py TBLGEN MLIR_INCLUDE FILE
"""

from __future__ import annotations

import os
import sys

import records

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Attributes that the plain data of lib/Support has no form for decide no result.
_KINDS = {
    "ints": "Integers",
    "dims": "Integers",
    "float": "Number",
    "flag": "Flag",
    "int": "Integer",
    "dim": "Integer",
    "dtype": "DType",
    "str": "Text",
}
_OPERANDS = {"any": "Any", "float": "Float", "integer": "Integer", "int64": "I64", "bool": "Bool"}


def _attributes(op: records.Op) -> list[tuple[str, str, bool, str]]:
    """Name, kind, whether it may be absent, and the words that a text may be."""
    found = [(a.name, _KINDS[a.kind], a.is_optional, _words(a)) for a in op.attributes if a.kind in _KINDS]
    if any(operand.is_optional for operand in op.operands):
        found.append(("present", "Integers", False, ""))
    if op.is_result_sized:
        found += [("shape", "Shape", False, ""), ("dtype", "DType", False, "")]
    return found


def _words(attribute: records.Argument) -> str:
    return f"|{'|'.join(attribute.cases)}|" if attribute.cases else ""


def table(ops: list[records.Op]) -> str:
    lines = ["constexpr AttributeSpec kAttributes[] = {"]
    for op in ops:
        for name, kind, is_optional, words in _attributes(op):
            lines.append(f'    {{"{name}", PlainKind::{kind}, {str(is_optional).lower()}, "{words}"}},')
    lines += ["};", "constexpr OperandKind kOperands[] = {"]
    required = {op.name: [a for a in op.operands if not a.is_optional] for op in ops}
    for op in ops:
        lines += [f"    OperandKind::{_OPERANDS.get(a.kind, 'Any')}," for a in required[op.name]]
    lines += ["};", "constexpr OpSpec kOps[] = {"]
    attributes = operands = 0
    for op in ops:
        own, fixed = len(_attributes(op)), len(required[op.name])
        optional = len(op.operands) - fixed
        is_variadic = any(a.kind == "variadic" for a in op.operands)
        lines.append(
            f'    {{"{op.name}", &{op.cpp_class}::inferResults, {operands}, {fixed}, {optional}, '
            f"{str(is_variadic).lower()}, {attributes}, {own}}},"
        )
        attributes, operands = attributes + own, operands + fixed
    return "\n".join([*lines, "};", ""])


def main() -> None:
    tblgen, include, path = sys.argv[1:]
    ops = [op for op in records.read(tblgen, ROOT, include) if op.is_tensor_op]
    with open(path, "w", encoding="utf-8") as file:
        file.write(table(sorted(ops, key=lambda op: op.name)))


if __name__ == "__main__":
    main()
