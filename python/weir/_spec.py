"""What the op records say of an op's arguments. The table of all ops, `_records.py`, is generated in these words."""

from __future__ import annotations

from typing import NamedTuple

ANY, FLOAT, INTEGER, INT64, BOOL = "any", "float", "integer", "int64", "bool"
VARIADIC = "variadic"


class Operand(NamedTuple):
    name: str  # in Python
    kind: str  # ANY, FLOAT, INTEGER, which bool is too, INT64 or BOOL; VARIADIC of all from there on, ANY each
    is_optional: bool = False  # may be None


class Attribute(NamedTuple):
    name: str  # in the record
    # "int", "ints", "dim", "dims", "float", "floats", "str", "dtype", "flag", or the name of an enum attribute
    kind: str
    cases: tuple[str, ...] = ()  # that a string or an enum may have
    python: str = ""  # its name in Python, if that is another

    @property
    def is_enum(self) -> bool:
        return bool(self.cases) and self.kind != "str"


class Op(NamedTuple):
    name: str
    operands: tuple[Operand, ...]
    attributes: dict[str, Attribute]
    python: str  # the name of its function
    elementwise: bool = False  # operands are broadcast and get one dtype
    result_sized: bool = False  # takes "shape" and "dtype" of its result as attributes
    differentiable: bool = True
    view: bool = False  # its result is in the memory of its operand where programs run as they are written
    promotion: str = ""  # how operands of other dtypes are taken, see _dispatch
    of_bools: str = ""  # the op that is called instead where all operands are bool
    of_integers: str = ""  # and that where all are integers


def op(
    name: str, operands: tuple[Operand, ...], attributes: tuple[Attribute, ...], python: str = "", **facts: object
) -> Op:
    named = {attribute.name: attribute for attribute in attributes}
    return Op(name, operands, named, python or name, **facts)  # type: ignore[arg-type]
