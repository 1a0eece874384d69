"""How functions are called that take more than tensors of one shape: a table of arguments. `n` is a size that may be 0
or 1. Runs where torch is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class T:
    """A tensor of the case's dtype; of other numbers that a function asks for."""

    shape: tuple
    numbers: str = "any"  # or "index" below `below`, "mask", "sign", "probability", "positive", "sorted"
    below: int = 0


def t(*shape, **facts):
    return T(shape, **facts)


def index(*shape, below):
    return T(shape, "index", below)


n = "n"
mask = t(n, 3, numbers="mask")
x, pair = t(n, 3), (t(n, 3), t(n, 3))
image, volume = t(n, 2, 4, 4), t(n, 1, 3, 3, 3)
at = index(2, below=4)
rows = t(4, 3)

# By the last name of a function's path, or the whole: its arguments, and keywords where the last one is a dict.
FORMS = {
    "mm": [(x, t(3, 2))],
    "bmm": [(t(n, 2, 3), t(n, 3, 2))],
    "matmul": [(t(n, 2, 3), t(3, 2)), (t(n, 3), t(3))],
    "__matmul__": [(x, t(3, 2))],
    "mv": [(x, t(3))],
    "dot": [(t(n), t(n))],
    "vdot": [(t(n), t(n))],
    "inner": [pair],
    "outer": [(t(n), t(3))],
    "ger": [(t(n), t(3))],
    "kron": [(t(n, 2), t(2, 2))],
    "cross": [(*pair, {"dim": -1})],
    "addmm": [(t(n, 2), x, t(3, 2))],
    "addmv": [(t(n), x, t(3))],
    "addr": [(x, t(n), t(3))],
    "addbmm": [(t(2, 2), t(n, 2, 3), t(n, 3, 2))],
    "baddbmm": [(t(n, 2, 2), t(n, 2, 3), t(n, 3, 2))],
    "chain_matmul": [(x, t(3, 2), t(2, 2))],
    "multi_dot": [([x, t(3, 2), t(2, 2)],)],
    "matrix_power": [(t(n, 2, 2), 3), (t(n, 2, 2), 5)],
    "matrix_norm": [(t(n, 2, 3),), (t(n, 2, 3), 1)],
    "vecdot": [pair],
    "vander": [(t(n),)],
    "tensordot": [(x, t(3, 2), 1)],
    "einsum": [([x, t(3, 2)], "nk,km->nm")],
    "where": [(x, mask, x)],
    "moveaxis": [(x, 0, 1)],
    "diagonal_scatter": [(t(3, 3), t(3))],
    "select_scatter": [(t(2, 3), t(3), 0, 1)],
    "split_with_sizes": [(rows, [1, 3])],
    "unsafe_split_with_sizes": [(rows, [1, 3])],
    "unsafe_split": [(rows, 3)],
    "unsafe_chunk": [(rows, 3)],
    "dsplit": [(t(n, 2, 4), 2)],
    "narrow_copy": [(rows, 0, 1, 2)],
    "sum_to_size": [(t(2, 3), 1, 3)],
    "renorm": [(x, 2, 0, 1.0)],
    "bilinear": [(x, t(n, 2), t(4, 3, 2), t(4))],
    "unravel_index": [(index(4, below=6), (2, 3))],
    "cdist": [(x, t(2, 3))],
    "pairwise_distance": [pair],
    "cosine_similarity": [pair],
    "linear": [(x, t(2, 3), t(2))],
    "conv1d": [(t(n, 2, 5), t(3, 2, 3), t(3))],
    "conv2d": [(image, t(3, 2, 3, 3), t(3), {"padding": 1})],
    "conv3d": [(volume, t(2, 1, 2, 2, 2), t(2))],
    "conv_transpose1d": [(t(n, 2, 4), t(2, 3, 3), t(3))],
    "conv_transpose2d": [(t(n, 2, 3, 3), t(2, 2, 2, 2), t(2), {"stride": 2})],
    "conv_transpose3d": [(t(n, 1, 2, 2, 2), t(1, 2, 2, 2, 2), t(2))],
    "avg_pool1d": [(t(n, 2, 6), 2), (t(n, 2, 5), 3, {"padding": 1})],
    "avg_pool2d": [(image, 2)],
    "avg_pool3d": [(volume, 2)],
    "max_pool1d": [(t(n, 2, 6), 2), (t(n, 2, 5), 3, {"padding": 1})],
    "max_pool2d": [(image, 2)],
    "max_pool3d": [(volume, 2)],
    "adaptive_avg_pool1d": [(t(n, 2, 5), 2)],
    "adaptive_avg_pool2d": [(image, (3, 2))],
    "adaptive_avg_pool3d": [(volume, 2)],
    "adaptive_max_pool1d": [(t(n, 2, 5), 2)],
    "adaptive_max_pool2d": [(image, (3, 2))],
    "adaptive_max_pool3d": [(volume, 2)],
    "adaptive_max_pool1d_with_indices": [(t(n, 2, 5), 2)],
    "adaptive_max_pool2d_with_indices": [(image, (3, 2))],
    "adaptive_max_pool3d_with_indices": [(volume, 2)],
    "max_pool1d_with_indices": [(t(n, 2, 6), 2)],
    "max_pool2d_with_indices": [(image, 2)],
    "max_pool3d_with_indices": [(volume, 2)],
    "channel_shuffle": [(t(n, 4, 3), 2)],
    "upsample": [(t(n, 1, 3, 3), {"scale_factor": 2})],
    "upsample_bilinear": [(t(n, 1, 3, 3), {"scale_factor": 2})],
    "upsample_nearest": [(t(n, 1, 3, 3), {"scale_factor": 2})],
    "local_response_norm": [(t(n, 4, 3), 3)],
    "batch_norm": [
        (t(n, 3, 4), None, None, t(3), t(3), True),
        (t(n, 3), t(3), t(3, numbers="positive"), t(3), t(3)),
    ],
    "instance_norm": [(t(n, 2, 4),)],
    "group_norm": [(t(n, 4, 3), 2, t(4), t(4))],
    "layer_norm": [(t(n, 4), (4,), t(4), t(4))],
    "rms_norm": [(t(n, 4), (4,), t(4))],
    "embedding": [(t(4, 2), index(n, 3, below=4))],
    "embedding_bag": [(t(4, 2), index(n, 3, below=4))],
    "one_hot": [(index(n, below=4), 4)],
    "cross_entropy": [(t(n, 4), index(n, below=4)), (t(n, 4), index(n, below=4), {"reduction": "none"})],
    "nll_loss": [(t(n, 4), index(n, below=4)), (t(n, 4), index(n, below=4), {"reduction": "none"})],
    "multi_margin_loss": [(t(n, 4), index(n, below=4))],
    "multilabel_margin_loss": [(x, index(n, 3, below=3))],
    "multilabel_soft_margin_loss": [(x, t(n, 3, numbers="probability"))],
    "cosine_embedding_loss": [(*pair, t(n, numbers="sign"))],
    "hinge_embedding_loss": [(t(n), t(n, numbers="sign"))],
    "margin_ranking_loss": [(t(n), t(n), t(n, numbers="sign"))],
    "soft_margin_loss": [(t(n), t(n, numbers="sign"))],
    "gaussian_nll_loss": [(x, x, t(n, 3, numbers="positive"))],
    "triplet_margin_loss": [(x, x, x)],
    "nn.functional.fold": [(t(n, 8, 4), (3, 3), 2)],
    "nn.functional.unfold": [(t(n, 2, 3, 3), 2)],
    "Tensor.unfold": [(x, 1, 2, 1)],
    "grid_sample": [(t(n, 1, 3, 3), t(n, 2, 2, 2), {"align_corners": False})],
    "affine_grid": [(t(n, 2, 3), (n, 1, 2, 2), {"align_corners": False})],
    "interpolate": [
        (t(n, 1, 3, 3), {"scale_factor": 2}),
        (t(n, 1, 3, 3), {"scale_factor": 2, "mode": "bilinear", "align_corners": False}),
    ],
    "pad": [(x, (1, 1)), (x, (1, 1), "reflect")],
    "pixel_shuffle": [(t(n, 4, 2, 2), 2)],
    "pixel_unshuffle": [(t(n, 1, 4, 4), 2)],
    "lp_pool1d": [(t(n, 1, 4), 2, 2)],
    "lp_pool2d": [(t(n, 1, 2, 4), 2, 2)],
    "lp_pool3d": [(t(n, 1, 2, 2, 2), 2, 2)],
    "pdist": [(t(4, 3),)],
    "conv_tbc": [(t(5, n, 2), t(3, 2, 3), t(3), 1)],
    "prelu": [(t(n, 2), t(2))],
    "threshold": [(x, 0.5, 2.0)],
    "scaled_dot_product_attention": [(t(n, 2, 3), t(n, 2, 3), t(n, 2, 3))],
    "multi_head_attention_forward": [
        (*[t(3, n, 4)] * 3, 4, 2, t(12, 4), t(12), None, None, False, 0.0, t(4, 4), t(4)),
    ],
    "gather": [(rows, 0, index(2, 3, below=4))],
    "scatter": [(rows, 0, index(2, 3, below=4), t(2, 3))],
    "scatter_add": [(rows, 0, index(2, 3, below=4), t(2, 3))],
    "scatter_reduce": [
        (rows, 0, index(2, 3, below=4), t(2, 3), "amax"),
        (rows, 0, index(2, 3, below=4), t(2, 3), "prod"),
    ],
    "index_add": [(rows, 0, at, t(2, 3))],
    "index_copy": [(rows, 0, at, t(2, 3))],
    "index_fill": [(rows, 0, at, 1)],
    "index_put": [(rows, (at,), t(2, 3))],
    "index_select": [(rows, 0, at)],
    "put": [(x, at, t(2))],
    "take": [(rows, at)],
    "take_along_dim": [(rows, index(2, 3, below=4), 0)],
    "fill_diagonal": [(t(2, 3), 1)],
    "masked_fill": [(x, mask, 1)],
    "masked_scatter": [(x, mask, x)],
    "searchsorted": [(t(5, numbers="sorted"), t(n))],
    "bucketize": [(t(n), t(5, numbers="sorted"))],
    "isin": [(x, t(2))],
    "bincount": [(index(n, below=4),)],
    "quantile": [(x, 0.25, {"dim": 1})],
    "nanquantile": [(x, 0.25, {"dim": 1})],
    "kthvalue": [(x, 2)],
    "topk": [(x, 2)],
    "histc": [(t(n), 4, -2, 2)],
    "histogram": [(t(n), 4, {"range": (-2.0, 2.0)})],
    "corrcoef": [(t(2, 4),)],
    "cov": [(t(2, 4),)],
    "gradient": [(t(5),)],
    "fake_quantize_per_tensor_affine": [(x, 0.1, 0, 0, 255)],
    "concatenate": [([x, x],)],
    "linalg.norm": [(x,), (x, 1, {"dim": 1})],
    "reshape": [(t(n, 6), (n, 2, 3))],
    "view": [(t(n, 6), (n, 2, 3))],
    "reshape_as": [(x, t(3, n))],
    "view_as": [(x, t(3, n))],
    "expand": [(t(n, 1), (n, 3))],
    "expand_as": [(t(n, 1), x)],
    "broadcast_to": [(t(n, 1), (n, 3))],
    "broadcast_tensors": [(t(n, 1), t(3))],
    "meshgrid": [(t(n), t(3), {"indexing": "ij"})],
    "repeat": [(x, (2, 2))],
    "tile": [(x, (2, 2))],
    "permute": [(x, (1, 0))],
    "movedim": [(x, 0, 1)],
    "swapaxes": [(x, 0, 1)],
    "swapdims": [(x, 0, 1)],
    "transpose": [(x, 0, 1)],
    "t": [(x,)],
    "unflatten": [(t(n, 4), 1, (2, 2))],
    "unsqueeze": [(x, 1)],
    "squeeze": [(t(n, 1),)],
    "select": [(x, 1, 0)],
    "narrow": [(x, 1, 0, 2)],
    "split": [(x, 2, 1)],
    "chunk": [(x, 2, 1)],
    "tensor_split": [(x, 2, 1)],
    "hsplit": [(t(n, 4), 2)],
    "vsplit": [(t(4, n), 2)],
    "unbind": [(t(2, n),)],
    "roll": [(x, 1, 1)],
    "rot90": [(x,)],
    "flip": [(x, (0, 1))],
    "fliplr": [(x,)],
    "flipud": [(x,)],
    "diag": [(t(n),)],
    "diagonal": [(x,)],
    "triu": [(x,)],
    "tril": [(x,)],
    "repeat_interleave": [(x, 2, 1)],
    "stack": [([x, x],)],
    "full_like": [(x, 1)],
    "copy_": [(x, x)],
    "Tensor.fill_": [(x, 1)],
    "Tensor.new_full": [(x, (2, 2), 1)],
    "Tensor.new_ones": [(x, (2, 2))],
    "Tensor.new_zeros": [(x, (2, 2))],
    "Tensor.__getitem__": [(x, slice(0, 1)), (rows, at)],
}
FORMS |= {name: [([x, t(2, 3)],)] for name in ("cat", "concat", "row_stack", "vstack")}
FORMS |= {name: [([x, t(n, 2)],)] for name in ("hstack", "column_stack")}
FORMS |= {name: [([x, x],)] for name in ("dstack",)}
FORMS |= {name: [(x,)] for name in ("atleast_1d", "atleast_2d", "atleast_3d", "msort", "trapezoid", "trapz")}


def forms_of(path):
    """The table's entry for a function, a method, or one that writes to a tensor, as for what it is named after."""
    last = path.rpartition(".")[2]
    base = last if last.startswith("__") else last.removesuffix("_")
    return FORMS.get(path) or FORMS.get(last) or FORMS.get(base)
