"""Layers of networks that people use: products, convolutions, attention, norms, losses, with those networks' sizes."""

import math
from dataclasses import dataclass

from op_case import Cases, Input, below, weight

CASES = Cases()


# Products


LINEAR = {  # rows, columns of the operand, columns of the result
    "bert qkv": (128, 768, 2304),
    "bert up": (128, 768, 3072),
    "bert down": (128, 3072, 768),
    "vit up": (197, 384, 1536),
    "vit down": (197, 1536, 384),
    "swin stage 1": (3136, 96, 384),
    "gpt2 one token": (1, 768, 2304),
    "gpt2 head one token": (1, 768, 50257),
    "gpt2 head": (128, 768, 50257),
    "lstm gates": (64, 512, 2048),
    "mlp first": (64, 784, 1024),
    "mlp last": (64, 1024, 10),
    "resnet head": (8, 2048, 1000),
    "few rows": (16, 3072, 768),
    "tall": (65536, 64, 64),
    "odd": (127, 129, 131),
    "thousand": (1000, 1000, 1000),
}

for name, (rows, depth, columns) in LINEAR.items():
    CASES.add(
        f"linear {name}",
        lambda t, x, w, b: t.nn.functional.linear(x, w, b),
        (rows, depth),
        weight(columns, depth),
        weight(columns),
        flops=2 * rows * depth * columns,
    )

MATMUL = {  # the sizes of both operands, as they stand in the product, and which of them is a transposed view
    "scores": ((24, 128, 64), (24, 64, 128), "b"),
    "values": ((24, 128, 128), (24, 128, 64), ""),
    "scores 197": ((6, 197, 64), (6, 64, 197), "b"),
    "square": ((512, 512), (512, 512), ""),
    "a transposed": ((512, 768), (768, 384), "a"),
    "both transposed": ((300, 500), (500, 200), "ab"),
    "matrix by vector": ((4096, 4096), (4096,), ""),
    "many small": ((1024, 16, 16), (1024, 16, 16), ""),
    "one matrix for all": ((32, 128, 256), (256, 256), ""),
}


def matmul(transposed):
    def function(t, a, b):
        a = a.transpose(-2, -1) if "a" in transposed else a
        return t.matmul(a, b.transpose(-2, -1) if "b" in transposed else b)

    return function


def stored(shape, is_transposed):
    return (*shape[:-2], shape[-1], shape[-2]) if is_transposed else shape


for name, (a, b, transposed) in MATMUL.items():
    columns = b[-1] if len(b) > 1 else 1
    CASES.add(
        f"matmul {name}",
        matmul(transposed),
        stored(a, "a" in transposed),
        stored(b, "b" in transposed),
        flops=2 * math.prod(a) * columns,
    )
CASES.add("dot 10^6", lambda t, a, b: t.dot(a, b), (10**6,), (10**6,))
CASES.add("outer 1024", lambda t, a, b: t.outer(a, b), (1024,), (1024,))
CASES.add("einsum bhid,bhjd->bhij", lambda t, a, b: t.einsum("bhid,bhjd->bhij", a, b), (2, 8, 100, 64), (2, 8, 90, 64))


# Convolutions


@dataclass(frozen=True)
class Convolution:
    batch: int
    channels: int
    size: tuple[int, ...]  # of the images
    columns: int
    window: tuple[int, ...]
    stride: int = 1
    padding: int | None = None  # half the window unless given
    groups: int = 1
    dilation: int = 1
    is_last: bool = False  # images with channels last

    @property
    def rank(self):
        return len(self.size)

    def padded_by(self):
        return [self.dilation * (k // 2) if self.padding is None else self.padding for k in self.window]

    def options(self):
        padding = tuple(self.padded_by())
        return {"stride": self.stride, "padding": padding, "dilation": self.dilation, "groups": self.groups}

    def positions(self):
        reach = [self.dilation * (k - 1) + 1 for k in self.window]
        pairs = zip(self.size, self.padded_by(), reach)
        return math.prod((n + 2 * p - r) // self.stride + 1 for n, p, r in pairs)

    def flops(self):
        taps = math.prod(self.window) * self.channels // self.groups
        return 2 * self.batch * self.positions() * self.columns * taps

    def image(self):
        return (self.batch, *self.size, self.channels) if self.is_last else (self.batch, self.channels, *self.size)

    def kernel(self):
        return weight(self.columns, self.channels // self.groups, *self.window)

    def __call__(self, t, x, w):
        function = getattr(t.nn.functional, f"conv{self.rank}d")
        if not self.is_last:
            return function(x, w, **self.options())
        inner = range(1, self.rank + 1)
        images = x.permute(0, self.rank + 1, *inner)
        return function(images, w, **self.options()).permute(0, *(i + 1 for i in inner), 1)


def square(channels, columns, window, stride, size, batch=4, **more):
    return Convolution(batch, channels, (size, size), columns, (window, window), stride, **more)


def depthwise(channels, window, stride, size, batch=4, **more):
    return square(channels, channels, window, stride, size, batch, groups=channels, **more)


CONVOLUTIONS = {
    "resnet stem": square(3, 64, 7, 2, 224),
    "resnet 3x3 of 56": square(64, 64, 3, 1, 56),
    "resnet 3x3 of 28": square(128, 128, 3, 1, 28),
    "resnet 3x3 of 14": square(256, 256, 3, 1, 14),
    "resnet 3x3 of 7": square(512, 512, 3, 1, 7),
    "resnet 3x3 by 2": square(128, 128, 3, 2, 56),
    "resnet 3x3 by 2 of 14": square(512, 512, 3, 2, 14),
    "resnet 1x1 widening": square(64, 256, 1, 1, 56),
    "resnet 1x1 narrowing": square(1024, 256, 1, 1, 14),
    "resnet 1x1 of 7": square(2048, 512, 1, 1, 7),
    "resnet 1x1 by 2": square(256, 512, 1, 2, 56),
    "resnet 3x3 of 28 one image": square(128, 128, 3, 1, 28, batch=1),
    "resnet 1x1 of 7 one image": square(2048, 512, 1, 1, 7, batch=1),
    "channels last 3x3": square(128, 128, 3, 1, 28, is_last=True),
    "channels last 3x3 by 2": square(128, 128, 3, 2, 56, is_last=True),
    "channels last 1x1": square(256, 64, 1, 1, 56, is_last=True),
    "mobilenet stem": square(3, 32, 3, 2, 224),
    "mobilenet expansion": square(24, 144, 1, 1, 56),
    "mobilenet projection": square(384, 64, 1, 1, 14),
    "mobilenet last": square(320, 1280, 1, 1, 7),
    "convnext patches": square(3, 96, 4, 4, 224, padding=0),
    "convnext downsampling": square(96, 192, 2, 2, 56, padding=0),
    "vit patches": square(3, 384, 16, 16, 224, padding=0),
    "unet first": square(1, 64, 3, 1, 256, batch=1),
    "unet 3x3 of 256": square(64, 64, 3, 1, 256, batch=1),
    "unet joined": square(256, 128, 3, 1, 128, batch=1),
    "lenet 5x5": square(6, 16, 5, 1, 14, batch=64, padding=0),
    "resnext 32 groups": square(128, 128, 3, 1, 56, groups=32),
    "resnext 32 groups by 2": square(256, 256, 3, 2, 56, groups=32),
    "alexnet 2 groups": square(96, 256, 5, 1, 27, groups=2),
    "shufflenet 4 groups": square(136, 272, 1, 1, 28, groups=4),
    "dilated": square(256, 256, 3, 1, 28, dilation=2, batch=1),
    "odd": square(37, 51, 3, 1, 33),
    "odd by 2": square(37, 51, 3, 2, 33),
    "1x7": Convolution(4, 192, (17, 17), 192, (1, 7)),
    "depthwise 3x3 of 56": depthwise(144, 3, 1, 56),
    "depthwise 3x3 of 14": depthwise(384, 3, 1, 14),
    "depthwise 3x3 by 2": depthwise(96, 3, 2, 112),
    "depthwise 5x5": depthwise(240, 5, 1, 28),
    "depthwise 5x5 by 2": depthwise(672, 5, 2, 14),
    "depthwise 7x7": depthwise(96, 7, 1, 56),
    "depthwise 7x7 of 7": depthwise(768, 7, 1, 7),
    "depthwise channels last": depthwise(192, 7, 1, 28, is_last=True),
    "1d wav2vec first": Convolution(2, 1, (16000,), 512, (10,), 5, 0),
    "1d wav2vec": Convolution(2, 512, (3199,), 512, (3,), 2, 0),
    "1d whisper": Convolution(1, 80, (3000,), 384, (3,)),
    "1d dilated": Convolution(8, 64, (1024,), 64, (3,), dilation=4),
    "1d depthwise": Convolution(4, 256, (400,), 256, (31,), groups=256),
    "3d 3x3x3": Convolution(2, 64, (8, 28, 28), 64, (3, 3, 3)),
    "3d first": Convolution(1, 3, (16, 112, 112), 45, (1, 7, 7), padding=0),
    "3d 1x1x1": Convolution(2, 64, (8, 28, 28), 128, (1, 1, 1)),
}

for name, convolution in CONVOLUTIONS.items():
    CASES.add(f"conv {name}", convolution, convolution.image(), convolution.kernel(), flops=convolution.flops())

TRANSPOSED = {  # batch, channels, size, columns, window, stride, padding
    "unet 2x2": (1, 128, 128, 64, 2, 2, 0),
    "dcgan 4x4 of 4": (64, 512, 4, 256, 4, 2, 1),
    "dcgan 4x4 of 16": (64, 128, 16, 64, 4, 2, 1),
    "dcgan last": (64, 64, 32, 3, 4, 2, 1),
    "segmentation 3x3": (2, 64, 64, 32, 3, 2, 1),
    "dense 3x3": (4, 128, 28, 128, 3, 1, 1),
}

for name, (batch, channels, size, columns, window, stride, padding) in TRANSPOSED.items():
    CASES.add(
        f"conv_transpose {name}",
        lambda t, x, w, s=stride, p=padding: t.nn.functional.conv_transpose2d(x, w, stride=s, padding=p),
        (batch, channels, size, size),
        weight(channels, columns, window, window),
        flops=2 * batch * size * size * channels * columns * window * window,
    )


# Attention


def attention(is_causal):
    return lambda t, q, k, v: t.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=is_causal)


for length in (128, 512, 2048):
    for is_causal in (False, True):
        CASES.add(
            f"attention {length}{' causal' if is_causal else ''}",
            attention(is_causal),
            *[(2, 12, length, 64)] * 3,
            flops=4 * 2 * 12 * length * length * 64 // (2 if is_causal else 1),
        )
CASES.add(
    "attention with a mask",
    lambda t, q, k, v, mask: t.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask),
    *[(2, 12, 197, 64)] * 3,
    Input((2, 1, 197, 197), "bool"),
    flops=4 * 2 * 12 * 197 * 197 * 64,
)
CASES.add("attention one token", attention(False), (1, 12, 1, 64), (1, 12, 512, 64), (1, 12, 512, 64))


# Norms and softmax


def layer_norm(t, x, w, b):
    return t.nn.functional.layer_norm(x, [x.shape[-1]], w, b)


for name, rows, columns in (
    ("bert", 128, 768), ("gpt2 long", 2048, 768), ("convnext", 12544, 96), ("llama", 64, 4096), ("odd", 333, 257)
):  # fmt: skip
    CASES.add(f"layer_norm {name}", layer_norm, (rows, columns), weight(columns), weight(columns))
    CASES.add(
        f"rms_norm {name}",
        lambda t, x, w: t.nn.functional.rms_norm(x, [x.shape[-1]], w),
        (rows, columns),
        weight(columns),
    )


def batch_norm(t, x, w, b):
    return t.nn.functional.batch_norm(x, None, None, w, b, training=True)


for channels, size in ((64, 56), (256, 14), (2048, 7), (32, 112)):
    CASES.add(f"batch_norm {size}", batch_norm, (8, channels, size, size), weight(channels), weight(channels))
CASES.add("batch_norm of rows", batch_norm, (256, 1024), weight(1024), weight(1024))
CASES.add(
    "group_norm 32 groups",
    lambda t, x, w, b: t.nn.functional.group_norm(x, 32, w, b),
    (4, 128, 32, 32),
    weight(128),
    weight(128),
)
CASES.add("instance_norm", lambda t, x: t.nn.functional.instance_norm(x), (4, 64, 64, 64))
CASES.add("normalize rows", lambda t, x: t.nn.functional.normalize(x, dim=-1), (1024, 512))

SOFTMAX = {
    "scores": ((24, 128, 128), -1),
    "vocabulary": ((64, 50257), -1),
    "classes": ((64, 1000), -1),
    "channels of images": ((4, 21, 128, 128), 1),
    "columns": ((1024, 1024), 0),
    "odd": ((333, 257), -1),
}
for name, (shape, dim) in SOFTMAX.items():
    CASES.add(f"softmax {name}", lambda t, x, d=dim: t.nn.functional.softmax(x, d), shape)
    CASES.add(f"log_softmax {name}", lambda t, x, d=dim: t.nn.functional.log_softmax(x, d), shape)


# Losses


def loss(name):
    return lambda t, *tensors: getattr(t.nn.functional, name)(*tensors)


CASES.add("loss cross_entropy of words", loss("cross_entropy"), (256, 50257), below(50257, 256))
CASES.add("loss cross_entropy of classes", loss("cross_entropy"), (64, 1000), below(1000, 64))
CASES.add("loss cross_entropy of pixels", loss("cross_entropy"), (4, 21, 128, 128), below(21, 4, 128, 128))
CASES.add("loss mse", loss("mse_loss"), (1024, 1024), (1024, 1024))
CASES.add("loss l1", loss("l1_loss"), (1024, 1024), (1024, 1024))
CASES.add("loss smooth_l1", loss("smooth_l1_loss"), (1024, 1024), (1024, 1024))
CASES.add("loss bce with logits", loss("binary_cross_entropy_with_logits"), (1024, 512), Input((1024, 512), "unit"))
CASES.add("loss bce", loss("binary_cross_entropy"), Input((1024, 512), "unit"), Input((1024, 512), "unit"))
CASES.add("loss kl_div", loss("kl_div"), (256, 1000), Input((256, 1000), "unit"))
CASES.add("loss cosine", lambda t, a, b: t.nn.functional.cosine_similarity(a, b), (1024, 512), (1024, 512))


# What stands between the products of networks


def transformer_mlp(t, x, up, down):
    return t.nn.functional.linear(t.nn.functional.gelu(t.nn.functional.linear(x, up)), down)


CASES.add(
    "block mlp with gelu",
    transformer_mlp,
    (128, 768),
    weight(3072, 768),
    weight(768, 3072),
    flops=4 * 128 * 768 * 3072,
)
CASES.add(
    "block residual and layer_norm",
    lambda t, x, y, w, b: layer_norm(t, x + y, w, b),
    (256, 768),
    (256, 768),
    weight(768),
    weight(768),
)
CASES.add(
    "block batch_norm, relu, residual",
    lambda t, x, y, w, b: t.relu(batch_norm(t, x, w, b) + y),
    (8, 64, 56, 56),
    (8, 64, 56, 56),
    weight(64),
    weight(64),
)


def lstm_cell(t, x, h, c, w, u, b):
    i, f, g, o = (t.nn.functional.linear(x, w, b) + t.nn.functional.linear(h, u)).chunk(4, 1)
    return t.sigmoid(o) * t.tanh(t.sigmoid(f) * c + t.sigmoid(i) * t.tanh(g))


CASES.add(
    "block lstm cell",
    lstm_cell,
    (64, 512),
    (64, 512),
    (64, 512),
    weight(2048, 512),
    weight(2048, 512),
    weight(2048),
    flops=4 * 64 * 512 * 2048,
)


def squeeze_and_excitation(t, x, a, b):
    hidden = t.nn.functional.silu(t.nn.functional.linear(x.mean((2, 3)), a))
    return x * t.sigmoid(t.nn.functional.linear(hidden, b))[:, :, None, None]


CASES.add(
    "block squeeze and excitation",
    squeeze_and_excitation,
    (4, 240, 28, 28),
    weight(10, 240),
    weight(240, 10),
)
CASES.add("block swiglu", lambda t, a, b: t.nn.functional.silu(a) * b, (256, 2048), (256, 2048))
