// The stage `group`.
#ifndef WEIR_PASSES_FUSION_TD
#define WEIR_PASSES_FUSION_TD

include "mlir/Pass/PassBase.td"

def FormGroupsPass : Pass<"weir-form-groups", "::mlir::func::FuncOp"> {
  let summary = "Puts every op of a job that computes into a kernel.group, together with what it fuses with.";
  let description = [{
    What may fuse follows from iteration rules alone: the ops of a group share loops, and a reduction's result may
    be consumed inside the group only where all of its own loops are parallel in the whole group. Movements and splat
    constants are recomputed in every group that reads them. The elementwise ops that use a contraction become its
    epilogue. Independent groups become one where the target can hold several nests in a kernel. A value that several
    loops of a group would recompute is materialized if the target's cost model says that this is cheaper; a
    missed-optimization remark of the category weir-form-groups names it.

    ```mlir
    %0 = weir.exp %x : (tensor<?xf32>) -> tensor<?xf32>
    %1 = weir.neg %0 : (tensor<?xf32>) -> tensor<?xf32>
    ```
    becomes
    ```mlir
    %1 = kernel.group(%a = %x : tensor<?xf32>) -> tensor<?xf32> {
      %0 = weir.exp %a : (tensor<?xf32>) -> tensor<?xf32>
      %1 = weir.neg %0 : (tensor<?xf32>) -> tensor<?xf32>
      kernel.yield %1 : tensor<?xf32>
    }
    ```
  }];
  let dependentDialects = ["::weir::kernel::KernelDialect", "::weir::WeirDialect"];
}

def RemoveBarriersPass : Pass<"weir-remove-barriers", "::mlir::func::FuncOp"> {
  let summary = "Replaces weir.optimization_barrier by its operand.";
  let description = [{
    No later pass merges equal ops, so recomputed ops stay apart from the ones that they are copies of.

    ```mlir
    %a = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    %0 = weir.optimization_barrier %x : (tensor<4xf32>) -> tensor<4xf32>
    %b = weir.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
    ```
    becomes
    ```mlir
    %a = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    %b = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

def SinkGathersPass : Pass<"weir-sink-gathers", "::mlir::func::FuncOp"> {
  let summary = "Puts elementwise ops behind the gathers that take a few of their elements.";
  let description = [{
    The logarithm of one class's probability, as a loss takes it of each row, then costs one subtraction. One element of
    a size that isn't known is few, too.

    ```mlir
    %0 = weir.exp %x : (tensor<8x100xf32>) -> tensor<8x100xf32>
    %1 = weir.gather %0, %i {dim = 1 : i64} : (tensor<8x100xf32>, tensor<8x1xi64>) -> tensor<8x1xf32>
    ```
    becomes
    ```mlir
    %0 = weir.gather %x, %i {dim = 1 : i64} : (tensor<8x100xf32>, tensor<8x1xi64>) -> tensor<8x1xf32>
    %1 = weir.exp %0 : (tensor<8x1xf32>) -> tensor<8x1xf32>
    ```
  }];
}

def JoinRowsPass : Pass<"weir-join-rows", "::mlir::func::FuncOp"> {
  let summary = "Makes one group of products and of what computes, row by row, what some read from what others give.";
  let description = [{
    The rows between them, as the scores and the weights of attention, then pass through a worker's scratch, a block of
    rows at a time, where the target says that it holds them (`GroupingCosts::chainedRowBytes`). Others may multiply the
    columns of these rows, as gradients of keys and values do: such products are sums over the blocks. Rows that a
    gradient reads besides are computed once more.

    ```mlir
    %s = kernel.group(%a = %q, %b = %k) { /* matmul */ }
    %p = kernel.group(%a = %s) { /* softmax of rows */ }
    %y = kernel.group(%a = %p, %b = %v) { /* matmul */ }
    ```
    becomes
    ```mlir
    %y = kernel.group(%a = %q, %b = %k, %c = %v) { /* matmul, softmax of rows, matmul */ }
    ```
  }];
  let dependentDialects = ["::weir::kernel::KernelDialect", "::weir::WeirDialect"];
}

def VerifyGroupsPass : Pass<"weir-verify-groups", "::mlir::func::FuncOp"> {
  let summary = "The verifier of the stage `group`: no op computes outside a group.";
}

#endif
