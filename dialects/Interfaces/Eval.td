// The meaning of an op on concrete tensors; attached to ops by lib/Reference.
#ifndef WEIR_INTERFACES_EVAL_TD
#define WEIR_INTERFACES_EVAL_TD

include "mlir/IR/Interfaces.td"

def EvalInterface : OpInterface<"EvalInterface"> {
  let description = [{
    Evaluates the op on a box of its iteration space: `operands` are cut to what the box touches, and so are the
    results. The whole op is the box of all factors in full. Where a reduction's range is a part, the results are
    partial ones, to be joined by the factor's combiner. Operands of type `index` are sizes and not among `operands`.
  }];
  let cppNamespace = "::weir";
  let methods = [InterfaceMethod<
                     "Results of the op over `scope.box`.", "::weir::Result<::std::vector<::weir::HostTensor>>", "eval",
                     (ins "::llvm::ArrayRef<::weir::HostTensor>":$operands, "const ::weir::EvalScope &":$scope)>,
  ];
}

#endif
