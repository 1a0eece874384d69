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


def places():
    return flow.zeros(2, dtype=flow.int64)


def mask():
    return flow.ones(4, 6, dtype=flow.bool)


def heads(length=3, **options):
    """Attention of two heads: five sequences of this length and an embedding of 4."""
    x = flow.ones(length, 5, 4)
    given = {"in_proj_weight": flow.ones(12, 4), "in_proj_bias": flow.ones(12), "bias_k": None, "bias_v": None}
    given |= {"add_zero_attn": False, "dropout_p": 0.0, "out_proj_weight": flow.ones(4, 4)}
    given |= {"out_proj_bias": flow.ones(4)}
    return F.multi_head_attention_forward(x, x, x, 4, 2, **given | options)


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
    "less": [lambda: flow.less(matrix(), 1)],
    "less_equal": [lambda: flow.less_equal(matrix(), 1)],
    "equal": [lambda: flow.equal(matrix(), matrix()), lambda: flow.equal(matrix(), vector())],
    "allclose": [lambda: flow.allclose(matrix(), matrix()), lambda: flow.allclose(matrix(), matrix(), equal_nan=True)],
    "isin": [
        lambda: flow.isin(index(), places()),
        lambda: flow.isin(index(), 1, invert=True),
        lambda: flow.isin(1, places()),
    ],
    "subtract": [lambda: flow.subtract(matrix(), 1), lambda: flow.subtract(matrix(), matrix(), alpha=2)],
    "rsub": [lambda: flow.rsub(matrix(), 1), lambda: flow.rsub(matrix(), matrix(), alpha=2)],
    "ldexp": [lambda: flow.ldexp(matrix(), index()), lambda: flow.ldexp(matrix(), vector())],
    "float_power": [
        lambda: flow.float_power(matrix(), 3),
        lambda: flow.float_power(matrix(), vector()),
        lambda: flow.float_power(2, matrix()),
        lambda: flow.float_power(flow.ones(6, dtype=flow.float64), flow.ones(6, dtype=flow.float64)),
    ],
    "clamp_max": [lambda: flow.clamp_max(matrix(), 0.5), lambda: flow.clamp_max(matrix(), vector())],
    "clamp_min": [lambda: flow.clamp_min(matrix(), 0.5), lambda: flow.clamp_min(matrix(), vector())],
    "masked_fill": [lambda: matrix().masked_fill(mask(), 2.0)],
    "argmax": [lambda: matrix().argmax(), lambda: matrix().argmax(1, True)],
    "argmin": [lambda: matrix().argmin(), lambda: matrix().argmin(1, True)],
    "max": [lambda: matrix().max(), lambda: matrix().max(1), lambda: flow.max(matrix(), matrix())],
    "min": [lambda: matrix().min(), lambda: matrix().min(1), lambda: flow.min(matrix(), matrix())],
    "norm": [lambda: matrix().norm(), lambda: matrix().norm(3, 1, True)],
    "std": [lambda: matrix().std(), lambda: matrix().std(1, False)],
    "var": [lambda: matrix().var(), lambda: matrix().var(1, False)],
    "std_mean": [lambda: matrix().std_mean(), lambda: matrix().std_mean(1, False)],
    "var_mean": [lambda: matrix().var_mean(), lambda: matrix().var_mean(1, False)],
    "aminmax": [lambda: matrix().aminmax(), lambda: matrix().aminmax(dim=1, keepdim=True)],
    "dist": [lambda: flow.dist(matrix(), vector()), lambda: flow.dist(matrix(), matrix(), 1)],
    "renorm": [lambda: flow.renorm(matrix(), 2, 0, 1.0), lambda: flow.renorm(images(), 1, 1, 1.0)],
    "trace": [lambda: flow.trace(matrix())],
    "sum_to_size": [
        lambda: matrix().sum_to_size(1, 6),
        lambda: matrix().sum_to_size(6),
        lambda: matrix().sum_to_size(4, 6),
    ],
    "trapezoid": [
        lambda: flow.trapezoid(matrix()),
        lambda: flow.trapezoid(matrix(), dx=0.5, dim=0),
        lambda: flow.trapezoid(matrix(), vector()),
        lambda: flow.trapezoid(matrix(), matrix()),
    ],
    "trapz": [lambda: flow.trapz(matrix()), lambda: flow.trapz(matrix(), vector())],
    "median": [lambda: flow.median(matrix()), lambda: flow.median(matrix(), 1, True), lambda: flow.median(index())],
    "nanmedian": [lambda: flow.nanmedian(matrix()), lambda: flow.nanmedian(matrix(), 1)],
    "kthvalue": [lambda: flow.kthvalue(matrix(), 2), lambda: flow.kthvalue(matrix(), 2, 0, True)],
    "quantile": [
        lambda: flow.quantile(matrix(), 0.5),
        lambda: flow.quantile(matrix(), 0.5, 0, True, interpolation="nearest"),
        lambda: flow.quantile(matrix(), flow.ones(3), 1),
    ],
    "nanquantile": [lambda: flow.nanquantile(matrix(), 0.5), lambda: flow.nanquantile(matrix(), flow.ones(3), 0, True)],
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
    "addbmm": [lambda: flow.addbmm(flow.ones(4, 3), flow.ones(2, 4, 6), flow.ones(2, 6, 3), beta=0.5)],
    "addmv": [
        lambda: flow.addmv(flow.ones(4), matrix(), vector(), alpha=2),
        lambda: flow.addmv(flow.ones(()), matrix(), vector()),
    ],
    "addr": [lambda: flow.addr(matrix(), flow.ones(4), vector(), beta=0.5)],
    "vdot": [lambda: flow.vdot(vector(), vector())],
    "inner": [
        lambda: flow.inner(vector(), vector()),
        lambda: flow.inner(matrix(), matrix()),
        lambda: flow.inner(matrix(), vector()),
        lambda: flow.inner(matrix(), flow.ones(())),
    ],
    "outer": [lambda: flow.outer(vector(), vector())],
    "ger": [lambda: flow.ger(vector(), vector())],
    "kron": [lambda: flow.kron(matrix(), matrix()), lambda: flow.kron(matrix(), vector())],
    "cross": [
        lambda: flow.cross(flow.ones(4, 3), flow.ones(4, 3)),
        lambda: flow.cross(flow.ones(3, 1), flow.ones(3, 6), 0),
    ],
    "chain_matmul": [
        lambda: flow.chain_matmul(matrix(), flow.ones(6, 3)),
        lambda: flow.chain_matmul(matrix(), flow.ones(6, 3), flow.ones(3, 5)),
    ],
    "matrix_power": [
        lambda: flow.ones(4, 4).matrix_power(0),
        lambda: flow.ones(4, 4).matrix_power(1),
        lambda: flow.ones(4, 4).matrix_power(2),
        lambda: flow.ones(4, 4).matrix_power(3),
        lambda: flow.ones(2, 4, 4).matrix_power(5),
    ],
    "bilinear": [
        lambda: F.bilinear(matrix(), flow.ones(4, 3), flow.ones(5, 6, 3)),
        lambda: F.bilinear(matrix(), flow.ones(4, 3), flow.ones(5, 6, 3), flow.ones(5)),
    ],
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
    "cummax": [lambda: flow.cummax(matrix(), 1)],
    "cummin": [lambda: flow.cummin(matrix(), 1)],
    "logcumsumexp": [lambda: flow.logcumsumexp(matrix(), 1)],
    "cumulative_trapezoid": [
        lambda: flow.cumulative_trapezoid(matrix(), dx=0.5),
        lambda: flow.cumulative_trapezoid(matrix(), vector()),
    ],
    "diff": [
        lambda: flow.diff(matrix()),
        lambda: flow.diff(mask()),
        lambda: flow.diff(matrix(), 2, 0),
        lambda: flow.diff(matrix(), prepend=matrix(), append=matrix()),
    ],
    "sort": [lambda: flow.sort(matrix())],
    "argsort": [lambda: flow.argsort(matrix())],
    "msort": [lambda: flow.msort(matrix())],
    "topk": [lambda: flow.topk(matrix(), 2)],
    "searchsorted": [
        lambda: flow.searchsorted(vector(), matrix()),
        lambda: flow.searchsorted(matrix(), matrix(), side="right"),
        lambda: flow.searchsorted(vector(), 1.0),
        lambda: flow.searchsorted(matrix(), matrix(), sorter=index()),
        lambda: flow.searchsorted(vector(), matrix(), out_int32=True),
    ],
    "bucketize": [
        lambda: flow.bucketize(matrix(), vector()),
        lambda: flow.bucketize(1.0, vector(), right=True),
        lambda: flow.bucketize(matrix(), vector(), out_int32=True),
    ],
    "bincount": [
        lambda: flow.bincount(places(), minlength=3),
        lambda: flow.bincount(places(), flow.ones(2), minlength=3),
    ],
    "cat": [lambda: flow.cat([matrix(), matrix()], 1), lambda: flow.cat([matrix(), matrix(), matrix()])],
    "stack": [lambda: flow.stack([matrix(), matrix()], 1), lambda: flow.stack([matrix(), matrix(), matrix()], -1)],
    "block_diag": [lambda: flow.block_diag(matrix(), vector()), lambda: flow.block_diag(matrix())],
    "cartesian_prod": [lambda: flow.cartesian_prod(vector(), vector()), lambda: flow.cartesian_prod(vector())],
    "combinations": [
        lambda: flow.combinations(vector()),
        lambda: flow.combinations(vector(), 3, with_replacement=True),
    ],
    "diag_embed": [lambda: flow.diag_embed(matrix()), lambda: flow.diag_embed(matrix(), 1, 0, 2)],
    "diagflat": [lambda: flow.diagflat(matrix()), lambda: flow.diagflat(vector(), -1)],
    "flip": [lambda: flow.flip(matrix(), 0)],
    "fliplr": [lambda: flow.fliplr(matrix())],
    "flipud": [lambda: flow.flipud(matrix())],
    "rot90": [
        lambda: flow.rot90(matrix()),
        lambda: flow.rot90(matrix(), 2),
        lambda: flow.rot90(matrix(), -1, (1, 0)),
        lambda: flow.rot90(matrix(), 4),
    ],
    "roll": [lambda: flow.roll(matrix(), 1, 1), lambda: flow.roll(matrix(), (1, -2), (0, 1))],
    "gather": [lambda: flow.gather(matrix(), 1, index())],
    "scatter": [
        lambda: flow.scatter(matrix(), 1, index(), matrix()),
        lambda: flow.scatter(matrix(), 1, index(), 2.0),
        lambda: flow.scatter(matrix(), 0, index()[:2, :3], matrix()),
        lambda: flow.scatter(matrix(), 1, index(), matrix(), reduce="add"),
    ],
    "scatter_add": [
        lambda: flow.scatter_add(matrix(), 1, index(), matrix()),
        lambda: flow.scatter_add(matrix(), 0, index()[:2, :3], matrix()),
        lambda: flow.scatter_add(mask(), 0, index(), mask()),
    ],
    "scatter_reduce": [
        lambda: flow.scatter_reduce(matrix(), 1, index(), matrix(), "mean"),
        lambda: flow.scatter_reduce(matrix(), 1, index(), matrix(), "amax", include_self=False),
        lambda: flow.scatter_reduce(matrix(), 0, index()[:2, :3], matrix(), "sum"),
    ],
    "select_scatter": [lambda: flow.select_scatter(matrix(), vector(), 0, 1)],
    "slice_scatter": [
        lambda: flow.slice_scatter(matrix(), flow.ones(2, 6), 0, 1, 3),
        lambda: flow.slice_scatter(matrix(), flow.ones(4, 3), 1, step=2),
    ],
    "diagonal_scatter": [lambda: flow.diagonal_scatter(matrix(), flow.ones(4), 1)],
    "masked_scatter": [lambda: flow.masked_scatter(matrix(), mask(), matrix())],
    "index_select": [lambda: flow.index_select(matrix(), 0, places())],
    "index_add": [
        lambda: flow.index_add(matrix(), 0, places(), flow.ones(2, 6)),
        lambda: flow.index_add(matrix(), 1, places(), flow.ones(4, 2), alpha=2),
    ],
    "index_copy": [lambda: flow.index_copy(matrix(), 0, places(), flow.ones(2, 6))],
    "index_fill": [
        lambda: flow.index_fill(matrix(), 0, places(), 2.0),
        lambda: flow.index_fill(matrix(), 0, places(), flow.ones(())),
    ],
    "index_put": [
        lambda: flow.index_put(matrix(), (places(),), vector()),
        lambda: flow.index_put(matrix(), (places(), places()), 2.0, accumulate=True),
        lambda: flow.index_put(matrix(), (mask(),), 2.0),
        lambda: flow.index_put(matrix(), (mask(),), flow.ones(24)),
        lambda: flow.index_put(matrix(), (mask(),), 2.0, accumulate=True),
    ],
    "put": [lambda: matrix().put(places(), flow.ones(2))],
    "tensor_scatter_nd_update": [
        lambda: flow.tensor_scatter_nd_update(matrix(), flow.zeros(2, 1, dtype=flow.int64), flow.ones(2, 6)),
        lambda: flow.tensor_scatter_nd_update(matrix(), flow.zeros(3, 2, dtype=flow.int64), flow.ones(3)),
    ],
    "gather_nd": [lambda: flow.gather_nd(matrix(), flow.zeros(3, 2, dtype=flow.int64))],
    "scatter_nd": [lambda: flow.scatter_nd(flow.zeros(3, 2, dtype=flow.int64), flow.ones(3), (4, 6))],
    "take": [lambda: flow.take(matrix(), places())],
    "take_along_dim": [
        lambda: flow.take_along_dim(matrix(), index()),
        lambda: flow.take_along_dim(matrix(), index(), 1),
        lambda: flow.take_along_dim(matrix(), flow.zeros(1, 2, dtype=flow.int64), 1),
    ],
    "unravel_index": [
        lambda: flow.unravel_index(places(), 24),
        lambda: flow.unravel_index(places(), (4, 6)),
    ],
    "batch_norm": [
        lambda: F.batch_norm(images(), flow.zeros(4), flow.ones(4), flow.ones(4), flow.zeros(4)),
        lambda: F.batch_norm(images(), flow.zeros(4), flow.ones(4), training=True),
    ],
    "instance_norm": [
        lambda: F.instance_norm(images()),
        lambda: F.instance_norm(images(), weight=flow.ones(4), bias=flow.zeros(4)),
        lambda: F.instance_norm(images(), flow.zeros(4), flow.ones(4)),
        lambda: F.instance_norm(images(), flow.zeros(4), flow.ones(4), use_input_stats=False),
    ],
    "rms_norm": [
        lambda: F.rms_norm(matrix(), (6,)),
        lambda: F.rms_norm(matrix(), (4, 6), matrix(), 1e-5),
    ],
    "cosine_similarity": [lambda: F.cosine_similarity(matrix(), matrix())],
    "layer_norm": [lambda: flow.layer_norm(matrix(), (6,))],
    "group_norm": [lambda: flow.group_norm(images(), 2)],
    "conv2d": [lambda: F.conv2d(images(), flow.ones(6, 2, 3, 3), flow.ones(6), padding=1, groups=2)],
    "conv_tbc": [lambda: F.conv_tbc(flow.ones(8, 2, 4), flow.ones(3, 4, 6), flow.ones(6), 1)],
    "conv_transpose2d": [lambda: F.conv_transpose2d(images(), flow.ones(4, 3, 3, 3), flow.ones(3), stride=2)],
    "dropout": [lambda: F.dropout(matrix())],
    "alpha_dropout": [lambda: F.alpha_dropout(matrix(), training=True)],
    "feature_alpha_dropout": [lambda: F.feature_alpha_dropout(images(), training=True)],
    "rrelu": [lambda: F.rrelu(matrix()), lambda: F.rrelu(matrix(), training=True)],
    "gumbel_softmax": [lambda: F.gumbel_softmax(matrix()), lambda: F.gumbel_softmax(matrix(), hard=True)],
    "channel_shuffle": [lambda: F.channel_shuffle(images(), 2)],
    "dropout2d": [lambda: F.dropout2d(images())],
    "one_hot": [lambda: F.one_hot(index(), 3)],
    "embedding_bag": [
        lambda: F.embedding_bag(index(), flow.ones(5, 3)),
        lambda: F.embedding_bag(places(), flow.ones(5, 3), places(), mode="max", padding_idx=1),
        lambda: F.embedding_bag(places(), flow.ones(5, 3), places(), include_last_offset=True),
        lambda: F.embedding_bag(index(), flow.ones(5, 3), mode="sum", per_sample_weights=matrix()),
    ],
    "scaled_dot_product_attention": [
        lambda: F.scaled_dot_product_attention(images(), images(), images(), dropout_p=0.1, is_causal=True)
    ],
    "multi_head_attention_forward": [
        lambda: heads(),
        lambda: heads(need_weights=False, is_causal=True, attn_mask=None),
        lambda: heads(dropout_p=0.1, average_attn_weights=False),
        lambda: heads(bias_k=flow.ones(1, 1, 4), bias_v=flow.ones(1, 1, 4), add_zero_attn=True),
        lambda: heads(
            attn_mask=flow.zeros(3, 3), key_padding_mask=flow.zeros(5, 3, dtype=flow.bool), need_weights=False
        ),
        lambda: heads(
            in_proj_weight=None,
            use_separate_proj_weight=True,
            q_proj_weight=flow.ones(4, 4),
            k_proj_weight=flow.ones(4, 4),
            v_proj_weight=flow.ones(4, 4),
        ),
    ],
    "cross_entropy": [
        lambda: F.cross_entropy(matrix(), flow.zeros(4, dtype=flow.int64)),
        lambda: F.cross_entropy(matrix(), flow.zeros(4, dtype=flow.int64), vector(), 1, "sum", 0.1),
        lambda: F.cross_entropy(matrix(), matrix(), label_smoothing=0.1),
    ],
    "sparse_softmax_cross_entropy": [lambda: F.sparse_softmax_cross_entropy(index(), flow.ones(4, 6, 3))],
    "cdist": [
        lambda: flow.cdist(matrix(), flow.ones(3, 6)),
        lambda: flow.cdist(flow.ones(2, 4, 6), flow.ones(3, 6), 1.0),
    ],
    "pairwise_distance": [
        lambda: F.pairwise_distance(matrix(), vector()),
        lambda: F.pairwise_distance(index(), index(), 1.0, keepdim=True),
    ],
    "cosine_embedding_loss": [
        lambda: F.cosine_embedding_loss(matrix(), matrix(), flow.ones(4)),
        lambda: F.cosine_embedding_loss(vector(), vector(), flow.ones(()), 0.5, reduction="sum"),
    ],
    "gaussian_nll_loss": [
        lambda: F.gaussian_nll_loss(matrix(), matrix(), matrix()),
        lambda: F.gaussian_nll_loss(matrix(), matrix(), flow.ones(4), full=True),
        lambda: F.gaussian_nll_loss(matrix(), matrix(), 2.0),
    ],
    "hinge_embedding_loss": [lambda: F.hinge_embedding_loss(matrix(), vector())],
    "margin_ranking_loss": [
        lambda: F.margin_ranking_loss(matrix(), matrix(), vector(), 0.5),
        lambda: F.margin_ranking_loss(index(), index(), index(), 0.5),
    ],
    "multi_margin_loss": [
        lambda: F.multi_margin_loss(matrix(), flow.zeros(4, dtype=flow.int64), 2, weight=vector()),
        lambda: F.multi_margin_loss(vector(), flow.zeros((), dtype=flow.int64)),
    ],
    "multilabel_margin_loss": [
        lambda: F.multilabel_margin_loss(matrix(), index()),
        lambda: F.multilabel_margin_loss(vector(), flow.zeros(6, dtype=flow.int64)),
    ],
    "triplet_margin_loss": [
        lambda: F.triplet_margin_loss(matrix(), matrix(), vector()),
        lambda: F.triplet_margin_loss(matrix(), matrix(), matrix(), p=1, swap=True, reduction="none"),
        lambda: F.triplet_margin_loss(index(), index(), index()),
    ],
    "triplet_margin_with_distance_loss": [
        lambda: F.triplet_margin_with_distance_loss(matrix(), matrix(), matrix()),
        lambda: F.triplet_margin_with_distance_loss(matrix(), matrix(), matrix(), swap=True, reduction="none"),
        lambda: F.triplet_margin_with_distance_loss(
            matrix(), matrix(), matrix(), distance_function=F.cosine_similarity
        ),
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
    "max_unpool2d": [
        lambda: F.max_unpool2d(images(), flow.zeros(2, 4, 8, 8, dtype=flow.int64), 2),
        lambda: F.max_unpool2d(images()[0], flow.zeros(4, 8, 8, dtype=flow.int64), 3, 2, 1, (16, 16)),
    ],
    "max_pool1d_with_indices": [lambda: F.max_pool1d_with_indices(flow.ones(2, 4, 8), 2)],
    "max_pool2d_with_indices": [lambda: F.max_pool2d_with_indices(images(), 2)],
    "max_pool3d_with_indices": [lambda: F.max_pool3d_with_indices(flow.ones(2, 4, 8, 8, 8), 2)],
    "adaptive_max_pool1d_with_indices": [lambda: F.adaptive_max_pool1d_with_indices(flow.ones(2, 4, 8), 3)],
    "adaptive_max_pool2d_with_indices": [lambda: F.adaptive_max_pool2d_with_indices(images(), 3)],
    "adaptive_max_pool3d_with_indices": [lambda: F.adaptive_max_pool3d_with_indices(flow.ones(2, 4, 8, 8, 8), 3)],
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
    "upsample": [lambda: F.upsample(images(), scale_factor=2), lambda: F.upsample(images(), (5, 7), mode="bicubic")],
    "upsample_nearest": [lambda: F.upsample_nearest(images(), (5, 7))],
    "upsample_bilinear": [lambda: F.upsample_bilinear(images(), scale_factor=2)],
    "grid_sample": [
        lambda: F.grid_sample(images(), flow.ones(2, 3, 5, 2)),
        lambda: F.grid_sample(images(), flow.ones(2, 3, 5, 2), "bicubic", "reflection", True),
        lambda: F.grid_sample(flow.ones(2, 4, 3, 8, 8), flow.ones(2, 2, 3, 5, 3), "nearest", "border"),
    ],
    "affine_grid": [
        lambda: F.affine_grid(flow.ones(2, 2, 3), (2, 4, 8, 8)),
        lambda: F.affine_grid(flow.ones(2, 3, 4), (2, 4, 3, 8, 8), align_corners=True),
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
    "cauchy_": [lambda: matrix().cauchy_(), lambda: matrix().cauchy_(1.0, 2.0)],
    "exponential_": [lambda: matrix().exponential_(), lambda: matrix().exponential_(2.0)],
    "geometric_": [lambda: matrix().geometric_(0.5), lambda: index().geometric_(0.5)],
    "log_normal_": [lambda: matrix().log_normal_(), lambda: matrix().log_normal_(0.0, 0.5)],
    "random_": [
        lambda: index().random_(),
        lambda: index().random_(10),
        lambda: index().random_(-3, 10),
        lambda: matrix().random_(10),
    ],
    "multinomial": [
        lambda: flow.multinomial(matrix(), 2),
        lambda: flow.multinomial(vector(), 8, replacement=True),
    ],
}

# What a function of the user's own in such a call executes, and what finds classes that there are none of.
NOT_COUNTED = {"triplet_margin_with_distance_loss": ("cosine_similarity",), "one_hot": ("gather",)}

# Formulas of several ops over samples, points or integers that programs call now and then, on few numbers.
FORMULAS = """
binomial corrcoef cov ctc_loss fake_quantize_per_tensor_affine gcd gradient histogram in_top_k lcm lp_pool2d mode pdist
poisson roi_align vander
""".split()

# Functions whose result is in the memory of their operand, or that join and part such.
VIEWS = """
T adjoint as_strided atleast_1d atleast_2d atleast_3d broadcast_like broadcast_tensors broadcast_to chunk clone
column_stack concat concatenate conj conj_physical contiguous data diag diagonal dsplit dstack expand expand_as flatten
hsplit hstack moveaxis movedim narrow narrow_copy permute pin_memory positive ravel repeat repeat_interleave reshape
reshape_as resolve_conj resolve_neg row_stack select slice split split_with_sizes squeeze swapaxes swapdims t
tensor_split tile transpose unbind unflatten unsafe_chunk unsafe_split unsafe_split_with_sizes unsqueeze view view_as
vsplit vstack
""".split()

# Functions that make tensors of nothing or of numbers.
CREATION = """
arange as_tensor asarray bartlett_window blackman_window copy_ empty empty_like eye fill_ fill_diagonal_ from_dlpack
from_numpy frombuffer full full_like hamming_window hann_window linspace load logspace meshgrid new new_empty new_full
new_ones new_tensor new_zeros ones ones_like range scalar_tensor tensor tril_indices triu_indices zero_ zeros zeros_like
""".split()

# Names that execute no op of their own but casts: state, types, what a tensor is.
OTHER = """
are_deterministic_algorithms_enabled backward bfloat16 bfloat16_to_float32 bits bool broadcast_shapes byte call_on_host
can_cast char compile cpu cuda data_ptr dim dim_order double element_size enable_grad float float32_to_bfloat16
get_autocast_dtype get_default_device get_default_dtype get_device get_float32_matmul_precision get_num_threads
get_rng_state grad half inference_mode initial_seed int is_anomaly_enabled is_autocast_cpu_enabled is_autocast_enabled
is_complex is_conj is_contiguous is_floating_point is_grad_enabled is_inference is_neg is_nonzero is_pinned is_same_size
is_set_to is_shared is_signed is_tensor item load_artifact long manual_seed ndimension nelement no_grad numel numpy
profile promote_types register_hook register_post_accumulate_grad_hook requires_grad_ result_type retain_grad save seed
set_ set_default_device set_default_dtype set_default_tensor_type set_float32_matmul_precision set_grad_enabled
set_num_threads set_printoptions set_rng_state share_memory_ size storage storage_offset stride synchronize to to_global
to_local tolist type type_as typename untyped_storage use_deterministic_algorithms vmap
""".split()

# Functions that raise inside of a graph, as the size of their result depends on values.
OTHER += "argwhere masked_select nms nonzero unique unique_consecutive".split()
