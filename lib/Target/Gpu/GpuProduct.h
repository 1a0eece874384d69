// Matrix products on a GPU: recognizes kernels that are one with elementwise ops behind it, and emits them.
#pragma once

#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Native/KernelFunctions.h"
#include "lib/Target/Nest/NestPlan.h"

namespace weir {

/// An operand A[.., m, k] or B[.., k, n] of a product: its side is m or n, its depth k. One of them is its innermost
/// dimension.
struct ProductFactor {
  unsigned operand; ///< of the kernel
  unsigned sideDim, depthDim;
  bool depthInner;
  llvm::SmallVector<unsigned> batchDims; ///< one for each leading dimension of the result
};

/// C[.., m, n] += A * B, from which all of a kernel's results follow elementwise.
struct GpuProduct {
  mlir::linalg::GenericOp generic;
  ProductFactor a, b;
  mlir::Type element;
  mlir::Type multiplied; ///< tf32 where f32 may be rounded to it, or the element
  /// Sizes of the generic's loops: leading dimensions, m, n; then k.
  llvm::SmallVector<int64_t> sizes;
  int64_t k;

  bool onTensorCores() const { return !multiplied.isF32(); }
  unsigned batchRank() const { return sizes.size() - 2; }
  int64_t m() const { return sizes.end()[-2]; }
  int64_t n() const { return sizes.end()[-1]; }
};

/// The product of a kernel on linalg, if it is one that tensor cores (of bf16, f16, tf32) or FMAs (of f32) compute,
/// summed in f32.
std::optional<GpuProduct> findGpuProduct(mlir::func::FuncOp kernel);

/// Adds `prepare` to `host` and the phases to `device`; `kernel` is erased.
llvm::SmallVector<GpuPhase> emitGpuProduct(mlir::ModuleOp host, mlir::gpu::GPUModuleOp device,
                                           mlir::func::FuncOp kernel, const GpuProduct &product,
                                           const KernelSignature &signature);

} // namespace weir
