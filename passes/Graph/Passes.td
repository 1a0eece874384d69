// The stage `graph`.
#ifndef WEIR_PASSES_GRAPH_TD
#define WEIR_PASSES_GRAPH_TD

include "mlir/Pass/PassBase.td"

def MarkGradientSourcesPass : Pass<"weir-mark-gradient-sources", "::mlir::func::FuncOp"> {
  let summary = "Keeps values apart that gradients are taken of.";
  let description = [{
    A gradient is that of a value, and not of all that equal it: before it is expanded, two constants must not become
    one, nor a constant be folded into what reads it. Arguments and variables are apart anyhow.

    ```mlir
    %b = weir.constant dense<0.0> : tensor<f32> -> tensor<4xf32>
    %y = weir.mul %x, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %l = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
    %db = weir.gradient %l wrt %b : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
    ```
    becomes
    ```mlir
    %b = weir.constant dense<0.0> : tensor<f32> -> tensor<4xf32>
    %0 = weir.optimization_barrier %b {weir.gradient_source = 0} : (tensor<4xf32>) -> tensor<4xf32>
    %y = weir.mul %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %l = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
    %db = weir.gradient %l wrt %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

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

def MarkJobsPass : Pass<"weir-mark-jobs", "::mlir::ModuleOp"> {
  let summary = "Takes functions for jobs where a module says of none that it is one.";
  let description = [{
    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
      return %x : tensor<4xf32>
    }
    ```
    A function can be a job if it is public, nobody calls it, its arguments and results are tensors, and it has a result
    or, with arguments, a weir.assign. That a module has functions and none can be one is an error that says why; so is
    a call that is no weir.call.
  }];
}

#endif
