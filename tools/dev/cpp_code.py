"""C++ as the checks read it: without comments and strings, and cut into functions by its braces. No parser: it knows
what clang-format writes."""

import re
from typing import NamedTuple

COMMENT = r"//(?:\\\n|[^\n])*|/\*.*?\*/"
STRING = r'R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
CHARACTER = r"(?<![0-9a-fA-F])'(?:\\.[^'\n]*|[^'\\\n])'"  # a quote inside of a number is none
DIRECTIVE = r"^[ \t]*#(?:\\\n|[^\n])*"
LITERALS = re.compile(f"(?P<comment>{COMMENT})|(?P<string>{STRING})|{CHARACTER}", re.DOTALL)
DIRECTIVES = re.compile(DIRECTIVE, re.MULTILINE)

SCOPE = re.compile(r'\b(?:namespace|class|struct|union|enum|extern "")')


class Function(NamedTuple):
    name: str
    line: int
    last_line: int
    lines: int  # without those of a text inside of it


def blank(found):
    return re.sub(r"[^\n]", " ", found.group())


def without_comments(text):
    """The text with spaces for comments."""
    return LITERALS.sub(lambda found: blank(found) if found["comment"] else found.group(), text)


def without_literals(text):
    """The text with spaces for comments and preprocessor lines, and strings and characters emptied; the ends of lines
    inside of a string become `\\r`."""
    emptied = LITERALS.sub(
        lambda found: blank(found) if found["comment"] else '""' + "\r" * found.group().count("\n"), text
    )
    return DIRECTIVES.sub(blank, emptied)


def opens_function(head):
    """Whether the code between the last end of a declaration and a brace is that of a function."""
    flat = head
    while (shorter := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", flat)) != flat:
        flat = shorter
    if "(" not in head or SCOPE.search(flat) and not re.search(r"\)\s*(?:const)?\s*$", head):
        return False
    return "=" not in re.sub(r"\boperator\s*\S*=", "", flat)


def functions(text):
    """The functions that a file defines, without lambdas and what else stands in them. Raises SyntaxError where braces
    don't match."""
    code = without_literals(text)
    inside = []  # for each open brace, where a function starts whose brace it is, or None
    start, parentheses = 0, 0
    for found in re.finditer(r"[(){};]|(?:public|private|protected):", code):
        mark, at = found.group(), found.start()
        if mark in "()":
            parentheses += 1 if mark == "(" else -1
        elif mark == "{":
            head = code[start:at]
            of_function = parentheses == 0 and not any(entry is not None for entry in inside) and opens_function(head)
            inside.append(start + len(head) - len(head.lstrip()) if of_function else None)
            start = found.end() if parentheses == 0 else start
        elif mark == "}":
            if not inside:
                raise SyntaxError("a brace closes what none opened", ("", code.count("\n", 0, at) + 1, 0, ""))
            first = inside.pop()
            if first is not None:
                name = re.search(r"([\w:~]+|operator\s*\S+)\s*\(", code[first:at])
                line, last = (len(re.findall(r"[\r\n]", code[:place])) + 1 for place in (first, at))
                yield Function(name[1] if name else "?", line, last, code.count("\n", first, at) + 1)
            start = found.end() if parentheses == 0 else start
        elif parentheses == 0:
            start = found.end()
    if inside:
        raise SyntaxError("a brace that opens is never closed", ("", code.count("\n") + 1, 0, ""))


def stretches(text):
    """(line, name, code without comments) of each function, and of each piece of what is left, which ends where a block
    of column 0 does and has no name."""
    lines = without_comments(text).splitlines()
    for function in functions(text):
        inside = range(function.line - 1, function.last_line)
        yield function.line, function.name.rpartition("::")[2], "\n".join(lines[number] for number in inside)
        for number in inside:
            lines[number] = ""
    first = 0
    for number, line in enumerate(lines):
        if line.startswith("}"):
            yield first + 1, "", "\n".join(lines[first : number + 1])
            first = number + 1
    yield first + 1, "", "\n".join(lines[first:])
