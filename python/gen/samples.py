"""Writes the table of lib/Verify/OpSamples.cpp: operands, attributes and the field `samples` of the records, as C++.

python samples.py TBLGEN MLIR_INCLUDE FILE
"""

from __future__ import annotations

import os
import sys

import records

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = {
    "dim": "Dim",
    "dims": "Dims",
    "flag": "Flag",
    "int": "Int",
    "ints": "Ints",
    "float": "Float",
    "dtype": "DType",
    "str": "Word",
    "elements": "Elements",
}


def attribute(argument: records.Argument) -> str:
    """An initializer of an AttributeField."""
    kind = KINDS.get(argument.kind, "Enum")
    enum = argument.kind if kind == "Enum" else ""
    cases = ", ".join(f'"{case}"' for case in argument.cases)
    return f'{{"{argument.name}", AttributeKind::{kind}, {str(argument.is_optional).lower()}, "{enum}", {{{cases}}}}}'


def entry(op: records.Op) -> str:
    """An initializer of an OpFields."""
    optionals = sum(operand.is_optional for operand in op.operands)
    variadic = str(any(operand.kind == "variadic" for operand in op.operands)).lower()
    attributes = ", ".join(attribute(argument) for argument in op.attributes)
    samples = ", ".join(f'"{sample}"' for sample in op.fields["samples"])
    counts = f"{len(op.operands) - optionals}, {optionals}, {variadic}"
    return f'{{"weir.{op.name}", {counts}, {{{attributes}}}, {{{samples}}}}},'


def main() -> None:
    tblgen, include, path = sys.argv[1:]
    ops = [op for op in records.read(tblgen, ROOT, include) if op.is_tensor_op]
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(entry(op) + "\n" for op in ops))


if __name__ == "__main__":
    main()
