"""Which function of Weir an entry of OpInfo is about. Names that agree are found by themselves."""

import inspect

import weir as flow

# Entries under another name there. An entry's variant, behind ":", has the function of its name.
NAMES = {
    "_upsample_bilinear2d_aa": None,
    "alias_copy": "clone",
    "fill": "Tensor.fill_",
    "nn.functional.batch_norm_without_cudnn": "nn.functional.batch_norm",
    "slice": None,  # of one dimension in PyTorch, of all in OneFlow
    "split_with_sizes": "split",
    "split_with_sizes_copy": "split",
    "unsafe_chunk": "chunk",
    "unsafe_split": "split",
}

# Entries that call the function with their arguments in another order.
ORDERS = {
    "where": (1, 0, 2),
    "einsum": (1, 0),
    "nn.functional.embedding": (1, 0),
    "nn.functional.embedding_bag": (1, 0),
}

# What PyTorch leaves undefined, or does by an error of its own: (entry, dtype, kind): the reason.
UNDEFINED = {
    ("byte", "float32", "reference"): "negative floats have no byte",
    ("byte", "float64", "reference"): "negative floats have no byte",
    ("byte", "float16", "reference"): "negative floats have no byte",
    ("byte", "bfloat16", "reference"): "negative floats have no byte",
    ("arange", "uint8", "sample"): "negative numbers have no byte",
    ("index_copy", "float32", "reference"): "which of several copies to one place counts is left open",
    ("index_copy", "float64", "reference"): "which of several copies to one place counts is left open",
    ("nn.functional.margin_ranking_loss", "uint8", "sample"): "PyTorch negates bytes before it converts them",
    ("nn.functional.margin_ranking_loss", "uint8", "reference"): "PyTorch negates bytes before it converts them",
    ("nn.functional.softmin:with_dtype", "uint8", "sample"): "PyTorch negates bytes before it converts them",
}
# Gradients in f64 for which PyTorch rounds a constant to f32, or ends a series after nine digits.
ROUNDED = ("nn.functional.hardsigmoid", "nn.functional.celu", "digamma")

# Entries whose positions of equal elements PyTorch leaves open.
UNORDERED = ("argsort", "sort", "topk", "msort", "kthvalue", "median", "nanmedian", "mode")


def _found(path):
    """The function with this path, a method where the package has none."""
    for home in (flow, flow.Tensor):
        value = home
        for part in path.split("."):
            value = inspect.getattr_static(value, part, None) if value is flow.Tensor else getattr(value, part, None)
        if isinstance(value, property):
            return value.fget
        if callable(value) and not inspect.isclass(value) and not inspect.ismodule(value):
            return value
    return None


def counterpart(entry):
    """The function, or None where Weir has none."""
    name = entry.split(":")[0]
    if name in NAMES:
        return _found(NAMES[name]) if NAMES[name] else None
    if name.startswith("_") and not name.startswith("__"):
        return None
    return _found(name) or (_found(name.removesuffix("_copy")) if name.endswith("_copy") else None)
