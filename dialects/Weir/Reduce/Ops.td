// Reductions over dimensions.
#ifndef WEIR_REDUCE_OPS_TD
#define WEIR_REDUCE_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_ReduceOp<string mnemonic, string by, list<Trait> traits>
    : Weir_InferredOp<mnemonic, !listconcat([ReducesDims], traits)> {
  let combiner = by;
  let arguments = (ins Weir_Tensor:$x, Weir_DimsAttr:$dims);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = "static constexpr ::weir::Combiner combiner = ::weir::Combiner::" # by # [{;
    /// In which partial results are held: unless given, f32 for narrower floats, and f64 for products of f32.
    ::mlir::Type getAccumulatorType();
  }];
  let factorDefinitions = [{
    ::weir::Result<::weir::Metas> $cppClass::inferResults(const ::weir::Metas &operands,
                                                          const ::weir::Attributes &attributes) {
      return ::weir::inferReduction(combiner, operands, attributes);
    }
    ::weir::Result<::weir::IterationRule> $cppClass::iterationRule(
        const ::weir::Metas &operands, const ::weir::Metas &, const ::weir::Attributes &attributes) {
      ::weir::IterationRule rule = ::weir::reductionRule(combiner, operands, attributes);
      rule.linearGroups = }] # linearGroups # [{;
      return rule;
    }
    ::mlir::Type $cppClass::getAccumulatorType() { return ::weir::accumulatorTypeOf(*this); }
  }];
}

class Weir_AccumulateOp<string mnemonic, string by> : Weir_ReduceOp<mnemonic, by, [Differentiable]> {
  let arguments = (ins Weir_Tensor:$x, Weir_DimsAttr:$dims, OptionalAttr<Weir_DTypeAttr>:$accumulator);
  let samples = ["(n[...])", "(f[...]) {accumulator? = f64}"];
  let precision = "Deny";
}

class Weir_LogicalReduceOp<string mnemonic, string by> : Weir_ReduceOp<mnemonic, by, []> {
  let arguments = (ins Weir_BoolTensor:$x, Weir_DimsAttr:$dims);
  let results = (outs Weir_BoolTensor:$y);
  let notDifferentiable = "its result is bool";
  let hasFolder = 1;
}

def Weir_ReduceSumOp : Weir_AccumulateOp<"reduce_sum", "Sum"> {
  let summary = "sum over the dimensions `dims`, which the result lacks";
  let description = "Sums in the type `accumulator`: f32 for narrower floats unless given.";
  let linearGroups = "{{0}}";
  let python = "sum(input, dim=None, keepdim=False, dtype=None)";
  let pythonPromotion = "sum";
  let pythonMethods = ["sum"];
}

def Weir_ReduceProdOp : Weir_AccumulateOp<"reduce_prod", "Prod"> {
  let summary = "product over the dimensions `dims`, which the result lacks";
  let description = [{
    Multiplies in the type `accumulator`: f64 for f32, f32 for narrower floats, unless given. The gradient is right
    where elements are 0; as a function of x it is taken for constant there.
  }];
  let python = "prod(input, dim=None, keepdim=False, dtype=None)";
  let pythonPromotion = "sum";
  let pythonMethods = ["prod"];
}

def Weir_ReduceMaxOp : Weir_ReduceOp<"reduce_max", "Max", [Differentiable]> {
  let summary = "maximum over the dimensions `dims`, which the result lacks; NaN if any is NaN";
  let description = [{
    The maximum of nothing is -inf, or the smallest integer; of zeros of both signs it is either. Equal maxima share the
    gradient evenly.
  }];
  let hasFolder = 1;
  let python = "amax(input, dim=None, keepdim=False)";
  let pythonOfBools = "reduce_any";
  let pythonMethods = ["amax"];
}

def Weir_ReduceMinOp : Weir_ReduceOp<"reduce_min", "Min", [Differentiable]> {
  let summary = "minimum over the dimensions `dims`, which the result lacks; NaN if any is NaN";
  let description = [{
    The minimum of nothing is inf, or the largest integer; of zeros of both signs it is either. Equal minima share the
    gradient evenly.
  }];
  let hasFolder = 1;
  let python = "amin(input, dim=None, keepdim=False)";
  let pythonOfBools = "reduce_all";
  let pythonMethods = ["amin"];
}

def Weir_ReduceAnyOp : Weir_LogicalReduceOp<"reduce_any", "Or"> {
  let summary = "whether any element is true over the dimensions `dims`, which the result lacks";
  let description = "Of nothing it is false.";
  let python = "any(input, dim=None, keepdim=False)";
  let pythonPromotion = "whether";
  let pythonMethods = ["any"];
}

def Weir_ReduceAllOp : Weir_LogicalReduceOp<"reduce_all", "And"> {
  let summary = "whether all elements are true over the dimensions `dims`, which the result lacks";
  let description = "Of nothing it is true.";
  let python = "all(input, dim=None, keepdim=False)";
  let pythonPromotion = "whether";
  let pythonMethods = ["all"];
}

#endif
