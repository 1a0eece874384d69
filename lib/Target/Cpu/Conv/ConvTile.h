// The accumulators of one register tile of a convolution: adjacent pixels by the columns of a panel.
#pragma once

#include "lib/Target/Cpu/Conv/ConvPlan.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

namespace weir::cpu {

/// Where a tile stands. Offsets are in elements.
struct ConvTileSite {
  mlir::Value image, weights;      ///< memref<?xelement>
  mlir::Value imageOffset;         ///< of the batch's image
  mlir::Value panelOffset;         ///< of the panel's weights
  mlir::Value plane, line, column; ///< of windows, the first pixel's
  mlir::Value block, blockEnd;     ///< of channels
  mlir::Value gathered = {};       ///< room for gathered pixels, or null
  mlir::Value ahead = {};          ///< from weights to those to prefetch, which are used next; null: none
  mlir::Value number = {};         ///< of the tile among the `askers` that ask for them, each for its share
  int64_t askers = 1;
};

/// Adds to `sums`, pixel by pixel the vectors of a panel, the products of the channels [block, blockEnd).
llvm::SmallVector<mlir::Value> emitConvSums(const IndexMath &ix, const ConvShape &shape, const ConvPlan &plan,
                                            const ConvPiece &piece, const ConvTileSite &site,
                                            llvm::SmallVector<mlir::Value> sums);

} // namespace weir::cpu
