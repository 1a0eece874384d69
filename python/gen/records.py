"""The op records as llvm-tblgen shows them, reduced to what the generators need. Knows nothing of Python's package."""

from __future__ import annotations

import glob
import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any, NamedTuple


class Argument(NamedTuple):
    name: str  # in the record
    kind: str  # an operand's or attribute's kind in weir/_spec.py
    cases: tuple[str, ...] = ()  # of an enum attribute
    is_optional: bool = False


class Op(NamedTuple):
    name: str
    cpp_class: str
    family: str
    summary: str
    description: str
    operands: tuple[Argument, ...]
    attributes: tuple[Argument, ...]
    results: tuple[str, ...]
    is_elementwise: bool
    is_result_sized: bool
    is_tensor_op: bool  # has a rule and inference; variable, gradient and the like have none
    is_differentiable: bool
    is_composite: bool
    is_view: bool
    keeps_kind: bool  # its one result is of the kind of its first operand
    fields: dict[str, Any]  # the fields of Weir_TensorOp

    @property
    def python(self) -> str:
        signature: str = self.fields.get("python", "")
        return signature


_OPERAND_KINDS = {
    "Weir_Tensor": "any",
    "Weir_FloatTensor": "float",
    "Weir_IntegerTensor": "integer",
    "Weir_I64Tensor": "int64",
    "Weir_BoolTensor": "bool",
}
_ATTRIBUTE_KINDS = {
    "Weir_DimAttr": "dim",
    "Weir_DimsAttr": "dims",
    "Weir_NumberAttr": "float",
    "I64Attr": "int",
    "DenseI64ArrayAttr": "ints",
    "DenseF64ArrayAttr": "floats",
    "F64Attr": "float",
    "StrAttr": "str",
    "TypeAttr": "dtype",
    "Weir_DTypeAttr": "dtype",
    "UnitAttr": "flag",
    "FlatSymbolRefAttr": "symbol",
    "SymbolNameAttr": "symbol",
    "ElementsAttr": "elements",
}
_TENSOR_OP_FIELDS = (
    "factors",
    "combiner",
    "linearGroups",
    "precision",
    "flops",
    "notDifferentiable",
    "unsplittable",
    "python",
    "pythonAliases",
    "pythonHomes",
    "pythonMethods",
    "pythonPromotion",
    "pythonBroadcasts",
    "pythonOfIntegers",
    "pythonOfBools",
    "samples",
)


def read(tblgen: str, root: str, mlir_include: str) -> list[Op]:
    """The dialect's ops, families in alphabetical order, each in the order of its records."""
    return [_op(*each) for each in _records(tblgen, root, mlir_include)]


def domains(tblgen: str, root: str, mlir_include: str) -> dict[str, list[str]]:
    """What the records' field `domain` says, as C++; of the ops that have one."""
    return {
        record["opName"]: [records[entry["def"]]["cpp"] for entry in record["domain"]]
        for records, record, _ in _records(tblgen, root, mlir_include)
        if record.get("domain")
    }


def _records(tblgen: str, root: str, mlir_include: str) -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    """All records of an op's file, its own, and its family."""
    for file in sorted(glob.glob(os.path.join(root, "dialects/Weir/*/Ops.td"))):
        records = _dump(tblgen, root, mlir_include, os.path.relpath(file, root))
        own = [
            records[name]
            for name in records["!instanceof"].get("Op", [])
            if records[name]["opDialect"]["def"] == "Weir_Dialect" and records[name]["!locs"][0].startswith("Ops.td:")
        ]
        family = os.path.basename(os.path.dirname(file))
        for record in sorted(own, key=_source_line):
            yield records, record, family


def _dump(tblgen: str, root: str, mlir_include: str, file: str) -> dict[str, Any]:
    result = subprocess.run(
        [tblgen, "--dump-json", f"-I{root}", f"-I{mlir_include}", os.path.join(root, file)],
        text=True,
        capture_output=True,
    )
    if result.returncode:
        raise SystemExit(result.stderr.strip())
    records: dict[str, Any] = json.loads(result.stdout)
    return records


def _source_line(record: dict[str, Any]) -> int:
    return int(record["!locs"][0].rsplit(":", 1)[1])


def _op(records: dict[str, Any], record: dict[str, Any], family: str) -> Op:
    operands: list[Argument] = []
    attributes: list[Argument] = []
    is_composite = "Weir_AnyCompositeOp" in record["!superclasses"]
    for value, name in record["arguments"]["args"]:
        argument = _argument(records, value["def"], name)
        if argument is None:
            continue
        if is_composite and name in ("optionals", "present"):
            if name == "optionals":
                operands += _optionals(record)
            continue
        is_operand = value["def"] in _OPERAND_KINDS or argument.kind == "variadic"
        (operands if is_operand else attributes).append(argument)
    traits = {trait["def"] for trait in record["traits"]}
    is_tensor_op = "Weir_TensorOp" in record["!superclasses"]
    return Op(
        name=record["opName"],
        cpp_class=record["!name"].removeprefix("Weir_"),
        family=family,
        summary=record["summary"] or "",
        description=_dedent(record["description"] or ""),
        operands=tuple(operands),
        attributes=tuple(attributes),
        results=tuple(name for _, name in record["results"]["args"]),
        is_elementwise=bool({"Weir_ElementwiseOp", "Weir_ElementwiseCompositeOp"} & set(record["!superclasses"])),
        is_result_sized="ResultSized" in traits,
        is_tensor_op=is_tensor_op,
        is_differentiable=not record.get("notDifferentiable") if is_tensor_op else False,
        is_composite=is_composite,
        is_view=bool(record.get("isView")),
        keeps_kind=_keeps_kind(record),
        fields=_fields(record) if is_tensor_op else {},
    )


def _keeps_kind(record: dict[str, Any]) -> bool:
    arguments, results = ([kind["def"] for kind, _ in record[part]["args"]] for part in ("arguments", "results"))
    return len(results) == 1 and arguments[:1] == results


def _optionals(record: dict[str, Any]) -> list[Argument]:
    return [
        Argument(name, _OPERAND_KINDS[value["def"]], is_optional=True) for value, name in record["optionals"]["args"]
    ]


def _fields(record: dict[str, Any]) -> dict[str, Any]:
    words = " and ".join(record["domainWords"])
    return {field: record[field] for field in _TENSOR_OP_FIELDS} | {"domain": words}


def _argument(records: dict[str, Any], constraint: str, name: str) -> Argument | None:
    """None of sizes, which a trace with static shapes does not give."""
    record = records[constraint]
    if constraint == "Weir_Sizes":
        return None
    if constraint in _OPERAND_KINDS:
        return Argument(name, _OPERAND_KINDS[constraint])
    if "Weir_OneOf" in record["!superclasses"]:
        return Argument(name, "str", tuple(record["cases"]))
    if "Variadic" in record["!superclasses"]:
        return Argument(name, "variadic")
    if {"OptionalAttr", "DefaultValuedOptionalAttr"} & set(record["!superclasses"]):
        inner = _argument(records, record["baseAttr"]["def"], name)
        return inner and inner._replace(is_optional=True)
    if "EnumAttr" in record["!superclasses"]:
        enum = records[record["enum"]["def"]]
        cases = tuple(records[case["def"]]["str"] for case in enum["enumerants"])
        return Argument(name, record["mnemonic"], cases)
    if constraint not in _ATTRIBUTE_KINDS:
        raise SystemExit(f"expects arguments of kinds that the generators know, got {constraint} for {name}")
    return Argument(name, _ATTRIBUTE_KINDS[constraint], is_optional=constraint == "UnitAttr")


def _dedent(text: str) -> str:
    lines = text.strip("\n").rstrip().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:].rstrip() for line in lines).strip("\n")
