"""Where a result may differ from PyTorch's, and which calls may be refused: the first line that fits says why."""

import re

FLOATS = "float64|float32|float16|bfloat16"
INTEGERS = "int64|int32|int8|uint8|bool"
ANY = ".*"
EXTREME = r"inf|nan|e[+-]\d\d"  # one of both is, or is far from 1
NUMBER = r"-?[\d.]+(e[+-]\d+)?"
ZERO, NAN, INF = r"-?0\.0", "nan", "-?inf"


def values(ours, theirs):
    """The first element that differs."""
    return rf"np\.float64\(({ours})\) for np\.float64\(({theirs})\)"


# (functions, dtypes, what the verdict says, the reason)
EXCEPTIONS = [
    (
        "var|std|var_mean|std_mean",
        "float32|bfloat16",
        EXTREME,
        "PyTorch adds up f32 in f64, where squares of the largest and smallest numbers neither over- nor underflow",
    ),
    (
        "var|std|var_mean|std_mean",
        "float64",
        "result 0.*" + values(NAN, ZERO),
        "the sum of two largest numbers overflows, as PyTorch's running mean does not",
    ),
    ("fake_quantize_per_tensor_affine", "float64", values(NUMBER, NUMBER), "PyTorch multiplies by the scale in f32"),
    ("gcd|lcm", INTEGERS, r"for np\.int\d+\(-", "PyTorch's are negative beside the least integer"),
    ("mode", FLOATS, values(NUMBER, NAN), "PyTorch takes NaN first where each element is there once"),
    ("mode", FLOATS, "gradient.*" + values(ZERO, NUMBER), "PyTorch takes NaN first where each element is there once"),
    ("cov|corrcoef", "int64", values(NUMBER, NUMBER), "PyTorch adds up the largest integers in 64 bits"),
    ("cov", "float64", values(ZERO, NUMBER), "a product of the largest number and of 0 but for rounding"),
    ("std", "float64", r"gradient.*at \((0, )?109\b.*" + values(ZERO, NAN), "PyTorch divides infinities by infinities"),
    ("(var|std)_mean", FLOATS, "for np.float64.nan", "PyTorch's mean of infinities is NaN beside a variance"),
    (
        r"nn\.functional\.(batch|layer|group|instance)_norm",
        FLOATS,
        EXTREME,
        "infinite weights and variances make NaN by the order in which factors are multiplied",
    ),
    (
        r"nn\.functional\.conv(_transpose\d|3)d",
        FLOATS,
        values(NAN, NUMBER) + "|" + values(NUMBER, NAN),
        "infinite weights meet the zeros around elements",
    ),
    (
        r"nn\.functional\.conv[12]d",
        FLOATS,
        "gradient.*" + values(NAN, NUMBER),
        "infinite weights meet the zeros around gradients",
    ),
    (
        r"nn\.functional\.conv2d",
        "float64",
        "result 0.*" + values(NUMBER, NAN),
        "PyTorch multiplies the zeros around an image in f64, not in f32",
    ),
    (
        r"nn\.functional\.(cosine_embedding|gaussian_nll|poisson_nll)_loss|nn\.functional\.softsign",
        INTEGERS,
        r"^result 0: \d+ of",
        "PyTorch computes in integers, which wrap, and converts them afterwards",
    ),
    (
        r"nn\.functional\.triplet_margin_loss",
        "int64|int32",
        values(NUMBER, NUMBER),
        "PyTorch adds the margin to a large distance, which absorbs it, before it subtracts the other one",
    ),
    (r"nn\.functional\.multi_margin_loss", FLOATS, values(NAN, NUMBER), "PyTorch leaves NaN out of the sum"),
    (
        r"nn\.functional\.kl_div",
        FLOATS,
        "gradient of tensor 1.*" + values(ZERO, NAN),
        "PyTorch's 0 log 0 has NaN there",
    ),
    (r"nn\.functional\.kl_div", FLOATS, "result 0.*" + values(INF, NAN), "PyTorch's infinity less itself"),
    (
        r"nn\.functional\.multi_head_attention_forward",
        "float64",
        r"gradient.*e-1\d",
        "what is left of sums that cancel, of whose rounding in f64 nothing better tells",
    ),
    (r"nn\.functional\.multi_head_attention_forward", FLOATS, "nan", "a line without a finite score has weights of 0"),
    (r"nn\.functional\.pixel_unshuffle", ANY, "has shape", "PyTorch's has the shape of its input"),
    (
        r"nn\.functional\.glu|ldexp",
        FLOATS,
        "gradient.*" + values(f"{INF}|{NAN}", rf"{ZERO}|{NUMBER}e\+(37|38|307|308)"),
        "the gradient times the largest number overflows before it meets the small factor",
    ),
    (
        "prod",
        FLOATS,
        "gradient.*" + values(f"{INF}|{NAN}", NUMBER),
        "the product of all, which is infinite, is divided by the element",
    ),
    (
        "renorm",
        FLOATS,
        "gradient.*" + values(NAN, f"{NUMBER}|{INF}"),
        "a row whose norm is infinite or NaN has no scale",
    ),
    (
        r"cdist|nn\.functional\.pdist",
        FLOATS,
        "gradient.*" + values(NUMBER, NAN),
        "PyTorch divides an infinite distance by itself",
    ),
    (
        r"nn\.functional\.lp_pool\dd",
        FLOATS,
        "gradient.*" + values(ZERO, NAN),
        "PyTorch multiplies an infinite norm by the gradient of its absolute value's sign",
    ),
    ("digamma", "float32", "gradient.*" + values(NAN, INF), "the square of a denormal's inverse overflows twice"),
    (
        "(a|arc)(sinh|cosh)|log10|log2|addcdiv",
        "float64",
        "gradient.*" + values(NUMBER + "e-309|" + NUMBER + "e-308", ZERO),
        "what PyTorch divides by is larger by a factor or a square, and overflows",
    ),
    (
        "max|min",
        FLOATS,
        "gradient.*" + values(NAN, NUMBER),
        "where the largest is NaN, nothing equals it, as amax says; PyTorch has another answer for max",
    ),
    (
        "fmod|remainder|__(i|r)?mod__",
        "float64",
        "result 0.*" + values(ZERO, NAN),
        "PyTorch's quotient by a denormal overflows",
    ),
    ("logaddexp2?", FLOATS, "gradient.*" + values(NUMBER, NAN), "PyTorch subtracts infinities that are equal"),
    ("logaddexp2", "float64", values(ZERO, r"-4\.7\d+e-17"), "the logarithm of 1 is 0"),
    (
        r"nn\.functional\.poisson_nll_loss",
        "float64",
        "result 0.*" + values("inf", NAN),
        "PyTorch subtracts a product that overflows from infinity",
    ),
    (r"nn\.functional\.mse_loss", "float64", "gradient.*" + values(ZERO, NAN), "PyTorch's 2 times the largest number"),
    ("lgamma", FLOATS, r"-0\.056243", "a difference of logarithms near a zero"),
    (
        "logsumexp|logcumsumexp",
        FLOATS,
        "gradient.*" + values(NUMBER, f"{NUMBER}|{NAN}"),
        "PyTorch's shares of equal largest numbers do not add up to 1",
    ),
    (
        r"nn\.functional\.binary_cross_entropy",
        "float64",
        "gradient.*for np.float64.-?50",
        "PyTorch rounds the least divisor, 1e-12, to f32",
    ),
    ("digamma", "float64", r"gradient.*for np.float64.[\d.]+\)", "PyTorch's trigamma has nine digits"),
    (r"nn\.functional\.multilabel_margin_loss", FLOATS, "of 1 elements", "PyTorch's mean of nothing is undefined"),
    (
        "clamp|clip",
        FLOATS,
        "gradient of tensor 2.*" + values(ZERO, NUMBER),
        "PyTorch gives max the gradient of a result that is NaN because min is",
    ),
    ("copysign", FLOATS, "gradient.*" + values(NUMBER, NAN), "PyTorch divides infinities by infinities"),
    ("nanmean", FLOATS, "gradient.*" + values(ZERO, NAN), "the mean of no number has no gradient here"),
    (
        "xlogy",
        FLOATS,
        "gradient of tensor 0.*" + values(NAN, ZERO),
        "PyTorch has two answers, for tensors and for numbers, where other is NaN",
    ),
    (
        "__rtruediv__",
        FLOATS,
        values(f"{NUMBER}|{INF}", NAN),
        "PyTorch multiplies the inverse, which is infinite, with 0",
    ),
    ("trapezoid|trapz", FLOATS, "result 0.*" + values(INF, NAN), "PyTorch subtracts the ends from twice the sum"),
    (
        r"nn\.functional\.binary_cross_entropy_with_logits",
        FLOATS,
        r"result 0.*float64\((3\.9\d+|4\.0|inf)\) for np.float64\((0\.0|nan)\)",
        "PyTorch's 1 less a denormal target is 1, which infinity or the largest number are multiplied with",
    ),
    ("logical_(and|not|or|xor)", FLOATS, "gradient", "PyTorch's, in place, pass on the gradient of what has none"),
    (
        r"nn\.functional\.(gelu|mish)|mish",
        FLOATS,
        r"gradient.*at \(5,\) " + values(NAN, r"-1\.5"),
        "the gradient times the largest number overflows before it meets the factor that is 0",
    ),
    (
        "scatter_reduce",
        "float64",
        r"gradient of tensor 0.*\(-2\.75\) for np.float64\(-3\.0\)",
        "the product of a denormal and others, which has two digits, is divided by it",
    ),
]

RESIZED = r"nn\.functional\.(interpolate|upsample\w*)"
REFUSALS = [
    ("bincount", ANY, "expects minlength", "a graph's values are not known while it is traced"),
    (ANY, "uint8|bool", "expects (numbers|integers) in", "a dtype holds no number out of its range"),
    ("(nan)?median", INTEGERS, "expects elements", "PyTorch's median of no integers is the least one"),
    (RESIZED, "uint8", "floats for mode", "PyTorch rounds bytes between pixels to whole ones"),
    (r"nn\.functional\.batch_norm", ANY, "more than one value", "a batch of nothing has no statistics"),
    (
        r"nn\.functional\.((avg|lp)_pool\dd|local_response_norm)",
        INTEGERS,
        "floating-point",
        "means of integers cut off what is behind the point",
    ),
    (ANY, "bool", "got bool", "bools have no sums"),
    (ANY, INTEGERS, "expects [a-z0-9]+ to be of a floating-point dtype", "PyTorch takes integers where there are none"),
]


def _reason(table, case, why):
    name = case.entry.removeprefix("Tensor.")
    if not name.endswith("__"):  # what writes in place gives what that without _ does
        name = name.removesuffix("_")
    fits = (
        reason
        for functions, dtypes, said, reason in table
        if re.fullmatch(functions, name) and re.fullmatch(dtypes, case.dtype) and re.search(said, why)
    )
    return next(fits, "")


def exception_of(case, why):
    return _reason(EXCEPTIONS, case, why)


def refusal_of(case, why):
    return _reason(REFUSALS, case, why)
