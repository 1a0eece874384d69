"""Which matrix products networks need: python bench/gemm/shapes.py FILE... prints MxNxK of each product and convolution
of programs behind the stage autograd, those of at least 10 MFLOP, the smallest first."""

import math
import re
import sys

LEAST = 10e6  # floating-point operations
TENSOR = r"tensor<((?:\d+x)+)\w+>"
OP = re.compile(rf"weir\.(matmul|conv) ([^\n]*?) : \({TENSOR}, {TENSOR}(?:, [^)\n]*)?\) -> {TENSOR}")


def sizes(text):
    return [int(each) for each in text.split("x")[:-1]]


def product(kind, attributes, left, right, result):
    """(M, N, K) of one op by the sizes of its operands and its result; None of products of a batch, and of groups of
    channels, which are several."""
    if kind == "conv":  # each place of the result is a row: [N, C, ...] by [O, C, ...]
        if right[1] != left[1]:
            return None
        return result[0] * math.prod(result[2:]), right[0], math.prod(right[1:])
    if len(right) != 2:
        return None
    return math.prod(result[:-1]), result[-1], left[-2 if "transpose_a" in attributes else -1]


def products_in(text):
    found = (product(kind, attributes, *map(sizes, shapes)) for kind, attributes, *shapes in OP.findall(text))
    return {each for each in found if each and 2 * math.prod(each) >= LEAST}


def main(files):
    found = set()
    for file in files:
        with open(file, encoding="utf-8") as stream:
            found |= products_in(stream.read())
    for shape in sorted(found, key=lambda shape: (math.prod(shape), shape)):
        print("x".join(map(str, shape)))


if __name__ == "__main__":
    main(sys.argv[1:])
