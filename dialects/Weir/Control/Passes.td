// The verifier of normal form, as a pass that stages from `graph` to `layout` end in.
#ifndef WEIR_DIALECTS_WEIR_CONTROL_PASSES_TD
#define WEIR_DIALECTS_WEIR_CONTROL_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyNormalFormPass : Pass<"weir-verify-normal-form", "::mlir::ModuleOp"> {
  let summary = "Verifies that jobs are in normal form.";
  let description = [{
    In a job
    - arguments and results are tensors, and there is one block;
    - ops belong to the dialects weir, sbp, arith (index arithmetic) and func (return), and none of them is a weir.call;
    - a storage is assigned at most once: a variable and its aliases are one storage;
    - nothing stands between the first weir.assign and the return but assigns.

    Assigns stand in jobs only. A job with `weir.derive` has neither arguments nor results, and no other job assigns
    what it does. The options say what may still stand because the stage that removes it is to come. The module doesn't
    change.

    ```mlir
    func.func @step(%new: tensor<4xf32>) attributes {weir.job} {
      weir.assign @w, %new : tensor<4xf32>
      %old = weir.read @w : tensor<4xf32>   // error: expects only assigns between the first weir.assign and the return
      return
    }
    ```
  }];
  let options = [
    Option<"gradients", "gradients", "bool", "false", "weir.gradient may stand, until autograd.">,
    Option<"amp", "amp", "bool", "false", "The attribute weir.amp may stand, until precision.">,
    Option<"sbp", "sbp", "bool", "false", "Meshes, constraints and signatures may stand, until partition.">];
}

#endif
