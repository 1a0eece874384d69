// Distances of vectors, and losses by margins: of distances, of scores, of similarities.
#ifndef WEIR_MARGIN_OPS_TD
#define WEIR_MARGIN_OPS_TD

include "dialects/Weir/Loss/Base.td"

// distances

class Weir_DistanceOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let operands = (ins Weir_FloatTensor:$x1, Weir_FloatTensor:$x2);
  let results = (outs Weir_FloatTensor:$y);
  let precision = "Deny";
  let unsplittable = "it is decomposed before values are split";
  let pythonPromotion = "float";
}

def Weir_PairwiseDistanceOp : Weir_DistanceOp<"pairwise_distance"> {
  let summary = "the p-norm of x1 - x2 + eps along the last dimension";
  let description = "Differences of integers are integers.";
  let operands = (ins Weir_Tensor:$x1, Weir_Tensor:$x2);
  let attributes = (ins Weir_NumberAttr:$p, Weir_NumberAttr:$eps, UnitAttr:$keepdim);
  let samples = ["(f[..., m], f[..., m]) {p = 2 | 3, eps = 0.125}"];
  let inference = "::weir::inferDistance(operands, attributes)";
  let decomposition = [{kept(::weir::distance(x1, x2, getP(), getEps()), x1, {x1.rank() - 1}, getKeepdim())}];
  let pythonPromotion = "difference";
}

def Weir_CdistOp : Weir_DistanceOp<"cdist"> {
  let summary = "the p-norm of the difference of each row of x1 (*, P, M) and each row of x2 (*, R, M)";
  let attributes = (ins Weir_NumberAttr:$p);
  let samples = ["(f[..., n, m], f[..., k, m]) {p = 2 | 3}"];
  let inference = "::weir::inferDistances(operands, attributes)";
  let decomposition = "::weir::distances(x1, x2, getP())";
}

// losses of elements

class Weir_MarginLossOp<string mnemonic, string losses> : Weir_LossOp<mnemonic> {
  let decomposition = "::weir::reducedLoss(" # losses # ", getReduction())";
  let pythonPromotion = "float";
}

class Weir_WholeMarginLossOp<string mnemonic, string losses> : Weir_MarginLossOp<mnemonic, losses> {
  let rule = "::weir::wholeRule(operands, results)";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_SoftMarginLossOp : Weir_MarginLossOp<"soft_margin_loss", "::weir::softplus(-(target * input))"> {
  let summary = "log(1 + exp(-target * input)) for targets 1 and -1";
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let attributes = (ins Weir_LossReduction:$reduction);
  let inference = "::weir::inferAlike(operands, attributes)";
  let python = "soft_margin_loss(input, target, reduction='mean')";
}

def Weir_HingeEmbeddingLossOp
    : Weir_MarginLossOp<"hinge_embedding_loss", "::weir::hingeEmbedding(input, target, getMargin())"> {
  let summary = "input where target is 1, what it lacks to the margin where target is -1";
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let attributes = (ins Weir_NumberAttr:$margin, Weir_LossReduction:$reduction);
  let samples = ["(f[...], f[...]) {margin = 1}"];
  let inference = "::weir::inferAlike(operands, attributes)";
}

def Weir_MarginRankingLossOp
    : Weir_MarginLossOp<"margin_ranking_loss", "::weir::marginRanking(input1, input2, target, getMargin())"> {
  let summary = "max(0, margin - target * (input1 - input2))";
  let description = "Products of integers are integers.";
  let operands = (ins Weir_Tensor:$input1, Weir_Tensor:$input2, Weir_Tensor:$target);
  let attributes = (ins Weir_NumberAttr:$margin, Weir_LossReduction:$reduction);
  let samples = ["(f[...], f[...], f[...]) {margin = 1}"];
  let inference = "::weir::inferRanking(operands, attributes)";
  let pythonPromotion = "difference";
}

// losses of rows

def Weir_CosineEmbeddingLossOp : Weir_WholeMarginLossOp<"cosine_embedding_loss",
    "::weir::cosineEmbedding(input1, input2, target, getMargin())"> {
  let summary = "1 less the cosine of vectors where target is 1, what the cosine exceeds the margin by where it is -1";
  let description = "Vectors are along the last dimension, which target lacks.";
  let operands = (ins Weir_FloatTensor:$input1, Weir_FloatTensor:$input2, Weir_FloatTensor:$target);
  let attributes = (ins Weir_NumberAttr:$margin, Weir_LossReduction:$reduction);
  let samples = ["(f[n, m], f[n, m], f[n]) {margin = 0.5}", "(f[m], f[m], f[]) {margin = 0}"];
  let inference = "::weir::inferCosineEmbedding(operands, attributes)";
}

def Weir_TripletMarginLossOp : Weir_WholeMarginLossOp<"triplet_margin_loss",
    "::weir::tripletMargin(anchor, positive, negative, getMargin(), getP(), getEps(), getSwap())"> {
  let summary = "max(0, margin + distance of anchor and positive - distance of anchor and negative)";
  let description = [{
    Distances are those of pairwise_distance. With `swap`, that of positive and negative counts if it is smaller than
    the second one.
  }];
  let operands = (ins Weir_Tensor:$anchor, Weir_Tensor:$positive, Weir_Tensor:$negative);
  let pythonPromotion = "difference";
  let attributes = (ins Weir_NumberAttr:$margin, Weir_NumberAttr:$p, Weir_NumberAttr:$eps, UnitAttr:$swap,
                        Weir_LossReduction:$reduction);
  let samples = ["(f[..., m], f[..., m], f[..., m]) {margin = 1, p = 2 | 3, eps = 0.125}"];
  let inference = "::weir::inferTripletMargin(operands, attributes)";
}

def Weir_MultiMarginLossOp : Weir_WholeMarginLossOp<"multi_margin_loss",
    "::weir::multiMargin(input, target, weight, getP(), getMargin())"> {
  let summary = "the mean over classes of max(0, margin - input[target] + input)^p, without the target's own";
  let description = "input is (N, C) or (C,). `weight`, one number for each class, multiplies losses of its targets.";
  let operands = (ins Weir_FloatTensor:$input, Weir_I64Tensor:$target);
  let optionals = (ins Weir_FloatTensor:$weight);
  let attributes = (ins Weir_NumberAttr:$p, Weir_NumberAttr:$margin, Weir_LossReduction:$reduction);
  let samples = ["(f[n, c], i64[n], f[c]?) {p = 1 | 2, margin = 1}", "(f[c], i64[]) {p = 1, margin = 1}"];
  let domain = [IndexIntoDim<1, 0, -1>];
  let inference = "::weir::inferMultiMargin(operands, attributes)";
  let pythonPromotion = "index";
}

def Weir_MultilabelMarginLossOp : Weir_WholeMarginLossOp<"multilabel_margin_loss",
    "::weir::multilabelMargin(input, target)"> {
  let summary = "the mean over classes of the sum over labels of max(0, 1 - input[label] + input), without labels' own";
  let description = "input is (N, C) or (C,); target holds the labels, as many as there are before the first -1.";
  let operands = (ins Weir_FloatTensor:$input, Weir_I64Tensor:$target);
  let attributes = (ins Weir_LossReduction:$reduction);
  let samples = ["(f[n, c], i64[n, c] in -1..1)", "(f[c], i64[c] in -1..1)"];
  let inference = "::weir::inferMultilabelMargin(operands, attributes)";
  let pythonPromotion = "index";
}

def Weir_MultilabelSoftMarginLossOp : Weir_WholeMarginLossOp<"multilabel_soft_margin_loss",
    "::weir::multilabelSoftMargin(input, target, weight)"> {
  let summary = "the mean over the last dimension of the binary cross entropy of sigmoid(input)";
  let description = "`weight`, which broadcasts to the shape of input, multiplies losses.";
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let optionals = (ins Weir_FloatTensor:$weight);
  let attributes = (ins Weir_LossReduction:$reduction);
  let samples = ["(f[..., c], f[..., c], f[c]?)"];
  let inference = "::weir::inferMultilabelSoftMargin(operands, attributes)";
  let python = "multilabel_soft_margin_loss(input, target, weight=None, reduction='mean')";
}

#endif
