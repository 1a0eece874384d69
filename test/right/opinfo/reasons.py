"""Why Weir refuses what PyTorch takes, and takes what PyTorch refuses: the first line that fits says it."""

import json
import re

UNKNOWN = "a graph's values are not known while it is traced"

# (entries, what the error says, the reason)
REASONS = [
    (r"item|narrow|tensor_split|repeat_interleave", r"traced value|an integer of at least 0", UNKNOWN),
    (r"argwhere|bincount|masked_select|nonzero|unique(_consecutive)?", r"depends? on values|of bincount", UNKNOWN),
    (r"index_put", r"one value where indices are a mask", UNKNOWN),
    (r"__getitem__", r"how many elements a mask finds", UNKNOWN),
    (r"nn\.functional\.one_hot", r"where values are not known", UNKNOWN),
    (r"nn\.functional\.interpolate.*", r"expects input of floats", "means of bytes round in ways of PyTorch's own"),
    (
        r"nn\.functional\.(avg_pool\dd|local_response_norm)",
        r"floating-point",
        "means of integers cut off what is behind the point",
    ),
    (
        r"nn\.functional\.embedding(_bag)?",
        r"no scale_grad_by_freq|expects scale_grad_by_freq=False",
        "gradients of tables are not scaled",
    ),
    (r"nn\.functional\.embedding_bag", r"no max_norm", "rows of a weight are not changed where they are read"),
    (r"scatter", r"'multiply'", "scatter_reduce has the product"),
    (r"nn\.functional\.batch_norm", r"\(N, C, \*\)", "a batch has channels"),
    (r"gather", r"no larger than x", "an index has the rank of what it indexes, even where it is empty"),
    (r"tensor_split", r"in \[0, 0\)", UNKNOWN),
    (r"normal", r"expects (mean|std|sizes)", "draws are of one mean and one deviation"),
    (r"full_like|arange", r"expects integers in", "a dtype holds no number out of its range"),
    (r"norm|linalg\..*norm", r"'fro', got 'nuc'|singular values", "singular values are of linalg's factorizations"),
    (r"(linalg\.)?matrix_power", r"no inverse", "inverses are of linalg's factorizations"),
    (r"add|sub|addr", r"to be of numbers, got bool", "bools have no multiples"),
]

# (entries, the arguments, the reason)
TAKEN = [
    (
        r"__r\w+__|atan2|clamp_m..|copysign|eq|f?max|f?min|fmod|g[et]|heaviside|hypot|isclose|l[et]|logical_\w+|"
        r"float_power|ldexp|maximum|minimum|ne|pow|remainder|rsub|xlogy",
        r"\[(2, 3|2, \{.*\}|\{.*\}, 2)\]",
        "a number may stand for any operand, and two of them for scalars",
    ),
    (r"multinomial", r".*", "weights are not known while a graph is traced, and a draw does not look for bad ones"),
]


def reason_of(case, why):
    for entries, said, reason in REASONS:
        if re.fullmatch(entries, case.entry.split(":")[0]) and re.search(said, why):
            return reason
    return ""


def taken_because(case):
    arguments = json.dumps(case.call["args"])
    for entries, given, reason in TAKEN:
        if re.fullmatch(entries, case.entry.split(":")[0]) and re.fullmatch(given, arguments):
            return reason
    return ""
