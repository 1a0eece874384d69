// The register tile: rows x vectors accumulators that stay in registers for a whole K block, are then added to partial
// sums, and leave through the epilogue. Knows nothing of blocking.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmEpilogue.h"

namespace weir::cpu {

/// Where an operand's words are, in elements of `data`. Packed and read in place differ in strides alone.
struct WordSource {
  mlir::Value data;
  mlir::Value start;   ///< of word 0 of the K block in the first row tile or panel; of A in place, in row 0
  mlir::Value perTile; ///< from one row tile or panel to the next
  mlir::Value perRow;  ///< of A: and for each row of C between them
  mlir::Value row;     ///< of A: from one row of a tile to the next
  mlir::Value word;    ///< from one word to the next
};

/// The values of the block function that its register tiles refer to; those that its form doesn't need are null.
struct TileContext {
  const GemmEpilogue &epilogue;
  const WordSource &a, &b;
  FlatMatrix c;
  mlir::Value partials, stage;
  mlir::Value words;       ///< of the K block
  mlir::Value first, last; ///< i1: of the K blocks
  mlir::ValueRange batch, operands;
};

/// One register tile: its place in C and in the operands.
struct TilePlace {
  mlir::Value row, column;
  llvm::ArrayRef<mlir::Value> a;        ///< offset of the first of its rows, or of each
  mlir::Value b, partials;              ///< offsets
  mlir::Value nextPanel, nextWord;      ///< offset of what to prefetch, and how far it goes with a word; null: nothing
  mlir::Value nextBlockOfA;             ///< from A here to what to prefetch of its next K block; null: nothing
  mlir::SmallVector<mlir::Value> masks; ///< by vector; null: no lane past N
};

void emitRegisterTile(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
                      int64_t rows);

} // namespace weir::cpu
