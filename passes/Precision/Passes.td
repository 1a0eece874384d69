// The stage `precision`.
#ifndef WEIR_PASSES_PRECISION_TD
#define WEIR_PASSES_PRECISION_TD

include "mlir/Pass/PassBase.td"

def AllowTf32Pass : Pass<"weir-allow-tf32", "::mlir::ModuleOp"> {
  let summary = "Marks products of f32 in jobs with `weir.allow_tf32`.";
  let description = [{
    The attribute is on a job, or on the module for all of its jobs; the pass removes it. The jobs' f32 products
    then have `allow_tf32`; products that became narrow don't need it.

    ```mlir
    func.func @f(%x: tensor<?x64xf32>, %w: tensor<64x10xf32>) -> tensor<?x10xf32>
        attributes {weir.allow_tf32, weir.job} {
      %y = weir.matmul %x, %w : (tensor<?x64xf32>, tensor<64x10xf32>) -> tensor<?x10xf32>
      return %y : tensor<?x10xf32>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<?x64xf32>, %w: tensor<64x10xf32>) -> tensor<?x10xf32> attributes {weir.job} {
      %y = weir.matmul %x, %w {allow_tf32} : (tensor<?x64xf32>, tensor<64x10xf32>) -> tensor<?x10xf32>
      return %y : tensor<?x10xf32>
    }
    ```
  }];
}

def MixedPrecisionPass : Pass<"weir-mixed-precision", "::mlir::ModuleOp"> {
  let summary = "Lets products read bf16 in jobs that ask for it by `weir.amp = bf16`.";
  let description = [{
    `weir.amp` stands on a job, or on the module for all of its jobs, and is gone afterwards. README.md says which ops
    become narrow.

    ```mlir
    func.func @f(%x: tensor<?x64xf32>) -> tensor<?x10xf32> attributes {weir.amp = bf16, weir.job} {
      %w = weir.read @w : tensor<64x10xf32>
      %y = weir.matmul %x, %w : (tensor<?x64xf32>, tensor<64x10xf32>) -> tensor<?x10xf32>
      return %y : tensor<?x10xf32>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<?x64xf32>) -> tensor<?x10xf32> attributes {weir.job} {
      %0 = weir.cast %x {to = bf16} : (tensor<?x64xf32>) -> tensor<?x64xbf16>
      %w = weir.read @w : tensor<64x10xf32>
      %1 = weir.cast %w {to = bf16} : (tensor<64x10xf32>) -> tensor<64x10xbf16>
      %y = weir.matmul %0, %1 {out = f32} : (tensor<?x64xbf16>, tensor<64x10xbf16>) -> tensor<?x10xf32>
      return %y : tensor<?x10xf32>
    }
    ```
  }];
  let dependentDialects = ["::weir::WeirDialect"];
}

#endif
