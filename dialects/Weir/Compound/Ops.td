// Elementwise functions that are made of others.
#ifndef WEIR_COMPOUND_OPS_TD
#define WEIR_COMPOUND_OPS_TD

include "dialects/Weir/IR/Base.td"

// logic

class Weir_LogicalOp<string mnemonic> : Weir_ElementwiseCompositeOp<mnemonic> {
  let results = (outs Weir_BoolTensor:$y);
  let notDifferentiable = "its result is bool";
  let pythonPromotion = "truth";
  let pythonMethods = [mnemonic];
}

class Weir_LogicalBinaryOp<string mnemonic> : Weir_LogicalOp<mnemonic> {
  let python = mnemonic # "(input, other)";
  let operands = (ins Weir_BoolTensor:$input, Weir_BoolTensor:$other);
}

def Weir_LogicalAndOp : Weir_LogicalBinaryOp<"logical_and"> {
  let summary = "whether input and other are both true, or not 0";
  let decomposition = "input & other";
}

def Weir_LogicalOrOp : Weir_LogicalBinaryOp<"logical_or"> {
  let summary = "whether input or other is true, or not 0";
  let decomposition = "input | other";
}

def Weir_LogicalXorOp : Weir_LogicalBinaryOp<"logical_xor"> {
  let summary = "whether one of input and other is true, or not 0";
  let decomposition = "input ^ other";
}

def Weir_LogicalNotOp : Weir_LogicalOp<"logical_not"> {
  let summary = "whether input is false, or 0";
  let python = "logical_not(input)";
  let operands = (ins Weir_BoolTensor:$input);
  let decomposition = "~input";
}

// classes of numbers

class Weir_ClassOfNumberOp<string mnemonic> : Weir_ElementwiseCompositeOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input);
  let results = (outs Weir_BoolTensor:$y);
  let resultDType = "::weir::DType::Bool";
  let notDifferentiable = "its result is bool";
  let python = mnemonic # "(input)";
  let pythonMethods = [mnemonic];
}

def Weir_IsnanOp : Weir_ClassOfNumberOp<"isnan"> {
  let summary = "whether input is no number";
  let decomposition = "input != input";
}

def Weir_IsinfOp : Weir_ClassOfNumberOp<"isinf"> {
  let summary = "whether input is infinity or -infinity";
  let decomposition = "::weir::isInfinite(input)";
}

def Weir_IsfiniteOp : Weir_ClassOfNumberOp<"isfinite"> {
  let summary = "whether input is neither infinite nor NaN";
  let decomposition = "::weir::isFinite(input)";
}

def Weir_IscloseOp : Weir_ElementwiseCompositeOp<"isclose"> {
  let summary = "whether |input - other| <= atol + rtol * |other|; infinities are close to themselves alone";
  let description = "With `equal_nan`, NaN is close to NaN.";
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$other);
  let attributes = (ins Weir_NumberAttr:$rtol, Weir_NumberAttr:$atol, UnitAttr:$equal_nan);
  let results = (outs Weir_BoolTensor:$y);
  let resultDType = "::weir::DType::Bool";
  let samples = ["(f[...], f[...]) {rtol = 0.25, atol = 0.5}"];
  let inference = "::weir::inferIsClose(operands, attributes)";
  let decomposition = "::weir::isClose(input, other, getRtol(), getAtol(), getEqualNan())";
  let notDifferentiable = "its result is bool";
  let python = "isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)";
  let pythonPromotion = "float";
  let pythonMethods = ["isclose"];
}

// arithmetic

def Weir_ClampOp : Weir_ElementwiseCompositeOp<"clamp"> {
  let summary = "input, but no less than min and no more than max; max where min is above it";
  let operands = (ins Weir_Tensor:$input);
  let optionals = (ins Weir_Tensor:$min, Weir_Tensor:$max);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[...], n[...], n[...]?)"];
  let inference = "::weir::inferClamp(operands)";
  let decomposition = "::weir::clamped(input, min, max)";
  let python = "clamp(input, min=None, max=None)";
  let pythonAliases = ["clip"];
  let pythonMethods = ["clamp", "clip"];
}

def Weir_TruncDivideOp : Weir_ElementwiseCompositeOp<"trunc_divide"> {
  let summary = "lhs / rhs, rounded towards zero";
  let operands = (ins Weir_Tensor:$lhs, Weir_Tensor:$rhs);
  let results = (outs Weir_Tensor:$y);
  let inference = "::weir::inferOfNumbers(operands)";
  let decomposition = "::weir::truncated(lhs / rhs)";
  let domain = [NonZero<1>];
}

def Weir_IntegerPowerOp : Weir_ElementwiseCompositeOp<"integer_power"> {
  let summary = "lhs to the power of rhs, of integers";
  let description = [{
    What overflows wraps. A negative power is 0 unless lhs is 1 or -1.
  }];
  let operands = (ins Weir_IntegerTensor:$lhs, Weir_IntegerTensor:$rhs);
  let results = (outs Weir_IntegerTensor:$y);
  let samples = ["(i64[...], i64[...] in 0..5)", "(i32[...], i32[...] in 0..5)"];
  let inference = "::weir::inferOfNumbers(operands)";
  let decomposition = "::weir::integerPower(lhs, rhs)";
  let notDifferentiable = "its result is integer";
}

class Weir_OfAnyDTypesOp<string mnemonic> : Weir_ElementwiseCompositeOp<mnemonic> {
  let results = (outs Weir_FloatTensor:$y);
  let precision = "Deny";
  let pythonPromotion = "own";
}

def Weir_LdexpOp : Weir_OfAnyDTypesOp<"ldexp"> {
  let summary = "input times two to the power of other, in the dtype `to`";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$other);
  let attributes = (ins Weir_DTypeAttr:$to);
  let samples = ["(f[...], i64[...] in -3..3) {to = f32 | f64}"];
  let inference = "::weir::inferInFloat(operands, attributes.get<::weir::DType>(\"to\"))";
  let decomposition = "::weir::timesPowerOfTwo(input, other, getTo())";
}

def Weir_FloatPowerOp : Weir_OfAnyDTypesOp<"float_power"> {
  let summary = "input to the power of exponent, in f64";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$exponent);
  let samples = ["(f[...], f[...])", "(f[...], i32[...])"];
  let inference = "::weir::inferInFloat(operands, ::weir::DType::F64)";
  let decomposition = "::weir::widePower(input, exponent)";
  let domain = [Above<0, "0">];
}

def Weir_FracOp : Weir_ElementwiseCompositeOp<"frac"> {
  let summary = "what is behind the point: input - trunc(input)";
  let operands = (ins Weir_FloatTensor:$input);
  let results = (outs Weir_FloatTensor:$y);
  let decomposition = "input - trunc(input)";
  let python = "frac(input)";
  let pythonMethods = ["frac"];
}

def Weir_LerpOp : Weir_ElementwiseCompositeOp<"lerp", [Differentiable]> {
  let summary = "input + weight * (end - input)";
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$end, Weir_FloatTensor:$weight);
  let results = (outs Weir_FloatTensor:$y);
  // From the nearer end, so that both are exact.
  let decomposition = [{select(abs(weight) < 0.5, input + weight * (end - input),
                               end - (1 - weight) * (end - input))}];
  let gradient = "dy * (1 - weight), dy * weight, dy * (end - input)";
  let python = "lerp(input, end, weight)";
  let pythonMethods = ["lerp"];
}

def Weir_LogaddexpOp : Weir_ElementwiseCompositeOp<"logaddexp"> {
  let summary = "log(exp(input) + exp(other)), without overflow";
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$other);
  let results = (outs Weir_FloatTensor:$y);
  // Equal infinities have no difference.
  let decomposition = "maximum(input, other) + log1p(exp(-select(input == other, 0.0, abs(input - other))))";
  let python = "logaddexp(input, other)";
  let pythonMethods = ["logaddexp"];
}

def Weir_RoundDecimalsOp : Weir_ElementwiseCompositeOp<"round_decimals"> {
  let summary = "the nearest number to input with `decimals` digits behind the point; of two such, the even one";
  let description = "Below 0, `decimals` is a number of digits before the point.";
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins I64Attr:$decimals);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[...]) {decimals = 2 | 0 | -1}"];
  let decomposition = "::weir::roundedTo(input, getDecimals())";
}

def Weir_AddScaledOp : Weir_ElementwiseCompositeOp<"add_scaled"> {
  let summary = "input + alpha * other";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$other);
  let attributes = (ins Weir_NumberAttr:$alpha);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[...], n[...]) {alpha = 2 | 1}"];
  let inference = "::weir::inferOfNumbers(operands)";
  let decomposition = "input + ::weir::scaled(other, getAlpha())";
}

class Weir_AddedOp<string mnemonic, string sign> : Weir_ElementwiseCompositeOp<mnemonic> {
  let summary = "input + value * tensor1 " # sign # " tensor2";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$tensor1, Weir_Tensor:$tensor2);
  let attributes = (ins Weir_NumberAttr:$value);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[...], n[...], n[...]) {value = 2 | 1}"];
  let inference = "::weir::inferOfNumbers(operands)";
  let decomposition = "input + ::weir::scaled(tensor1 " # sign # " tensor2, getValue())";
  let python = mnemonic # "(input, tensor1, tensor2, value=1)";
  let pythonMethods = [mnemonic];
}

def Weir_AddcmulOp : Weir_AddedOp<"addcmul", "*">;
def Weir_AddcdivOp : Weir_AddedOp<"addcdiv", "/"> {
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$tensor1, Weir_FloatTensor:$tensor2);
  let attributes = (ins Weir_NumberAttr:$value);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[...], f[...], f[...]) {value = 0.5 | 1}"];
  let domain = [NonZero<2>];
  let pythonPromotion = "float";
}

// inverses

class Weir_InverseOp<string mnemonic, list<Trait> traits = []> : Weir_ElementwiseCompositeOp<mnemonic, traits> {
  let operands = (ins Weir_FloatTensor:$input);
  let results = (outs Weir_FloatTensor:$y);
  let precision = "Deny";
  let pythonPromotion = "float";
  let python = mnemonic # "(input)";
  let pythonMethods = [mnemonic];
}

def Weir_AsinhOp : Weir_InverseOp<"asinh"> {
  let summary = "the number whose sinh is input";
  let decomposition = "::weir::asinh(input)";
  let pythonAliases = ["arcsinh"];
  let pythonMethods = ["asinh", "arcsinh"];
}

def Weir_AcoshOp : Weir_InverseOp<"acosh", [Differentiable]> {
  let summary = "the number from 0 on whose cosh is input; NaN below 1";
  let decomposition = "::weir::acosh(input)";
  let gradient = "dy * rsqrt(abs(input) - 1) * rsqrt(abs(input) + 1)";
  let domain = [AtLeast<0, "1">];
  let pythonAliases = ["arccosh"];
  let pythonMethods = ["acosh", "arccosh"];
}

def Weir_AtanhOp : Weir_InverseOp<"atanh", [Differentiable]> {
  let summary = "the number whose tanh is input; NaN beyond -1 and 1";
  let decomposition = "::weir::atanh(input)";
  let gradient = "dy / ((1 - input) * (1 + input))";
  let domain = [Between<0, "-1", "1">];
  let pythonAliases = ["arctanh"];
  let pythonMethods = ["atanh", "arctanh"];
}

#endif
