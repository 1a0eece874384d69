// The constraint by which ops of other dialects have a #sbp.grid.
#ifndef WEIR_SBP_GRID_TD
#define WEIR_SBP_GRID_TD

include "mlir/IR/AttrTypeBase.td"

def Sbp_Grid : Attr<CPred<"::llvm::isa<::weir::sbp::GridAttr>($_self)">, "a #sbp.grid"> {
  let storageType = "::weir::sbp::GridAttr";
  let returnType = "::weir::sbp::GridAttr";
  let convertFromStorage = "$_self";
}

#endif
