// Copies the parts of a product's factor, one depth after the other, from global to shared memory.
#pragma once

#include "lib/Target/Gpu/GpuProductTile.h"

namespace weir {

/// What a block needs of a factor. Sizes and strides are i64, strides in elements.
struct FactorPart {
  mlir::Value pointer; ///< to the first element of the block's part
  mlir::Value sideStride, depthStride;
  mlir::Value sideLeft; ///< i32: how many places along the side there are, at most the tile's
  /// i64: the address of the factor and all its strides in bytes but the innermost, which say to what each of its rows
  /// is aligned.
  llvm::SmallVector<mlir::Value> alignedTo;
  bool unitInner; ///< the innermost stride is known to be 1
  mlir::Type element;
};

/// The copies of one thread. Rows and chunks that a factor doesn't have become zeros.
class TileLoader {
public:
  TileLoader(const GpuCode &code, const FactorPart &part, const TileLayout &layout, const ProductTile &tile,
             mlir::Value thread);

  /// i1: whether everything can be copied by chunks.
  mlir::Value fitsChunks() const { return chunksFit; }
  /// Whether some copies may be asynchronous.
  bool mayBeAsync() const;
  /// Where this thread's copies of the first depth begin.
  mlir::Value start() const { return first; }
  /// Where those of the next depth begin.
  mlir::Value next(mlir::Value source) const { return code.at(source, depthStep); }
  /// Copies to a tile that begins at `target`; `depthLeft` (i32) is how much of the tile's depth there is. By chunks,
  /// the factor is known to fit them.
  void copy(mlir::Value source, mlir::Value target, mlir::Value depthLeft, bool byChunks) const;

private:
  using CopyFn = void (TileLoader::*)(mlir::Value target, mlir::Value source, mlir::Value count) const;
  void copyRows(CopyFn copyChunk, mlir::Value source, mlir::Value target, mlir::Value depthLeft) const;
  /// Of a chunk, the first `count` elements are there.
  void copyWhole(mlir::Value target, mlir::Value source, mlir::Value count) const;
  void copyWords(mlir::Value target, mlir::Value source, mlir::Value count) const;
  void copyPairs(mlir::Value target, mlir::Value source, mlir::Value count) const;
  void copyElements(mlir::Value target, mlir::Value source, mlir::Value count) const;
  void copyAsync(mlir::Value target, mlir::Value source, int64_t bytes, mlir::Value sourceBytes) const;
  mlir::Value isAligned(int64_t bytes) const;

  const GpuCode &code;
  const FactorPart part;
  const TileLayout layout;
  int64_t rowsPerPass;
  mlir::Value row, chunk; ///< of this thread's first copy
  mlir::Value sharedOffset;
  mlir::Value first, rowStep, depthStep, innerStep; ///< steps in bytes
  mlir::Value chunksFit, pairsFit;
};

} // namespace weir
