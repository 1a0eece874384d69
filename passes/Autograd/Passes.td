// The stage `autograd`.
#ifndef WEIR_PASSES_AUTOGRAD_TD
#define WEIR_PASSES_AUTOGRAD_TD

include "mlir/Pass/PassBase.td"

def ExpandGradientsPass : Pass<"weir-expand-gradients", "::mlir::func::FuncOp"> {
  let summary = "Replaces weir.gradient by the ops that compute it.";
  let description = [{
    Reverse-mode differentiation: walks from the loss to the values asked for, and lets each op on the way build the
    gradients of its operands. A value that the loss does not depend on gets zeros.

    ```mlir
    %y = weir.mul %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %dx = weir.gradient %y wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    ```
    becomes
    ```mlir
    %y = weir.mul %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %one = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
    %0 = weir.mul %one, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %1 = weir.mul %one, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %dx = weir.add %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    ```
    All ops on the way that have no gradient are reported together.

    Ops with equal `weir.checkpoint` numbers are recomputed where their gradients are built: copies that read through
    barriers are inserted there, and the gradients read the copies. So the live ranges of the first values end early.

    ```mlir
    %y = weir.exp %x {weir.checkpoint = 0 : i64} : (tensor<f32>) -> tensor<f32>
    %dx = weir.gradient %y wrt %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    ```
    becomes
    ```mlir
    %y = weir.exp %x : (tensor<f32>) -> tensor<f32>
    %one = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
    %0 = weir.optimization_barrier %x : (tensor<f32>) -> tensor<f32>
    %1 = weir.exp %0 : (tensor<f32>) -> tensor<f32>
    %dx = weir.mul %one, %1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    ```
  }];
  let dependentDialects = ["::weir::WeirDialect"];
}

def RemoveDetachPass : Pass<"weir-remove-detach", "::mlir::func::FuncOp"> {
  let summary = "Replaces weir.detach, and what keeps sources of gradients apart, by their operands.";
  let description = [{
    They have no effect once gradients are expanded, and would prevent folding.

    ```mlir
    %0 = weir.detach %x : (tensor<4xf32>) -> tensor<4xf32>
    %y = weir.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
    ```
    becomes
    ```mlir
    %y = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

#endif
