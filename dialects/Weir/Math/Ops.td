// Elementwise arithmetic. Operands have equal shapes.
#ifndef WEIR_MATH_OPS_TD
#define WEIR_MATH_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_UnaryOp<string mnemonic, list<Trait> traits = []> : Weir_ElementwiseOp<mnemonic, ["x"], traits> {
  let arguments = (ins Weir_Tensor:$x);
  let results = (outs Weir_Tensor:$y);
  let refusesBool = 1;
  let python = mnemonic # "(x)";
  let pythonMethods = [mnemonic];
}

class Weir_FloatUnaryOp<string mnemonic, list<Trait> traits = []> : Weir_UnaryOp<mnemonic, [Differentiable] # traits> {
  let arguments = (ins Weir_FloatTensor:$x);
  let results = (outs Weir_FloatTensor:$y);
  let pythonPromotion = "float";
}

// Of integers the number itself.
class Weir_RoundingOp<string mnemonic, string text> : Weir_FloatUnaryOp<mnemonic, [PiecewiseConstant]> {
  let summary = text;
  let scalar = mnemonic # "(x)";
  let gradient = "dy.constant(0)";
  let pythonPromotion = "integral";
}

class Weir_BinaryOp<string mnemonic, list<Trait> traits = []>
    : Weir_ElementwiseOp<mnemonic, ["lhs", "rhs"], [Differentiable] # traits> {
  let arguments = (ins Weir_Tensor:$lhs, Weir_Tensor:$rhs);
  let results = (outs Weir_Tensor:$y);
  let refusesBool = 1;
  let python = mnemonic # "(lhs, rhs)";
}

class Weir_BitwiseOp<string mnemonic, list<string> names> : Weir_ElementwiseOp<mnemonic, names> {
  let results = (outs Weir_IntegerTensor:$y);
  let notDifferentiable = "its result is integer";
  let python = mnemonic # "(" # !interleave(names, ", ") # ")";
}

class Weir_BitwiseBinaryOp<string mnemonic, string name> : Weir_BitwiseOp<mnemonic, ["lhs", "rhs"]> {
  let arguments = (ins Weir_IntegerTensor:$lhs, Weir_IntegerTensor:$rhs);
  let pythonMethods = [mnemonic, "__" # name # "__", "__r" # name # "__"];
}

def Weir_AddOp : Weir_BinaryOp<"add"> {
  let summary = "lhs + rhs";
  let scalar = "lhs + rhs";
  let gradient = "dy, dy";
  let linearGroups = "{{0, 1}}";
  let hasFolder = 1;
  let pythonOfBools = "bitwise_or";
  let pythonMethods = ["add", "__add__", "__radd__"];
}

def Weir_SubOp : Weir_BinaryOp<"sub"> {
  let summary = "lhs - rhs";
  let scalar = "lhs - rhs";
  let gradient = "dy, -dy";
  let linearGroups = "{{0, 1}}";
  let hasFolder = 1;
  let pythonMethods = ["sub", "__sub__", "__rsub__"];
}

def Weir_MulOp : Weir_BinaryOp<"mul"> {
  let summary = "lhs * rhs";
  let scalar = "lhs * rhs";
  let gradient = "dy * rhs, dy * lhs";
  let linearGroups = "{{0}, {1}}";
  let hasFolder = 1;
  let pythonOfBools = "bitwise_and";
  let pythonAliases = ["multiply"];
  let pythonMethods = ["mul", "__mul__", "__rmul__", "multiply"];
}

def Weir_DivOp : Weir_BinaryOp<"div"> {
  let summary = "lhs / rhs; integers truncate towards zero";
  let scalar = "lhs / rhs";
  let gradient = "dy / rhs, -(dy * (y / rhs))";
  // Truncation of integer quotients is not linear.
  let linearGroups = "::weir::linearOverFloats(operands[0].dtype, {{0}})";
  let domain = [NonZero<1>];
  let flops = 4;
  let hasFolder = 1;
  let python = "true_divide(lhs, rhs)";
  let pythonPromotion = "float";
  let pythonMethods = ["true_divide", "__truediv__", "__rtruediv__"];
}

def Weir_FmodOp : Weir_BinaryOp<"fmod"> {
  let summary = "lhs less rhs times their quotient, truncated; it has the sign of lhs";
  let scalar = "fmod(lhs, rhs)";
  let gradient = "dy, -(dy * trunc(lhs / rhs))";
  let domain = [NonZero<1>];
  let precision = "Deny";
  let flops = 40;
  let pythonMethods = ["fmod"];
}

def Weir_RemainderOp : Weir_BinaryOp<"remainder"> {
  let summary = "lhs less rhs times their quotient, rounded down; it has the sign of rhs";
  let scalar = "remainder(lhs, rhs)";
  let gradient = "dy, -(dy * floorDivide(lhs, rhs))";
  let domain = [NonZero<1>];
  let precision = "Deny";
  let flops = 44;
  let pythonMethods = ["remainder", "__mod__", "__rmod__"];
}

def Weir_FloorDivideOp : Weir_BinaryOp<"floor_divide", [PiecewiseConstant]> {
  let summary = "lhs / rhs, rounded down";
  let scalar = "floorDivide(lhs, rhs)";
  let gradient = "dy.constant(0), dy.constant(0)";
  let domain = [NonZero<1>];
  let precision = "Deny";
  let flops = 50;
  let pythonMethods = ["floor_divide", "__floordiv__", "__rfloordiv__"];
}

def Weir_BitwiseAndOp : Weir_BitwiseBinaryOp<"bitwise_and", "and"> {
  let summary = "each bit of lhs and rhs";
  let scalar = "lhs & rhs";
}

def Weir_BitwiseOrOp : Weir_BitwiseBinaryOp<"bitwise_or", "or"> {
  let summary = "each bit of lhs or rhs";
  let scalar = "lhs | rhs";
}

def Weir_BitwiseXorOp : Weir_BitwiseBinaryOp<"bitwise_xor", "xor"> {
  let summary = "each bit that is in one of lhs and rhs";
  let scalar = "lhs ^ rhs";
}

class Weir_ShiftOp<string mnemonic, string side, string name, string fn> : Weir_BitwiseBinaryOp<mnemonic, name> {
  let refusesBool = 1;
  let summary = "the bits of lhs, moved rhs places to the " # side # "; all of them where rhs is negative or too large";
  let scalar = fn # "(lhs, rhs)";
}
def Weir_BitwiseLeftShiftOp : Weir_ShiftOp<"bitwise_left_shift", "left", "lshift", "shiftLeft">;
def Weir_BitwiseRightShiftOp : Weir_ShiftOp<"bitwise_right_shift", "right", "rshift", "shiftRight">;

def Weir_BitwiseNotOp : Weir_BitwiseOp<"bitwise_not", ["x"]> {
  let summary = "each bit that is not in x";
  let arguments = (ins Weir_IntegerTensor:$x);
  let scalar = "~x";
  let pythonMethods = ["bitwise_not", "__invert__"];
}

def Weir_MaximumOp : Weir_BinaryOp<"maximum"> {
  let refusesBool = 0;
  let summary = "the larger of lhs and rhs; NaN if either is NaN";
  let description = "Where both are equal, each gets half of the gradient.";
  let scalar = "maximum(lhs, rhs)";
  let gradient = "shareOfMaximum(lhs, rhs, dy), shareOfMaximum(rhs, lhs, dy)";
  let pythonMethods = ["maximum"];
}

def Weir_MinimumOp : Weir_BinaryOp<"minimum"> {
  let refusesBool = 0;
  let summary = "the smaller of lhs and rhs; NaN if either is NaN";
  let description = "Where both are equal, each gets half of the gradient.";
  let scalar = "minimum(lhs, rhs)";
  let gradient = "shareOfMaximum(-lhs, -rhs, dy), shareOfMaximum(-rhs, -lhs, dy)";
  let pythonMethods = ["minimum"];
}

def Weir_PowOp : Weir_BinaryOp<"pow"> {
  let arguments = (ins Weir_FloatTensor:$lhs, Weir_FloatTensor:$rhs);
  let results = (outs Weir_FloatTensor:$y);
  let summary = "lhs to the power of rhs";
  let scalar = "pow(lhs, rhs)";
  let gradient = "select(rhs == 0.0, 0.0, dy * (rhs * pow(lhs, rhs - 1))), "
                 "select((lhs == 0.0) & (rhs >= 0.0), 0.0, dy * (y * log(lhs)))";
  let domain = [Above<0, "0">];
  let precision = "Deny";
  let flops = 60;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let pythonPromotion = "float";
  let pythonOfIntegers = "integer_power";
  let pythonMethods = ["pow", "__pow__", "__rpow__"];
}

def Weir_NegOp : Weir_UnaryOp<"neg", [Differentiable]> {
  let summary = "-x";
  let scalar = "-x";
  let gradient = "-dy";
  let linearGroups = "{{0}}";
  let hasFolder = 1;
  let pythonMethods = ["neg", "__neg__", "negative"];
  let pythonAliases = ["negative"];
}

def Weir_DetachOp : Weir_UnaryOp<"detach", [StopsGradients]> {
  let refusesBool = 0;
  let summary = "x, through which no gradient flows";
  let isView = 1;
  let description = "Once gradients are expanded it is removed.";
  let scalar = "x";
  let notDifferentiable = "gradients stop here";
  let linearGroups = "{{0}}";
}

def Weir_OptimizationBarrierOp : Weir_UnaryOp<"optimization_barrier", [Differentiable]> {
  let refusesBool = 0;
  let summary = "x, as a value that is not known to be x";
  let description = [{
    What is computed from it is not merged with what is computed from x: it is computed again. Grouping removes it.
  }];
  let scalar = "x";
  let gradient = "dy";
  let linearGroups = "{{0}}";
  let python = "";
  let pythonMethods = [];
}

def Weir_AbsOp : Weir_UnaryOp<"abs", [Differentiable]> {
  let summary = "x without its sign";
  let scalar = "abs(x)";
  let description = "Where x is 0, no gradient flows.";
  let gradient = "dy * sign(x)";
  let pythonAliases = ["absolute"];
  let pythonMethods = ["abs", "__abs__", "absolute"];
}

def Weir_SignOp : Weir_UnaryOp<"sign", [Differentiable, PiecewiseConstant]> {
  let summary = "1, -1, or 0 as x is positive, negative, or neither, as NaN is";
  let scalar = "select(x > x.constant(0), x.constant(1), select(x.constant(0) > x, x.constant(-1), x.constant(0)))";
  let pythonOfBools = "detach";
  let gradient = "dy.constant(0)";
  let pythonAliases = ["sgn"];
  let pythonMethods = ["sign", "sgn"];
}

def Weir_SquareOp : Weir_UnaryOp<"square", [Differentiable]> {
  let summary = "x times x";
  let pythonPromotion = "number";
  let scalar = "x * x";
  let gradient = "dy * (x + x)";
}

def Weir_ExpOp : Weir_FloatUnaryOp<"exp"> {
  let summary = "e to the power of x";
  let scalar = "exp(x)";
  let gradient = "dy * y";
  let precision = "Deny";
  let flops = 16;
}

def Weir_LogOp : Weir_FloatUnaryOp<"log"> {
  let summary = "natural logarithm of x";
  let scalar = "log(x)";
  let gradient = "dy / x";
  let domain = [Above<0, "0">];
  let precision = "Deny";
  let flops = 20;
}

def Weir_SqrtOp : Weir_FloatUnaryOp<"sqrt"> {
  let summary = "square root of x";
  let scalar = "sqrt(x)";
  let gradient = "dy / (y + y)";
  let domain = [AtLeast<0, "0">];
  let flops = 6;
}

def Weir_ReluOp : Weir_UnaryOp<"relu", [Differentiable]> {
  let summary = "max(x, 0); NaN stays NaN, and gradients flow through it";
  let pythonHomes = ["", "nn.functional"];
  let scalar = "maximum(x, x.constant(0))";
  let gradient = "select(y <= y.constant(0), dy.constant(0), dy)";
}

def Weir_FloorOp : Weir_RoundingOp<"floor", "the largest integer that is not above x">;
def Weir_CeilOp : Weir_RoundingOp<"ceil", "the smallest integer that is not below x">;
def Weir_RoundOp : Weir_RoundingOp<"round", "the integer nearest to x; of two such, the even one">;
let pythonAliases = ["fix"], pythonMethods = ["trunc", "fix"] in
def Weir_TruncOp : Weir_RoundingOp<"trunc", "the integer part of x">;

def Weir_RsqrtOp : Weir_FloatUnaryOp<"rsqrt"> {
  let summary = "1 over the square root of x";
  let scalar = "x.constant(1) / sqrt(x)";
  let gradient = "-(dy * y / (x + x))";
  let domain = [Above<0, "0">];
  let precision = "Deny";
  let flops = 10;
}

def Weir_SigmoidOp : Weir_FloatUnaryOp<"sigmoid"> {
  let summary = "1 / (1 + exp(-x))";
  let pythonHomes = ["", "nn.functional"];
  let scalar = "x.constant(1) / (x.constant(1) + exp(-x))";
  let gradient = "dy * y * (y.constant(1) - y)";
  let flops = 22;
}

def Weir_SiluOp : Weir_FloatUnaryOp<"silu"> {
  let summary = "x * sigmoid(x)";
  let pythonHomes = ["", "nn.functional"];
  let scalar = "x / (x.constant(1) + exp(-x))";
  let gradient = "dy * (sigmoid(x) + y * (x.constant(1) - sigmoid(x)))";
  let flops = 22;
}

def Weir_TanhOp : Weir_FloatUnaryOp<"tanh"> {
  let summary = "hyperbolic tangent of x";
  let pythonHomes = ["", "nn.functional"];
  let scalar = "tanh(x)";
  let gradient = "dy * (y.constant(1) - y * y)";
  let flops = 24;
}

def Weir_SinOp : Weir_FloatUnaryOp<"sin"> {
  let summary = "sine of x, in radians";
  let scalar = "sin(x)";
  let gradient = "dy * cos(x)";
  let precision = "Deny";
  let flops = 100;
}

def Weir_CosOp : Weir_FloatUnaryOp<"cos"> {
  let summary = "cosine of x, in radians";
  let scalar = "cos(x)";
  let gradient = "-(dy * sin(x))";
  let precision = "Deny";
  let flops = 100;
}

def Weir_Expm1Op : Weir_FloatUnaryOp<"expm1"> {
  let summary = "exp(x) - 1, exact near 0";
  let scalar = "expm1(x)";
  // y + 1 would lose the digits that exp(x) has where y is near -1.
  let gradient = "dy * exp(x)";
  let precision = "Deny";
  let flops = 24;
}

def Weir_Log1pOp : Weir_FloatUnaryOp<"log1p"> {
  let summary = "log(1 + x), exact near 0";
  let scalar = "log1p(x)";
  let gradient = "dy / (x + x.constant(1))";
  let domain = [Above<0, "-1">];
  let precision = "Deny";
  let flops = 30;
}

def Weir_ErfOp : Weir_FloatUnaryOp<"erf"> {
  let summary = "error function of x";
  let scalar = "erf(x)";
  let gradient = "dy * exp(-(x * x)) * y.constant(1.1283791670955126)";
  let flops = 30;
}

def Weir_ErfinvOp : Weir_FloatUnaryOp<"erfinv"> {
  let summary = "the number whose erf is x; infinite at -1 and 1, NaN beyond";
  let scalar = "erfinv(x)";
  let gradient = "dy * exp(y * y) * y.constant(0.8862269254527580)";
  let domain = [Between<0, "-1", "1">];
  let precision = "Deny";
  let flops = 80;
  let python = "erfinv(input)";
}

def Weir_AsinOp : Weir_FloatUnaryOp<"asin"> {
  let summary = "angle in [-pi/2, pi/2] whose sine is x";
  let scalar = "asin(x)";
  let gradient = "dy / sqrt(x.constant(1) - x * x)";
  let domain = [Within<0, "-1", "1">];
  let precision = "Deny";
  let flops = 40;
  let pythonAliases = ["arcsin"];
  let pythonMethods = ["asin", "arcsin"];
}

def Weir_AcosOp : Weir_FloatUnaryOp<"acos"> {
  let summary = "angle in [0, pi] whose cosine is x";
  let scalar = "acos(x)";
  let gradient = "-(dy / sqrt(x.constant(1) - x * x))";
  let domain = [Within<0, "-1", "1">];
  let precision = "Deny";
  let flops = 40;
  let pythonAliases = ["arccos"];
  let pythonMethods = ["acos", "arccos"];
}

def Weir_AtanOp : Weir_FloatUnaryOp<"atan"> {
  let summary = "angle between -pi/2 and pi/2 whose tangent is x";
  let scalar = "atan(x)";
  let gradient = "dy / (x * x + x.constant(1))";
  let precision = "Deny";
  let flops = 30;
  let pythonAliases = ["arctan"];
  let pythonMethods = ["atan", "arctan"];
}

def Weir_TanOp : Weir_FloatUnaryOp<"tan"> {
  let summary = "tangent of x, in radians";
  let scalar = "sin(x) / cos(x)";
  let gradient = "dy * (y * y + y.constant(1))";
  let precision = "Deny";
  let flops = 200;
}

def Weir_SinhOp : Weir_FloatUnaryOp<"sinh"> {
  let summary = "hyperbolic sine of x";
  let scalar = "sinh(x)";
  let gradient = "dy * cosh(x)";
  let precision = "Deny";
  let flops = 44;
}

def Weir_CoshOp : Weir_FloatUnaryOp<"cosh"> {
  let summary = "hyperbolic cosine of x";
  let scalar = "cosh(x)";
  let gradient = "dy * sinh(x)";
  let precision = "Deny";
  let flops = 36;
}

def Weir_Exp2Op : Weir_FloatUnaryOp<"exp2"> {
  let summary = "2 to the power of x";
  let scalar = "exp2(x)";
  let gradient = "dy * y * y.constant(0.6931471805599453)";
  let precision = "Deny";
  let flops = 16;
}

def Weir_Log2Op : Weir_FloatUnaryOp<"log2"> {
  let summary = "logarithm of x to the base 2";
  let scalar = "log2(x)";
  let gradient = "dy * x.constant(1.4426950408889634) / x";
  let domain = [Above<0, "0">];
  let precision = "Deny";
  let flops = 24;
}

def Weir_Log10Op : Weir_FloatUnaryOp<"log10"> {
  let summary = "logarithm of x to the base 10";
  let scalar = "log10(x)";
  let gradient = "dy * x.constant(0.4342944819032518) / x";
  let domain = [Above<0, "0">];
  let precision = "Deny";
  let flops = 24;
}

def Weir_ReciprocalOp : Weir_FloatUnaryOp<"reciprocal"> {
  let summary = "1 / x";
  let scalar = "x.constant(1) / x";
  let gradient = "-(dy * y * y)";
  let flops = 4;
}

def Weir_ComparePredicateAttr : EnumAttr<Weir_Dialect, ComparePredicate, "compare_predicate">;

def Weir_CompareOp : Weir_ElementwiseOp<"compare", ["lhs", "rhs"]> {
  let summary = "whether lhs compares to rhs by the predicate; with NaN only `ne` holds";
  let arguments = (ins Weir_ComparePredicateAttr:$predicate, Weir_Tensor:$lhs, Weir_Tensor:$rhs);
  let results = (outs Weir_BoolTensor:$y);
  let assemblyFormat = "$predicate $lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let scalar = "compare(builder, getLoc(), getPredicate(), lhs, rhs)";
  let resultDType = "::weir::DType::Bool";
  let notDifferentiable = "its result is bool";
  let python = "compare(lhs, rhs, predicate)";
}

def Weir_SelectOp : Weir_ElementwiseOp<"select", ["condition", "ifTrue", "ifFalse"], [Differentiable]> {
  let summary = "ifTrue where condition holds, else ifFalse";
  let arguments = (ins Weir_BoolTensor:$condition, Weir_Tensor:$ifTrue, Weir_Tensor:$ifFalse);
  let results = (outs Weir_Tensor:$y);
  let scalar = "select(condition, ifTrue, ifFalse)";
  let gradient = "::mlir::Value(), select(condition, dy, dy.constant(0)), select(condition, dy.constant(0), dy)";
  let resultDType = "operands[1].dtype";
  let sameDType = [1, 2];
  let linearGroups = "{{1, 2}}";
  let python = "where(condition, x, y)";
}

def Weir_CastOp : Weir_ElementwiseOp<"cast", ["x"], [Differentiable]> {
  let summary = "x converted to another dtype";
  let description = [{
    Float to integer truncates towards zero; what a wide integer doesn't hold, NaN too, becomes its least number, and
    narrow ones are the low bits of wide ones: i8 of i32, ui8 of i64. To bool is `x != 0`; to a narrower float rounds to
    nearest, ties to even.
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_DTypeAttr:$to);
  let results = (outs Weir_Tensor:$y);
  let scalar = "::weir::convert(builder, getLoc(), x, getTo())";
  let gradient = "castLike(dy, x)";
  let resultDType = "attributes.get<::weir::DType>(\"to\")";
  let precision = "Deny";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let python = "cast(x, dtype)";
  let pythonMethods = ["to"];
}

#endif
