// One phase of a product: a block computes a tile of sums and finishes it, or leaves it to a later phase.
#pragma once

#include "lib/Target/Gpu/GpuCode.h"
#include "lib/Target/Gpu/Product/GpuProductEpilogue.h"

namespace weir::gpu {

/// Sizes of a product, of type index.
struct ProductSizes {
  llvm::SmallVector<mlir::Value> batch;
  mlir::Value m, n, k;

  /// From the memrefs of a kernel's operands, of which the first `numInputs` are no results.
  ProductSizes(const GpuCode &code, const GpuProduct &product, mlir::ValueRange operands, unsigned numInputs);
  /// How many tiles the result has.
  mlir::Value tiles(const GpuCode &code, const ProductTile &tile) const;
};

/// What `prepare` leaves for products whose depth may be split: into how many parts, and how deep each is but for the
/// last.
enum ProductScalar : unsigned { kSplits = 0, kSplitDepth = 1 };

/// Blocks compute tiles and the kernel's results there. If `maySplit`, each tile is kSplits blocks', and unless that is
/// one, they leave their sums in the workspace: those of one part of the depth behind those of the part before.
void emitProductPhase(const ProductPhaseSite &site, bool maySplit);
/// Blocks add what the parts of a tile have left, in their order, and compute the kernel's results there.
void emitSplitSumPhase(const ProductPhaseSite &site);

} // namespace weir::gpu
