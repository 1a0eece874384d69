// What is found among elements: places in an order, members of sets, counts of values, elements of a rank.
#ifndef WEIR_SEARCH_OPS_TD
#define WEIR_SEARCH_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_SearchOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let computesWide = 0;
  let unsplittable = "it is decomposed before values are split";
}

def Weir_IsinOp : Weir_SearchOp<"isin"> {
  let summary = "whether each of `elements` is among `test_elements`; whether it is not, if `invert`";
  let operands = (ins Weir_Tensor:$elements, Weir_Tensor:$test_elements);
  let attributes = (ins UnitAttr:$invert);
  let results = (outs Weir_BoolTensor:$y);
  let samples = ["(n[...], n[m])"];
  let inference = "::weir::inferIsin(operands)";
  let decomposition = "::weir::isin(elements, test_elements, getInvert())";
  let notDifferentiable = "its result is bool";
  let pythonPromotion = "common";
}

def Weir_SearchsortedOp : Weir_SearchOp<"searchsorted"> {
  let summary = "where each of `values` can be put in the last dimension of `sorted_sequence`, which stays in order";
  let description = [{
    In front of elements that are equal, or behind them if `right`. `sorted_sequence` is a vector, or has the dimensions
    of values but the last; its last size is known. `sorter`, in its shape, has the positions of its elements in order.
  }];
  let operands = (ins Weir_Tensor:$sorted_sequence, Weir_Tensor:$values);
  let optionals = (ins Weir_I64Tensor:$sorter);
  let attributes = (ins UnitAttr:$right, UnitAttr:$out_int32);
  let results = (outs Weir_IntegerTensor:$y);
  let samples = ["(n[7], n[...])", "(n[n, 4], n[n, m])"];
  let inference = "::weir::inferSearch(operands, attributes)";
  let decomposition = "::weir::searched(::weir::inOrder(sorted_sequence, sorter), values, getRight())";
  let notDifferentiable = "its result is integer";
  let pythonPromotion = "common";
}

def Weir_HistcOp : Weir_SearchOp<"histc"> {
  let summary = "how many elements are in each of `bins` parts of equal width from min to max; those outside count "
                "nowhere";
  let description = "Where min and max are equal, they are the elements' own, and one less and one more if these are "
                    "equal.";
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins I64Attr:$bins, Weir_NumberAttr:$min, Weir_NumberAttr:$max);
  let results = (outs Weir_FloatTensor:$y);
  let computesWide = 1;
  let samples = ["(f[...]) {bins = 1..5, min = -1, max = 1 | -1}"];
  let inference = "::weir::inferHistc(operands[0], attributes)";
  let decomposition = "::weir::histogram(input, getBins(), getMin(), getMax())";
  let notDifferentiable = "it is a step function";
  let python = "histc(input, bins=100, min=0, max=0)";
  let pythonMethods = ["histc"];
}

def Weir_BincountOp : Weir_SearchOp<"bincount"> {
  let summary = "how many elements are 0, 1, ... up to before minlength; the sums of their weights if there are some";
  let description = "An element that is negative or not below minlength is an error of the run.";
  let operands = (ins Weir_I64Tensor:$input);
  let optionals = (ins Weir_Tensor:$weights);
  let attributes = (ins I64Attr:$minlength);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(i64[n] in 0..4, f[n]?) {minlength = 5..7}"];
  let inference = "::weir::inferBincount(operands, attributes)";
  let decomposition = "::weir::counts(input, weights, getMinlength())";
}

def Weir_MedianOp : Weir_SearchOp<"median"> {
  let summary = "the median along `dim`, of an even number of elements the lower one, and where it stands";
  let description = "NaN if there is one; with `ignore_nan`, that of the numbers. Only the median gets a gradient.";
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins Weir_DimAttr:$dim, UnitAttr:$keepdim, UnitAttr:$ignore_nan);
  let results = (outs Weir_Tensor:$values, Weir_I64Tensor:$indices);
  let samples = ["(n[n, ...]) {dim = 0}", "(n[k, n, ...]) {dim = 1}"];
  let inference = "::weir::inferRanked(operands[0], attributes)";
  let decomposition = "::weir::median(input, getDim(), getKeepdim(), getIgnoreNan())";
}

def Weir_OverallMedianOp : Weir_SearchOp<"overall_median"> {
  let summary = "the median of all elements, of an even number of them the lower one";
  let description = [{
    NaN if there is one; with `ignore_nan`, that of the numbers. Elements that equal the median share its gradient.
  }];
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins UnitAttr:$ignore_nan);
  let results = (outs Weir_Tensor:$y);
  let inference = "::weir::inferOverallMedian(operands[0])";
  let decomposition = "::weir::overallMedian(input, getIgnoreNan())";
}

def Weir_KthvalueOp : Weir_SearchOp<"kthvalue"> {
  let summary = "the k-th smallest element along `dim`, counted from 1, and where it stands";
  let description = "NaN is larger than any number.";
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins I64Attr:$k, Weir_DimAttr:$dim, UnitAttr:$keepdim);
  let results = (outs Weir_Tensor:$values, Weir_I64Tensor:$indices);
  let samples = ["(n[n, ...]) {k = 1..n, dim = 0}"];
  let inference = "::weir::inferKthvalue(operands[0], attributes)";
  let decomposition = "::weir::kthvalue(input, getK(), getDim(), getKeepdim())";
}

def Weir_QuantileOp : Weir_SearchOp<"quantile"> {
  let summary = "the elements along `dim` below which the parts q of all are, as many as q has";
  let description = [{
    Between neighbours as `interpolation` says. NaN if there is one; with `ignore_nan`, those of the numbers.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$q);
  let attributes = (ins Weir_DimAttr:$dim,
                        Weir_OneOf<["linear", "lower", "higher", "midpoint", "nearest"]>:$interpolation,
                        UnitAttr:$ignore_nan);
  let results = (outs Weir_FloatTensor:$y);
  let computesWide = 1;
  let samples = ["(f[n, ...], f[m] in 0..1) {dim = 0}", "(f[k, n, ...], f[m] in 0..1) {dim = 1}"];
  let domain = [Within<1, "0", "1">];
  let inference = "::weir::inferQuantile(operands, attributes)";
  let decomposition = "::weir::quantiles(input, q, getDim(), getInterpolation(), getIgnoreNan())";
}

class Weir_CumulativeFoundOp<string mnemonic, string extreme> : Weir_SearchOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$values, Weir_I64Tensor:$indices);
  let samples = ["(n[n, ...]) {dim = 0}", "(n[k, n, ...]) {dim = 1}"];
  let inference = "::weir::inferCumulativeFound(operands[0], attributes)";
  let decomposition = "::weir::cumulativeFound<::weir::" # extreme # "Op>(input, getDim())";
}

def Weir_CummaxOp : Weir_CumulativeFoundOp<"cummax", "CumulativeMax"> {
  let summary = "weir.cumulative_max, and where the last of the elements stands that equals it";
}

def Weir_CumminOp : Weir_CumulativeFoundOp<"cummin", "CumulativeMin"> {
  let summary = "weir.cumulative_min, and where the last of the elements stands that equals it";
}

def Weir_LogcumsumexpOp : Weir_SearchOp<"logcumsumexp"> {
  let summary = "log of the sums of exp(input) up to each element along `dim`, whose size is known; without overflow";
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins Weir_DimAttr:$dim);
  let results = (outs Weir_FloatTensor:$y);
  let computesWide = 1;
  let precision = "Deny";
  let samples = ["(f[5, ...]) {dim = 0}"];
  let inference = "::weir::inferLogcumsumexp(operands[0], attributes)";
  let decomposition = "::weir::logCumulativeSumExp(input, getDim())";
}

// scattered

def Weir_ScatterReduceOp : Weir_SearchOp<"scatter_reduce"> {
  let summary = "x with what src[.., i, ..] at index[.., i, ..] along `dim` is reduced to; with x itself, if "
                "include_self";
  let description = [{
    index and src have one shape, which is no larger than x in all dimensions but `dim`. Of bools, sum and amax say
    whether one is true, prod and amin whether all are. `last` is the last of src alone.
  }];
  let operands = (ins Weir_Tensor:$x, Weir_I64Tensor:$index, Weir_Tensor:$src);
  let attributes = (ins Weir_DimAttr:$dim, Weir_OneOf<["sum", "prod", "mean", "amax", "amin", "last"]>:$reduce,
                        UnitAttr:$include_self);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 1;
  let samples = ["(n[n, ...], i64[m, ...], n[m, ...]) {dim = 0}", "(n[n, 4], i64[m, 3], n[m, 3]) {dim = 0}"];
  let domain = [IndexInto<1, 0, "dim">];
  let inference = "::weir::inferScatterReduce(operands, attributes)";
  let decomposition = "::weir::scatterReduced(x, index, src, getDim(), getReduce(), getIncludeSelf())";
}

def Weir_MaskedScatterOp : Weir_SearchOp<"masked_scatter"> {
  let summary = "input with the first elements of source, in order, where mask is true; added there if `accumulate`";
  let description = "All have row-major order. More true elements than source has are an error of the run.";
  let operands = (ins Weir_Tensor:$input, Weir_BoolTensor:$mask, Weir_Tensor:$source);
  let attributes = (ins UnitAttr:$accumulate);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[3, 2], bool[3, 2], n[7])"];
  let inference = "::weir::inferMaskedScatter(operands)";
  let decomposition = "::weir::maskedScatter(input, mask, source, getAccumulate())";
}

def Weir_EmbeddingBagOp : Weir_SearchOp<"embedding_bag"> {
  let summary = "sums, means or maxima of the rows of weight that each bag of numbers in input names";
  let description = [{
    Bags are rows of a matrix, or parts of a vector that begin at `offsets`, which ascend from 0.
    `per_sample_weights`, in the shape of input, multiply rows of sums. Row `padding_idx` counts nowhere and gets no
    gradient. An empty bag gives 0.
  }];
  let operands = (ins Weir_I64Tensor:$input, Weir_FloatTensor:$weight);
  let optionals = (ins Weir_I64Tensor:$offsets, Weir_FloatTensor:$per_sample_weights);
  let attributes = (ins Weir_OneOf<["sum", "mean", "max"]>:$mode, OptionalAttr<I64Attr>:$padding_idx);
  let results = (outs Weir_FloatTensor:$y);
  let computesWide = 1;
  let samples = ["(i64[n, m], f[v, e]) {padding_idx? = 0..v-1}"];
  let domain = [IndexIntoDim<0, 1, 0>];
  let inference = "::weir::inferEmbeddingBag(operands, attributes)";
  let decomposition = "::weir::bags(*this, input, weight, offsets, per_sample_weights)";
}

// at places; negative positions count from the end

def Weir_SliceScatterOp : Weir_SearchOp<"slice_scatter"> {
  let summary = "input with src in place of the elements at `starts[d] + i * steps[d]` in each dimension d";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$src);
  let attributes = (ins DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$steps);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(t[7, n], t[3, n]) {starts = [1, 0], steps = [2, 1]}"];
  let inference = "::weir::inferSliceScatter(operands, attributes)";
  let decomposition = "::weir::placed(input, src, getStarts(), getSteps())";
}

class Weir_AtPositionsOp<string mnemonic> : Weir_SearchOp<mnemonic> {
  let results = (outs Weir_Tensor:$y);
  let domain = [IndexInto<1, 0, "dim">];
}

def Weir_TakeAlongDimOp : Weir_AtPositionsOp<"take_along_dim"> {
  let summary = "the elements at positions along `dim`: weir.gather, with positions from the end, too";
  let operands = (ins Weir_Tensor:$input, Weir_I64Tensor:$index);
  let attributes = (ins Weir_DimAttr:$dim);
  let samples = ["(t[n, ...], i64[m, ...]) {dim = 0}"];
  let inference = "::weir::GatherOp::inferResults(operands, attributes)";
  let decomposition = "gather(input, ::weir::fromFront(index, input, getDim()), getDim())";
}

class Weir_IndexUpdateOp<string mnemonic> : Weir_AtPositionsOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input, Weir_I64Tensor:$index, Weir_Tensor:$source);
  let description = "index is a vector; source agrees with input in all other dimensions.";
  let inference = "::weir::inferIndexUpdate(operands, attributes)";
}

def Weir_IndexAddOp : Weir_IndexUpdateOp<"index_add"> {
  let summary = "input with `alpha` times the slices of source along `dim` added at the positions in index";
  let attributes = (ins Weir_DimAttr:$dim, Weir_NumberAttr:$alpha);
  let samples = ["(n[n, ...], i64[m], n[m, ...]) {dim = 0, alpha = 1 | 2}"];
  let decomposition = "::weir::indexAdd(input, index, source, getDim(), getAlpha())";
}

def Weir_IndexCopyOp : Weir_IndexUpdateOp<"index_copy"> {
  let summary = "input with the slices of source along `dim` at the positions in index, of several the last one";
  let attributes = (ins Weir_DimAttr:$dim);
  let samples = ["(n[n, ...], i64[m], n[m, ...]) {dim = 0}"];
  let decomposition = "::weir::indexCopy(input, index, source, getDim())";
}

def Weir_IndexGetOp : Weir_SearchOp<"index_get"> {
  let summary = "the elements of input at the positions that indices name in its first dimensions";
  let description = [{
    indices have one shape; y has that, followed by the dimensions of input that have no index. Positions may count from
    the end.
  }];
  let operands = (ins Weir_Tensor:$input);
  let arguments = !con(operands, (ins Variadic<Weir_I64Tensor>:$indices));
  let results = (outs Weir_Tensor:$y);
  let domain = [IndexIntoDim<1, 0, 0>];
  let samples = ["(t[4, n], i64[m] in 0..3)", "(t[4, 3, n], i64[m] in 0..3, i64[m] in 0..2)"];
  let inference = "::weir::inferIndexGet(operands)";
  let decomposition = "::weir::indexGet(*this, input)";
}

def Weir_IndexPutOp : Weir_SearchOp<"index_put"> {
  let summary = "input with values at the positions that indices name in its first dimensions, or added there";
  let description = [{
    indices have one shape; values have that, followed by the dimensions of input that have no index. Of several values
    for one place the last one stands, or with `accumulate` their sum is added.
  }];
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$values);
  let attributes = (ins UnitAttr:$accumulate);
  let arguments = !con(operands, (ins Variadic<Weir_I64Tensor>:$indices), attributes);
  let results = (outs Weir_Tensor:$y);
  let domain = [IndexIntoDim<2, 0, 0>];
  let samples = ["(n[4, n], n[m, n], i64[m] in 0..3)", "(n[4, 3, n], n[m, n], i64[m] in 0..3, i64[m] in 0..2)"];
  let inference = "::weir::inferIndexPut(operands)";
  let decomposition = "::weir::indexPut(*this, input, values)";
}

def Weir_UnravelIndexOp : Weir_SearchOp<"unravel_index"> {
  let summary = "the coordinates of positions in a tensor of these sizes as a vector, along a new first dimension";
  let operands = (ins Weir_I64Tensor:$indices);
  let attributes = (ins DenseI64ArrayAttr:$sizes);
  let results = (outs Weir_I64Tensor:$y);
  let samples = ["(i64[...] in 0..5) {sizes = [2, 3]}"];
  let inference = "::weir::inferUnravelIndex(operands[0], attributes)";
  let decomposition = "::weir::coordinates(indices, getSizes())";
  let notDifferentiable = "its result is integer";
}

def Weir_CombinationsOp : Weir_SearchOp<"combinations"> {
  let summary = "a row for each choice of r elements of a vector in their order";
  let description = "One element may be chosen several times if `with_replacement`.";
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins I64Attr:$r, UnitAttr:$with_replacement);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(t[5]) {r = 1..3}", "(t[9]) {r = 2}"];
  let inference = "::weir::inferCombinations(operands[0], attributes)";
  let decomposition = "::weir::combinations(input, getR(), getWithReplacement())";
}

#endif
