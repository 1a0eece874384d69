// How a product is cut: K blocks, the grid of tiles that a launch has, blocks of A and B. A function of sizes alone,
// built as index arithmetic for both `prepare` and `run`.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

#include <functional>

namespace weir::cpu {

struct GemmSizes {
  mlir::Value batch, m, n, k; ///< batch: the product of batch dimensions, 1 without
};

/// A "row tile" is up to mr rows, a "panel" nr columns.
struct GemmBlocking {
  mlir::Value depth;                 ///< K elements of a block
  mlir::Value packA, readB;          ///< i1: A through a packed slab; B read in place
  mlir::Value columnsFirst;          ///< i1: consecutive tiles go down the rows of C, so that a range cuts its columns
  mlir::Value gridRows, gridColumns; ///< the grid of one product
  mlir::Value blockTiles;            ///< row tiles that pass over one B panel together
  mlir::Value superTiles, superPanels; ///< that share packed A, and partial sums if they stand in scratch

  static constexpr int64_t kScalars = 9;
  /// As indices, in this order.
  llvm::SmallVector<mlir::Value> toScalars(const IndexMath &ix) const;
  /// Constants of `computed` stay; what is not constant comes from the launch's scalars.
  static GemmBlocking fromScalars(const IndexMath &ix, const GemmBlocking &computed, mlir::ValueRange scalars);
};

GemmBlocking computeBlocking(const GemmForm &form, const IndexMath &ix, const GemmSizes &sizes);

/// The first row of a row tile, of which the last one's end is the last, too.
mlir::Value firstRowOf(const GemmForm &form, const IndexMath &ix, mlir::Value m, mlir::Value tile);
mlir::Value countRowTiles(const GemmForm &form, const IndexMath &ix, mlir::Value m);
mlir::Value countPanels(const GemmForm &form, const IndexMath &ix, mlir::Value n);
mlir::Value countKBlocks(const IndexMath &ix, mlir::Value k, mlir::Value depth);   ///< at least 1: K may be 0
mlir::Value wordsOf(const GemmForm &form, const IndexMath &ix, mlir::Value depth); ///< with those that are zeros

/// First row and number of rows of a row tile.
struct RowTile {
  mlir::Value first, rows;
  llvm::SmallVector<mlir::Value> offsets; ///< those of a RowWalk
};
/// Offsets that go along from tile to tile, each by itself: LLVM's loop strength reduction would otherwise derive the
/// addresses of all rows from one in every step of the K loop.
struct RowWalk {
  std::function<llvm::SmallVector<mlir::Value>(mlir::Value row)> start;
  std::function<mlir::Value(mlir::Value rows)> step; ///< from a tile of so many rows to the next
};
/// Calls `body` for row tiles [low, high).
void overRows(const GemmForm &form, const IndexMath &ix, mlir::Value m, mlir::Value low, mlir::Value high,
              llvm::function_ref<void(mlir::Value tile, const RowTile &rows)> body, const RowWalk *walk = nullptr);

/// Byte offsets of the parts of a worker's scratch.
struct ScratchLayout {
  mlir::Value slab, block, gathered, partials, stage, bytes;
};
ScratchLayout layoutScratch(const GemmForm &form, const IndexMath &ix, const GemmSizes &sizes,
                            const GemmBlocking &blocking);

} // namespace weir::cpu
