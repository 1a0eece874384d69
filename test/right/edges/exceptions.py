"""Where a result may differ from PyTorch's, and which calls may be refused: the first line that fits says why."""

import re

FLOATS = "float64|float32|float16|bfloat16"
INTEGERS = "int64|int32|int8|uint8|bool"
ANY = ".*"
EXTREME = r"inf|nan|e[+-]\d\d"  # one of both is, or is far from 1

# (functions, dtypes, what the verdict says, the reason)
EXCEPTIONS = [
    (
        "cast|to|byte|char|int|long|type_as",
        FLOATS,
        r"^result 0: [1-9] of (1|19)",
        "out of range, C++ has no integer for it",
    ),
    (
        "var|std|var_mean|std_mean",
        "float32|bfloat16",
        EXTREME,
        "PyTorch adds up f32 in f64, where squares of the largest and smallest numbers neither over- nor underflow",
    ),
    ("(var|std)_mean", FLOATS, "for np.float64.nan", "PyTorch's mean of infinities is NaN beside a variance"),
    (
        r"nn\.functional\.(batch|layer|group|instance)_norm",
        FLOATS,
        EXTREME,
        "infinite weights and variances make NaN by the order in which factors are multiplied",
    ),
    (r"nn\.functional\.conv(_transpose\d|3)d", FLOATS, "nan", "infinite weights meet the zeros around elements"),
    (
        r"nn\.functional\.(cosine_embedding|gaussian_nll|margin_ranking|poisson_nll|triplet_margin)_loss|"
        r"nn\.functional\.(softsign|pairwise_distance)",
        INTEGERS,
        r"^result 0: \d+ of",
        "PyTorch computes in integers, which wrap, and converts them afterwards",
    ),
    (r"nn\.functional\.l1_loss", INTEGERS, "is of float32 for", "a loss is a float"),
    (r"nn\.functional\.multi_margin_loss", FLOATS, "nan", "PyTorch leaves NaN out of the sum"),
    (r"nn\.functional\.kl_div", FLOATS, "for np.float64.nan", "PyTorch's 0 log 0 has NaN as gradient"),
    (
        r"nn\.functional\.multi_head_attention_forward",
        "float64",
        r"gradient.*e-1\d",
        "what is left of sums that cancel, of whose rounding in f64 nothing better tells",
    ),
    (r"nn\.functional\.multi_head_attention_forward", FLOATS, "nan", "a line without a finite score has weights of 0"),
    (r"nn\.functional\.grid_sample", FLOATS, "nan", "a place that is no number is outside of the image, which is 0"),
    (r"nn\.functional\.pixel_unshuffle", ANY, "has shape", "PyTorch's has the shape of its input"),
    (r"(linalg\.)?matrix_power", ANY, EXTREME, "products over- and underflow by the order in which they are formed"),
    (
        r"nn\.functional\.(gelu|mish|glu|silu|normalize)|sinc|digamma|pow|ldexp|prod|lerp|cdist|(re)?norm",
        FLOATS,
        "gradient.*(" + EXTREME + ")",
        "factors of a gradient over- and underflow, or meet infinities, by the order in which they are multiplied",
    ),
    (
        "(a|arc)(sinh|cosh|tanh)|log10|log2",
        FLOATS,
        "gradient.*(" + EXTREME + ")",
        "what PyTorch divides by is larger by a factor or a square, and overflows",
    ),
    ("lgamma", FLOATS, r"-0\.056243", "a difference of logarithms near a zero"),
    ("logsumexp|logcumsumexp", FLOATS, "gradient", "PyTorch's shares of equal largest numbers do not add up to 1"),
    (
        r"nn\.functional\.binary_cross_entropy",
        "float64",
        "gradient.*for np.float64.-?50",
        "PyTorch rounds the least divisor, 1e-12, to f32",
    ),
    ("digamma", "float64", r"gradient.*for np.float64.[\d.]+\)", "PyTorch's trigamma has nine digits"),
    (r"nn\.functional\.multilabel_margin_loss", FLOATS, "of 1 elements", "PyTorch's mean of nothing is undefined"),
    ("copysign", FLOATS, "gradient.*for np.float64.nan", "PyTorch divides the result by its operand"),
    ("nanmean", FLOATS, "gradient.*for np.float64.nan", "the mean of no number has no gradient here"),
    ("xlogy", FLOATS, "gradient.*nan", "PyTorch has two answers, for tensors and for numbers, where other is NaN"),
    ("(nan)?median", FLOATS, "gradient", "one of equal medians has the gradient"),
    ("clamp|clip", FLOATS, "gradient", "PyTorch gives bounds that are equal or NaN no gradient"),
    ("__rtruediv__|divide", FLOATS, "for np.float64.nan", "PyTorch multiplies the inverse, which is infinite, with 0"),
    ("trapezoid|trapz", FLOATS, "for np.float64.nan", "PyTorch subtracts the ends from twice the sum"),
    (
        r"nn\.functional\.binary_cross_entropy_with_logits",
        FLOATS,
        r"gradient.*e-\d\d",
        "a target of a denormal is nothing beside 1",
    ),
]

REFUSALS = [
    ("bincount", ANY, "expects minlength", "a graph's values are not known while it is traced"),
    (ANY, "uint8|bool", "expects (numbers|integers) in", "a dtype holds no number out of its range"),
    ("(nan)?median", INTEGERS, "expects elements", "PyTorch's median of no integers is the least one"),
    (r"nn\.functional\.batch_norm", ANY, "more than one value", "a batch of nothing has no statistics"),
    (
        r"nn\.functional\.(avg_pool\dd|local_response_norm)",
        INTEGERS,
        "floating-point",
        "means of integers cut off what is behind the point",
    ),
    (ANY, "bool", "got bool", "bools have no sums"),
    (ANY, INTEGERS, "expects [a-z0-9]+ to be of a floating-point dtype", "PyTorch takes integers where there are none"),
]


def _reason(table, case, why):
    name = case.entry.removeprefix("Tensor.")
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
