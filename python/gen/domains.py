"""Writes the table of lib/Verify/OperandDomains.cpp: what the records' field `domain` says, as C++.

python domains.py TBLGEN MLIR_INCLUDE FILE
"""

from __future__ import annotations

import os
import sys

import records

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def table(domains: dict[str, list[str]]) -> str:
    """`domains` are the entries of each op, as initializers of an OperandDomain."""
    entries = [entry for op in domains.values() for entry in op]
    lines = ["constexpr OperandDomain kDomains[] = {", *(f"    {entry}," for entry in entries), "};"]
    lines.append("constexpr DomainsOfOp kOps[] = {")
    first = 0
    for name, op in domains.items():
        lines.append(f'    {{"weir.{name}", {first}, {len(op)}}},')
        first += len(op)
    return "\n".join([*lines, "};", ""])


def main() -> None:
    tblgen, include, path = sys.argv[1:]
    text = table(records.domains(tblgen, ROOT, include))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
