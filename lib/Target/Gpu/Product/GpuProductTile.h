// The layout in shared memory of the tiles of a product's operands that a block works on.
#pragma once

#include "lib/Target/Gpu/GpuCode.h"

namespace weir::gpu {

/// Bytes of the widest copy and access of a thread.
constexpr int64_t kChunkBytes = 16;

/// What a block computes in one go: m times n results, k deep at a time, the copies `stages` - 1 steps ahead.
struct ProductTile {
  int64_t m, n, k, stages, threads;
  int64_t minBlocksPerSm; ///< resident on a multiprocessor at once
};

/// Rows of chunks of 16 bytes. A row is one place along the side and all of the depth, or the other way round, as the
/// operand lies in global memory. Swizzled, the same chunk of eight rows one after the other is in different banks, as
/// are neighbouring chunks of a row.
struct TileLayout {
  bool depthInner;
  bool swizzled;
  int64_t rows, chunks;
  int64_t elementBytes;

  TileLayout(int64_t side, int64_t depth, bool depthInner, bool swizzled, int64_t elementBytes)
      : depthInner(depthInner), swizzled(swizzled), rows(depthInner ? side : depth),
        chunks((depthInner ? depth : side) * elementBytes / kChunkBytes), elementBytes(elementBytes) {}

  int64_t rowBytes() const { return chunks * kChunkBytes; }
  int64_t bytes() const { return rows * rowBytes(); }
  int64_t elementsPerChunk() const { return kChunkBytes / elementBytes; }

  /// The byte at which a chunk begins; i32. It is the same for row + 8 but for the eight rows' bytes; where rows are so
  /// wide that a block copies four at a time, for row + 4.
  mlir::Value offset(const GpuCode &code, mlir::Value row, mlir::Value chunk) const {
    if (swizzled) {
      // Two rows of four chunks are a line of all banks.
      mlir::Value key = chunks == 4 ? code.div(row, 2) : row;
      int64_t period = chunks > 16 ? 4 : std::min<int64_t>(chunks, 8);
      chunk = code.bitXor(chunk, code.bitAnd(key, period - 1));
    }
    return code.add(code.mul(row, rowBytes()), code.mul(chunk, kChunkBytes));
  }
};

/// A row of a product as the indices of the loops that m consists of, from which those of rows near it follow.
struct RowPlace {
  llvm::SmallVector<int64_t> sizes;      ///< of all loops but the outermost
  mlir::Value first;                     ///< index: of the outermost loop
  llvm::SmallVector<mlir::Value> others; ///< i32

  RowPlace() = default;
  RowPlace(const GpuCode &code, mlir::Value row, llvm::ArrayRef<int64_t> sizes) : sizes(sizes) {
    for (int64_t size : llvm::reverse(sizes)) {
      others.insert(others.begin(), code.toI32(code.rem(row, size)));
      row = code.div(row, size);
    }
    first = code.toIndex(row);
  }

  /// The indices of a row that is `distance` (i32) rows behind; the outermost counted from `first` on. All i32.
  llvm::SmallVector<mlir::Value> behind(const GpuCode &code, mlir::Value distance) const {
    llvm::SmallVector<mlir::Value> indices;
    for (auto [index, size] : llvm::reverse(llvm::zip(others, sizes))) {
      mlir::Value sum = code.add(index, distance);
      indices.insert(indices.begin(), code.rem(sum, size));
      distance = code.div(sum, size);
    }
    indices.insert(indices.begin(), distance);
    return indices;
  }
};

} // namespace weir::gpu
