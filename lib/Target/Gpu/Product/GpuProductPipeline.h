// The loop along the depth of a product, pipelined: copies later tiles while it multiplies the one that has arrived.
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

/// This thread's accumulators after the whole depth. No thread accesses the shared memory any more after it.
llvm::SmallVector<mlir::Value> emitPipeline(const PipelineSite &site, bool byChunks);

} // namespace weir::gpu
