// What Winograd's emitters share: sums by the signs of its matrices, and an image's tiles as terms.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Cpu/Winograd/WinogradShape.h"

#include "dialects/Weir/Layout/Winograd.h"

namespace weir::cpu {

/// Vectors of channels in arrays.
struct LaneVectors {
  mlir::VectorType type;

  LaneVectors(mlir::Type element, int64_t lanes) : type(mlir::VectorType::get({lanes}, element)) {}

  int64_t lanes() const { return type.getDimSize(0); }
  mlir::Value zero(const IndexMath &ix) const;
  mlir::Value load(const IndexMath &ix, mlir::Value array, mlir::Value place) const;
  static void store(const IndexMath &ix, mlir::Value vector, mlir::Value array, mlir::Value place);
  /// So many elements of memory, which is bytes, from element `first` on.
  mlir::Value arrayIn(const IndexMath &ix, mlir::Value memory, int64_t first, int64_t elements) const;
};

/// The sum of vectors with the signs of a row of one of Winograd's matrices.
mlir::Value signedSum(const IndexMath &ix, llvm::ArrayRef<int> signs, llvm::ArrayRef<mlir::Value> vectors);

/// An image as an array, channels last, whose tiles are read.
struct TiledImage {
  mlir::Value array;
  LaneVectors vectors;
  int64_t channels;
  const std::array<WinogradDim, 2> &dims;

  /// A tile: its image's number, its line of tiles, and its place in the line, which lies in `piece`.
  struct Tile {
    mlir::Value image, line, number;
    TileRange piece;
  };

  /// Stores the terms of a vector of channels in `terms`, the first one at `place`, `stride` elements apart.
  void transform(const IndexMath &ix, const Tile &tile, mlir::Value channel, mlir::Value terms, mlir::Value place,
                 int64_t stride) const;

private:
  llvm::SmallVector<mlir::Value> loadLine(const IndexMath &ix, const Tile &tile, mlir::Value channel, int64_t k) const;
};

/// So many vectors, which `body` gives where the condition holds; elsewhere they are zeros.
llvm::SmallVector<mlir::Value> orZeros(const IndexMath &ix, const LaneVectors &vectors, mlir::Value condition,
                                       int64_t count, llvm::function_ref<llvm::SmallVector<mlir::Value>()> body);

} // namespace weir::cpu
