// What mixed precision may do with an op.
#ifndef WEIR_INTERFACES_PRECISION_TD
#define WEIR_INTERFACES_PRECISION_TD

include "mlir/IR/Interfaces.td"

def PrecisionInterface : OpInterface<"PrecisionInterface"> {
  let cppNamespace = "::weir";
  let methods = [
    StaticInterfaceMethod<"Whether the op gains from, bears or must not see a narrower float type.",
      "::weir::PrecisionClass", "precisionClass">,
  ];
}

#endif
