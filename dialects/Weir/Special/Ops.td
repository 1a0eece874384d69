// Elementwise functions beyond those of calculators: special functions, angles and lengths of pairs, signs, and what
// stands in for numbers that are none.
#ifndef WEIR_SPECIAL_OPS_TD
#define WEIR_SPECIAL_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_SpecialOp<string mnemonic, list<Trait> traits = []> : Weir_ElementwiseCompositeOp<mnemonic, traits> {
  let operands = (ins Weir_FloatTensor:$input);
  let results = (outs Weir_FloatTensor:$y);
  let precision = "Deny";
  let python = mnemonic # "(input)";
  let pythonPromotion = "float";
  let pythonMethods = [mnemonic];
}

class Weir_SpecialPairOp<string mnemonic, list<Trait> traits = []> : Weir_SpecialOp<mnemonic, traits> {
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$other);
  let python = mnemonic # "(input, other)";
}

// pairs

def Weir_Atan2Op : Weir_SpecialPairOp<"atan2", [Differentiable]> {
  let summary = "angle from -pi to pi of the point with the coordinates other and input";
  let description = "Signs of zeros count: the angle of (-1, -0) is -pi.";
  let decomposition = "::weir::angle(input, other)";
  let gradient = [{dy * other * ::weir::overSquares(input, other), -(dy * input * ::weir::overSquares(input, other))}];
  let pythonAliases = ["arctan2"];
  let pythonMethods = ["atan2", "arctan2"];
}

def Weir_HypotOp : Weir_SpecialPairOp<"hypot", [Differentiable]> {
  let summary = "square root of input^2 + other^2, which overflows only if the result does";
  let decomposition = "::weir::hypotenuse(input, other)";
  let gradient = "dy * input / inside.unroundedResult(), dy * other / inside.unroundedResult()";
}

def Weir_CopysignOp : Weir_SpecialPairOp<"copysign", [Differentiable]> {
  let summary = "input with the sign of other, which -0 has, too";
  let description = "Where input is 0, no gradient flows.";
  let decomposition = "::weir::withSignOf(input, other)";
  let gradient = "dy * select(abs(input) > 0.0, ::weir::withSignOf(sign(input), other) * sign(input), input), "
                 "other.constant(0)";
}

def Weir_XlogyOp : Weir_SpecialPairOp<"xlogy", [Differentiable]> {
  let summary = "input * log(other), and 0 where input is 0 unless other is NaN";
  let decomposition = "select((input == 0.0) & (other == other), 0.0, input * log(other))";
  let gradient = [{
      select(((dy == 0.0) & (other == other)) | ((input == 0.0) & (other <= 0.0)), 0.0, dy * log(other)),
      dy * input / other}];
  let domain = [Above<1, "0">];
}

def Weir_Logaddexp2Op : Weir_SpecialPairOp<"logaddexp2"> {
  let summary = "log2(2^input + 2^other), without overflow";
  let decomposition = "::weir::logAddExp2(input, other)";
}

class Weir_NumberOfPairOp<string mnemonic, string relation> : Weir_ElementwiseCompositeOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$other);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let decomposition = "select((input " # relation # " other) | (other != other), input, other)";
  let python = mnemonic # "(input, other)";
  let pythonMethods = [mnemonic];
}

def Weir_FmaxOp : Weir_NumberOfPairOp<"fmax", ">="> {
  let summary = "the larger of input and other, or the one that is a number; of equal ones input";
}

def Weir_FminOp : Weir_NumberOfPairOp<"fmin", "<="> {
  let summary = "the smaller of input and other, or the one that is a number; of equal ones input";
}

def Weir_HeavisideOp : Weir_ElementwiseCompositeOp<"heaviside"> {
  let summary = "0 where input is below 0 or NaN, 1 where it is above 0, else values";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$values);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let decomposition = [{select(input == input.constant(0), values,
                               (input > input.constant(0)).cast(values.type().getElementType()))}];
  let python = "heaviside(input, values)";
  let pythonMethods = ["heaviside"];
}

// of one number

def Weir_ErfcOp : Weir_SpecialOp<"erfc", [Differentiable]> {
  let summary = "1 - erf(input), exact where that is near 0";
  let decomposition = "::weir::complementOfErf(input)";
  let gradient = "dy * exp(-(input * input)) * -1.1283791670955126";
}

def Weir_LgammaOp : Weir_SpecialOp<"lgamma", [Differentiable]> {
  let summary = "log(|gamma(input)|), infinite at 0 and negative integers";
  let decomposition = "::weir::logGamma(input)";
  let gradient = "dy * ::weir::digammaFormula(input)";
  let domain = [Above<0, "0">];
}

def Weir_DigammaOp : Weir_SpecialOp<"digamma"> {
  let summary = "the derivative of lgamma, NaN at negative integers";
  let decomposition = "::weir::digammaFormula(input)";
  let domain = [Above<0, "0">];
}

def Weir_LogitOp : Weir_SpecialOp<"logit", [Differentiable]> {
  let summary = "log(input / (1 - input)), of which input is kept within [eps, 1 - eps] if that is given";
  let attributes = (ins OptionalAttr<Weir_NumberAttr>:$eps);
  let samples = ["(f[...]) {eps? = 0.125}"];
  let domain = [Within<0, "0", "1">];
  let decomposition = "::weir::logit(input, getEps())";
  let gradient = "dy * ::weir::logitSlope(input, getEps())";
  let python = "logit(input, eps=None)";
}

def Weir_SincOp : Weir_SpecialOp<"sinc", [Differentiable]> {
  let summary = "sin(pi * input) / (pi * input), and 1 at 0";
  let decomposition = "::weir::sinc(input)";
  let gradient = "dy * ::weir::sincSlope(input)";
}

def Weir_Deg2radOp : Weir_SpecialOp<"deg2rad"> {
  let summary = "degrees in radians";
  let decomposition = "input * 0.017453292519943295";
}

def Weir_Rad2degOp : Weir_SpecialOp<"rad2deg"> {
  let summary = "radians in degrees";
  let decomposition = "input * 57.29577951308232";
}

def Weir_NanToNumOp : Weir_ElementwiseCompositeOp<"nan_to_num"> {
  let summary = "input with numbers in place of NaN and infinities";
  let description = "These become the largest and smallest finite number of the dtype unless `posinf` and `neginf` "
                    "say so.";
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins Weir_NumberAttr:$nan, OptionalAttr<Weir_NumberAttr>:$posinf,
                        OptionalAttr<Weir_NumberAttr>:$neginf);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[...]) {nan = 2, posinf? = 3, neginf? = 4}"];
  let computesWide = 0;
  let decomposition = "::weir::withNumbers(input, getNan(), getPosinf(), getNeginf())";
  let python = "nan_to_num(input, nan=0.0, posinf=None, neginf=None)";
  let pythonMethods = ["nan_to_num"];
}

// signs

class Weir_OfSignOp<string mnemonic> : Weir_ElementwiseCompositeOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input);
  let results = (outs Weir_BoolTensor:$y);
  let resultDType = "::weir::DType::Bool";
  let computesWide = 0;
  let notDifferentiable = "its result is bool";
  let python = mnemonic # "(input)";
  let pythonMethods = [mnemonic];
}

def Weir_SignbitOp : Weir_OfSignOp<"signbit"> {
  let summary = "whether input is negative, as -0 is";
  let decomposition = "::weir::isNegative(input)";
}

def Weir_IsposinfOp : Weir_OfSignOp<"isposinf"> {
  let summary = "whether input is infinity";
  let decomposition = "::weir::isEqualTo(input, INFINITY)";
}

def Weir_IsneginfOp : Weir_OfSignOp<"isneginf"> {
  let summary = "whether input is -infinity";
  let decomposition = "::weir::isEqualTo(input, -INFINITY)";
}

#endif
