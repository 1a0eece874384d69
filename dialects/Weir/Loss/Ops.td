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

def Weir_MseLossOp : Weir_ElementLossOp<"mse_loss", "(input - target) * (input - target)"> {
  let summary = "(input - target)^2";
}

def Weir_L1LossOp : Weir_ElementLossOp<"l1_loss", "abs(input - target)"> {
  let summary = "|input - target|";
}

def Weir_SmoothL1LossOp : Weir_ElementLossOp<"smooth_l1_loss", "::weir::smoothL1(input, target, getBeta())"> {
  let summary = "d^2 / (2 beta) for d = |input - target| below beta, else d - beta / 2";
  let attributes = (ins Weir_LossReduction:$reduction, Weir_NumberAttr:$beta);
  let samples = ["(f[...], f[...]) {beta = 1}"];
  let inference = "::weir::inferSmoothL1(operands, attributes)";
  let python = "smooth_l1_loss(input, target, reduction='mean', beta=1.0)";
}

def Weir_BinaryCrossEntropyOp
    : Weir_ElementLossOp<"binary_cross_entropy", "::weir::binaryCrossEntropy(input, target)"> {
  let summary = "-(target * log(input) + (1 - target) * log(1 - input)) for probabilities";
  let description = "Logarithms are at least -100.";
  let domain = [Within<0, "0", "1">];
}

def Weir_BinaryCrossEntropyWithLogitsOp : Weir_LossOp<"binary_cross_entropy_with_logits"> {
  let summary = "binary cross entropy of sigmoid(input), which overflows for no input";
  let description = [{
    `pos_weight`, which broadcasts to the shape of target, multiplies what is lost where the target is 1.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$target);
  let optionals = (ins Weir_FloatTensor:$pos_weight);
  let attributes = (ins Weir_LossReduction:$reduction);
  let samples = ["(f[..., c], f[..., c], f[c]?)"];
  let inference = "::weir::inferElementLoss(operands, attributes)";
  let rule = "::weir::wholeRule(operands, results)";
  let unsplittable = "it is decomposed before values are split";
  let decomposition = "::weir::reducedLoss(::weir::crossEntropyOfLogits(input, target, pos_weight), getReduction())";
  let python = "binary_cross_entropy_with_logits(input, target, reduction='mean', pos_weight=None)";
  let pythonPromotion = "float";
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

// The classes of an input (N, C) or (C,); a class outside [0, C) is an error of the run.
class Weir_ClassLossOp<string mnemonic, string logarithms> : Weir_LossOp<mnemonic> {
  let operands = (ins Weir_FloatTensor:$input, Weir_I64Tensor:$target);
  let attributes = (ins Weir_LossReduction:$reduction);
  let samples = ["(f[n, c], i64[n])", "(f[c], i64[])"];
  let inference = "::weir::inferClassLoss(operands, attributes)";
  let decomposition = "::weir::reducedLoss(::weir::lossOfClass(" # logarithms # ", target), getReduction())";
  let rule = "::weir::wholeRule(operands, results)";
  let unsplittable = "it is decomposed before values are split";
  let domain = [IndexIntoDim<1, 0, -1>];
  let python = mnemonic # "(input, target, reduction='mean')";
}

def Weir_NllLossOp : Weir_ClassLossOp<"nll_loss", "input"> {
  let summary = "the negative of the log-probabilities `input` at the class `target`";
}

def Weir_CrossEntropyOp : Weir_ClassLossOp<"cross_entropy", "::weir::logSoftmax(input, input.rank() - 1)"> {
  let summary = "the negative log-probability that softmax(input) gives to the class `target`";
}

#endif
