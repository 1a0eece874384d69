// The two authorities of an op as an interface: what its results are, and which loops it runs over; and what a point of
// these loops costs.
#ifndef WEIR_INTERFACES_SEMANTICS_TD
#define WEIR_INTERFACES_SEMANTICS_TD

include "mlir/IR/Interfaces.td"

def SemanticsInterface : OpInterface<"SemanticsInterface"> {
  let description = [{
    Both authorities are functions over plain data (lib/Support/Semantics.h), so that eager calls share them. Operands
    of type `index` are sizes and no part of `operands`.
  }];
  let cppNamespace = "::weir";
  let methods = [
    StaticInterfaceMethod<"Result shapes and dtypes, or an error that names operands and sizes.",
      "::weir::Result<::weir::Metas>", "inferResults",
      (ins "const ::weir::Metas &":$operands, "const ::weir::Attributes &":$attributes)>,
    StaticInterfaceMethod<"The op's loops and where each touches each dimension of each operand and result.",
      "::weir::Result<::weir::IterationRule>", "iterationRule",
      (ins "const ::weir::Metas &":$operands, "const ::weir::Metas &":$results,
           "const ::weir::Attributes &":$attributes)>,
    StaticInterfaceMethod<"Operations per point of the loops.", "int64_t", "flops", (ins), "", "return 0;">,
    InterfaceMethod<"The size of a result's dimension that is no operand's and no index operand, from operands' sizes.",
      "::mlir::Value", "buildSize",
      (ins "::mlir::OpBuilder &":$builder, "unsigned":$result, "int64_t":$dim, "::weir::SizeOfFn":$sizeOf), "",
      "return nullptr;">,
  ];
  let verify = [{ return ::weir::verifySemantics($_op); }];
}

#endif
