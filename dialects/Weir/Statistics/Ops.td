// What is computed of all elements along dimensions, by more than one reduction.
#ifndef WEIR_STATISTICS_OPS_TD
#define WEIR_STATISTICS_OPS_TD

include "dialects/Weir/IR/Base.td"

// Over the dimensions `dims`, which the result lacks, or has with size 1 if `keepdim`.
class Weir_StatisticOp<string mnemonic, list<Trait> traits = []> : Weir_CompositeOp<mnemonic, traits> {
  dag reduced = (ins Weir_DimsAttr:$dims, UnitAttr:$keepdim);
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = reduced;
  let results = (outs Weir_FloatTensor:$y);
  let inference = "::weir::inferReduced(operands[0], attributes.get<::std::vector<int64_t>>(\"dims\"), "
                  "attributes.has(\"keepdim\"))";
  let rule = "::weir::ruleAlong(attributes.get<::std::vector<int64_t>>(\"dims\"), /*isReduced=*/true, operands, "
             "results)";
  let precision = "Deny";
  let pythonMethods = [mnemonic];
}

def Weir_MeanOp : Weir_StatisticOp<"mean"> {
  let summary = "the mean over `dims`";
  let decomposition = "kept(mean(input, getDims()), input, getDims(), getKeepdim())";
  let python = "mean(input, dim=None, keepdim=False, dtype=None)";
}

def Weir_NansumOp : Weir_StatisticOp<"nansum"> {
  let summary = "the sum over `dims` of what is no NaN";
  let operands = (ins Weir_Tensor:$input);
  let results = (outs Weir_Tensor:$y);
  let inference = "::weir::inferSum(operands[0], attributes)";
  let pythonPromotion = "sum";
  let decomposition = "kept(sum(select(input != input, 0.0, input), getDims()), input, getDims(), getKeepdim())";
  let python = "nansum(input, dim=None, keepdim=False, dtype=None)";
}

def Weir_NanmeanOp : Weir_StatisticOp<"nanmean"> {
  let summary = "the mean over `dims` of what is no NaN";
  let decomposition = "kept(::weir::meanOfNumbers(input, getDims()), input, getDims(), getKeepdim())";
  let python = "nanmean(input, dim=None, keepdim=False, dtype=None)";
}

def Weir_CountNonzeroOp : Weir_StatisticOp<"count_nonzero"> {
  let summary = "how many elements over `dims` are not 0";
  let operands = (ins Weir_Tensor:$input);
  let results = (outs Weir_I64Tensor:$y);
  let inference = "::weir::inferCount(operands[0], attributes)";
  let computesWide = 0;
  let decomposition = "kept(::weir::countNonzero(input, getDims()), input, getDims(), getKeepdim())";
  let notDifferentiable = "its result is integer";
  let python = "count_nonzero(input, dim=None)";
}

class Weir_SpreadOp<string mnemonic> : Weir_StatisticOp<mnemonic, [Differentiable]> {
  let attributes = !con(reduced, (ins Weir_NumberAttr:$correction));
  let samples = ["(f[n, ...]) {correction = 0 | 1}"];
}

def Weir_VarOp : Weir_SpreadOp<"var"> {
  let summary = "the variance over `dims`";
  let description = [{
    Squared distances from the mean, summed and divided by their number less `correction`; NaN or infinity where nothing
    is left to divide by.
  }];
  let decomposition = "kept(::weir::variance(input, getDims(), getCorrection()), input, getDims(), getKeepdim())";
  let gradient = "::weir::varianceGradient(dy, input, getDims(), getCorrection(), getKeepdim())";
}

def Weir_StdOp : Weir_SpreadOp<"std"> {
  let summary = "the standard deviation over `dims`: the root of the variance";
  let description = "The gradient of a deviation that is 0 is 0.";
  let decomposition = [{kept(::weir::rootOf(::weir::variance(input, getDims(), getCorrection()), 2), input, getDims(),
                             getKeepdim())}];
  let gradient = [{::weir::varianceGradient(::weir::squareGradient(dy, inside.unroundedResult()), input, getDims(),
                                            getCorrection(), getKeepdim())}];
}

class Weir_AndMeanOp<string mnemonic, string spread> : Weir_StatisticOp<mnemonic> {
  let attributes = !con(reduced, (ins Weir_NumberAttr:$correction));
  let results = (outs Weir_FloatTensor:$y, Weir_FloatTensor:$mean);
  let samples = ["(f[n, ...]) {correction = 0 | 1}"];
  let inference = "::weir::inferTwo(operands[0], attributes)";
  let decomposition = "::weir::andMean<::weir::" # spread # "Op>(input, getDims(), getKeepdim(), getCorrection())";
  let pythonMethods = [];
}

def Weir_VarMeanOp : Weir_AndMeanOp<"var_mean", "Var"> {
  let summary = "the variance over `dims`, as weir.var, and the mean";
}

def Weir_StdMeanOp : Weir_AndMeanOp<"std_mean", "Std"> {
  let summary = "the standard deviation over `dims`, as weir.std, and the mean";
}

def Weir_AminmaxOp : Weir_StatisticOp<"aminmax"> {
  let summary = "the minimum and the maximum over `dims`; NaN if any is NaN";
  let operands = (ins Weir_Tensor:$input);
  let results = (outs Weir_Tensor:$min, Weir_Tensor:$max);
  let computesWide = 0;
  let inference = "::weir::inferTwo(operands[0], attributes)";
  let decomposition = "::weir::extremes(input, getDims(), getKeepdim())";
  let precision = "Follow";
  let pythonMethods = [];
}

def Weir_NormOp : Weir_StatisticOp<"norm"> {
  let summary = "the p-norm over `dims`: the p-th root of the sum of |input| to the power of p";
  let description = [{
    The largest magnitude if p is infinity, the smallest if it is -infinity, the number of elements other than 0 if it
    is 0. The gradient of a norm that is 0 is 0.
  }];
  let attributes = !con(reduced, (ins Weir_NumberAttr:$p));
  let samples = ["(f[n, ...]) {p = 2 | 1 | 0 | 3 | inf | -inf}"];
  let decomposition = "kept(::weir::norm(input, getDims(), getP()), input, getDims(), getKeepdim())";
}

def Weir_LogsumexpOp : Weir_StatisticOp<"logsumexp"> {
  let summary = "log(sum(exp(input))) over `dims`, without overflow";
  let decomposition = "kept(::weir::logSumExp(input, getDims()), input, getDims(), getKeepdim())";
  let python = "logsumexp(input, dim, keepdim=False)";
  let pythonPromotion = "float";
}

// all of two tensors

class Weir_OfTwoOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$other);
  let precision = "Deny";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_DistOp : Weir_OfTwoOp<"dist"> {
  let summary = "the p-norm of input - other, a scalar";
  let attributes = (ins Weir_NumberAttr:$p);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[...], f[...]) {p = 2 | 1 | 3 | inf}"];
  let inference = "::weir::inferOfTwo(operands, ::weir::commonFloat(operands))";
  let decomposition = "::weir::norm(input - other, ::weir::allDims(input), getP())";
  let pythonPromotion = "float";
  let pythonBroadcasts = 1;
}

def Weir_EqualOp : Weir_OfTwoOp<"equal"> {
  let summary = "whether all elements of input and other are equal, a scalar";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$other);
  let results = (outs Weir_BoolTensor:$y);
  let computesWide = 0;
  let inference = "::weir::inferEqual(operands)";
  let decomposition = "::weir::holdsForAll(input == other)";
  let notDifferentiable = "its result is bool";
  let pythonPromotion = "common";
}

def Weir_AllcloseOp : Weir_OfTwoOp<"allclose"> {
  let summary = "whether weir.isclose holds for all elements of input and other, a scalar";
  let attributes = (ins Weir_NumberAttr:$rtol, Weir_NumberAttr:$atol, UnitAttr:$equal_nan);
  let results = (outs Weir_BoolTensor:$y);
  let samples = ["(f[...], f[...]) {rtol = 0.25, atol = 0.5}"];
  let inference = "::weir::inferAllClose(operands, attributes)";
  let decomposition = "::weir::allClose(input, other, getRtol(), getAtol(), getEqualNan())";
  let notDifferentiable = "its result is bool";
  let pythonPromotion = "float";
  let pythonBroadcasts = 1;
}

def Weir_RenormOp : Weir_CompositeOp<"renorm"> {
  let summary = "input with each part along `dim` whose p-norm is above maxnorm scaled down to that";
  let description = "A part is divided by its norm and 1e-7, so that it ends a little below maxnorm.";
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins Weir_NumberAttr:$p, Weir_DimAttr:$dim, Weir_NumberAttr:$maxnorm);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[n, ...]) {p = 2 | 1, dim = 0, maxnorm = 0.5}"];
  let inference = "::weir::inferRenorm(operands[0], attributes)";
  let decomposition = "::weir::renormed(input, getP(), getDim(), getMaxnorm())";
  let precision = "Deny";
  let unsplittable = "it is decomposed before values are split";
}

// positions

class Weir_PositionOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins Weir_DimAttr:$dim, UnitAttr:$keepdim);
  let results = (outs Weir_I64Tensor:$y);
  let inference = "::weir::inferPosition(operands[0], attributes)";
  let rule = "::weir::ruleAlong({attributes.get<int64_t>(\"dim\")}, /*isReduced=*/true, operands, results)";
  let notDifferentiable = "its result is integer";
}

def Weir_ArgmaxOp : Weir_PositionOp<"argmax"> {
  let summary = "where along `dim` the maximum stands first; a NaN counts as the maximum";
  let decomposition =
      "kept(::weir::firstExtreme(input, getDim(), ::weir::Combiner::Max), input, {getDim()}, getKeepdim())";
}

def Weir_ArgminOp : Weir_PositionOp<"argmin"> {
  let summary = "where along `dim` the minimum stands first; a NaN counts as the minimum";
  let decomposition =
      "kept(::weir::firstExtreme(input, getDim(), ::weir::Combiner::Min), input, {getDim()}, getKeepdim())";
}

class Weir_ExtremeOp<string mnemonic, string by> : Weir_CompositeOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins Weir_DimAttr:$dim, UnitAttr:$keepdim);
  let results = (outs Weir_Tensor:$values, Weir_I64Tensor:$indices);
  let inference = "::weir::inferExtreme(operands[0], attributes)";
  let decomposition = "::weir::extreme(input, getDim(), ::weir::Combiner::" # by # ", getKeepdim())";
  let rule = "::weir::ruleAlong({attributes.get<int64_t>(\"dim\")}, /*isReduced=*/true, operands, results)";
}

def Weir_MaxAlongOp : Weir_ExtremeOp<"max_along", "Max"> {
  let summary = "the maxima along `dim`, and where they stand first; those elements alone get gradients";
}

def Weir_MinAlongOp : Weir_ExtremeOp<"min_along", "Min"> {
  let summary = "the minima along `dim`, and where they stand first; those elements alone get gradients";
}

def Weir_TopkOp : Weir_CompositeOp<"topk"> {
  let summary = "the k largest or smallest elements along `dim` in order, and where they stand";
  let description = "A NaN counts as the largest.";
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins I64Attr:$k, Weir_DimAttr:$dim, UnitAttr:$largest);
  let results = (outs Weir_Tensor:$values, Weir_I64Tensor:$indices);
  let samples = ["(n[n, ...]) {k = 1..n, dim = 0}", "(n[m, n, ...]) {k = 1..n, dim = 1}"];
  let inference = "::weir::inferTopk(operands[0], attributes)";
  let decomposition = "::weir::topk(input, getK(), getDim(), getLargest())";
  let unsplittable = "it is decomposed before values are split";
}

#endif
