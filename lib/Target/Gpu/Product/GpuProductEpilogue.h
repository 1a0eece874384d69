// From a tile of sums to the kernel's results. Knows nothing of how sums come about.
#pragma once

#include "lib/Target/Gpu/GpuFunction.h"
#include "lib/Target/Gpu/Product/GpuProduct.h"
#include "lib/Target/Gpu/Product/GpuProductTile.h"

namespace weir::gpu {

struct ProductPhaseSite {
  GpuFunction &function;
  mlir::func::FuncOp kernel;
  const nest::NestPlan &plan;
  const GpuProduct &product;
  const KernelSignature &signature;
  const ProductTile &tile;
};

/// Where a block's tile lies in the product; values are of type index.
struct BlockTilePlace {
  llvm::SmallVector<mlir::Value> batch;
  RowPlace row;              ///< of the first sum
  mlir::Value column;        ///< of the first sum
  mlir::Value rows, columns; ///< how many there are, at most the tile's
};

/// The sums of a tile at an i32 row and from an i32 column on, both counted in the tile: a vector of `lanes`, whose
/// columns begin at a multiple of that, or, where `lanes` is 0, one.
using SumsFn = llvm::function_ref<mlir::Value(mlir::Value row, mlir::Value column, int64_t lanes)>;

/// All threads of the block evaluate and store the results at this tile.
void emitEpilogue(const ProductPhaseSite &site, const BlockTilePlace &place, SumsFn sums);

} // namespace weir::gpu
