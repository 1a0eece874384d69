// The loop along the depth of a product: copies of tiles to come, and products of the tile that has arrived.
#pragma once

#include "lib/Target/Gpu/Product/GpuProductCore.h"
#include "lib/Target/Gpu/Product/GpuProductLoader.h"

namespace weir::gpu {

struct PipelineSite {
  const GpuCode &code;
  const ProductTile &tile;
  const ProductCore &core;
  const TileLayout &layoutA, &layoutB;
  const TileLoader &a, &b;
  mlir::Value shared; ///< room for tile.stages tiles of A and B
  mlir::Value depth;  ///< i64
};

/// This thread's sums over the whole depth. Afterwards nobody reads or writes the shared memory any more.
llvm::SmallVector<mlir::Value> emitPipeline(const PipelineSite &site, bool byChunks);

} // namespace weir::gpu
