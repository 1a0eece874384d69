"""Whom Weir is compared with, on the same inputs in the same process: PyTorch, or NumPy where that is not installed.

A peer makes inputs, hands them to Weir, says what results must be (computed in f64) and how it computes them itself.
"""

import math

# The largest relative error of rounding.
UNIT = {"f64": 2.0**-53, "f32": 2.0**-24, "tf32": 2.0**-11, "f16": 2.0**-11, "bf16": 2.0**-8}
CHUNKS = 16  # of large tensors, which f64 would make too large


def bound(case, magnitude, largest):
    """How far an element of this magnitude may be off. Sums round to nearest at each step, in random directions; those
    of tensor cores, which 16-bit products use, cut."""
    unit = UNIT[case["dtype"]]
    sums = (16 if unit > UNIT["f32"] else 4) * math.sqrt(case["terms"]) * UNIT["f32"]
    cancelled = 2 * unit if case["roundings"] > 1 else 0
    return case["roundings"] * unit * magnitude + (sums + cancelled) * largest


def adamw(inputs, options, sqrt):
    results = []
    fix1 = 1 - options["beta1"] ** options["step"]
    fix2 = 1 - options["beta2"] ** options["step"]
    for p, g, m, v in zip(*[iter(inputs)] * 4):
        m = options["beta1"] * m + (1 - options["beta1"]) * g
        v = options["beta2"] * v + (1 - options["beta2"]) * g * g
        p = p * (1 - options["lr"] * options["decay"]) - options["lr"] * (m / fix1) / (sqrt(v / fix2) + options["eps"])
        results += [p, m, v]
    return results


def conv(np, inputs, options):
    x, w, bias = inputs
    low, stride = options["padding"], options["stride"]
    padded = np.pad(x, ((0, 0), (low, low), (low, low), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, w.shape[2:], (1, 2))[:, ::stride, ::stride]
    return np.maximum(np.einsum("nhwcij,ocij->nhwo", windows, w, optimize=True) + bias, 0)


class NumPy:
    """For trying the run half where no PyTorch is."""

    def __init__(self, device):
        import numpy

        self.np, self.device, self.name = numpy, device, "NumPy " + numpy.__version__
        self.random = numpy.random.default_rng(1)

    def _to_bf16(self, x):
        bits = x.astype(self.np.float32).view(self.np.uint32)
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(self.np.uint16)

    def _from_bf16(self, bits):
        return (bits.astype(self.np.uint32) << 16).view(self.np.float32)

    def make(self, one):
        if "below" in one:
            return self.random.integers(0, one["below"], one["shape"], dtype="int64")
        x = self.random.uniform(one["low"], one["high"], one["shape"])
        return self._from_bf16(self._to_bf16(x)) if one["dtype"] == "bf16" else x.astype("float" + one["dtype"][1:])

    def place(self, x, dtype):
        tensor = self.device.tensor(dtype, x.shape)
        tensor.write((self._to_bf16(x) if dtype == "bf16" else x).tobytes())
        return tensor

    def worst(self, case, inputs, results):
        """The largest error of Weir's results, as a part of what is allowed; infinite where there is no number."""
        worst = 0.0
        wide = [x if x.dtype.kind == "i" else x.astype("float64") for x in inputs]
        for tensor, wanted in zip(results, self.compute(case, wide)):
            kind = {"bf16": "uint16", "i64": "int64"}.get(tensor.dtype, "float" + tensor.dtype[1:])
            got = self.np.frombuffer(tensor.read(), kind)
            got = (self._from_bf16(got) if tensor.dtype == "bf16" else got).reshape(tensor.shape).astype("float64")
            worst = max(worst, self._part(case, got, wanted))
        return worst

    def _part(self, case, got, wanted):
        error = self.np.abs(got - wanted)
        magnitude = self.np.abs(wanted)
        allowed = bound(case, magnitude, magnitude.max())
        part = self.np.where(error == 0, 0.0, error / self.np.maximum(allowed, 1e-300))
        return float(part.max()) if self.np.isfinite(part).all() else math.inf

    def compute(self, case, inputs):
        np, options = self.np, case["options"]
        dims = tuple(options.get("dims", ()))
        if case["reference"] == "chain":
            x, a, b, c = inputs
            return [np.maximum(x * a + b, 0) * np.exp(-c)]
        if case["reference"] == "softmax":
            e = np.exp(inputs[0] - inputs[0].max(1, keepdims=True))
            return [e / e.sum(1, keepdims=True)]
        if case["reference"] in ("sum", "max"):
            return [getattr(inputs[0], case["reference"])(dims)]
        if case["reference"] == "transpose":
            return [np.ascontiguousarray(inputs[0].T)]
        if case["reference"] == "rows_at":
            return [inputs[0][inputs[1]]]
        if case["reference"] == "adamw":
            return adamw(inputs, options, np.sqrt)
        if case["reference"] == "conv":
            return [conv(np, inputs, options)]
        y = inputs[0] @ (inputs[1].T if options["transpose_b"] else inputs[1])
        return [np.maximum(y + inputs[2], 0) if options["epilogue"] else y]

    def contenders(self, case, inputs, compiles):
        return {"numpy": lambda: self.compute(case, inputs)}

    def copy(self, elements):
        x = self.np.ones(elements, "float32")
        y = self.np.empty_like(x)
        return lambda: self.np.copyto(y, x)

    def synchronize(self):
        pass

    def release(self):
        pass


class PyTorch:
    def __init__(self, device, place):
        import torch

        self.torch, self.device, self.where = torch, device, torch.device(place)
        self.name = "PyTorch " + torch.__version__
        self.dtypes = {
            "f64": torch.float64,
            "f32": torch.float32,
            "f16": torch.float16,
            "bf16": torch.bfloat16,
            "i64": torch.int64,
        }
        torch.manual_seed(1)
        self.compile_error = ""

    def make(self, one):
        torch = self.torch
        if "below" in one:
            return torch.randint(0, one["below"], one["shape"], device=self.where)
        x = torch.empty(one["shape"], dtype=self.dtypes[one["dtype"]], device=self.where)
        return x.uniform_(one["low"], one["high"])

    def place(self, x, dtype):
        """The very memory: Weir uses the GPU's primary context, as PyTorch does."""
        self.synchronize()
        return self.device.borrow(x.data_ptr(), dtype, list(x.shape), None, x)

    def worst(self, case, inputs, results):
        worst = 0.0
        for i, tensor in enumerate(results):
            got = self.torch.empty(tensor.shape, dtype=self.dtypes[tensor.dtype], device=self.where)
            target = self.place(got, tensor.dtype)
            self.device.runtime.tensor_copy(tensor.handle, target.handle)
            self.device.synchronize()
            wanted = self._wanted(case, inputs, i)
            largest = float(wanted.abs().max())
            rows = got.shape[0] if got.dim() else 1
            step = max(1, rows // CHUNKS)
            for first in range(0, rows, step):
                part = slice(first, first + step) if got.dim() else Ellipsis
                worst = max(worst, self._part(case, got[part], wanted[part], largest))
        return worst

    def _wanted(self, case, inputs, result):
        if case["reference"] == "adamw":  # one parameter at a time
            first, case = 4 * (result // 3), dict(case)
            inputs, result = inputs[first : first + 4], result % 3
        wide = [x.double() if x.is_floating_point() else x for x in inputs]
        return self.compute(case, wide)[result]

    def _part(self, case, got, wanted, largest):
        error = (got.double() - wanted).abs()
        part = error / bound(case, wanted.abs(), largest).clamp_min(1e-300) if error.any() else error
        part = part.masked_fill(error == 0, 0.0)
        return float(part.max()) if bool(part.isfinite().all()) else math.inf

    def compute(self, case, inputs):
        torch, options = self.torch, case["options"]
        if case["reference"] == "chain":
            x, a, b, c = inputs
            return [torch.relu(x * a + b) * torch.exp(-c)]
        if case["reference"] == "softmax":
            return [torch.softmax(inputs[0], 1)]
        if case["reference"] == "sum":
            return [inputs[0].sum(options["dims"])]
        if case["reference"] == "max":
            return [inputs[0].amax(options["dims"])]
        if case["reference"] == "transpose":
            return [inputs[0].t().contiguous()]
        if case["reference"] == "rows_at":
            return [inputs[0].index_select(0, inputs[1])]
        if case["reference"] == "adamw":
            return adamw(inputs, options, torch.sqrt)
        if case["reference"] == "conv":
            # The same memory with the channels in front is what PyTorch calls channels_last.
            x, w, bias = inputs
            y = torch.nn.functional.conv2d(x.permute(0, 3, 1, 2), w, bias, options["stride"], options["padding"])
            return [torch.relu(y).permute(0, 2, 3, 1)]
        b = inputs[1].t() if options["transpose_b"] else inputs[1]
        return [torch.relu(torch.addmm(inputs[2], inputs[0], b)) if options["epilogue"] else inputs[0] @ b]

    def contenders(self, case, inputs, compiles):
        """cuBLAS is what eager products call, cuDNN what eager convolutions do."""
        backends = self.torch.backends
        backends.cuda.matmul.allow_tf32 = backends.cudnn.allow_tf32 = case["dtype"] == "tf32"
        backends.cudnn.benchmark = True
        found = {"eager": self._optimizer(case, inputs) or (lambda: self.compute(case, inputs))}
        if compiles:
            compiled = self._compiled(case, inputs)
            if compiled:
                found["compiled"] = compiled
        return found

    def _optimizer(self, case, inputs):
        if case["reference"] != "adamw" or self.where.type != "cuda":
            return None
        torch, options, parameters = self.torch, case["options"], []
        for p, g, _, _ in zip(*[iter(inputs)] * 4):
            parameters.append(torch.nn.Parameter(p.clone()))
            parameters[-1].grad = g
        optimizer = torch.optim.AdamW(
            parameters,
            lr=options["lr"],
            betas=(options["beta1"], options["beta2"]),
            eps=options["eps"],
            weight_decay=options["decay"],
            fused=True,
        )
        return optimizer.step

    def _compiled(self, case, inputs):
        """None, with the reason kept, where the machine has nothing to compile with."""
        try:
            self.torch._dynamo.reset()
            function = self.torch.compile(lambda *given: self.compute(case, given), dynamic=False)
            function(*inputs)
        except Exception as error:
            self.compile_error = "%s: %s" % (type(error).__name__, str(error).strip().splitlines()[0][:200])
            return None
        return lambda: function(*inputs)

    def copy(self, elements):
        x = self.torch.ones(elements, device=self.where)
        y = self.torch.empty_like(x)
        return lambda: y.copy_(x)

    def synchronize(self):
        if self.where.type == "cuda":
            self.torch.cuda.synchronize()

    def release(self):
        if self.where.type == "cuda":
            self.torch.cuda.empty_cache()


def peer_for(device, kind):
    """PyTorch where it can use the device's memory."""
    try:
        import torch
    except ImportError:
        return NumPy(device)
    if kind == "cuda" and not torch.cuda.is_available():
        return NumPy(device)
    return PyTorch(device, "cuda" if kind == "cuda" else "cpu")
