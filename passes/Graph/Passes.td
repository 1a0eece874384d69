// The stage `graph`.
#ifndef WEIR_PASSES_GRAPH_TD
#define WEIR_PASSES_GRAPH_TD

include "mlir/Pass/PassBase.td"

def InlineCallsPass : Pass<"weir-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Replaces weir.call by the body of the function it calls.";
  let description = [{
    Inlined ops carry both locations: their own and that of the call. A function that is left without a call, and is no
    job, goes away.

    ```mlir
    func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = weir.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    func.func @job(%a: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
      %0 = weir.call @twice(%a) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    func.func @job(%a: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
      %0 = weir.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
    Recursion is an error that names the cycle; so is a call of a job, whose assignments have one place only.
  }];
}

def VerifyJobsPass : Pass<"weir-verify-jobs", "::mlir::ModuleOp"> {
  let summary = "Verifies that jobs are in normal form.";
  let description = [{
    In a job
    - arguments and results are tensors, and there is one block;
    - ops belong to the dialects weir, sbp, arith (index arithmetic) and func (return), and none of them is a weir.call;
    - a storage is assigned at most once: a variable and its aliases are one storage;
    - nothing stands between the first weir.assign and the return but assigns.

    Assigns stand in jobs only. A job with `weir.derive` has neither arguments nor results, and no other job assigns
    what it does. The module doesn't change.

    ```mlir
    func.func @step(%new: tensor<4xf32>) attributes {weir.job} {
      weir.assign @w, %new : tensor<4xf32>
      %old = weir.read @w : tensor<4xf32>   // error: expects only assigns between the first weir.assign and the return
      return
    }
    ```
  }];
}

#endif
