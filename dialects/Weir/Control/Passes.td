// Passes that several stages share: what takes composite ops apart, the verifier of normal form, the mark of a stage.
#ifndef WEIR_DIALECTS_WEIR_CONTROL_PASSES_TD
#define WEIR_DIALECTS_WEIR_CONTROL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandCompositesPass : Pass<"weir-expand-composites", "::mlir::func::FuncOp"> {
  let summary = "Replaces composite ops by what they are made of.";
  let description = [{
    ```mlir
    %y = weir.logsigmoid %x : (tensor<4xf16>) -> tensor<4xf16>
    ```
    becomes ops in f32 between two casts: a composite op rounds once. Their locations say what they come from,
    `fused<"weir.logsigmoid">[…]`; a composite inside of a composite says the outer one.

    With `keep-own-gradients`, as in the stage `graph`, an op that has a gradient of its own stays in a job that asks
    for gradients, until autograd has built it.
  }];
  let options = [Option<"keepOwnGradients", "keep-own-gradients", "bool", "false",
                        "Ops with a gradient of their own stay where weir.gradient asks for gradients.">];
}

def MarkStagePass : Pass<"weir-mark-stage", "::mlir::ModuleOp"> {
  let summary = "Says in the module which stage it has passed.";
  let description = [{
    The last pass of each stage: what is dumped resumes behind it without being told from where.
    ```mlir
    module attributes {weir.stage = "group"} {
    ```
  }];
  let options = [Option<"stage", "stage", "std::string", "\"\"", "The stage's name.">];
}

def VerifyNormalFormPass : Pass<"weir-verify-normal-form", "::mlir::ModuleOp"> {
  let summary = "Verifies that jobs are in normal form.";
  let description = [{
    In a job
    - arguments and results are tensors, and there is one block;
    - ops belong to the dialects weir, sbp, comm, arith (index arithmetic) and func (return), and none of them is a
      weir.call;
    - no op is composite;
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
    Option<"gradients", "gradients", "bool", "false", "weir.gradient may stand, and composites, until autograd.">,
    Option<"amp", "amp", "bool", "false", "The attribute weir.amp may stand, until precision.">,
    Option<"sbp", "sbp", "bool", "false", "Meshes, constraints and signatures may stand, until partition.">,
    Option<"ranks", "ranks", "bool", "false", "Collectives may stand, from partition on.">];
}

#endif
