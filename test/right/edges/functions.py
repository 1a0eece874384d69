"""Which public functions there are, which of them are called with tensors, and what their parameters are: read from
the package's modules, its tensors' methods and the op records. Knows nothing of PyTorch."""

import inspect
import re
from dataclasses import dataclass
from pathlib import Path

import weir as flow
from weir._records import OPS

MODULES = {"": flow, "nn.functional.": flow.nn.functional, "linalg.": flow.linalg}
OPERATORS = {"__add__", "__and__", "__floordiv__", "__lshift__", "__matmul__", "__mod__", "__mul__", "__or__"}
OPERATORS |= {"__pow__", "__rshift__", "__sub__", "__truediv__", "__xor__"}
OPERATORS |= {f"__{prefix}{name[2:]}" for name in OPERATORS for prefix in "ri"}
OPERATORS |= {"__abs__", "__eq__", "__ge__", "__getitem__", "__gt__", "__invert__", "__le__", "__lt__", "__ne__"}
OPERATORS |= {"__neg__"}

NAMES_FILE = Path(__file__).parents[1] / "torch_names.txt"
PYTORCH_NAMES = {line.split()[0].rpartition(".")[2].removesuffix("_") for line in NAMES_FILE.read_text().splitlines()}

# Names of public modules that no edge value can be given to, or whose results none decides, and why.
LEFT_OUT = {
    "as_tensor|tensor|from_dlpack|from_numpy|Tensor.new_tensor": "makes a tensor of what is on the host",
    "(Tensor.)?(bernoulli|multinomial)|rand_like|randint_like|randn_like": "draws numbers",
    "(Tensor.)?nms": "asks for values: these decide sizes",
    "(Tensor.)?as_strided": "asks for places in memory, which values in graphs have none of",
    r"nn\.functional\.max_unpool[123]d": "of values for one place any may stand",
    "Tensor.(is_pinned|is_set_to|is_shared|storage|untyped_storage)": "asks for no number",
    "Tensor.set_": "says in which memory a tensor is",
    "Tensor.share_memory_": "is refused",
    "Tensor.(squeeze|swapaxes|swapdims|t|transpose|unsqueeze)_": "refused for a graph's arguments, whose shape stays",
    "Tensor.(bernoulli|geometric|normal|uniform)_": "draws numbers",
    "nn.functional.(dropout[123]?d?|(feature_)?alpha_dropout|gumbel_softmax|rrelu)": "draws numbers",
    "empty_like|Tensor.new_empty": "has the numbers that are in memory",
    "(Tensor.)?(argwhere|masked_select|nonzero|unique|unique_consecutive)": "refused in graphs: values decide sizes",
    "call_on_host|grad|Tensor.backward": "is called with functions, or with what others have computed",
    r"Tensor.(register_\w*hook|retain_grad)": "says what happens to gradients",
    "is_complex|is_floating_point|is_tensor|numel|result_type|get_device|is_inference": "asks for no number",
    "Tensor.(dim|element_size|get_device|is_contiguous|is_floating_point)": "asks for no number",
    "Tensor.(ndimension|nelement|numel|size|requires_grad_)": "asks for no number",
    "Tensor.(dim_order|is_complex|is_conj|is_neg|is_same_size|is_signed|stride|storage_offset)": "asks for no number",
    "(Tensor.)?is_nonzero|Tensor.(data_ptr|pin_memory)": "reads a tensor of the host",
    "Tensor.(new|type)": "makes a tensor of what is on the host",
    r"Tensor\.(fm(ax|in)|hardshrink|logaddexp2?|(max|min)imum|silu)_|hardshrink_|silu_": "PyTorch has none in place",
    r"nn\.functional\.(gelu|hard(shrink|sigmoid|swish)|logsigmoid|mish|relu6)_": "PyTorch has none in place",
    r"nn\.functional\.(sigmoid|silu|soft(plus|shrink|sign)|tanh|tanhshrink)_": "PyTorch has none in place",
    "Tensor.(bits|item|numpy|tolist)": "reads a tensor of the host",
    "Tensor.(cpu|cuda)": "says where a tensor is",
    "(Tensor.)?to_(global|local)": "says how ranks hold a tensor",
    "compare": "is eq, ne, lt, le, gt and ge, which are called",
    "slice": "is x[...] by OneFlow's name",
    "Tensor.__rmatmul__": "is x @ y with an array on the left",
    "(adaptive_)?avg_pool1d|max_pool[123]d|conv(_transpose)?[123]d|bilinear|celu": "is a function of nn.functional",
    "(batch|group|instance|layer|rms)_norm|embedding|pairwise_distance": "is a function of nn.functional",
    "(channel|pixel)_(un)?shuffle|cosine_similarity|pdist": "is a function of nn.functional",
    "(cosine_embedding|hinge_embedding|margin_ranking|triplet_margin)_loss": "is a function of nn.functional",
    "binary_cross_entropy_with_logits|kl_div": "is a function of nn.functional",
    "index_put_": "is a method of tensors",
    "(Tensor.)?lcm_?": "ends PyTorch's process by a division",
    "(feature_)?(alpha_)?dropout|normal|rrelu|poisson|binomial": "draws numbers",
    "nn.functional.ctc_loss": "has in PyTorch the gradients of what log_softmax is taken of",
    "broadcast_like|gather_nd|in_top_k|roi_align|scatter_nd|tensor_scatter_nd_update": "is OneFlow's",
    "Tensor.(gelu|mish|selu|softplus|softsign)|nn.functional.sparse_softmax_cross_entropy": "is OneFlow's",
    "Tensor.float_power_": "takes in PyTorch only what is float64 when it is compared in f64, too",
    "load|load_artifact|save|set_rng_state|synchronize": "concerns files and devices",
    "bfloat16_to_float32|float32_to_bfloat16": "takes arrays of NumPy",
    "nn.functional.triplet_margin_with_distance_loss": "takes a function",
}


@dataclass
class Parameter:
    name: str
    takes_tensor: bool
    takes_number: bool  # where a tensor may stand, too
    is_required: bool


def _operands(function):
    """The names of a generated function's tensors."""
    found = [op for op in OPS.values() if function.__name__.strip("_") in (op.name, op.python)]
    return {operand.name for op in found for operand in op.operands}


def parameters(function):
    """A function's parameters in order; none of those that stand for several."""
    is_generated = function.__module__.rpartition(".")[2] in ("_ops", "_functional_ops")
    operands = _operands(function) if is_generated else ()
    made = []
    for parameter in inspect.signature(function).parameters.values():
        kind, name = str(parameter.annotation), parameter.name
        is_operator = name in ("self", "lhs", "rhs", "other") and kind in ("Any", str(inspect.Parameter.empty))
        is_listed = parameter.kind is parameter.VAR_POSITIONAL and name in ("tensors", "operands")
        takes_tensor = "Tensor" in kind or "Operand" in kind or name in operands or name == "self" or is_operator
        takes_tensor |= is_listed
        takes_number = "Operand" in kind or (is_generated and takes_tensor) or is_operator
        is_required = parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
        if parameter.kind is not parameter.VAR_POSITIONAL or takes_tensor:
            made.append(Parameter(name, takes_tensor, takes_number, is_required))
    return made


def _is_own(function):
    return inspect.isroutine(function) and not function.__module__.endswith(("_dispatch", "_errors"))


def public():
    """{path: function} of all public functions, methods and operators that are called with tensors."""
    found = {}
    for prefix, module in MODULES.items():
        names = getattr(module, "__all__", None) or vars(module)
        given = {name: getattr(module, name) for name in names if not name.startswith("_")}
        found |= {prefix + name: value for name, value in given.items() if _is_own(value)}
    for name in dir(flow.Tensor):
        value = inspect.getattr_static(flow.Tensor, name)
        if inspect.isroutine(value) and (name in OPERATORS or not name.startswith("_")):
            found[f"Tensor.{name}"] = value
    return {path: value for path, value in sorted(found.items()) if path.startswith("Tensor.") or _takes_tensors(value)}


def _takes_tensors(function):
    return any(parameter.takes_tensor for parameter in parameters(function))


def _is_pytorch_s(path, function):
    """Whether PyTorch has the function, as it does all that no record alone says."""
    name = path.rpartition(".")[2]
    is_generated = function.__module__.rpartition(".")[2] in ("_ops", "_functional_ops")
    return not is_generated or name in OPERATORS or name.removesuffix("_") in PYTORCH_NAMES


def called(found):
    """The paths of those that are called with edge values, beside PyTorch."""
    left_out = [path for path in found if any(re.fullmatch(names, path) for names in LEFT_OUT)]
    return [path for path, function in found.items() if path not in left_out and _is_pytorch_s(path, function)]
