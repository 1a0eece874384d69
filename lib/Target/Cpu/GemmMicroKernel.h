// The register tile: rows x vectors accumulators that stay in registers for a whole K block, are then added to partial
// sums, and leave through the epilogue. Knows nothing of blocking.
#pragma once

#include "lib/Target/Cpu/GemmEpilogue.h"

namespace weir::cpu {

/// The values of the block function that its register tiles refer to; those that its form doesn't need are null.
struct TileContext {
  const GemmEpilogue &epilogue;
  FlatMatrix a, b; ///< read in place; null: packed
  FlatMatrix c;
  mlir::Value slab, panels; ///< packed words
  mlir::Value partials, stage;
  mlir::Value k0, words;   ///< of the K block: first element, number of words
  mlir::Value first, last; ///< i1: of the K blocks
  mlir::ValueRange batch, operands;
};

/// One register tile: its place in C and in the flat operands.
struct TilePlace {
  mlir::Value row, column;
  llvm::ArrayRef<mlir::Value> rows;     ///< indices of the first of its rows, or of all
  mlir::Value slab, panel, partials;    ///< offsets in words and accumulators
  mlir::Value nextPanel;                ///< offset of what to prefetch; null: nothing
  mlir::SmallVector<mlir::Value> masks; ///< by vector; null: no lane past N
};

void emitRegisterTile(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
                      int64_t rows);

} // namespace weir::cpu
