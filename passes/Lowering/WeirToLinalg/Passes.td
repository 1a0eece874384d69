// Kernel bodies: weir ops become linalg on tensors.
#ifndef WEIR_PASSES_WEIRTOLINALG_TD
#define WEIR_PASSES_WEIRTOLINALG_TD

include "mlir/Pass/PassBase.td"

def WeirToLinalgPass : Pass<"weir-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "Lowers the weir ops of a kernel to linalg on tensors.";
  let description = [{
    Loops and index maps come from each op's iteration rule, scalar functions from its ElementwiseInterface; a
    family adds a pattern only for what neither says. bool and ui8 become bytes; narrow floats are computed in f32;
    a sum is held in its accumulator's type. `kernel.loops` says which of the kernel's loops a generic's are.

    ```mlir
    %y = weir.relu %x : (tensor<?xf32>) -> tensor<?xf32>
    ```
    becomes
    ```mlir
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?xf32>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x) outs(%e)
        attrs = {kernel.loops = array<i64: 0>} {
    ^bb0(%a: f32, %b: f32):
      %m = arith.maximumf %a, %zero : f32
      linalg.yield %m : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::weir::kernel::KernelDialect"];
}

#endif
