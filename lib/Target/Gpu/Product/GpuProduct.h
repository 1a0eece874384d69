// Matrix products on a GPU: recognizes kernels that are one with elementwise ops behind it, and emits them.
#pragma once

#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Native/KernelFunctions.h"
#include "lib/Target/Nest/NestPlan.h"
#include "lib/Target/Nest/PanelConvolution.h"

namespace weir::gpu {

using nest::ImageDim;
using nest::ProductFactor;

/// Images in place of a product's A: m is the batch and the positions of windows, k what a window has of the image.
struct ProductImage {
  llvm::SmallVector<ImageDim> dims;                ///< the batch first, of which nothing is known
  llvm::SmallVector<int64_t> rowSizes, depthSizes; ///< of the loops that m and k consist of, outer first

  /// How many elements behind an image's first the element lies at which all loops begin.
  int64_t start() const;
  /// How many elements the place in memory grows by with a loop.
  int64_t rowStep(unsigned loop) const;
  int64_t depthStep(unsigned loop) const;
};

/// C[.., m, n] += A * B, from which all of a kernel's results follow elementwise.
struct GpuProduct {
  mlir::linalg::GenericOp generic;
  ProductFactor a, b;
  std::optional<ProductImage> image; ///< what a's operand is, if it is no matrix
  mlir::Type element;
  mlir::Type multiplied; ///< tf32 where f32 may be rounded to it, or the element
  /// Sizes of the generic's loops: leading dimensions, m, n; then k.
  llvm::SmallVector<int64_t> sizes;
  int64_t k;

  bool onTensorCores() const { return !multiplied.isF32(); }
  unsigned batchRank() const { return sizes.size() - 2; }
  /// How many dimensions of the result m is.
  unsigned rowRank() const { return image ? image->rowSizes.size() : 1; }
  int64_t m() const { return sizes.end()[-2]; }
  int64_t n() const { return sizes.end()[-1]; }
};

/// The product of a kernel on linalg, if it is one that tensor cores (of bf16, f16, tf32) or FMAs (of f32) compute,
/// summed in f32.
std::optional<GpuProduct> findGpuProduct(mlir::func::FuncOp kernel, const KernelSignature &signature);

/// The product that a convolution is, if its kernel is one panel; `multiplied` is as in GpuProduct.
std::optional<GpuProduct> asImplicitProduct(const nest::Contraction &sum, mlir::Type multiplied,
                                            const KernelSignature &signature);

/// Adds `prepare` to `host` and the phases to `device`; `kernel` is erased.
llvm::SmallVector<GpuPhase> emitGpuProduct(mlir::ModuleOp host, mlir::gpu::GPUModuleOp device,
                                           mlir::func::FuncOp kernel, const GpuProduct &product,
                                           const KernelSignature &signature);

} // namespace weir::gpu
