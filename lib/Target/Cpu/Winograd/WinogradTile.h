// What Winograd's emitters share: sums by the signs of its matrices, and an image's tiles as terms.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Cpu/Winograd/WinogradShape.h"

#include "dialects/Weir/Layout/Winograd.h"

namespace weir::cpu {

/// The sum of vectors with the signs of a row of one of Winograd's matrices.
mlir::Value signedSum(const IndexMath &ix, llvm::ArrayRef<int> signs, llvm::ArrayRef<mlir::Value> vectors);

/// An image as an array, channels last, whose tiles are read.
struct TiledImage {
  mlir::Value memory;
  mlir::Type element;
  int64_t lanes, channels;
  const std::array<WinogradDim, 2> &dims;

  /// A tile: its image's number, its line of tiles, and its place in the line, which lies in `piece`.
  struct Tile {
    mlir::Value image, line, number;
    TileRange piece;
  };

  mlir::VectorType vectorType() const { return mlir::VectorType::get({lanes}, element); }
  /// Stores the terms of a vector of channels in `terms`, the first one at `place`, `stride` elements apart.
  void transform(const IndexMath &ix, const Tile &tile, mlir::Value channel, mlir::Value terms, mlir::Value place,
                 int64_t stride) const;

private:
  llvm::SmallVector<mlir::Value> loadLine(const IndexMath &ix, const Tile &tile, mlir::Value channel, int64_t k) const;
};

/// `body` gives vectors where the condition holds; elsewhere they are zeros.
llvm::SmallVector<mlir::Value> orZeros(const IndexMath &ix, mlir::Value condition, int64_t count, mlir::VectorType type,
                                       llvm::function_ref<llvm::SmallVector<mlir::Value>()> body);

} // namespace weir::cpu
