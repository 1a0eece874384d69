// Ops that apply one scalar function at each index.
#ifndef WEIR_INTERFACES_ELEMENTWISE_TD
#define WEIR_INTERFACES_ELEMENTWISE_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/Interfaces.td"

def ElementwiseInterface : OpInterface<"ElementwiseInterface"> {
  let description = [{
    The scalar function is built of arith and math ops, which take scalars and vectors alike, so every target shares it.
    bool arrives as i1, ui8 as i32. An integer division stands as one arith.divsi, whose divisor the kernel checks.
  }];
  let cppNamespace = "::weir";
  let methods = [
    InterfaceMethod<"The op's results at one index, from its operands' elements there.",
      "::llvm::SmallVector<::mlir::Value>", "buildScalars",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$elements)>,
  ];
}

def ComparePredicate : I32EnumAttr<"ComparePredicate", "how two values compare", [
    I32EnumAttrCase<"eq", 0>, I32EnumAttrCase<"ne", 1>, I32EnumAttrCase<"lt", 2>, I32EnumAttrCase<"le", 3>,
    I32EnumAttrCase<"gt", 4>, I32EnumAttrCase<"ge", 5>]> {
  let cppNamespace = "::weir";
  let genSpecializedAttr = 0;
}
#endif
