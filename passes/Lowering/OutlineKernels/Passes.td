// The stage `launch`.
#ifndef WEIR_PASSES_OUTLINEKERNELS_TD
#define WEIR_PASSES_OUTLINEKERNELS_TD

include "mlir/Pass/PassBase.td"

def OutlineKernelsPass : Pass<"weir-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Turns each kernel.group into a kernel.call of a function; equal groups share one.";
  let description = [{
    Tensor operands come first, host scalars behind them. The sizes of results become host arithmetic on sizes of the
    job's inputs.

    ```mlir
    %y = kernel.group(%a = %x : tensor<?xf32>) -> tensor<?xf32> {
      %0 = weir.relu %a : (tensor<?xf32>) -> tensor<?xf32>
      kernel.yield %0 : tensor<?xf32>
    }
    ```
    becomes
    ```mlir
    func.func private @relu(%a: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.relu %a : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    …
    %n = weir.dim %x, 0 : tensor<?xf32>
    %y = kernel.call @relu(%x) sizes(%n) {in_place = array<i64: 0>} : (tensor<?xf32>) -> tensor<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::weir::kernel::KernelDialect",
                           "::weir::WeirDialect"];
}

def WriteSchedulesPass : Pass<"weir-write-schedules", "::mlir::ModuleOp"> {
  let summary = "Writes to each kernel how the target computes it.";
  let description = [{
    The attribute `kernel.schedule` has the form of the kernel's loops, and its numbers. What is there stays, the rest
    is what a tuning file says or the target suggests. Targets that have one way to compute a kernel write nothing.

    ```mlir
    func.func private @matmul(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32>
        attributes {kernel.kernel, kernel.schedule = {depth = 128 : i64, form = "product", rows = 6 : i64, …}}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::weir::kernel::KernelDialect"];
}

def VerifyLaunchesPass : Pass<"weir-verify-launches", "::mlir::ModuleOp"> {
  let summary = "Verifies that what computes is called as a kernel, and that a program can hold the rest.";
  let description = [{
    - In a job stand reads, assigns, constants, kernel calls, reshapes, sizes, and the index arithmetic that the runtime
      evaluates; no group is left anywhere.
    - A kernel computes on what it is given: it holds ops with an iteration rule alone, so it reads, assigns and calls
      nothing. Its tensors stand before its index scalars.

    The module doesn't change.

    ```mlir
    func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
      %w = weir.read @w : tensor<4xf32>   // error: expects a kernel to hold only ops that compute tensors from tensors
      %0 = weir.add %x, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
}

#endif
