// What losses of several families have in common.
#ifndef WEIR_LOSS_BASE_TD
#define WEIR_LOSS_BASE_TD

include "dialects/Weir/IR/Base.td"

def Weir_LossReduction : Weir_OneOf<["mean", "sum", "none"]>;

class Weir_LossOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let results = (outs Weir_FloatTensor:$loss);
  let rule = "::weir::lossRule(operands, results, attributes)";
  let precision = "Deny";
  let pythonHomes = ["nn.functional"];
}

#endif
