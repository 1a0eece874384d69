"""Damages IR text, bytes and command lines, a little each time: what a tool must refuse, or do, without breaking.

Every function takes a random.Random and decides by it alone.
"""

import re

TYPES = "f32 f64 f16 bf16 i1 i4 i8 i16 i32 i64 si32 ui8 index none f8E4M3FN complex<f32> vector<2xf32>".split()
SHAPED = ["tensor<*xf32>", "memref<4xf32>", "tensor<4xi16>", "tensor<4xindex>", "tensor<4xcomplex<f32>>", "tensor<f32>"]
NUMBERS = "0 1 -1 2 3 7 17 64 255 65536 2147483648 -2147483648 4294967296 100000000000".split()
NUMBERS += ["9223372036854775807", "-9223372036854775808", "99999999999999999999"]
NUMBERS += ["?", "0.5", "-0.0", "1e400", "nan", "0x7FC00000"]
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[%@!#^]?[A-Za-z_][\w.$]*|\d+(?:\.\d+)?|\s+|->|.', re.DOTALL)
ELEMENT = re.compile(r"(?<=x)(?:f64|f32|f16|bf16|i64|i32|i8|ui8|i1)(?=[>,])|\b(?:f64|f32|i64|index)\b")
TENSOR = re.compile(r"tensor<[^<>]*>")
NUMBER = re.compile(r"-?\d+(?:\.\d+(?:e[+-]?\d+)?)?")
OP = re.compile(r"\b(?:weir|kernel|vm|check|sbp|arith|func)\.[a-z_0-9]+")


def _replaced(random, text, pattern, choices):
    """One match becomes one of the choices."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = random.choice(found)
    return text[: match.start()] + random.choice(choices) + text[match.end() :]


def _lines(random, text):
    """A line goes, comes twice, or changes its place."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at = random.randrange(len(lines))
    line = lines.pop(at)
    for _ in range(random.choice([0, 1, 2])):
        lines.insert(random.choice([at, random.randrange(len(lines) + 1)]), line)
    return "".join(lines)


def _tokens(random, text):
    """A token goes, comes twice, or becomes another one of the text."""
    tokens = TOKEN.findall(text)
    if not tokens:
        return text
    at = random.randrange(len(tokens))
    tokens[at] = random.choice(["", tokens[at] * 2, random.choice(tokens), random.choice(tokens)])
    return "".join(tokens)


def _characters(random, text):
    at = random.randrange(len(text) + 1)
    inserted = random.choice(["", "\0", "\x7f", "ä", "%", "@", "<", ">", "{", "}", '"', "\n", "(" * 300, "x" * 5000])
    return text[:at] + inserted + text[at + random.choice([0, 1, 1, 8]) :]


def _end(random, text):
    return text[: random.randrange(len(text) + 1)]


def _op(random, text):
    ops = sorted(set(OP.findall(text)))
    return _replaced(random, text, OP, ops + ["func.call", "weir.call", "arith.addi", "weir.nothing"])


WAYS = [
    lambda random, text: _replaced(random, text, ELEMENT, TYPES),
    lambda random, text: _replaced(random, text, TENSOR, TENSOR.findall(text) + SHAPED),
    lambda random, text: _replaced(random, text, NUMBER, NUMBERS),
    _op,
    _lines,
    _tokens,
    _characters,
    _end,
]
WEIGHTS = [4, 4, 6, 3, 4, 6, 2, 1]


def _everywhere(random, text):
    """One spelling becomes another wherever it stands, so that types still agree."""
    pattern, choices = random.choice([(ELEMENT, TYPES), (TENSOR, SHAPED), (NUMBER, NUMBERS)])
    found = pattern.findall(text)
    if not found:
        return text
    old, new = random.choice(found), random.choice(choices)
    return re.sub(rf"(?<![\w.]){re.escape(old)}(?![\w.])" if pattern is NUMBER else re.escape(old), new, text)


def text(random, text):
    """IR or other text, changed in one to three ways."""
    damaged = text
    while damaged == text:
        if random.random() < 0.25:
            damaged = _everywhere(random, text)
            continue
        for _ in range(random.choice([1, 1, 1, 2, 3])):
            (way,) = random.choices(WAYS, WEIGHTS)
            damaged = way(random, damaged)
    return damaged


def data(random, data):
    """Bytes: some change, go or come twice, or the rest is cut off."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8])):
        if not data:
            break
        at = random.randrange(len(data))
        way = random.randrange(5)
        if way == 0:
            data[at] ^= 1 << random.randrange(8)
        elif way == 1:
            data[at : at + 8] = random.choice([0, 1, -1, 1 << 31, 1 << 62]).to_bytes(8, "little", signed=True)
        elif way == 2:
            del data[at : at + random.choice([1, 4, 64])]
        elif way == 3:
            data[at:at] = data[at : at + random.choice([1, 4, 64])]
        elif random.random() < 0.2:
            del data[at:]
    return bytes(data)


def arguments(random, arguments, words):
    """A command line without the program: arguments go, come twice, change places, get values of others or odd ones;
    `words` are what else may stand there."""
    arguments = list(arguments)
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.randrange(len(arguments) + 1)
        way = random.randrange(6)
        if way == 0 or not arguments:
            arguments.insert(at, random.choice(words))
            continue
        at %= len(arguments)
        name, equals, value = arguments[at].partition("=")
        if way == 1:
            arguments.pop(at)
        elif way == 2:
            arguments.insert(random.randrange(len(arguments)), arguments[at])
        elif way == 3:
            arguments[at] = f"{name}={random.choice(['', *NUMBERS, *words])}"
        elif way == 4 and value:
            arguments[at] = name + equals + _tokens(random, value)
        else:
            arguments[at] = _characters(random, arguments[at]).replace("\0", "")
    return arguments
