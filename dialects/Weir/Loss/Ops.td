// Losses. Each is a mean or a sum over all elements, or one number per element.
#ifndef WEIR_LOSS_OPS_TD
#define WEIR_LOSS_OPS_TD

include "dialects/Weir/Loss/Base.td"

// input and target have one shape. `losses` are those of the elements.
class Weir_ElementLossOp<string mnemonic, string losses> : Weir_LossOp<mnemonic> {
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let attributes = (ins Weir_LossReduction:$reduction);
  let inference = "::weir::inferElementLoss(operands, attributes)";
  let decomposition = "::weir::reducedLoss(" # losses # ", getReduction())";
  let python = mnemonic # "(input, target, reduction='mean')";
  let pythonPromotion = "float";
}

// The shapes of input and target broadcast.
class Weir_DistanceLossOp<string mnemonic, string losses> : Weir_ElementLossOp<mnemonic, losses> {
  let pythonBroadcasts = 1;
}

def Weir_MseLossOp : Weir_DistanceLossOp<"mse_loss", "(input - target) * (input - target)"> {
  let summary = "(input - target)^2";
}

def Weir_L1LossOp : Weir_DistanceLossOp<"l1_loss", "abs(input - target)"> {
  let summary = "|input - target|";
}

def Weir_SmoothL1LossOp : Weir_DistanceLossOp<"smooth_l1_loss", "::weir::smoothL1(input, target, getBeta())"> {
  let summary = "d^2 / (2 beta) for d = |input - target| below beta, else d - beta / 2";
  let attributes = (ins Weir_LossReduction:$reduction, Weir_NumberAttr:$beta);
  let samples = ["(f[...], f[...]) {beta = 1}"];
  let inference = "::weir::inferSmoothL1(operands, attributes)";
  let python = "smooth_l1_loss(input, target, reduction='mean', beta=1.0)";
}

def Weir_BernoulliEntropyOp : Weir_ElementwiseCompositeOp<"bernoulli_entropy", [Differentiable]> {
  let summary = "-(target * log(input) + (1 - target) * log(1 - input)) for probabilities";
  let description = [{
    Logarithms are at least -100. The gradient divides by input * (1 - input), but by no less than 1e-12, so that it is
    0 where a probability of 0 or 1 is the target.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let results = (outs Weir_FloatTensor:$y);
  let domain = [Within<0, "0", "1">];
  let inference = "::weir::inferElementwise(operands, ::weir::commonFloat(operands))";
  let decomposition = "::weir::bernoulliEntropyFormula(input, target)";
  let gradient = "dy * (input - target) / maximum(input * (1 - input), 1e-12), dy * (log1p(-input) - log(input))";
}

// What is lost of each element is multiplied by `weight`, which broadcasts to the shape of target.
class Weir_WeighedLossOp<string mnemonic> : Weir_LossOp<mnemonic> {
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let attributes = (ins Weir_LossReduction:$reduction);
  let inference = "::weir::inferElementLoss(operands, attributes)";
  let rule = "::weir::wholeRule(operands, results)";
  let unsplittable = "it is decomposed before values are split";
  let pythonPromotion = "float";
}

def Weir_BinaryCrossEntropyOp : Weir_WeighedLossOp<"binary_cross_entropy"> {
  let summary = "-(target * log(input) + (1 - target) * log(1 - input)) for probabilities";
  let description = [{
    Logarithms are at least -100. `weight`, which broadcasts to the shape of target, multiplies the loss.
  }];
  let optionals = (ins Weir_FloatTensor:$weight);
  let samples = ["(f[..., c], f[..., c], f[c]?)"];
  let domain = [Within<0, "0", "1">];
  let decomposition = "::weir::reducedLoss(::weir::weighed(::weir::bernoulliEntropy(input, target), weight), "
                      "getReduction())";
  let python = "binary_cross_entropy(input, target, weight=None, reduction='mean')";
}

def Weir_BinaryCrossEntropyWithLogitsOp : Weir_WeighedLossOp<"binary_cross_entropy_with_logits"> {
  let summary = "binary cross entropy of sigmoid(input), which overflows for no input";
  let description = [{
    `pos_weight`, which broadcasts to the shape of target, multiplies what is lost where the target is 1, and `weight`
    all.
  }];
  let optionals = (ins Weir_FloatTensor:$weight, Weir_FloatTensor:$pos_weight);
  let samples = ["(f[..., c], f[..., c], f[c]?, f[c]?)"];
  let decomposition = "::weir::reducedLoss(::weir::weighed(::weir::crossEntropyOfLogits(input, target, pos_weight), "
                      "weight), getReduction())";
  let python = "binary_cross_entropy_with_logits(input, target, weight=None, reduction='mean', pos_weight=None)";
}

def Weir_KlDivOp : Weir_LossOp<"kl_div"> {
  let summary = "target * (log(target) - input) for log-probabilities `input`";
  let description = [{
    target is of logarithms too if `log_target`. The mean is over all elements; "batchmean" divides the sum by the first
    dimension.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let attributes = (ins Weir_OneOf<["mean", "sum", "none", "batchmean"]>:$reduction, UnitAttr:$log_target);
  let samples = ["(f[...], f[...] in 0..4)", "(f[...], f[...]) {log_target}"];
  let inference = "::weir::inferElementLoss(operands, attributes)";
  let decomposition = "::weir::reducedLoss(::weir::divergence(input, target, getLogTarget()), getReduction())";
  let python = "kl_div(input, target, reduction='mean', log_target=False)";
  let pythonBroadcasts = 1;
  let pythonPromotion = "float";
}

def Weir_HuberLossOp : Weir_ElementLossOp<"huber_loss", "::weir::huber(input, target, getDelta())"> {
  let summary = "d^2 / 2 for d = |input - target| up to delta, else delta * (d - delta / 2)";
  let attributes = (ins Weir_LossReduction:$reduction, Weir_NumberAttr:$delta);
  let samples = ["(f[...], f[...]) {delta = 1}"];
  let inference = "::weir::inferHuber(operands, attributes)";
  let python = "huber_loss(input, target, reduction='mean', delta=1.0)";
}

def Weir_PoissonNllLossOp : Weir_ElementLossOp<"poisson_nll_loss",
    "::weir::poissonLoss(input, target, getLogInput(), getFull(), getEps())"> {
  let summary = "the negative log-likelihood of counts `target` whose rate, or its logarithm, is input";
  let description = [{
    exp(input) - target * input if `log_input`, else input - target * log(input + eps). With `full`, Stirling's
    approximation of log(target!) is added where target is above 1.
  }];
  let attributes = (ins Weir_LossReduction:$reduction, UnitAttr:$log_input, UnitAttr:$full, Weir_NumberAttr:$eps);
  let samples = ["(f[...] in 1..2, f[...] in 2..5) {eps = 0.125}", "(f[...], f[...] in 2..5) {log_input, eps = 0.125}"];
  let python = "poisson_nll_loss(input, target, log_input=True, full=False, eps=1e-08, reduction='mean')";
}

def Weir_GaussianNllLossOp : Weir_LossOp<"gaussian_nll_loss"> {
  let summary = "the negative log-likelihood of targets with mean input and variance var, which counts as eps at least";
  let description = [{
    (log(var) + (input - target)^2 / var) / 2, and log(2 pi) / 2 more if `full`. var broadcasts to the shape of input;
    its gradient is that of what it counts as.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target, Weir_FloatTensor:$var);
  let attributes = (ins Weir_LossReduction:$reduction, UnitAttr:$full, Weir_NumberAttr:$eps);
  let samples = ["(f[..., c], f[..., c], f[c] in 1..3) {eps = 0.125}"];
  let inference = "::weir::inferGaussian(operands, attributes)";
  let rule = "::weir::wholeRule(operands, results)";
  let unsplittable = "it is decomposed before values are split";
  let decomposition = [{
      ::weir::reducedLoss(::weir::gaussianLoss(input, target, var, getFull(), getEps()), getReduction())}];
  let pythonPromotion = "float";
}

// The classes of an input (N, C, *) or (C,); a class outside [0, C) is an error of the run.
class Weir_ClassLossOp<string mnemonic, string logarithms> : Weir_LossOp<mnemonic> {
  let description = [{
    Targets that equal `ignore_index` lose nothing. `weight` has a factor for each class; the mean is the sum divided by
    the weights of all targets that count.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_I64Tensor:$target);
  let optionals = (ins Weir_FloatTensor:$weight);
  let attributes = (ins Weir_LossReduction:$reduction, I64Attr:$ignore_index);
  let samples = ["(f[n, c], i64[n], f[c]?) {ignore_index = -100 | 0}", "(f[c], i64[], f[c]?) {ignore_index = -100}"];
  let inference = "::weir::inferClassLoss(operands, attributes)";
  let decomposition = "::weir::classLoss(" # logarithms # ", target, weight, getIgnoreIndex(), 0, getReduction())";
  let rule = "::weir::wholeRule(operands, results)";
  let unsplittable = "it is decomposed before values are split";
  let domain = [IndexIntoDim<1, 0, -1>];
}

def Weir_NllLossOp : Weir_ClassLossOp<"nll_loss", "input"> {
  let summary = "the negative of the log-probabilities `input` at the class `target`";
  let python = "nll_loss(input, target, weight=None, ignore_index=-100, reduction='mean')";
}

def Weir_CrossEntropyOp
    : Weir_ClassLossOp<"cross_entropy", "::weir::logSoftmax(input, ::weir::classDim(input))"> {
  let summary = "the negative log-probability that softmax(input) gives to the class `target`";
  let attributes = (ins Weir_LossReduction:$reduction, I64Attr:$ignore_index, Weir_NumberAttr:$label_smoothing);
  let samples = ["(f[n, c], i64[n], f[c]?) {ignore_index = -100 | 0, label_smoothing = 0 | 0.25}",
                 "(f[c], i64[], f[c]?) {ignore_index = -100, label_smoothing = 0}"];
  let decomposition = [{::weir::classLoss(::weir::logSoftmax(input, ::weir::classDim(input)), target, weight,
                                          getIgnoreIndex(), getLabelSmoothing(), getReduction())}];
}

def Weir_ClassProbabilitiesLossOp : Weir_LossOp<"class_probabilities_loss"> {
  let summary = "the negative log-probabilities that softmax(input) gives, weighed by the probabilities `target`";
  let description = [{
    Both have dimensions (N, C, *) or (C,). `label_smoothing` is the part of each probability that all classes share.
    `weight` has a factor for each class. The mean is over all but the classes.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let optionals = (ins Weir_FloatTensor:$weight);
  let attributes = (ins Weir_LossReduction:$reduction, Weir_NumberAttr:$label_smoothing);
  let samples = ["(f[n, c, ...], f[n, c, ...], f[c]?) {label_smoothing = 0 | 0.25}"];
  let inference = "::weir::inferProbabilitiesLoss(operands, attributes)";
  let rule = "::weir::wholeRule(operands, results)";
  let unsplittable = "it is decomposed before values are split";
  let decomposition = "::weir::probabilitiesLoss(input, target, weight, getLabelSmoothing(), getReduction())";
}

#endif
