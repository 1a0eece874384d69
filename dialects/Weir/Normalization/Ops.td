// Normalization by statistics of the input itself, or of a batch.
#ifndef WEIR_NORMALIZATION_OPS_TD
#define WEIR_NORMALIZATION_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_NormalizationOp<string mnemonic, list<Trait> traits = []> : Weir_CompositeOp<mnemonic, traits> {
  let results = (outs Weir_FloatTensor:$y);
  let precision = "Deny";
  let pythonHomes = ["nn.functional"];
}

def Weir_StandardizeOp : Weir_NormalizationOp<"standardize", [Differentiable]> {
  let summary = "(input - mean) / sqrt(variance + eps) over `dims`";
  let description = "What layer, group, instance and batch norms have in common.";
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins Weir_DimsAttr:$dims, Weir_NumberAttr:$eps);
  let samples = ["(f[n, ...]) {eps = 0.125}"];
  let inference = "::weir::inferAlongDims(operands, attributes)";
  let rule = [{::weir::ruleAlong(attributes.get<::std::vector<int64_t>>("dims"), /*isReduced=*/false, operands,
                                 results)}];
  let decomposition = "::weir::standardizedFormula(input, getDims(), getEps())";
  let gradient = "::weir::standardizedGradient(input, inside.unroundedResult(), dy, getDims(), getEps())";
}

// The sums of gradients that weight and bias get are the two that input's gradient needs: so they are read once.
def Weir_StandardizeChannelsOp : Weir_NormalizationOp<"standardize_channels", [Differentiable]> {
  let summary = "(input - mean) / sqrt(variance + eps) of each channel, the second dimension, times weight, plus bias";
  let description = "Of batch norm in training. Mean and variance are over all dimensions but that one.";
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$weight, Weir_FloatTensor:$bias);
  let attributes = (ins Weir_NumberAttr:$eps);
  let samples = ["(f[n, c, l], f[c], f[c]) {eps = 0.125}"];
  let inference = "::weir::inferBatchNorm(operands, attributes)";
  let decomposition = "::weir::standardizedChannels(input, weight, bias, getEps())";
  let gradient = [{::weir::channelsGradient(input, weight, dy, getEps()),
                   ::weir::channelsWeightGradient(input, dy, getEps()), sum(dy, ::weir::allButChannels(dy))}];
  let unsplittable = "it is decomposed before values are split";
  let python = "";
  let pythonMethods = [];
}

// Over the last dimensions, which are `normalized_shape`.
class Weir_LastDimsNormOp<string mnemonic> : Weir_NormalizationOp<mnemonic> {
  let inference = "::weir::inferLastDims(operands, attributes)";
  let rule = "::weir::ruleAlong(::weir::lastDims(operands[0], attributes), /*isReduced=*/false, operands, results)";
}

def Weir_LayerNormOp : Weir_LastDimsNormOp<"layer_norm"> {
  let summary = "(input - mean) / sqrt(variance + eps) over the last dimensions, times weight, plus bias";
  let description = [{
    The last dimensions are `normalized_shape`, which is the shape of weight and bias, too. Ba, Kiros and Hinton, "Layer
    Normalization", 2016.
  }];
  let operands = (ins Weir_FloatTensor:$input);
  let optionals = (ins Weir_FloatTensor:$weight, Weir_FloatTensor:$bias);
  let attributes = (ins DenseI64ArrayAttr:$normalized_shape, Weir_NumberAttr:$eps);
  let samples = ["(f[..., m], f[m]?, f[m]?) {normalized_shape = [m], eps = 0.125}",
                 "(f[n, k, m], f[k, m]?, f[k, m]?) {normalized_shape = [k, m], eps = 0.125}"];
  let decomposition = [{::weir::affine(
      ::weir::standardized(input, ::weir::lastDims(input, getNormalizedShape()), getEps()), weight, bias,
      ::weir::lastDims(input, getNormalizedShape()))}];
  let python = "layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05)";
}

def Weir_RmsNormOp : Weir_LastDimsNormOp<"rms_norm"> {
  let summary = "input / sqrt(mean of input^2 + eps) over the last dimensions, times weight";
  let description = [{
    The last dimensions are `normalized_shape`, which is the shape of weight, too. Zhang and Sennrich, "Root Mean Square
    Layer Normalization", 2019.
  }];
  let operands = (ins Weir_FloatTensor:$input);
  let optionals = (ins Weir_FloatTensor:$weight);
  let attributes = (ins DenseI64ArrayAttr:$normalized_shape, Weir_NumberAttr:$eps);
  let samples = ["(f[..., m], f[m]?) {normalized_shape = [m], eps = 0.125}",
                 "(f[n, k, m], f[k, m]?) {normalized_shape = [k, m], eps = 0.125}"];
  let decomposition = [{::weir::affine(::weir::byRootMeanSquare(input, ::weir::lastDims(input, getNormalizedShape()),
                                                                getEps()),
                                       weight, inside.absent(), ::weir::lastDims(input, getNormalizedShape()))}];
}

// weight and bias have one element for each channel of an input (N, C, *).
class Weir_ChannelsNormOp<string mnemonic> : Weir_NormalizationOp<mnemonic> {
  let rule = "::weir::ruleAlong(::weir::allButFirst(operands[0]), /*isReduced=*/false, operands, results)";
}

def Weir_GroupNormOp : Weir_ChannelsNormOp<"group_norm"> {
  let summary = "layer_norm over each of num_groups groups of channels of an input (N, C, *)";
  let description = [{weight and bias are of shape (C,). Wu and He, "Group Normalization", 2018.}];
  let operands = (ins Weir_FloatTensor:$input);
  let optionals = (ins Weir_FloatTensor:$weight, Weir_FloatTensor:$bias);
  let attributes = (ins I64Attr:$num_groups, Weir_NumberAttr:$eps);
  let samples = ["(f[n, g*c, ...], f[g*c]?, f[g*c]?) {num_groups = g, eps = 0.125}"];
  let inference = "::weir::inferGroupNorm(operands, attributes)";
  let decomposition = "::weir::byGroups(input, getNumGroups(), weight, bias, getEps())";
  let python = "group_norm(input, num_groups, weight=None, bias=None, eps=1e-05)";
}

def Weir_InstanceNormOp : Weir_ChannelsNormOp<"instance_norm"> {
  let summary = "each channel of an input (N, C, *) by its own mean and variance";
  let description = [{
    weight and bias are of shape (C,). Ulyanov, Vedaldi and Lempitsky, "Instance Normalization", 2016.
  }];
  let operands = (ins Weir_FloatTensor:$input);
  let optionals = (ins Weir_FloatTensor:$weight, Weir_FloatTensor:$bias);
  let attributes = (ins Weir_NumberAttr:$eps);
  let samples = ["(f[n, c, l, ...], f[c]?, f[c]?) {eps = 0.125}"];
  let inference = "::weir::inferInstanceNorm(operands, attributes)";
  let decomposition = [{::weir::affine(::weir::standardized(input, ::weir::spatialDims(input), getEps()), weight, bias,
                                       {1})}];
}

def Weir_BatchNormOp : Weir_NormalizationOp<"batch_norm"> {
  let summary = "(input - mean) / sqrt(variance + eps) for each channel of (N, C, *), times weight, plus bias";
  let description = [{
    By statistics that training has collected; all operands but input are of shape (C,). Ioffe and Szegedy, "Batch
    Normalization", 2015.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$mean, Weir_FloatTensor:$variance);
  let optionals = (ins Weir_FloatTensor:$weight, Weir_FloatTensor:$bias);
  let attributes = (ins Weir_NumberAttr:$eps);
  let samples = ["(f[n, c, ...], f[c], f[c], f[c]?, f[c]?) {eps = 0.125}"];
  let domain = [AtLeast<2, "0">];
  let inference = "::weir::inferBatchNorm(operands, attributes)";
  let decomposition = "::weir::byStatistics(input, mean, variance, weight, bias, getEps())";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_BatchNormTrainingOp : Weir_NormalizationOp<"batch_norm_training"> {
  let summary = "batch_norm by the batch's own mean and variance, of which the running ones take up `momentum`";
  let description = [{
    The variance that is collected is without bias. Where there are no running statistics, those of the batch are the
    result. All operands but input and momentum, a scalar, are of shape (C,). No gradient flows to statistics.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$momentum);
  let optionals = (ins Weir_FloatTensor:$weight, Weir_FloatTensor:$bias, Weir_FloatTensor:$running_mean,
                       Weir_FloatTensor:$running_variance);
  let attributes = (ins Weir_NumberAttr:$eps);
  let results = (outs Weir_FloatTensor:$y, Weir_FloatTensor:$new_mean, Weir_FloatTensor:$new_variance);
  let samples = ["(f[n, c, l], f[] in 0..1, f[c]?, f[c]?, f[c]?, f[c]?) {eps = 0.125}"];
  let inference = "::weir::inferBatchNormTraining(operands, attributes)";
  let decomposition = [{
      ::weir::byBatch(input, momentum, weight, bias, running_mean, running_variance, getEps())}];
  let unsplittable = "it is decomposed before values are split";
}

def Weir_InstanceNormTrainingOp : Weir_NormalizationOp<"instance_norm_training"> {
  let summary = "instance_norm, and the running statistics after they took up `momentum` of the samples' own";
  let description = [{
    What is collected are means over samples, of the variance without bias. All operands but input and momentum, a
    scalar, are of shape (C,). No gradient flows to statistics.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$momentum);
  let optionals = (ins Weir_FloatTensor:$weight, Weir_FloatTensor:$bias, Weir_FloatTensor:$running_mean,
                       Weir_FloatTensor:$running_variance);
  let attributes = (ins Weir_NumberAttr:$eps);
  let results = (outs Weir_FloatTensor:$y, Weir_FloatTensor:$new_mean, Weir_FloatTensor:$new_variance);
  let samples = ["(f[n, c, 2*l], f[] in 0..1, f[c]?, f[c]?, f[c]?, f[c]?) {eps = 0.125}"];
  let inference = "::weir::inferInstanceNormTraining(operands, attributes)";
  let decomposition = [{
      ::weir::bySamples(input, momentum, weight, bias, running_mean, running_variance, getEps())}];
  let unsplittable = "it is decomposed before values are split";
}

def Weir_LocalResponseNormOp : Weir_NormalizationOp<"local_response_norm"> {
  let summary = "input (N, C, *) / (k + alpha * mean of the squares of `size` neighbouring channels)^beta";
  let description = [{
    Missing neighbours count as 0. Krizhevsky, Sutskever and Hinton, "ImageNet Classification with Deep Convolutional
    Neural Networks", 2012.
  }];
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins I64Attr:$size, Weir_NumberAttr:$alpha, Weir_NumberAttr:$beta, Weir_NumberAttr:$k);
  let samples = ["(f[n, c, l, ...]) {size = 1..3, alpha = 0.5, beta = 0.75, k = 1}"];
  let inference = "::weir::inferLocalResponseNorm(operands, attributes)";
  let decomposition = "::weir::byNeighbours(input, getSize(), getAlpha(), getBeta(), getK())";
  let unsplittable = "it is decomposed before values are split";
  let python = "local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0)";
}

class Weir_AlongDimsOp<string mnemonic> : Weir_NormalizationOp<mnemonic> {
  let pythonPromotion = "float";
}

def Weir_NormalizeOp : Weir_AlongDimsOp<"normalize"> {
  let summary = "input divided by its p-norm over `dims`, or by eps if that is larger";
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins Weir_NumberAttr:$p, Weir_DimsAttr:$dims, Weir_NumberAttr:$eps);
  let samples = ["(f[n, ...]) {p = 2 | 1, eps = 0.125}"];
  let inference = "::weir::inferAlongDims(operands, attributes)";
  let rule = [{::weir::ruleAlong(attributes.get<::std::vector<int64_t>>("dims"), /*isReduced=*/false, operands,
                                 results)}];
  let decomposition = "::weir::normalized(input, getP(), getDims(), getEps())";
  let python = "normalize(input, p=2.0, dim=1, eps=1e-12)";
}

def Weir_CosineSimilarityOp : Weir_AlongDimsOp<"cosine_similarity"> {
  let summary = "the cosine of the angle between vectors along `dim`, whose lengths count as eps at least";
  let operands = (ins Weir_FloatTensor:$x1, Weir_FloatTensor:$x2);
  let attributes = (ins Weir_DimAttr:$dim, Weir_NumberAttr:$eps);
  let samples = ["(f[n, ...], f[n, ...]) {eps = 0.125}"];
  let inference = "::weir::inferSimilarity(operands, attributes)";
  let rule = "::weir::ruleAlong({attributes.get<int64_t>(\"dim\")}, /*isReduced=*/true, operands, results)";
  let pythonBroadcasts = 1;
  let decomposition = [{sum(::weir::normalized(x1, 2, {getDim()}, getEps()) *
                            ::weir::normalized(x2, 2, {getDim()}, getEps()), {getDim()})}];
  let python = "cosine_similarity(x1, x2, dim=1, eps=1e-08)";
}

#endif
