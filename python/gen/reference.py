"""Writes the reference page of the ops."""

from __future__ import annotations

from package import function_of
from records import Argument, Op

_PREAMBLE = """# Ops of the weir dialect

Written by `python/gen` from the records in `dialects/Weir/*/Ops.td`; `./dev docs` brings it up to date.

*Rule* is the op's iteration rule: a letter is a loop, `*` stands for all leading dimensions; "by hand" means that the
op's code gives it. *Precision* says what mixed precision does: `Allow` computes in bfloat16, `Deny` in the wider type,
`Follow` in what its operands have.
"""

_KINDS = {
    "any": "tensor",
    "float": "floating-point tensor",
    "integer": "integer or bool tensor",
    "int64": "i64 tensor",
    "bool": "bool tensor",
    "variadic": "values",
    "dim": "dimension",
    "dims": "dimensions",
    "int": "integer",
    "ints": "integers",
    "number": "number",
    "floats": "numbers",
    "str": "string",
    "dtype": "dtype",
    "flag": "flag",
    "symbol": "symbol",
    "elements": "elements",
}


def _kind(argument: Argument, role: str) -> str:
    kind = "number" if (argument.kind, role) == ("float", "attribute") else argument.kind
    text = " \\| ".join(f"`{case}`" for case in argument.cases) or _KINDS[kind]
    return f"{text}, optional" if argument.is_optional and argument.kind != "flag" else text


def _facts(op: Op) -> list[str]:
    fields = op.fields
    rule = f"`{fields['factors']}`" if fields["factors"] else "by hand"
    homes = [f"weir.{home}." if home else "weir." for home in fields["pythonHomes"]]
    if fields["factors"] and fields["combiner"] != "Sum":
        rule += f", joined by {fields['combiner'].lower()}"
    gradient = "yes" if op.is_differentiable else f"no: {fields['notDifferentiable']}"
    if op.is_composite:
        rule = "that of what it is made of; the stage `graph` expands it"
    facts = [("Rule", rule), ("Precision", f"`{fields['precision']}`"), ("Differentiable", gradient)]
    if fields["domain"]:
        facts.append(("Defined where", f"`{fields['domain']}`"))
    if fields["unsplittable"]:
        facts.append(("Not split", fields["unsplittable"]))
    if fields["python"]:
        facts.append(("Python", ", ".join(f"`{home}{fields['python']}`" for home in homes)))
    if fields["pythonAliases"]:
        facts.append(("Also called", ", ".join(f"`{name}`" for name in fields["pythonAliases"])))
    if fields["pythonMethods"]:
        facts.append(("Tensor methods", ", ".join(f"`{name}`" for name in fields["pythonMethods"])))
    return [f"- {name}: {fact}" for name, fact in facts]


def _section(op: Op) -> str:
    first = op.summary.split()[0]
    summary = first.capitalize() + op.summary[len(first) :] if first.isalpha() and len(first) > 1 else op.summary
    parts = [f"### weir.{op.name}\n", summary + ("." if summary[-1].isalnum() else "") + "\n"]
    if op.description:
        parts.append(op.description + "\n")
    rows = [
        f"| `{argument.name}` | {role} | {_kind(argument, role)} |"
        for role, arguments in (("operand", op.operands), ("attribute", op.attributes))
        for argument in arguments
    ]
    if op.is_result_sized:
        rows.append("| `sizes` | operand | one index per `?` of the result |")
    rows += [f"| `{name}` | result | |" for name in op.results]
    if rows:
        parts.append("\n".join(["| name | role | kind |", "| --- | --- | --- |", *rows]) + "\n")
    if op.is_tensor_op:
        parts.append("\n".join(_facts(op)) + "\n")
    return "\n".join(parts)


def page(ops: list[Op]) -> str:
    """The text of docs/reference/ops.md."""
    for op in ops:
        if op.python:
            function_of(op)  # a signature that fits no argument stops here
    parts = [_PREAMBLE]
    family = ""
    for op in ops:
        if op.family != family:
            family = op.family
            parts.append(f"## {family}\n")
        parts.append(_section(op))
    return "\n".join(parts)
