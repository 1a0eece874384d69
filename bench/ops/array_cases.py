"""What computes on arrays without products: elementwise functions, reductions, movements, sorts, windows."""

import math

from op_case import Cases, Input, below, weight

CASES = Cases()


def method(name, *arguments, **options):
    """A method of the first tensor."""
    return lambda t, x, *more: getattr(x, name)(*more, *arguments, **options)


def function(name, *arguments, **options):
    """A function of the package, or of nn.functional."""

    def call(t, *tensors):
        found = getattr(t, name, None) or getattr(t.nn.functional, name)
        return found(*tensors, *arguments, **options)

    return call


# Elementwise, by what their inputs may be

UNARY = {
    "normal": "relu gelu silu mish elu selu leaky_relu softplus hardswish hardtanh relu6 sigmoid tanh exp expm1 sin "
    "cos erf abs neg square sign floor round atan sinh asinh logsigmoid",
    "positive": "log log1p log2 sqrt rsqrt reciprocal lgamma digamma",
    "unit": "asin acos atanh logit erfinv",
}
FLAT = "floor round sign".split()  # gradients are zeros

for kind, names in UNARY.items():
    for name in names.split():
        CASES.add(f"elementwise {name}", function(name), Input((256, 3072), kind), has_gradient=name not in FLAT)
for name in "relu gelu exp tanh".split():
    CASES.add(f"elementwise {name} of images", function(name), (8, 64, 112, 112))
    CASES.add(f"elementwise {name} small", function(name), (64, 128))
    CASES.add(f"elementwise {name} odd", function(name), (997, 331))
    CASES.add(f"elementwise {name} transposed", lambda t, x, f=function(name): f(t, x.transpose(1, 2)), (8, 512, 300))

for name in "add mul sub div maximum atan2 hypot".split():
    CASES.add(f"elementwise {name}", function(name), (256, 3072), Input((256, 3072), "positive"))
CASES.add("elementwise pow", function("pow"), Input((256, 3072), "positive"), (256, 3072))
CASES.add("elementwise pow of 3", method("pow", 3), (256, 3072))
CASES.add("elementwise bias", function("add"), (256, 3072), weight(3072))
CASES.add("elementwise bias of channels", function("add"), (8, 64, 56, 56), weight(64, 1, 1))
CASES.add("elementwise column", function("mul"), (1024, 1024), (1024, 1))
CASES.add("elementwise outer sum", function("add"), (1024, 1), (1, 1024))
CASES.add("elementwise add transposed", lambda t, a, b: a + b.transpose(0, 1), (1024, 1024), (1024, 1024))
CASES.add("elementwise where", function("where"), Input((512, 1024), "bool"), (512, 1024), (512, 1024))
CASES.add("elementwise clamp", function("clamp", -1, 1), (256, 3072))
CASES.add("elementwise lerp", function("lerp", weight=0.3), (512, 1024), (512, 1024))
CASES.add("elementwise addcmul", function("addcmul"), (512, 1024), (512, 1024), (512, 1024))
CASES.forward_only("elementwise compare", function("gt"), (512, 1024), (512, 1024))
CASES.forward_only("elementwise to int64", lambda t, x: x.to(t.int64), (512, 1024))


# Reductions

LAYOUTS = {
    "all": ((4096, 1024), None),
    "rows": ((1024, 1024), 1),
    "columns": ((1024, 1024), 0),
    "long columns": ((65536, 64), 0),
    "short rows": ((65536, 16), 1),
    "images": ((8, 64, 56, 56), (2, 3)),
    "channels": ((8, 64, 56, 56), (0, 2, 3)),
    "middle": ((32, 197, 384), 1),
}
for name, (shape, dim) in LAYOUTS.items():
    for reduction in "sum mean amax var logsumexp".split():
        dims = tuple(range(len(shape))) if dim is None else dim
        CASES.add(f"reduction {reduction} of {name}", method(reduction, dims), shape)
for name in ("all", "rows", "columns"):
    shape, dim = LAYOUTS[name]
    given = [] if dim is None else [dim]
    CASES.forward_only(f"reduction argmax of {name}", method("argmax", *given), shape)
    CASES.add(f"reduction norm of {name}", method("norm", 2, *given), shape)
    CASES.add(f"reduction prod of {name}", lambda t, x, g=given: x.prod(*g), Input((256, 256), "positive"))
CASES.add("reduction max with indices", lambda t, x: x.max(1)[0], (1024, 1024))
CASES.forward_only("reduction any", lambda t, x: (x > 3).any(1), (1024, 1024))
CASES.forward_only("reduction count_nonzero", lambda t, x: (x > 0).sum(), (1024, 1024))
CASES.add("reduction std of rows", method("std", 1), (1024, 1024))
CASES.add("scan cumsum of rows", method("cumsum", 1), (1024, 1024))
CASES.add("scan cumsum of columns", method("cumsum", 0), (1024, 1024))
CASES.add("scan cumprod of rows", method("cumprod", 1), Input((256, 256), "positive"))
CASES.add("scan cummax of rows", lambda t, x: x.cummax(1)[0], (512, 512))
CASES.add("scan logcumsumexp", method("logcumsumexp", 1), (256, 512))


# Movements

CASES.add("movement transpose", lambda t, x: x.transpose(0, 1).contiguous(), (1024, 1024))
CASES.add("movement transpose odd", lambda t, x: x.transpose(0, 1).contiguous(), (997, 1003))
CASES.add("movement heads", lambda t, x: x.reshape(8, 128, 12, 64).permute(0, 2, 1, 3).contiguous(), (8, 128, 768))
CASES.add("movement channels last", lambda t, x: x.permute(0, 2, 3, 1).contiguous(), (8, 64, 56, 56))
CASES.add("movement channels first", lambda t, x: x.permute(0, 3, 1, 2).contiguous(), (8, 56, 56, 64))
CASES.add("movement flip last", lambda t, x: x.flip(-1), (1024, 1024))
CASES.add("movement flip first", lambda t, x: x.flip(0), (1024, 1024))
CASES.add("movement roll", lambda t, x: t.roll(x, 3, 1), (1024, 1024))
CASES.add("movement shifted windows", lambda t, x: t.roll(x, (-3, -3), (1, 2)), (4, 56, 56, 96))
CASES.add("movement cat of rows", lambda t, a, b: t.cat([a, b], 0), (512, 1024), (512, 1024))
CASES.add("movement cat of columns", lambda t, a, b: t.cat([a, b], 1), (1024, 512), (1024, 300))
CASES.add("movement cat of channels", lambda t, a, b: t.cat([a, b], 1), (4, 64, 56, 56), (4, 64, 56, 56))
CASES.add("movement stack", lambda t, a, b: t.stack([a, b], -1), (512, 512), (512, 512))
CASES.add("movement slice", lambda t, x: x[:, 100:900].contiguous(), (1024, 1024))
CASES.add("movement every second", lambda t, x: x[:, ::2].contiguous(), (1024, 1024))
CASES.add("movement patches merged", lambda t, x: t.cat([x[:, ::2, ::2], x[:, 1::2, ::2]], -1), (4, 56, 56, 96))
CASES.add("movement pad", lambda t, x: t.nn.functional.pad(x, (1, 1, 1, 1)), (8, 64, 56, 56))
CASES.add("movement reflect", lambda t, x: t.nn.functional.pad(x, (3, 3, 3, 3), mode="reflect"), (4, 3, 224, 224))
CASES.add("movement repeat", lambda t, x: x.repeat(4, 2), (256, 512))
CASES.add("movement expand", lambda t, x: x.expand(64, 128, 256).contiguous(), (1, 128, 256))
CASES.add("movement repeat_interleave", lambda t, x: x.repeat_interleave(4, 1), (8, 8, 128, 64))
CASES.add("movement tril", method("tril"), (1024, 1024))
CASES.add("movement pixel_shuffle", lambda t, x: t.nn.functional.pixel_shuffle(x, 2), (4, 256, 32, 32))
CASES.add("movement unfold", lambda t, x: t.nn.functional.unfold(x, 3, padding=1), (4, 32, 28, 28))
CASES.add("movement diagonal", lambda t, x: x.diagonal().contiguous(), (1024, 1024))


# Indices

CASES.add("index embedding", lambda t, i, w: t.nn.functional.embedding(i, w), below(50257, 8, 128), weight(50257, 768))
CASES.add("index embedding small", lambda t, i, w: t.nn.functional.embedding(i, w), below(512, 32, 64), weight(512, 64))
CASES.add("index select rows", lambda t, x, i: t.index_select(x, 0, i), (10000, 256), below(10000, 2048))
CASES.add("index select columns", lambda t, x, i: t.index_select(x, 1, i), (1024, 1024), below(1024, 300))
CASES.add("index advanced", lambda t, x, i: x[i], (10000, 256), below(10000, 2048))
CASES.add("index gather", lambda t, x, i: t.gather(x, 1, i), (1024, 1024), below(1024, 1024, 64))
CASES.add("index take_along_dim", lambda t, x, i: t.take_along_dim(x, i, 0), (512, 512), below(512, 64, 512))
CASES.add(
    "index scatter_add", lambda t, x, i, y: t.scatter_add(x, 0, i, y), (1024, 64), below(1024, 8192, 64), (8192, 64)
)
CASES.add("index index_add", lambda t, x, i, y: t.index_add(x, 0, i, y), (1024, 256), below(1024, 8192), (8192, 256))
CASES.add("index masked_fill", lambda t, x, m: x.masked_fill(m, 0.0), (24, 128, 128), Input((1, 128, 128), "bool"))
CASES.forward_only(
    "index one_hot", lambda t, i: t.nn.functional.one_hot(i, 1000), below(1000, 4096), dtypes=("float32",)
)


# Sorts and searches

# Of ties the stable order alone says which gets which gradient.
CASES.add("sort rows of 1024", lambda t, x: x.sort(dim=1, stable=True)[0], (64, 1024))
CASES.add("sort columns", lambda t, x: x.sort(dim=0, stable=True)[0], (1024, 64))
CASES.add("sort 10^6", lambda t, x: x.sort(dim=0, stable=True)[0], (10**6,))
CASES.forward_only("sort argsort", method("argsort", 1), (256, 256))
CASES.add("sort topk 5 of words", lambda t, x: x.topk(5)[0], (64, 50257))
CASES.add("sort topk 50 of words", lambda t, x: x.topk(50)[0], (8, 50257))
CASES.add("sort topk 10 of 1024", lambda t, x: x.topk(10)[0], (64, 1024))
CASES.add("sort median", lambda t, x: x.median(1)[0], (256, 512))
CASES.add("sort kthvalue", lambda t, x: x.kthvalue(100, 1)[0], (256, 512))
CASES.forward_only(
    "sort searchsorted",
    lambda t, x, y: t.searchsorted(x.cumsum(0), y),
    Input((1000,), "unit"),
    Input((100000,), "unit"),
    dtypes=("float32",),
)


# Windows

POOLS = {
    "max 3x3 by 2": (lambda t, x: t.nn.functional.max_pool2d(x, 3, 2, 1), (8, 64, 112, 112)),
    "max 2x2": (lambda t, x: t.nn.functional.max_pool2d(x, 2), (8, 64, 56, 56)),
    "max 3x3 by 1": (lambda t, x: t.nn.functional.max_pool2d(x, 3, 1, 1), (4, 64, 35, 35)),
    "max 1d": (lambda t, x: t.nn.functional.max_pool1d(x, 2), (16, 64, 1024)),
    "max 3d": (lambda t, x: t.nn.functional.max_pool3d(x, 2), (2, 32, 16, 28, 28)),
    "average 2x2": (lambda t, x: t.nn.functional.avg_pool2d(x, 2), (8, 64, 56, 56)),
    "average 3x3": (lambda t, x: t.nn.functional.avg_pool2d(x, 3, 1, 1), (4, 64, 35, 35)),
    "average all": (lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, 1), (8, 2048, 7, 7)),
    "average to 7x7": (lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, 7), (8, 256, 14, 14)),
    "max to 1x1": (lambda t, x: t.nn.functional.adaptive_max_pool2d(x, 1), (8, 512, 7, 7)),
}
for name, (call, shape) in POOLS.items():
    CASES.add(f"pool {name}", call, shape)


def resized(mode, **options):
    return lambda t, x: t.nn.functional.interpolate(x, mode=mode, **options)


bilinear = {"align_corners": False}
CASES.add("resize nearest by 2", resized("nearest", scale_factor=2), (4, 64, 28, 28))
CASES.add("resize bilinear by 2", resized("bilinear", scale_factor=2, **bilinear), (4, 64, 28, 28))
CASES.add("resize bilinear of masks", resized("bilinear", size=(256, 256), **bilinear), (2, 21, 32, 32))
CASES.add("resize bilinear smaller", resized("bilinear", size=(128, 128), **bilinear), (4, 3, 224, 224))
CASES.add("resize bicubic", resized("bicubic", scale_factor=2, **bilinear), (1, 64, 32, 32))
CASES.add("resize trilinear", resized("trilinear", scale_factor=2, **bilinear), (1, 16, 8, 28, 28))
CASES.add(
    "resize grid_sample",
    lambda t, x, grid: t.nn.functional.grid_sample(x, grid, align_corners=False),
    (4, 16, 64, 64),
    Input((4, 64, 64, 2), "unit"),
)


# Several of them, as they stand in programs


def rotary(t, x, cosines, sines):
    return x * cosines + t.cat([-x[..., 32:], x[..., :32]], -1) * sines


def gaussian(t, x, mean, deviation):
    return -((x - mean) ** 2) / (2 * deviation * deviation) - deviation.log() - math.log(2)


CASES.add("chain of 8", lambda t, x: ((x.sin() + x) * x.cos() - x.tanh()).sigmoid(), (512, 1024))
CASES.add("chain rotary", rotary, (24, 128, 64), (128, 64), (128, 64))
CASES.add("chain standardized", lambda t, x: (x - x.mean(0)) / x.std(0), (4096, 256))
CASES.add("chain distances", lambda t, a, b: ((a[:, None] - b) ** 2).sum(-1), (256, 64), (128, 64))
CASES.add(
    "chain normalized images",
    lambda t, x, m, s: (x - m) / s,
    (8, 3, 224, 224),
    (3, 1, 1),
    Input((3, 1, 1), "positive"),
)
CASES.add("chain gaussian", gaussian, (1024, 512), (512,), Input((512,), "positive"))
