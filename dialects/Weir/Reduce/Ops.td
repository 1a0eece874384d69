// Reductions over dimensions.
#ifndef WEIR_REDUCE_OPS_TD
#define WEIR_REDUCE_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_ReduceOp<string mnemonic> : Weir_InferredOp<mnemonic, [Differentiable]> {
  let arguments = (ins Weir_Tensor:$x, DenseI64ArrayAttr:$dims);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let python = mnemonic # "(x, dims)";
}

def Weir_ReduceSumOp : Weir_ReduceOp<"reduce_sum"> {
  let summary = "sum over the dimensions `dims`, which the result lacks";
  let description = "Sums in the type `accumulator`: f32 for narrower floats unless given.";
  let arguments = (ins Weir_Tensor:$x, DenseI64ArrayAttr:$dims, OptionalAttr<TypeAttr>:$accumulator);
  let precision = "Deny";
  let extraClassDeclaration = "::mlir::Type getAccumulatorType();";
}

def Weir_ReduceMaxOp : Weir_ReduceOp<"reduce_max"> {
  let summary = "maximum over the dimensions `dims`, which the result lacks; NaN if any is NaN";
  let description = [{
    The maximum of nothing is -inf, or the smallest integer. Equal maxima share the gradient evenly.
  }];
  let hasFolder = 1;
}

#endif
