// Random numbers, defined by position so that no split, fusion or target changes them.
#ifndef WEIR_RANDOM_OPS_TD
#define WEIR_RANDOM_OPS_TD

include "dialects/Weir/IR/Base.td"

def Weir_RandomBitsOp
    : Weir_TensorOp<"random_bits", [ResultSized, AllTypesMatch<["seed", "step", "ordinal"]>]> {
  let summary = "32 random bits per element, from seed, ordinal, step and the element's row-major index";
  let description = [{
    `bits(i) = philox4x32-10(key = seed, counter = (lo, hi of i div 4, ordinal, step))[i mod 4]`, i the row-major index
    in the whole tensor, `ordinal` the number of who draws in trace order. `seed` counts as 64 bits without a sign, of
    `step` and `ordinal` the low 32 bits count.
    ```mlir
    %ordinal = weir.constant dense<3> : tensor<i64>
    %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<2x3xi32>
    ```
  }];
  let arguments = (ins Weir_I64Tensor:$seed, Weir_I64Tensor:$step, Weir_I64Tensor:$ordinal, Weir_Sizes:$sizes);
  let results = (outs Weir_Tensor:$bits);
  let assemblyFormat = [{
    $seed `,` $step `,` $ordinal (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($step) `->` type($bits)
  }];
  let notDifferentiable = "its result is integer";
  let flops = 40;
}

def Weir_RandomBitsAtOp : Weir_InferredOp<"random_bits_at", [AllTypesMatch<["seed", "step", "ordinal"]>]> {
  let summary = "32 random bits per element: those that weir.random_bits has at this row-major index";
  let description = "What a part of random bits is, which doesn't know where in the whole its elements stand.";
  let arguments = (ins Weir_I64Tensor:$seed, Weir_I64Tensor:$step, Weir_I64Tensor:$ordinal,
                       Weir_I64Tensor:$positions);
  let results = (outs Weir_Tensor:$bits);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let factors = ",,,*->*";
  let resultDType = "::weir::DType::I32";
  let samples = ["(i64[] in 0..99, i64[] in 0..9, i64[] in 0..9, i64[...] in 0..999)"];
  let notDifferentiable = "its result is integer";
  let flops = 40;
}

class Weir_DrawOp<string mnemonic>
    : Weir_AnyCompositeOp<mnemonic, [ResultSized, AllTypesMatch<["seed", "step"]>]> {
  let operands = (ins Weir_I64Tensor:$seed, Weir_I64Tensor:$step);
  let arguments = !con(operands, (ins Weir_Sizes:$sizes), attributes);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$seed `,` $step (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($step) `->` type($y)";
  let computesWide = 0;
  let notDifferentiable = "its result does not depend on a float";
  let unsplittable = "it is decomposed before values are split";
}

defvar drawDescription = " By `weir.random_bits` of seed, ordinal and step.";

def Weir_RandomUniformOp : Weir_DrawOp<"random_uniform"> {
  let summary = "random numbers, uniform in [low, high)";
  let description = [{
    Multiples of 2^-24 times the range in f32, in f64 of 2^-53, rounded to the result's type.}] # drawDescription;
  let attributes = (ins Weir_NumberAttr:$low, Weir_NumberAttr:$high, I64Attr:$ordinal);
  let inference = "::weir::inferDraw(operands, attributes)";
  let decomposition = "::weir::randomUniform(*this, builder)";
}

def Weir_RandomNormalOp : Weir_DrawOp<"random_normal"> {
  let summary = "random numbers, normal with this mean and standard deviation";
  let description = [{
    By Box and Muller: of each pair of uniform numbers the first gives the radius, the second the angle.}]
    # drawDescription;
  let attributes = (ins Weir_NumberAttr:$mean, Weir_NumberAttr:$std, I64Attr:$ordinal);
  let inference = "::weir::inferDraw(operands, attributes)";
  let decomposition = "::weir::randomNormal(*this, builder)";
}

class Weir_FloatDrawOp<string mnemonic> : Weir_DrawOp<mnemonic> {
  let results = (outs Weir_FloatTensor:$y);
  let inference = "::weir::inferDraw(operands, attributes)";
}

def Weir_RandomLogNormalOp : Weir_FloatDrawOp<"random_log_normal"> {
  let summary = "random numbers, e to the power of normal ones with this mean and standard deviation";
  let description = "Those of weir.random_normal." # drawDescription;
  let attributes = (ins Weir_NumberAttr:$mean, Weir_NumberAttr:$std, I64Attr:$ordinal);
  let decomposition = "::weir::randomLogNormal(*this, builder)";
}

def Weir_RandomExponentialOp : Weir_FloatDrawOp<"random_exponential"> {
  let summary = "random numbers, exponential with this rate";
  let description = "-log(1 - u) / rate of uniform numbers u." # drawDescription;
  let attributes = (ins Weir_NumberAttr:$rate, I64Attr:$ordinal);
  let decomposition = "::weir::randomExponential(*this, builder)";
}

def Weir_RandomCauchyOp : Weir_FloatDrawOp<"random_cauchy"> {
  let summary = "random numbers of Cauchy's distribution";
  let description = "median + sigma tan(pi (u - 1/2)) of uniform numbers u." # drawDescription;
  let attributes = (ins Weir_NumberAttr:$median, Weir_NumberAttr:$sigma, I64Attr:$ordinal);
  let decomposition = "::weir::randomCauchy(*this, builder)";
}

def Weir_RandomGeometricOp : Weir_DrawOp<"random_geometric"> {
  let summary = "random numbers of trials until the first that succeeds, each with probability p";
  let description = "1 + floor(log(1 - u) / log(1 - p)) of uniform numbers u." # drawDescription;
  let attributes = (ins Weir_NumberAttr:$p, I64Attr:$ordinal);
  let inference = "::weir::inferGeometric(operands, attributes)";
  let decomposition = "::weir::randomGeometric(*this, builder)";
}

def Weir_RandomIntegersOp : Weir_DrawOp<"random_integers"> {
  let summary = "random integers in [low, high)";
  let description = "low and the whole part of the range times a uniform number of 53 bits." # drawDescription;
  let attributes = (ins I64Attr:$low, I64Attr:$high, I64Attr:$ordinal);
  let inference = "::weir::inferRandomIntegers(operands, attributes)";
  let decomposition = "::weir::randomIntegers(*this, builder)";
}

def Weir_RandomPermutationOp : Weir_DrawOp<"random_permutation"> {
  let summary = "the numbers from 0 to before the result's size in random order";
  let description = "The order of uniform numbers of 53 bits." # drawDescription;
  let attributes = (ins I64Attr:$ordinal);
  let inference = "::weir::inferRandomPermutation(operands, attributes)";
  let decomposition = "::weir::randomPermutation(*this, builder)";
}

def Weir_BernoulliOp : Weir_CompositeOp<"bernoulli"> {
  let summary = "1 with the probability that the element of p says, else 0";
  let description = "Where a number of weir.random_uniform is below p." # drawDescription;
  let operands = (ins Weir_FloatTensor:$p, Weir_I64Tensor:$seed, Weir_I64Tensor:$step);
  let attributes = (ins I64Attr:$ordinal, Weir_DTypeAttr:$to);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(f[...] in 0..1, i64[] in 0..99, i64[] in 0..9) {ordinal = 0..9, to = f64 | f32}"];
  let inference = "::weir::inferBernoulli(operands, attributes)";
  let decomposition = "::weir::bernoulli(*this, p, seed, step)";
  let notDifferentiable = "its result does not depend on p smoothly";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_MultinomialOp : Weir_CompositeOp<"multinomial"> {
  let summary = "positions along the last dimension of weights, each with a probability in proportion to its weight";
  let description = [{
    Each position at most once without `replacement`: those with the shortest waits, exponential with the weights as
    rates. weights are a vector or a matrix whose last size is known. Rows with a weight that is negative, infinite or
    NaN, or with fewer positive ones than positions are to be drawn, are an error of the run, as an index out of
    range.}] # drawDescription;
  let operands = (ins Weir_FloatTensor:$weights, Weir_I64Tensor:$seed, Weir_I64Tensor:$step);
  let attributes = (ins I64Attr:$num_samples, UnitAttr:$replacement, I64Attr:$ordinal);
  let results = (outs Weir_I64Tensor:$y);
  let samples = ["(f[5] in 1..3, i64[] in 0..99, i64[] in 0..9) {num_samples = 1..5, ordinal = 0..9}",
                 "(f[n, 7] in 1..3, i64[] in 0..99, i64[] in 0..9) {num_samples = 1..7, ordinal = 0..9}"];
  let inference = "::weir::inferMultinomial(operands, attributes)";
  let decomposition = "::weir::multinomial(*this, weights, seed, step)";
  let notDifferentiable = "its result is integer";
  let unsplittable = "it is decomposed before values are split";
}

#endif
