"""What is measured: for each case a job as IR, what its inputs are, and what it must move and compute at least.

A case is a dict that goes to the run half as JSON. Its key `reference` names a function of peers.py, `terms` is the
length of the longest sum, `roundings` how many results of the case's dtype (or tf32) an element goes through.
"""

SIZE = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i64": 8}


def tensor(shape, dtype):
    return "tensor<%s>" % "x".join([str(size) for size in shape] + [dtype])


def count(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def uniform(shape, dtype, low=-1.0, high=1.0):
    return {"shape": list(shape), "dtype": dtype, "low": low, "high": high}


def indices(shape, size):
    return {"shape": list(shape), "dtype": "i64", "below": size}


def job(inputs, results, lines):
    """A job whose inputs are %0, %1, …; the last value that a line names %y, %y1, … is returned."""
    arguments = ", ".join("%%%d: %s" % (i, tensor(one["shape"], one["dtype"])) for i, one in enumerate(inputs))
    types = ", ".join(tensor(shape, dtype) for shape, dtype in results)
    names = ", ".join("%%y%d" % i for i in range(len(results)))
    body = "\n  ".join(lines)
    return "func.func @job(%s) -> (%s) attributes {weir.job} {\n  %s\n  return %s : %s\n}\n" % (
        arguments,
        types,
        body,
        names,
        types,
    )


def case(name, reference, inputs, results, lines, dtype, flops=0, terms=0, roundings=1, **options):
    moved = sum(count(one["shape"]) * SIZE[one["dtype"]] for one in inputs)
    moved += sum(count(shape) * SIZE[element] for shape, element in results)
    return {
        "name": name,
        "reference": reference,
        "inputs": inputs,
        "results": [list(result) for result in results],
        "text": job(inputs, results, lines),
        "dtype": dtype,
        "bytes": moved,
        "flops": flops,
        "terms": terms,
        "roundings": roundings,
        "options": options,
    }


def binary(name, op, lhs, rhs, type_):
    return "%%%s = weir.%s %%%s, %%%s : (%s, %s) -> %s" % (name, op, lhs, rhs, type_, type_, type_)


def unary(name, op, x, type_):
    return "%%%s = weir.%s %%%s : (%s) -> %s" % (name, op, x, type_, type_)


def chain(elements, dtype):
    shape = [elements]
    t = tensor(shape, dtype)
    lines = [
        binary("p", "mul", "0", "1", t),
        binary("s", "add", "p", "2", t),
        unary("r", "relu", "s", t),
        unary("n", "neg", "3", t),
        unary("e", "exp", "n", t),
        binary("y0", "mul", "r", "e", t),
    ]
    inputs = [uniform(shape, dtype) for _ in range(4)]
    return case("relu(x a + b) exp(-c) %s" % dtype, "chain", inputs, [(shape, dtype)], lines, dtype, roundings=8)


def rows(name, op, x, y, shape, dtype):
    return "%%%s = weir.%s %%%s {dims = array<i64: 1>} : (%s) -> %s" % (
        y,
        op,
        x,
        tensor(shape, dtype),
        tensor(shape[:1], dtype),
    )


def spread(x, y, shape, dtype):
    return "%%%s = weir.broadcast %%%s {dims = array<i64: 0>} : %s -> %s" % (
        y,
        x,
        tensor(shape[:1], dtype),
        tensor(shape, dtype),
    )


def softmax(shape, dtype):
    t = tensor(shape, dtype)
    lines = [
        rows("", "reduce_max", "0", "m", shape, dtype),
        spread("m", "mb", shape, dtype),
        binary("d", "sub", "0", "mb", t),
        unary("e", "exp", "d", t),
        rows("", "reduce_sum", "e", "s", shape, dtype),
        spread("s", "sb", shape, dtype),
        binary("y0", "div", "e", "sb", t),
    ]
    inputs = [uniform(shape, dtype, -4.0, 4.0)]
    name = "softmax %dx%d %s" % (shape[0], shape[1], dtype)
    return case(name, "softmax", inputs, [(shape, dtype)], lines, dtype, terms=shape[1], roundings=12)


def reduction(kind, shape, dtype, dims):
    result = [size for dim, size in enumerate(shape) if dim not in dims]
    line = "%%y0 = weir.reduce_%s %%0 {dims = array<i64: %s>} : (%s) -> %s" % (
        kind,
        ", ".join(map(str, dims)),
        tensor(shape, dtype),
        tensor(result, dtype),
    )
    terms = count([shape[dim] for dim in dims]) if kind == "sum" else 0
    of = "all" if len(dims) == 2 else "rows" if dims == [1] else "columns"
    name = "%s of %s %dx%d %s" % (kind, of, shape[0], shape[1], dtype)
    # Of one sign, so that an error in proportion to the terms is one in proportion to the sum.
    inputs = [uniform(shape, dtype, 0.0, 1.0)]
    return case(name, kind, inputs, [(result, dtype)], [line], dtype, terms=terms, dims=dims)


def transpose(shape, dtype):
    result = shape[::-1]
    line = "%%y0 = weir.transpose %%0 {permutation = array<i64: 1, 0>} : (%s) -> %s" % (
        tensor(shape, dtype),
        tensor(result, dtype),
    )
    name = "transpose %dx%d %s" % (shape[0], shape[1], dtype)
    return case(name, "transpose", [uniform(shape, dtype)], [(result, dtype)], [line], dtype, roundings=0)


def gather_rows(table, picked, dtype):
    """An embedding: whole rows by one index each."""
    result = [picked, table[1]]
    lines = [
        "%%i = weir.broadcast %%1 {dims = array<i64: 0>} : %s -> %s" % (tensor([picked], "i64"), tensor(result, "i64")),
        "%%y0 = weir.gather %%0, %%i {dim = 0 : i64} : (%s, %s) -> %s"
        % (tensor(table, dtype), tensor(result, "i64"), tensor(result, dtype)),
    ]
    inputs = [uniform(table, dtype), indices([picked], table[0])]
    one = case(
        "gather %d rows of %d %s" % (picked, table[1], dtype),
        "rows_at",
        inputs,
        [(result, dtype)],
        lines,
        dtype,
        roundings=0,
    )
    one["bytes"] = 2 * count(result) * SIZE[dtype] + picked * 8
    return one


def adamw(sizes):
    """One step over several parameters; its peer changes them in place, which moves as many bytes."""
    inputs, results, lines = [], [], []
    numbers = {"lr": 1e-3, "beta1": 0.9, "beta2": 0.999, "eps": 1e-8, "decay": 0.01, "step": 10.0}
    s = tensor([], "f32")
    for name, value in numbers.items():
        lines.append("%%%s = weir.constant dense<%.9e> : %s -> %s" % (name, value, s, s))
    for i, size in enumerate(sizes):
        t = tensor([size], "f32")
        inputs += [uniform([size], "f32")] * 3 + [uniform([size], "f32", 0.1, 1.0)]
        results += [([size], "f32")] * 3
        given = ", ".join(["%%%d" % (4 * i + k) for k in range(4)] + ["%" + name for name in numbers])
        types = ", ".join([t] * 4 + [s] * 6)
        lines.append(
            "%%y%d, %%y%d, %%y%d = weir.adamw_update %s : (%s) -> (%s, %s, %s)"
            % (3 * i, 3 * i + 1, 3 * i + 2, given, types, t, t, t)
        )
    name = "adamw, %d parameters, %d elements" % (len(sizes), sum(sizes))
    return case(name, "adamw", inputs, results, lines, "f32", roundings=64, **numbers)


def matmul(m, n, k, precision, transpose_b=False, epilogue=False):
    """In tf32 operands are f32, and lose bits."""
    dtype = "f32" if precision == "tf32" else precision
    a, b, y = [m, k], [n, k] if transpose_b else [k, n], [m, n]
    t = tensor(y, dtype)
    attributes = ["transpose_b"] * transpose_b + ["allow_tf32"] * (precision == "tf32")
    lines = [
        "%%%s = weir.matmul %%0, %%1 {%s} : (%s, %s) -> %s"
        % ("p" if epilogue else "y0", ", ".join(attributes), tensor(a, dtype), tensor(b, dtype), t)
    ]
    inputs = [uniform(a, dtype), uniform(b, dtype)]
    if epilogue:
        inputs.append(uniform([n], dtype))
        lines += [
            "%%bias = weir.broadcast %%2 {dims = array<i64: 1>} : %s -> %s" % (tensor([n], dtype), t),
            binary("s", "add", "p", "bias", t),
            unary("y0", "relu", "s", t),
        ]
    name = "matmul %dx%dx%d %s" % (m, n, k, precision) + " bT" * transpose_b + " bias relu" * epilogue
    options = {"transpose_b": transpose_b, "epilogue": epilogue}
    roundings = 1 if precision != "tf32" and not epilogue else 2
    work = {"flops": 2 * m * n * k, "terms": k, "roundings": roundings}
    return case(name, "matmul", inputs, [(y, dtype)], lines, precision, **work, **options)


def conv(batch, extent, channels, columns, window, stride, dtype):
    """relu(conv(x, w) + bias) as in a network with channels last, padded so that windows are centred."""
    low = window // 2
    windows = (extent + 2 * low - window) // stride + 1
    x, w, y = [batch, extent, extent, channels], [columns, channels, window, window], [batch, windows, windows, columns]
    t = tensor(y, dtype)
    both = ", ".join("%s = array<i64: %d, %d>" % (name, value, value) for name, value in (
        ("strides", stride), ("padding_low", low), ("padding_high", low), ("dilations", 1)
    ))
    lines = [
        "%%p = weir.conv %%0, %%1 {channels_last, %s} : (%s, %s) -> %s" % (both, tensor(x, dtype), tensor(w, dtype), t),
        "%%bias = weir.broadcast %%2 {dims = array<i64: 3>} : %s -> %s" % (tensor([columns], dtype), t),
        binary("s", "add", "p", "bias", t),
        unary("y0", "relu", "s", t),
    ]
    terms = channels * window * window
    name = "conv %dx%dx%d, %d to %d, %dx%d by %d %s" % (
        batch, extent, extent, channels, columns, window, window, stride, dtype
    )
    inputs = [uniform(x, dtype), uniform(w, dtype), uniform([columns], dtype)]
    work = {"flops": 2 * count(y) * terms, "terms": terms, "roundings": 3}
    return case(name, "conv", inputs, [(y, dtype)], lines, dtype, stride=stride, padding=low, **work)


# Image, channels, columns, window, stride: the stem of ResNet-50, the layers of one block of each stage, a shortcut.
RESNET50 = (
    (224, 3, 64, 7, 2),
    (56, 256, 64, 1, 1),
    (56, 64, 64, 3, 1),
    (28, 512, 128, 1, 1),
    (28, 128, 128, 3, 1),
    (14, 1024, 256, 1, 1),
    (14, 256, 256, 3, 1),
    (7, 512, 512, 3, 1),
    (7, 512, 2048, 1, 1),
    (56, 256, 512, 1, 2),
)
SMALL_LAYERS = ((9, 3, 8, 7, 2), (5, 16, 24, 3, 1), (5, 16, 24, 1, 2))


def cases(small):
    """All of them; `small` ones run in seconds on a simulated GPU and have the same forms."""
    n = 32 if small else 4096
    elements = 3000 if small else 1 << 26
    wide = [24, 200] if small else [16384, 4096]
    square = [70, 90] if small else [8192, 8192]
    table, picked = ([100, 40], 60) if small else ([50000, 1024], 65536)
    one_element = dict(chain(1, "f32"), name="one element: what a call costs")
    return (
        [one_element]
        + [chain(elements, dtype) for dtype in ("f32", "bf16")]
        + [softmax(wide, dtype) for dtype in ("f32", "bf16")]
        + [softmax([6, 1500] if small else [1024, 131072], "f32")]
        + [reduction("sum", wide, dtype, [1]) for dtype in ("f32", "bf16")]
        + [reduction("sum", wide, "f32", dims) for dims in ([0], [0, 1])]
        + [reduction("max", wide, "f32", [1])]
        + [transpose(square, dtype) for dtype in ("f32", "bf16")]
        + [gather_rows(table, picked, dtype) for dtype in ("f32", "bf16")]
        + [adamw([50, 1000, 333] if small else [1 << 24, 1 << 24, 1 << 22, 4096, 1000, 33])]
        + [matmul(n, n, n, dtype) for dtype in ("bf16", "f16", "tf32", "f32")]
        + [matmul(2 * n, 2 * n, 2 * n, "bf16")]
        + [matmul(n, n, n, "bf16", transpose_b=True), matmul(n, n, n, "bf16", epilogue=True)]
        + [matmul(n - 1, n - 3, n + 1, dtype) for dtype in ("bf16", "f32")]
        + [matmul(16, 2 * n, 2 * n, "bf16")]
        + [conv(2 if small else 64, *layer, "bf16") for layer in (SMALL_LAYERS if small else RESNET50)]
        + [conv(2 if small else 64, *layer, "f32") for layer in (SMALL_LAYERS[1:2] if small else RESNET50[4:5])]
    )
