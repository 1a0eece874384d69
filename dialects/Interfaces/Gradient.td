// How an op's gradient is built.
#ifndef WEIR_INTERFACES_GRADIENT_TD
#define WEIR_INTERFACES_GRADIENT_TD

include "mlir/IR/Interfaces.td"

def GradientInterface : OpInterface<"GradientInterface"> {
  let description = [{
    Builds the gradients of the op's operands from those of its results, of weir ops, so that a gradient is itself
    differentiable. It never reads a static size: all sizes come from values.
  }];
  let cppNamespace = "::weir";
  let methods = [
    InterfaceMethod<[{
        Appends one value per operand: its gradient, or a null value where none flows (integers, sizes).
        `resultGradients` holds one value per result, never null.
      }], "void", "buildGradient",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$resultGradients,
           "::llvm::SmallVectorImpl<::mlir::Value> &":$operandGradients)>,
  ];
}

#endif
