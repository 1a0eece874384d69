// What an op is made of.
#ifndef WEIR_INTERFACES_DECOMPOSITION_TD
#define WEIR_INTERFACES_DECOMPOSITION_TD

include "mlir/IR/Interfaces.td"

def DecompositionInterface : OpInterface<"DecompositionInterface"> {
  let description = [{
    A composite op says what a user meant (softmax, layer_norm); its decomposition says it in simpler weir ops, which
    are what later stages know. The interpreter evaluates the decomposition. Where the op has no gradient of its own,
    its gradient is that of its decomposition.
  }];
  let cppNamespace = "::weir";
  let methods = [
    InterfaceMethod<[{
        Builds the op's results at the builder's insertion point, one value of the same type per result. Sizes that are
        `?` are read from the operands, so that the result holds for all of them.
      }], "::llvm::SmallVector<::mlir::Value>", "decompose", (ins "::mlir::OpBuilder &":$builder)>,
  ];
}

#endif
