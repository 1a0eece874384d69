// Layers that are made of simpler ops.
#ifndef WEIR_LAYER_OPS_TD
#define WEIR_LAYER_OPS_TD

include "dialects/Weir/IR/Base.td"

def Weir_LinearOp : Weir_CompositeOp<"linear"> {
  let summary = "input times the transpose of weight, plus bias";
  let description = "Leading dimensions of input are kept. Products of narrow floats are summed in f32, rounded once.";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$weight);
  let optionals = (ins Weir_Tensor:$bias);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[..., i], n[o, i], n[o]?)"];
  let computesWide = 0;
  let inference = "::weir::inferLinear(operands)";
  let rule = "::weir::linearRule(operands, results)";
  let decomposition = "::weir::linear(input, weight, bias)";
  let precision = "Allow";
  let python = "linear(input, weight, bias=None)";
  let pythonHomes = ["nn.functional"];
}

class Weir_LayerConvolutionOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$weight);
  let optionals = (ins Weir_Tensor:$bias);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let precision = "Allow";
  let domain = [Finite<0>, Finite<1>]; // as of weir.conv, which it becomes
  let unsplittable = "it is decomposed before values are split";
}

def Weir_ConvolutionOp : Weir_LayerConvolutionOp<"convolution"> {
  let summary = "weir.conv of images (N, C, *) with kernels (out, C / groups, *), plus bias";
  let description = "Channels of one group see that group alone. All but `groups` is as in weir.conv.";
  let attributes = (ins DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$padding_low, DenseI64ArrayAttr:$padding_high,
                        DenseI64ArrayAttr:$dilations, I64Attr:$groups);
  let samples = ["(n[b, g*c, w], n[g*o, c, 3], n[g*o]?) "
                 "{strides = [2] | [1], padding_low = [1], padding_high = [0] | [1], dilations = [1], groups = g}",
                 "(n[b, c, h, w], n[o, c, 2, 3], n[o]?) {strides = [1, 2], "
                 "padding_low = [1, 2], padding_high = [1, 0], dilations = [1, 1] | [2, 1], groups = 1}"];
  let inference = "::weir::inferConvolution(operands, attributes)";
  let decomposition = "::weir::convolution(*this, input, weight, bias)";
}

def Weir_TransposedConvolutionOp : Weir_LayerConvolutionOp<"transposed_convolution"> {
  let summary = "weir.conv_transpose of images (N, C, *) with kernels (C, out / groups, *), plus bias";
  let description = [{
    Of the sizes that weir.conv with these attributes takes to the input's, the result has the least, and
    `output_padding` more.
  }];
  let attributes = (ins DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$output_padding,
                        DenseI64ArrayAttr:$dilations, I64Attr:$groups);
  let samples = ["(n[b, g*c, w], n[g*c, o, 3], n[g*o]?) "
                 "{strides = [2], padding = [1] | [0], output_padding = [1] | [0], dilations = [1], groups = g}",
                 "(n[b, c, h, w], n[c, o, 2, 3], n[o]?) {strides = [1, 2], "
                 "padding = [0, 1], output_padding = [0, 1], dilations = [2, 1], groups = 1}"];
  let inference = "::weir::inferTransposedConvolution(operands, attributes)";
  let decomposition = "::weir::transposedConvolution(*this, input, weight, bias)";
}

def Weir_AveragePoolOp : Weir_CompositeOp<"average_pool"> {
  let summary = "means over windows of an input (N, C, *)";
  let description = [{
    Windows are as in weir.window_sum, one number for each dimension behind C. The padding in front, and as much of that
    behind, counts as elements if `count_include_pad`; `divisor_override` is what sums are divided by instead.
  }];
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$padding_low,
                        DenseI64ArrayAttr:$padding_high, UnitAttr:$count_include_pad,
                        OptionalAttr<I64Attr>:$divisor_override);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[b, c, w]) {window = [3], strides = [2] | [1], "
                 "padding_low = [1], padding_high = [1] | [0], divisor_override? = 2}",
                 "(f[b, c, h, w]) {window = [1, 2], strides = [1, 2], padding_low = [0, 0], padding_high = [0, 1]}"];
  let inference = "::weir::inferAveragePool(operands, attributes)";
  let decomposition = "::weir::averagePool(*this, input)";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_MaxPoolOp : Weir_CompositeOp<"max_pool"> {
  let summary = "maxima over windows of an input (N, C, *), and where they stand";
  let description = [{
    Windows are as in weir.window_max, one number for each dimension behind C. `indices` are row-major numbers of
    positions in these dimensions, of equal maxima the first.
  }];
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$padding_low,
                        DenseI64ArrayAttr:$padding_high, DenseI64ArrayAttr:$dilations);
  let results = (outs Weir_Tensor:$y, Weir_I64Tensor:$indices);
  let computesWide = 0;
  let samples = ["(n[b, c, w]) {window = [3], strides = [2] | [1], padding_low = [1], padding_high = [1] | [0], "
                 "dilations = [1]}",
                 "(n[b, c, h, w]) {window = [1, 2], strides = [1, 2], padding_low = [0, 0], padding_high = [0, 1], "
                 "dilations = [1, 1]}"];
  let inference = "::weir::inferMaxPool(operands, attributes)";
  let decomposition = "::weir::maxPool(*this, input)";
  let unsplittable = "it is decomposed before values are split";
}

defvar adaptiveDescription = [{
    Along a dimension of size `n`, part `i` of `m` is from `floor(i * n / m)` to before `ceil((i + 1) * n / m)`, so
    neighbours overlap where `m` does not divide `n`. `size` has a number of parts for each dimension behind C.}];

def Weir_AdaptiveAveragePoolOp : Weir_CompositeOp<"adaptive_average_pool"> {
  let summary = "means over parts of an input (N, C, *) that are as equal as can be";
  let description = adaptiveDescription # " Where each is 1, sizes may be `?`.";
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$size);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[b, c, w]) {size = [4] | [1] | [w]}", "(f[b, c, h, w]) {size = [3, 2]}"];
  let inference = "::weir::inferAdaptiveAveragePool(operands[0], attributes)";
  let decomposition = "::weir::adaptiveAveragePool(input, getSize())";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_AdaptiveMaxPoolOp : Weir_CompositeOp<"adaptive_max_pool"> {
  let summary = "maxima over parts of an input (N, C, *) that are as equal as can be, and where they stand";
  let description = adaptiveDescription # [{
    `indices` are row-major numbers of positions behind C, of equal maxima the first, which alone gets a gradient.}];
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$size);
  let results = (outs Weir_Tensor:$y, Weir_I64Tensor:$indices);
  let computesWide = 0;
  let samples = ["(n[b, c, w]) {size = [4] | [1] | [w]}", "(n[b, c, h, w]) {size = [3, 2]}"];
  let inference = "::weir::inferAdaptiveMaxPool(operands[0], attributes)";
  let decomposition = "::weir::adaptiveMaxPool(input, getSize())";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_InterpolateOp : Weir_CompositeOp<"interpolate"> {
  let summary = "an input (N, C, *) with other sizes behind C";
  let description = [{
    Result `i` of `n` lies at `x = (i + 1/2) * step - 1/2` among the `m` elements of its dimension, where `step` is
    `m / n`, or 1 / scale_factor if that is given; with `align_corners` at `x = i * (m - 1) / (n - 1)`. "linear" weighs
    the two elements beside x by their distance, "cubic" four elements by Keys, "Cubic Convolution Interpolation for
    Digital Image Processing", 1981, with a = -3/4; beyond the ends, elements repeat. "nearest" takes element
    `floor(i * step)`, "nearest_exact" element `floor((i + 1/2) * step)`.
  }];
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$size, OptionalAttr<DenseF64ArrayAttr>:$scale_factors,
                        Weir_OneOf<["nearest", "nearest_exact", "linear", "cubic"]>:$mode, UnitAttr:$align_corners);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let samples = ["(f[b, c, w]) {size = [4] | [2*w]}", "(f[b, c, h, w]) {size = [5, 3]}",
                 "(n[b, c, w]) {size = [4] | [2*w], mode = nearest}",
                 "(n[b, c, w]) {size = [4], mode = nearest_exact}"];
  let inference = "::weir::inferInterpolate(operands[0], attributes)";
  let decomposition = "::weir::interpolate(*this, input)";
  let unsplittable = "it is decomposed before values are split";
  let hasVerifier = 1;
}

def Weir_GridSampleOp : Weir_CompositeOp<"grid_sample"> {
  let summary = "the elements of an image (N, C, *) at the places (N, *, coordinates) of a grid";
  let description = [{
    Coordinates from -1 to 1 are the image's, the first one along its last dimension: -1 and 1 are the centers of the
    outer elements with `align_corners`, else their outer edges. Places between elements are as in weir.interpolate.
    Outside of the image are zeros, the nearest element ("border"), or its mirror image ("reflection").
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$grid);
  let attributes = (ins Weir_OneOf<["bilinear", "nearest", "bicubic"]>:$mode,
                        Weir_OneOf<["zeros", "border", "reflection"]>:$padding_mode, UnitAttr:$align_corners);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[b, c, 3, 4], f[b, m, n, 2]) {mode = bilinear | nearest, padding_mode = zeros | border}"];
  let inference = "::weir::inferGridSample(operands, attributes)";
  let decomposition = "::weir::gridSample(*this, input, grid)";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_PadByModeOp : Weir_CompositeOp<"pad_by_mode"> {
  let summary = "input with elements around it that repeat what is near";
  let description = [{
    As many as the paddings say before and behind each dimension. "reflect" mirrors at the first and the last element,
    which is not repeated; "replicate" repeats these; "circular" goes on at the other end.
  }];
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$padding_low, DenseI64ArrayAttr:$padding_high,
                        Weir_OneOf<["reflect", "replicate", "circular"]>:$mode);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let samples = ["(n[n, 2*m]) {padding_low = [0, 1], padding_high = [0, 1] | [0, 0]}"];
  let inference = "::weir::inferPadByMode(operands[0], attributes)";
  let decomposition = "::weir::padByMode(*this, input)";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_CatOp : Weir_CompositeOp<"cat"> {
  let summary = "tensors one behind the other along `dim`";
  let description = "weir.concat of two at a time, in halves, so that few conditions are asked for an element.";
  let arguments = (ins Variadic<Weir_Tensor>:$parts, Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let samples = ["(t[n, ...], t[m, ...], t[n, ...]) {dim = 0}", "(t[k, n, ...], t[k, m, ...]) {dim = 1}"];
  let inference = "::weir::inferCat(operands, attributes)";
  let decomposition = "::weir::cat(*this, builder)";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_BlockDiagOp : Weir_CompositeOp<"block_diag"> {
  let summary = "matrices of known sizes along the diagonal of a larger one, which is 0 elsewhere";
  let arguments = (ins Variadic<Weir_Tensor>:$blocks);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let samples = ["(t[2, 3], t[1, 2], t[2, 2])", "(t[2, 3])"];
  let inference = "::weir::inferBlockDiag(operands)";
  let decomposition = "::weir::blockDiag(*this, builder)";
  let unsplittable = "it is decomposed before values are split";
  let pythonPromotion = "common";
}

def Weir_RollOp : Weir_CompositeOp<"roll"> {
  let summary = "input with its elements moved along `dims`, the last ones to the front";
  let description = "`shifts` has the number of positions for each; those that are moved have known sizes.";
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$shifts, DenseI64ArrayAttr:$dims);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let samples = ["(t[n, m, ...]) {shifts = [2, -1], dims = [0, 1]}", "(t[n, ...]) {shifts = [1], dims = [0]}"];
  let inference = "::weir::inferRoll(operands[0], attributes)";
  let decomposition = "::weir::roll(*this, input)";
  let unsplittable = "it is decomposed before values are split";
}

defvar patchesDescription = [{
    An image has dimensions (N, C, *), its patches (N, C * elements of a window, windows): of each channel the elements
    of a window in row-major order. `window`, `strides`, `padding` (on both sides, of zeros) and `dilations` have a
    number for each dimension behind C.}];

def Weir_UnfoldOp : Weir_CompositeOp<"unfold"> {
  let summary = "the windows of an image as columns of a matrix";
  let description = patchesDescription;
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$padding,
                        DenseI64ArrayAttr:$dilations);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let samples = ["(n[b, c, w]) {window = [3], strides = [2] | [1], padding = [1], dilations = [1]}"];
  let inference = "::weir::inferUnfold(operands[0], attributes)";
  let decomposition = "::weir::unfold(*this, input)";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_FoldOp : Weir_CompositeOp<"fold"> {
  let summary = "the image in which each element is the sum of those that weir.unfold makes of it";
  let description = patchesDescription # " `size` is the image's behind C.";
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins DenseI64ArrayAttr:$size, DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                        DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$dilations);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[b, 3*c, 4]) {size = [7], window = [3], strides = [2], padding = [1], dilations = [1]}"];
  let inference = "::weir::inferFold(operands[0], attributes)";
  let decomposition = "::weir::fold(*this, input)";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_AddmmOp : Weir_CompositeOp<"addmm"> {
  let summary = "beta * input + alpha * mat1 @ mat2, for as many pairs of matrices as there are";
  let description = [{
    input broadcasts to the shape of the product, and is not read if beta is 0. Products of narrow floats are summed in
    f32 and rounded once.
  }];
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$mat1, Weir_Tensor:$mat2);
  let attributes = (ins Weir_NumberAttr:$beta, Weir_NumberAttr:$alpha);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[p], n[m, k], n[k, p]) {beta = 2 | 1 | 0, alpha = 2 | 1}",
                 "(n[m, p], n[b, m, k], n[b, k, p]) {beta = 1, alpha = 1}"];
  let computesWide = 0;
  let inference = "::weir::inferAddmm(operands)";
  let decomposition = "::weir::addmm(input, mat1, mat2, getBeta(), getAlpha())";
  let precision = "Allow";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_EmbeddingOp : Weir_CompositeOp<"embedding"> {
  let summary = "the rows of weight that input names";
  let description = [{
    No gradient reaches row `padding_idx`. A row whose p-norm, by `norm_type`, is above `max_norm` is scaled to that;
    the gradient is as if it were weight's. A row outside of weight is an error of the run.
  }];
  let operands = (ins Weir_I64Tensor:$input, Weir_Tensor:$weight);
  let attributes = (ins OptionalAttr<I64Attr>:$padding_idx, OptionalAttr<Weir_NumberAttr>:$max_norm,
                        OptionalAttr<Weir_NumberAttr>:$norm_type);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(i64[...], n[v, e]) {padding_idx? = 0..v-1}"];
  let computesWide = 0;
  let inference = "::weir::inferEmbedding(operands, attributes)";
  let decomposition = "::weir::embedding(*this, input, weight)";
  let domain = [IndexIntoDim<0, 1, 0>];
  let unsplittable = "it is decomposed before values are split";
  let python = "embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0)";
  let pythonHomes = ["nn.functional"];
  let pythonPromotion = "index";
}

def Weir_OneHotOp : Weir_CompositeOp<"one_hot"> {
  let summary = "on_value at the position that input names along a new last dimension, off_value elsewhere";
  let description = "Where input names none of the `num_classes` positions, all are off_value.";
  let operands = (ins Weir_I64Tensor:$input);
  let attributes = (ins I64Attr:$num_classes, Weir_NumberAttr:$on_value, Weir_NumberAttr:$off_value,
                        Weir_DTypeAttr:$to);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(i64[...] in 0..5) {num_classes = 1..7, on_value = 2, off_value = 0 | 1, to = f32 | f64 | i64}"];
  let inference = "::weir::inferOneHot(operands[0], attributes)";
  let decomposition = "::weir::oneHot(input, getNumClasses(), getOnValue(), getOffValue(), getTo())";
  let notDifferentiable = "its operand is integer";
  let unsplittable = "it is decomposed before values are split";
  let pythonPromotion = "index";
}

// Layers that draw random numbers, by `weir.random_bits` of seed, ordinal and step. See Noise.h.
class Weir_NoiseOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let operands = (ins Weir_FloatTensor:$input, Weir_I64Tensor:$seed, Weir_I64Tensor:$step);
  let results = (outs Weir_FloatTensor:$y);
  let unsplittable = "it is decomposed before values are split";
}

class Weir_DroppingOp<string mnemonic> : Weir_NoiseOp<mnemonic> {
  let attributes = (ins Weir_NumberAttr:$p, I64Attr:$ordinal, I64Attr:$shared_dims);
  let samples = ["(f[n, ...], i64[] in 0..99, i64[] in 0..9) {p = 0.25, ordinal = 0..9, shared_dims = 0..1}"];
  let inference = "::weir::inferDropout(operands, attributes)";
}

def Weir_DropoutOp : Weir_DroppingOp<"dropout"> {
  let summary = "0 with probability p, else input / (1 - p)";
  let description = [{
    By `weir.random_bits` of seed, ordinal and step. The last `shared_dims` dimensions share a draw. Srivastava et al.,
    "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", 2014.
  }];
  let decomposition = "::weir::dropped(input, seed, step, getP(), getOrdinal(), getSharedDims())";
}

def Weir_AlphaDropoutOp : Weir_DroppingOp<"alpha_dropout"> {
  let summary = "the least of selu with probability p, else input; moved and scaled to keep mean 0 and variance 1";
  let description = [{
    By `weir.random_bits` of seed, ordinal and step. The last `shared_dims` dimensions share a draw. With `l` the limit
    of selu at -infinity and `a = 1 / sqrt((1 - p) * (1 + p * l * l))`, y is `a * (input or l) - a * p * l`. Klambauer
    et al., "Self-Normalizing Neural Networks", 2017.
  }];
  let decomposition = "::weir::alphaDropped(input, seed, step, getP(), getOrdinal(), getSharedDims())";
}

def Weir_RreluOp : Weir_NoiseOp<"rrelu"> {
  let summary = "input where it is positive, else input times a slope that is drawn from [lower, upper)";
  let description = [{
    By `weir.random_bits` of seed, ordinal and step, one slope for each element. Xu et al., "Empirical Evaluation of
    Rectified Activations in Convolutional Network", 2015.
  }];
  let attributes = (ins Weir_NumberAttr:$lower, Weir_NumberAttr:$upper, I64Attr:$ordinal);
  let samples = ["(f[...], i64[] in 0..99, i64[] in 0..9) {lower = 0.125, upper = 0.5, ordinal = 0..9}"];
  let inference = "::weir::inferRrelu(operands, attributes)";
  let decomposition = "::weir::randomlySloped(input, seed, step, getLower(), getUpper(), getOrdinal())";
}

def Weir_GumbelSoftmaxOp : Weir_NoiseOp<"gumbel_softmax"> {
  let summary = "softmax((input + g) / tau) along `dim`, with numbers g of Gumbel's distribution";
  let description = [{
    By `weir.random_bits` of seed, ordinal and step. With `hard` 1, y is 1 where the softmax is largest and 0 elsewhere,
    with the gradient of the softmax. Jang, Gu and Poole, "Categorical Reparameterization with Gumbel-Softmax", 2017.
  }];
  let attributes = (ins Weir_NumberAttr:$tau, I64Attr:$hard, Weir_DimAttr:$dim, I64Attr:$ordinal);
  let samples = ["(f[n, ...], i64[] in 0..99, i64[] in 0..9) {tau = 0.5 | 2, hard = 0, dim = 0, ordinal = 0..9}"];
  let inference = "::weir::inferGumbelSoftmax(operands, attributes)";
  let decomposition = "::weir::gumbelSoftmax(input, seed, step, getTau(), getHard() != 0, getDim(), getOrdinal())";
  let precision = "Deny";
}

def Weir_AttentionOp : Weir_CompositeOp<"attention"> {
  let summary = "softmax(query times the transpose of key, times scale) times value";
  let description = [{
    query is (*, heads, L, E), key (*, heads, S, E), value (*, heads, S, E'). attn_mask broadcasts to (*, heads, L, S):
    a bool one says what takes part, a float one is added. With `is_causal`, position i of query sees positions up to i
    of key. `scale` is 1 / sqrt(E) unless given. `dropout_p` drops weights, by `weir.random_bits` of seed, ordinal and
    step. With `enable_gqa`, each head of key and value serves as many neighbouring heads of query as there are for it.
    A query that sees nothing gives 0. Vaswani et al., "Attention Is All You Need", 2017.
  }];
  let operands = (ins Weir_FloatTensor:$query, Weir_FloatTensor:$key, Weir_FloatTensor:$value);
  let optionals = (ins Weir_Tensor:$attn_mask, Weir_I64Tensor:$seed, Weir_I64Tensor:$step);
  let attributes = (ins Weir_NumberAttr:$dropout_p, UnitAttr:$is_causal, OptionalAttr<Weir_NumberAttr>:$scale,
                        UnitAttr:$enable_gqa, I64Attr:$ordinal);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[..., l, e], f[..., s, e], f[..., s, v], bool[l, s]?) "
                 "{scale? = 0.5, dropout_p = 0, ordinal = 0}",
                 "(f[b, g*h, l, e], f[b, h, s, e], f[b, h, s, v]) {enable_gqa, dropout_p = 0, ordinal = 0}",
                 "(f[b, l, e], f[b, s, e], f[b, s, v], f[l, s], i64[] in 0..99, i64[] in 0..9) "
                 "{dropout_p = 0.25, ordinal = 0..9}"];
  let computesWide = 0;
  let inference = "::weir::inferAttention(operands, attributes)";
  let decomposition = "::weir::attention(*this, query, key, value, attn_mask, seed, step)";
  let precision = "Allow";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_AttentionWeightsOp : Weir_CompositeOp<"attention_weights"> {
  let summary = "the weights by which weir.attention adds up the rows of value";
  let description = "query is (*, L, E), key (*, S, E); all else is as in weir.attention.";
  let operands = (ins Weir_FloatTensor:$query, Weir_FloatTensor:$key);
  let optionals = (ins Weir_Tensor:$attn_mask, Weir_I64Tensor:$seed, Weir_I64Tensor:$step);
  let attributes = (ins Weir_NumberAttr:$dropout_p, UnitAttr:$is_causal, OptionalAttr<Weir_NumberAttr>:$scale,
                        I64Attr:$ordinal);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[..., l, e], f[..., s, e], bool[l, s]?) {scale? = 0.5, dropout_p = 0, ordinal = 0}"];
  let computesWide = 0;
  let inference = "::weir::inferAttentionWeights(operands, attributes)";
  let decomposition = "::weir::attentionWeights(*this, query, key, attn_mask, seed, step)";
  let precision = "Allow";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_AffineGridOp : Weir_CompositeOp<"affine_grid"> {
  let summary = "where weir.grid_sample sees images of `size` (N, C, *) through the affine maps theta";
  let description = [{
    theta is (N, 2, 3) or (N, 3, 4), the result (N, *, 2) or (N, *, 3). The centers of the outer elements are at -1 and
    1 if `align_corners`, else half an element inside.
  }];
  let operands = (ins Weir_FloatTensor:$theta);
  let attributes = (ins DenseI64ArrayAttr:$size, UnitAttr:$align_corners);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[2, 2, 3]) {size = [2, 1, 3, 4]}", "(f[1, 3, 4]) {size = [1, 3, 2, 1, 3]}"];
  let inference = "::weir::inferAffineGrid(operands[0], attributes)";
  let decomposition = "::weir::affineGrid(theta, getSize(), getAlignCorners())";
  let precision = "Deny";
  let unsplittable = "it is decomposed before values are split";
}

class Weir_MultiHeadOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let description = [{
    query (L, N, E), key (S, N, Ek) and value (S, N, Ev) are projected to E numbers by their weights (E, *) and a part
    each of in_bias (3 E,), cut into heads, attended to, joined and projected by out_weight (E', E) and out_bias. bias_k
    and bias_v (1, 1, E) are one more key and value, `add_zero_attn` another one of zeros. static_k and static_v
    (N * heads, S, E / heads) stand for what is projected. attn_mask is (L, S) or (N * heads, L, S), key_padding_mask
    (N, S): bool ones say what takes no part, float ones are added to the scores. All else is as in weir.attention.
  }];
  let operands = (ins Weir_FloatTensor:$query, Weir_FloatTensor:$key, Weir_FloatTensor:$value,
                      Weir_FloatTensor:$q_weight, Weir_FloatTensor:$k_weight, Weir_FloatTensor:$v_weight,
                      Weir_FloatTensor:$out_weight);
  let optionals = (ins Weir_FloatTensor:$in_bias, Weir_FloatTensor:$out_bias, Weir_FloatTensor:$bias_k,
                       Weir_FloatTensor:$bias_v, Weir_FloatTensor:$static_k, Weir_FloatTensor:$static_v,
                       Weir_Tensor:$attn_mask, Weir_Tensor:$key_padding_mask, Weir_I64Tensor:$seed,
                       Weir_I64Tensor:$step);
  dag shared = (ins I64Attr:$num_heads, UnitAttr:$add_zero_attn, UnitAttr:$is_causal, Weir_NumberAttr:$dropout_p,
                    I64Attr:$ordinal);
  let attributes = shared;
  let samples = ["(f[l, n, 4] in -1..1, f[s, n, k] in -1..1, f[s, n, v], f[4, 4] in -1..1, f[4, k] in -1..1, "
                 "f[4, v] in -1..1, f[o, 4] in -1..1, f[12]?, f[o]?) {num_heads = 2, dropout_p = 0, ordinal = 0}"];
  let computesWide = 0;
  let decomposition = "::weir::multiHead(*this, builder)";
  let precision = "Allow";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_MultiHeadAttentionOp : Weir_MultiHeadOp<"multi_head_attention"> {
  let summary = "attention of several heads, each on a part of the embedding";
  let results = (outs Weir_FloatTensor:$y);
  let inference = "::weir::inferMultiHead(operands, attributes)";
}

def Weir_MultiHeadAttentionWeightsOp : Weir_MultiHeadOp<"multi_head_attention_weights"> {
  let summary = "weir.multi_head_attention, and the weights (N, heads, L, S), or if `average` their mean (N, L, S)";
  let attributes = !con(shared, (ins UnitAttr:$average));
  let results = (outs Weir_FloatTensor:$y, Weir_FloatTensor:$weights);
  let inference = "::weir::inferMultiHeadWeights(operands, attributes)";
}

class Weir_TriangleOp<string mnemonic, string below> : Weir_CompositeOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins I64Attr:$diagonal);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[..., m, n]) {diagonal = -2..2}"];
  let computesWide = 0;
  let inference = "::weir::inferTriangle(operands[0])";
  let rule = "::weir::ruleAlong(::weir::lastTwoDims(operands[0]), /*isReduced=*/false, operands, results)";
  let decomposition = "::weir::triangle(input, getDiagonal(), " # below # ")";
  let python = mnemonic # "(input, diagonal=0)";
  let pythonMethods = [mnemonic];
}

def Weir_TrilOp : Weir_TriangleOp<"tril", "true"> {
  let summary = "the matrices of the last two dimensions up to the diagonal with this number, 0 above it";
}

def Weir_TriuOp : Weir_TriangleOp<"triu", "false"> {
  let summary = "the matrices of the last two dimensions from the diagonal with this number on, 0 below it";
}

#endif
