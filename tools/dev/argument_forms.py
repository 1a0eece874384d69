"""The public functions that are no generated function of one op, with the reason, and calls of those that compute.
public_functions.py walks over all: what is neither generated nor listed here fails, and so does a function whose call
executes more than one op that is no view."""

import weir as flow
import weir.nn.functional as F


def vector():
    return flow.ones(6)


def matrix():
    return flow.ones(4, 6)


def images():
    return flow.ones(2, 4, 8, 8)


def index():
    return flow.zeros(4, 6, dtype=flow.int64)


# Other forms of an op's arguments: calls, one for each form.
FORMS = {
    "div": [lambda: flow.div(matrix(), 2.0, "trunc"), lambda: flow.div(matrix(), matrix(), "floor")],
    "eq": [lambda: matrix() == 1],
    "ne": [lambda: matrix() != 1],
    "lt": [lambda: matrix() < 1],
    "le": [lambda: matrix() <= 1],
    "gt": [lambda: matrix() > 1],
    "ge": [lambda: matrix() >= 1],
    "greater": [lambda: flow.greater(matrix(), 1)],
    "greater_equal": [lambda: flow.greater_equal(matrix(), 1)],
    "not_equal": [lambda: flow.not_equal(matrix(), 1)],
    "masked_fill": [lambda: matrix().masked_fill(flow.ones(4, 6, dtype=flow.bool), 2.0)],
    "argmax": [lambda: matrix().argmax(), lambda: matrix().argmax(1, True)],
    "argmin": [lambda: matrix().argmin(), lambda: matrix().argmin(1, True)],
    "max": [lambda: matrix().max(), lambda: matrix().max(1), lambda: flow.max(matrix(), matrix())],
    "min": [lambda: matrix().min(), lambda: matrix().min(1), lambda: flow.min(matrix(), matrix())],
    "norm": [lambda: matrix().norm(), lambda: matrix().norm(3, 1, True)],
    "std": [lambda: matrix().std(), lambda: matrix().std(1, False)],
    "var": [lambda: matrix().var(), lambda: matrix().var(1, False)],
    "matmul": [
        lambda: matrix() @ flow.ones(6, 3),
        lambda: matrix() @ vector(),
        lambda: flow.ones(2, 4, 6) @ matrix().t(),
    ],
    "mm": [lambda: flow.mm(matrix(), flow.ones(6, 3))],
    "bmm": [lambda: flow.bmm(flow.ones(2, 4, 6), flow.ones(2, 6, 3))],
    "mv": [lambda: flow.mv(matrix(), vector())],
    "dot": [lambda: flow.dot(vector(), vector())],
    "addmm": [lambda: flow.addmm(flow.ones(4, 3), matrix(), flow.ones(6, 3), beta=0.5)],
    "baddbmm": [lambda: flow.baddbmm(flow.ones(2, 4, 3), flow.ones(2, 4, 6), flow.ones(2, 6, 3))],
    "tensordot": [
        lambda: flow.tensordot(matrix(), flow.ones(6, 3), 1),
        lambda: flow.tensordot(matrix(), matrix(), [[1], [1]]),
    ],
    "divide": [lambda: matrix().divide(2.0)],
    "einsum": [
        lambda: flow.einsum("ij,kj->ik", matrix(), matrix()),
        lambda: flow.einsum("...j,kj,kl", matrix(), matrix(), matrix()),
        lambda: flow.einsum("iij->j", flow.ones(3, 3, 2)),
    ],
    "cumsum": [lambda: flow.cumsum(matrix(), 1)],
    "cumprod": [lambda: flow.cumprod(matrix(), 1)],
    "sort": [lambda: flow.sort(matrix())],
    "argsort": [lambda: flow.argsort(matrix())],
    "topk": [lambda: flow.topk(matrix(), 2)],
    "cat": [lambda: flow.cat([matrix(), matrix()], 1), lambda: flow.cat([matrix(), matrix(), matrix()])],
    "stack": [lambda: flow.stack([matrix(), matrix()], 1), lambda: flow.stack([matrix(), matrix(), matrix()], -1)],
    "flip": [lambda: flow.flip(matrix(), 0)],
    "roll": [lambda: flow.roll(matrix(), 1, 1), lambda: flow.roll(matrix(), (1, -2), (0, 1))],
    "gather": [lambda: flow.gather(matrix(), 1, index())],
    "scatter": [lambda: flow.scatter(matrix(), 1, index(), matrix()), lambda: flow.scatter(matrix(), 1, index(), 2.0)],
    "scatter_add": [lambda: flow.scatter_add(matrix(), 1, index(), matrix())],
    "index_select": [lambda: flow.index_select(matrix(), 0, flow.zeros(2, dtype=flow.int64))],
    "batch_norm": [
        lambda: F.batch_norm(images(), flow.zeros(4), flow.ones(4), flow.ones(4), flow.zeros(4)),
        lambda: F.batch_norm(images(), flow.zeros(4), flow.ones(4), training=True),
    ],
    "conv2d": [lambda: F.conv2d(images(), flow.ones(6, 2, 3, 3), flow.ones(6), padding=1, groups=2)],
    "conv_transpose2d": [lambda: F.conv_transpose2d(images(), flow.ones(4, 3, 3, 3), flow.ones(3), stride=2)],
    "dropout": [lambda: F.dropout(matrix())],
    "dropout2d": [lambda: F.dropout2d(images())],
    "one_hot": [lambda: F.one_hot(index(), 3)],
    "scaled_dot_product_attention": [
        lambda: F.scaled_dot_product_attention(images(), images(), images(), dropout_p=0.1, is_causal=True)
    ],
    "pad": [
        lambda: F.pad(matrix(), (1, 1)),
        lambda: F.pad(images(), (1, 1, 1, 1), mode="reflect"),
        lambda: F.pad(images(), (1, 1), mode="replicate"),
        lambda: F.pad(images(), (1, 0, 2, 1), mode="circular"),
    ],
    "max_pool2d": [
        lambda: F.max_pool2d(images(), 2),
        lambda: F.max_pool2d(images(), 3, 2, 1, ceil_mode=True, return_indices=True),
    ],
    "avg_pool2d": [lambda: F.avg_pool2d(images(), 3, padding=1)],
    "adaptive_avg_pool2d": [
        lambda: F.adaptive_avg_pool2d(images(), 1),
        lambda: F.adaptive_avg_pool2d(images(), 4),
        lambda: F.adaptive_avg_pool2d(images(), 3),
    ],
    "adaptive_max_pool2d": [lambda: F.adaptive_max_pool2d(images(), 3)],
    "interpolate": [
        lambda: F.interpolate(images(), scale_factor=2),
        lambda: F.interpolate(images(), (5, 7)),
        lambda: F.interpolate(images(), (5, 5), mode="bilinear"),
        lambda: F.interpolate(images(), scale_factor=(1.5, 2), mode="bicubic", align_corners=True),
        lambda: F.interpolate(images(), (3, 5), mode="area"),
    ],
    "fold": [
        lambda: F.fold(flow.ones(2, 16, 16), (8, 8), 2, stride=2),
        lambda: F.fold(flow.ones(16, 25), (8, 8), 2, padding=1, stride=2),
    ],
    "unfold": [lambda: F.unfold(images(), 2, stride=2), lambda: F.unfold(images(), 3, padding=1)],
    "pixel_shuffle": [lambda: F.pixel_shuffle(images(), 2)],
    "pixel_unshuffle": [lambda: F.pixel_unshuffle(images(), 2)],
    "bernoulli": [lambda: flow.bernoulli(vector()), lambda: flow.ones(6, dtype=flow.int64).bernoulli_(0.5)],
    "normal": [lambda: flow.normal(1.0, 2.0, 3, 5), lambda: matrix().normal_(1.0, 2.0)],
    "rand": [lambda: flow.rand(6), lambda: flow.rand(6, dtype=flow.float16)],
    "rand_like": [lambda: flow.rand_like(matrix())],
    "randint": [lambda: flow.randint(10, (6,)), lambda: flow.randint(-3, 10, (6,), dtype=flow.int32)],
    "randint_like": [lambda: flow.randint_like(vector(), 10)],
    "randn": [lambda: flow.randn(6), lambda: flow.randn(3, 5, dtype=flow.float64)],
    "randn_like": [lambda: flow.randn_like(matrix())],
    "randperm": [lambda: flow.randperm(6)],
    "uniform_": [lambda: matrix().uniform_(-1.0, 1.0)],
}

# Functions whose result is in the memory of their operand, or that join and part such.
VIEWS = """
T atleast_1d atleast_2d atleast_3d broadcast_like broadcast_tensors broadcast_to chunk clone column_stack concat
contiguous data diag diagonal dstack expand expand_as flatten hsplit hstack movedim narrow permute ravel repeat
repeat_interleave reshape reshape_as row_stack select slice split squeeze swapaxes swapdims t tensor_split tile
transpose unbind unflatten unsqueeze view view_as vsplit vstack
""".split()

# Functions that make tensors of nothing or of numbers.
CREATION = """
arange as_tensor copy_ empty empty_like eye fill_ from_dlpack from_numpy full full_like linspace load meshgrid
new_empty new_full new_ones new_tensor new_zeros ones ones_like tensor zero_ zeros zeros_like
""".split()

# Names that execute no op of their own but casts: state, types, what a tensor is.
OTHER = """
backward bfloat16 bfloat16_to_float32 bits bool byte cpu cuda dim double element_size enable_grad float
float32_to_bfloat16 get_device get_float32_matmul_precision get_num_threads grad half inference_mode int
is_contiguous is_floating_point is_grad_enabled is_tensor item load_artifact long manual_seed ndimension
nelement no_grad numel numpy profile requires_grad_ save set_float32_matmul_precision set_grad_enabled
set_num_threads size to tolist type_as
""".split()
