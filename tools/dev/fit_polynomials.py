#!/usr/bin/env python3
"""Fits the polynomials of a header and prints it: `expand_math` is passes/Lowering/ExpandMath/Coefficients.h, `erfinv`
dialects/Weir/Math/ErfinvCoefficients.h.

Needs mpmath. Each polynomial is the minimax fit of the weighted error, found by Remez exchange. Its coefficients are
rounded to the working format one by one from the lowest, and after each rounding the rest is fitted again, so that
higher coefficients make up for the rounding of lower ones. The bound in the comment is the largest weighted error of
the rounded polynomial on a grid of 4,000 points; rounding errors of its evaluation at run time come on top.
"""

import sys

from mpmath import mp, mpf

mp.dps = 150  # what is left of a function behind its low coefficients cancels many digits near zero
LN2 = mp.log(2)
MANTISSA_BITS = {"f32": 24, "f64": 53}


def rounded(value, bits):
    """`value` to the nearest binary number of `bits` significant bits."""
    fraction, exponent = mp.frexp(value)
    return mp.ldexp(mp.nint(mp.ldexp(fraction, bits)), int(exponent) - bits)


def chebyshev_points(low, high, count):
    return [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]


def evaluate(coefficients, x):
    result = mpf(0)
    for coefficient in reversed(coefficients):
        result = result * x + coefficient
    return result


def thinned(extrema, count):
    """`count` of the (sample, error) pairs, still alternating in sign, without the smallest errors."""
    while len(extrema) > count:
        smallest = min(range(len(extrema)), key=lambda i: abs(extrema[i][1]))
        last = len(extrema) - 1
        if len(extrema) == count + 1 or smallest in (0, last):
            del extrema[0 if abs(extrema[0][1]) < abs(extrema[last][1]) else last]
        else:  # its neighbours have the same sign, and one of them stands for both
            before, after = abs(extrema[smallest - 1][1]), abs(extrema[smallest + 1][1])
            start = smallest if before > after else smallest - 1
            del extrema[start : start + 2]
    return extrema


class Fit:
    """Minimax fit of weight(x) * (target(x) - p(x)) over [low, high], some of the lowest coefficients of p given."""

    def __init__(self, target, weight, low, high):
        self.target, self.weight, self.low, self.high = target, weight, mpf(low), mpf(high)
        self.samples = [(x, target(x), weight(x)) for x in chebyshev_points(self.low, self.high, 1000)]

    def solve(self, nodes, count):
        """`count` coefficients whose weighted error has equal size and alternating sign at the nodes."""
        matrix, right = mp.matrix(count + 1, count + 1), mp.matrix(count + 1, 1)
        for row, (x, target, weight) in enumerate(nodes):
            for column in range(count):
                matrix[row, column] = x**column
            matrix[row, count] = (-1) ** row / weight
            right[row] = target
        return list(mp.lu_solve(matrix, right))[:count]

    @staticmethod
    def extrema(samples, coefficients):
        """One sample per stretch of equal sign of the error: where the error is largest."""
        result = []
        for sample in samples:
            error = sample[2] * (sample[1] - evaluate(coefficients, sample[0]))
            if result and (result[-1][1] > 0) == (error > 0):
                if abs(error) > abs(result[-1][1]):
                    result[-1] = (sample, error)
            else:
                result.append((sample, error))
        return result

    def remez(self, fixed, count):
        """The `count` coefficients after the fixed ones: a fit of what these leave, divided by their power of x."""
        power = len(fixed)
        samples = [(x, (target - evaluate(fixed, x)) / x**power, abs(weight * x**power))
                   for x, target, weight in self.samples]
        nodes = [samples[int((1 - mp.cos(mp.pi * (2 * i + 1) / (2 * count + 2))) / 2 * (len(samples) - 1))]
                 for i in range(count + 1)]
        for _ in range(30):
            coefficients = self.solve(nodes, count)
            extrema = thinned(self.extrema(samples, coefficients), count + 1)
            if len(extrema) < count + 1:
                break
            nodes = [sample for sample, _ in extrema]
            sizes = [abs(error) for _, error in extrema]
            if max(sizes) < min(sizes) * mpf("1.001"):
                break
        return coefficients

    def rounded(self, count, bits, fixed=()):
        """The fixed coefficients and `count` more of `bits` bits."""
        known = [mpf(c) for c in fixed]
        while count > 0:
            known.append(rounded(self.remez(known, count)[0], bits))
            count -= 1
        return known

    def bound(self, coefficients):
        points = chebyshev_points(self.low, self.high, 4000)
        return max(abs(self.weight(x) * (self.target(x) - evaluate(coefficients, x))) for x in points)


def hex_float(value):
    """Exact for numbers of at most 53 bits, which all emitted ones are."""
    assert mpf(float(value)) == value
    mantissa, exponent = float(value).hex().split("p")
    return mantissa.rstrip("0").rstrip(".") + "p" + exponent if "." in mantissa else f"{mantissa}p{exponent}"


lines = []


def emit_array(name, text, coefficients, bound=None):
    note = "" if bound is None else f" Error below 2^{mp.nstr(mp.log(bound, 2), 4)}."
    lines.append(f"/// {text}{note}")
    lines.append(f"inline constexpr double {name}[] = {{")
    row = "   "
    for number in map(hex_float, coefficients):
        if len(row) + len(number) + 2 > 116:
            lines.append(row)
            row = "   "
        row += f" {number},"
    lines.append(row.rstrip(",") + "};")
    lines.append("")


def emit(name, text, fit, free, bits, fixed=()):
    coefficients = fit.rounded(free, bits, fixed)
    bound = fit.bound(coefficients)
    print(f"{name}: 2^{mp.nstr(mp.log(bound, 2), 5)}", file=sys.stderr)
    emit_array(name, text, coefficients, bound)


def emit_split(name, text, value, high_bits, low_bits):
    high = rounded(value, high_bits)
    emit_array(name, text, [high, rounded(value - high, low_bits)])


def emit_sum(name, value, bits, count):
    """pi/2, say, in parts that have so many bits each."""
    parts = []
    for _ in range(count):
        parts.append(rounded(value - sum(parts), bits))
    emit_array(name, f"pi/2 as a sum of {('two', 'three')[count - 2]}.", parts)


def emit_words(name, text, number, count):
    """An integer in words of 64 bits, the highest first."""
    lines.append(f"/// {text}")
    lines.append(f"inline constexpr uint64_t {name}[] = {{")
    words = [f"0x{number >> 64 * (count - 1 - i) & (1 << 64) - 1:016x}" for i in range(count)]
    lines.extend("    " + ", ".join(words[i : i + 5]) + ("," if i + 5 < count else "};") for i in range(0, count, 5))
    lines.append("")


def tail(function, coefficients):
    """The function behind its known low coefficients: (function(x) - p(x)) / x^n."""
    return lambda x: (function(x) - evaluate(coefficients, x)) / x ** len(coefficients)


def exponentials():
    half_ln2 = LN2 / 2 * mpf("1.0001")  # the reduction rounds, so that it may end a little outside
    for name, degree in (("f32", 6), ("f64", 11)):
        emit(f"kExp{name.upper()}", "exp(r) for |r| <= ln(2)/2, lowest first; relative.",
             Fit(mp.exp, lambda r: mp.exp(-r), -half_ln2, half_ln2), degree - 1, MANTISSA_BITS[name], (1, 1))
        emit(f"kExpm1{name.upper()}", "(expm1(r) - r) / r^2 for |r| <= ln(2)/2, lowest first; relative to expm1(r).",
             Fit(tail(mp.expm1, [0, 1]), lambda r: r**2 / mp.expm1(r), -half_ln2, half_ln2), degree - 1,
             MANTISSA_BITS[name], (0.5,))
    half = mpf("0.50001")
    exp2 = lambda r: mp.mpf(2) ** r
    emit("kExp2F32", "2^r for |r| <= 1/2, lowest first; relative.",
         Fit(exp2, lambda r: exp2(-r), -half, half), 6, 24, (1,))
    for name, degree in (("Short", 7), ("Full", 11)):
        emit(f"kExp2{name}", "2^r for |r| <= 1/2, lowest first; relative.",
             Fit(exp2, lambda r: exp2(-r), -half, half), degree, 53, (1,))


def even_log(base):
    """The function q with log(m) = s * q(s^2), where s = (m - 1) / (m + 1)."""
    def function(z):
        s = mp.sqrt(z)
        return 2 * mp.atanh(s) / s / mp.log(base)
    return function


def logarithms():
    third = mpf(1) / 3
    emit("kLogF32", "(log(1 + f) - f) / f^2 for |f| <= 1/3, lowest first; relative to log(1 + f).",
         Fit(tail(mp.log1p, [0, 1]), lambda f: f**2 / mp.log1p(f), -third, third), 8, 24, (-0.5,))
    for name, base in (("2", 2), ("10", 10)):
        factor = 1 / mp.log(base)
        logarithm = lambda f: mp.log1p(f) * factor
        emit(f"kLog{name}F32", f"(log{name}(1 + f) - f / ln({base})) / f^2 for |f| <= 1/3, lowest first; relative.",
             Fit(tail(logarithm, [0, factor]), lambda f: f**2 / logarithm(f), -third, third), 9, 24)
        emit_split(f"kLog{name}EF32", f"1/ln({base}) as a sum of two.", factor, 24, 24)
    emit_split("kLog10Of2F32", "log10(2) as a sum of two; multiples of the first up to 2^9 are exact.",
               mp.log10(2), 15, 24)
    largest = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * mpf("1.0001")
    natural, binary = even_log(mp.e), even_log(2)
    lines.append("// Below, m is in [sqrt(1/2), sqrt(2)], s = (m - 1) / (m + 1) and z = s^2.\n")
    emit("kLogF64", "(log(m) / s - 2) / z, lowest first; relative to log(m).",
         Fit(tail(natural, [2]), lambda z: z / natural(z), 0, largest), 7, 53)
    emit("kLog2Short", "log2(m) / s, lowest first; relative.",
         Fit(binary, lambda z: 1 / binary(z), 0, largest), 6, 53)
    first, second = 2 / LN2, 2 / (3 * LN2)
    emit("kLog2Tail", "(log2(m) / s - 2/ln(2) - 2/(3 ln(2)) z) / z^2, lowest first; relative to log2(m).",
         Fit(tail(binary, [first, second]), lambda z: z**2 / binary(z), 0, largest), 8, 53)
    emit_split("kTwoOverLn2", "2/ln(2) as a sum of two.", first, 53, 53)
    emit_split("kTwoThirdsOverLn2", "2/(3 ln(2)) as a sum of two.", second, 53, 53)


def odd_tail(function, power):
    """The function q with function(x) = x + x^(power + 1) * q(x^2), and the weight that makes its error relative."""
    def quotient(z):
        x = mp.sqrt(z)
        return (function(x) / x - 1) / x**power

    def weight(z):
        x = mp.sqrt(z)
        return x ** (power + 1) / function(x)
    return quotient, weight


def sigmoids():
    """Near zero, odd polynomials; beyond, tanh by exp and erf by the logarithm of erfc."""
    lines.append("// Below, z = x^2.\n")
    for name, tanh_count, erf_count, tail_count, largest in (("F32", 5, 7, 8, "3.93"), ("F64", 11, 12, 20, "5.93")):
        bits = MANTISSA_BITS[name.lower()]
        emit(f"kTanh{name}", "(tanh(x) - x) / (x z) for |x| <= 0.55, lowest first; relative to tanh(x).",
             Fit(*odd_tail(mp.tanh, 2), 0, mpf("0.551") ** 2), tanh_count, bits)
        emit(f"kErf{name}", "erf(x) / x - 1 for |x| <= 0.9, lowest first; relative to erf(x).",
             Fit(*odd_tail(mp.erf, 0), 0, mpf("0.901") ** 2), erf_count, bits)
        emit(f"kLogErfc{name}", f"log(erfc(x)) / x for 0.9 <= x <= {largest}, lowest first; absolute in erfc(x).",
             Fit(lambda x: mp.log(mp.erfc(x)) / x, lambda x: x * mp.erfc(x), mpf("0.899"), mpf(largest)),
             tail_count, bits)
    emit("kLogWholeErfcF32", "log(erfc(x)) / x for 0 <= x <= 3.93, lowest first; absolute in erfc(x).",
         Fit(lambda x: mp.log(mp.erfc(x)) / x, lambda x: x * mp.erfc(x), mpf("1e-9"), mpf("3.93")), 10, 24)


def circular():
    largest = (mp.pi / 4 * mpf("1.0001")) ** 2
    cosine = lambda z: mp.cos(mp.sqrt(z))
    lines.append("// Below, |r| <= pi/4 and z = r^2.\n")
    sine, weight = odd_tail(mp.sin, 0)
    wide = (mp.pi / 4 * mpf("1.01")) ** 2
    emit("kSinF32", "(sin(r) - r) / (r z), a little beyond, lowest first; relative to sin(r).",
         Fit(*odd_tail(mp.sin, 2), 0, wide), 3, 24)
    emit("kCosF32", "(cos(r) - 1 + z/2) / z^2, a little beyond, lowest first; relative to cos(r).",
         Fit(tail(cosine, [1, -0.5]), lambda z: z**2 / cosine(z), 0, wide), 3, 24)
    emit("kSinShort", "sin(r) / r - 1, lowest first, from the power 1 on; relative to sin(r).",
         Fit(lambda z: sine(z) / z, lambda z: weight(z) * z, 0, largest), 4, 53)
    emit("kSinFull", "(sin(r) - r) / (r z), lowest first; relative to sin(r).",
         Fit(*odd_tail(mp.sin, 2), 0, largest), 6, 53)
    emit("kCosShort", "cos(r), lowest first.", Fit(cosine, lambda z: 1 / cosine(z), 0, largest), 4, 53, (1,))
    emit("kCosFull", "(cos(r) - 1 + z/2) / z^2, lowest first; relative to cos(r).",
         Fit(tail(cosine, [1, -0.5]), lambda z: z**2 / cosine(z), 0, largest), 6, 53)
    for name, asin_count, atan_count in (("F32", 6, 6), ("F64", 13, 13)):
        bits = MANTISSA_BITS[name.lower()]
        emit(f"kAsin{name}", "(asin(x) - x) / x^3 in x^2 for |x| <= 1/2, lowest first; relative to asin(x).",
             Fit(*odd_tail(mp.asin, 2), 0, mpf("0.2501")), asin_count, bits)
        emit(f"kAtan{name}", "(atan(x) - x) / x^3 in x^2 for |x| <= 1/2, lowest first; relative to atan(x).",
             Fit(*odd_tail(mp.atan, 2), 0, mpf("0.2501")), atan_count, bits)
        emit_sum(f"kHalfPi{name}", mp.pi / 2, bits, 3)
    for name, zeros, words in (("Short", 26, 4), ("Full", 55, 19)):
        with mp.workprec(64 * words + 64):
            bits = int(mp.floor(mp.ldexp(2 / mp.pi, 64 * words - zeros)))
        emit_words(f"kTwoOverPi{name}", f"The bits of 2/pi, the highest first, behind {zeros} zeros.", bits, words)


def inverse_error_function():
    """erfinv(x) / x of w = -log(1 - x^2), which is smooth from w = 0 on and grows as the root of w does."""
    def of_logarithm(w):
        x = mp.sqrt(-mp.expm1(-w))
        return mp.erfinv(x) / x

    def fit(name, interval, low, high, count, bits, root=False):
        variable, logarithm = (mp.sqrt, lambda u: u * u) if root else (mpf, lambda u: u)
        low, high = variable(mpf(low)), variable(mpf(high))
        middle = rounded((low + high) / 2, 8)
        target = lambda u: of_logarithm(logarithm(u + middle))
        lines.append(f"inline constexpr double {name}Middle = {mp.nstr(middle, 10)};")
        shown = "sqrt(w)" if root else "w"
        emit(name, f"erfinv(x) / x for {interval}, of {shown} - {name}Middle, lowest first; relative.",
             Fit(target, lambda u: 1 / target(u), low - middle, high - middle), count, bits)

    lines.append("// Below, w = -log(1 - x^2).\n")
    fit("kErfinvNearF32", "w <= 5", 0, "5.001", 10, 24)
    fit("kErfinvFarF32", "w >= 5", "4.999", 16, 10, 24, root=True)
    fit("kErfinvNearF64", "w <= 5", 0, "5.001", 22, 53)
    fit("kErfinvFarF64", "5 <= w <= 16", "4.999", "16.001", 22, 53, root=True)
    fit("kErfinvFarthestF64", "w >= 16", "15.999", "36.1", 19, 53, root=True)


def constants():
    emit_array("kLog2E", "1/ln(2), as f32 and as f64.", [rounded(1 / LN2, 24), rounded(1 / LN2, 53)])
    emit_split("kLn2F32", "ln(2) as a sum of two; multiples of the first up to 2^9 are exact.", LN2, 15, 24)
    emit_split("kLn2F64", "ln(2) as a sum of two; multiples of the first up to 2^11 are exact.", LN2, 42, 53)


HEAD = """\
// Printed by tools/dev/fit_polynomials.py, which says how it fits; do not edit. Bounds are of the polynomials alone,
// without the rounding of their evaluation.
#pragma once

#include <cstdint>

namespace {} {{

// clang-format off
"""

HEADERS = {
    "expand_math": ("weir::expand_math", [exponentials, logarithms, sigmoids, circular, constants]),
    "erfinv": ("weir", [inverse_error_function]),
}


def main():
    namespace, parts = HEADERS[sys.argv[1]]
    for part in parts:
        part()
    print(HEAD.format(namespace))
    print("\n".join(lines))
    print(f"// clang-format on\n\n}} // namespace {namespace}")


if __name__ == "__main__":
    main()
