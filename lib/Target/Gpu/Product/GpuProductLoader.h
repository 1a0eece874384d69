// Copies the tiles of a product's operand, one depth after the other, from global to shared memory.
#pragma once

#include "lib/Target/Gpu/Product/GpuProduct.h"
#include "lib/Target/Gpu/Product/GpuProductTile.h"

#include <memory>

namespace weir::gpu {

/// What a block reads of an operand. Sizes and strides are i64, strides in elements.
struct FactorPart {
  mlir::Value pointer; ///< to the first element of the block's part
  mlir::Value sideStride, depthStride;
  mlir::Value sideLeft; ///< i32: how many places along the side there are, at most the tile's
  /// i64: the address of the operand and all its strides in bytes but the innermost: they say to what each of its rows
  /// is aligned.
  llvm::SmallVector<mlir::Value> alignedTo;
  bool unitInner; ///< the innermost stride is known to be 1
  mlir::Type element;
};

constexpr int64_t kWordBytes = 4;

/// The copies of one thread. Rows and chunks outside of the operand are zero-filled.
class TileLoader {
public:
  virtual ~TileLoader() = default;

  /// i1: whether everything can be copied by chunks.
  mlir::Value fitsChunks() const { return chunksFit; }
  /// Whether some copies may be asynchronous.
  virtual bool mayBeAsync() const = 0;
  /// Where this thread's copies of the first depth begin.
  virtual mlir::Value start() const = 0;
  /// Where those of the next depth begin.
  virtual mlir::Value next(mlir::Value source) const = 0;
  /// Copies to a tile that begins at `target`; `depthLeft` (i32) is how much of the tile's depth there is. By chunks,
  /// the operand is known to fit them.
  virtual void copy(mlir::Value source, mlir::Value target, mlir::Value depthLeft, bool byChunks) const = 0;

protected:
  TileLoader(const GpuCode &code, const TileLayout &layout, const ProductTile &tile, mlir::Value thread);

  void copyAsync(mlir::Value target, mlir::Value source, int64_t bytes, mlir::Value sourceBytes) const;
  /// An element as an integer, 0 where it isn't there.
  mlir::Value loadElement(mlir::Value source, mlir::Value exists) const;
  void storeElements(llvm::ArrayRef<mlir::Value> elements, mlir::Value target) const;
  /// How many elements of this thread's chunk are among the first `count` of a row.
  mlir::Value elementsIn(mlir::Value count) const;
  mlir::Value areMultiples(llvm::ArrayRef<mlir::Value> values, int64_t bytes) const;

  const GpuCode &code;
  const TileLayout layout;
  int64_t rowsPerPass;
  mlir::Value row, chunk; ///< of this thread's first copy
  mlir::Value sharedOffset;
  mlir::Value chunksFit;
};

/// The loader of an operand that is a matrix in memory.
std::unique_ptr<TileLoader> matrixLoader(const GpuCode &code, const FactorPart &part, const TileLayout &layout,
                                         const ProductTile &tile, mlir::Value thread);

/// What a block needs of images whose windows are rows of a product.
struct ImagePart {
  const ProductImage &image;
  mlir::Value pointer;    ///< to the image that the tile's first row reads
  mlir::Value address;    ///< i64: of the first image
  RowPlace firstRow;      ///< of the tile
  mlir::Value rowsLeft;   ///< i32: how many rows there are, at most the tile's
  mlir::Value firstDepth; ///< i32
};

/// The loader of an operand whose rows are windows of an image.
std::unique_ptr<TileLoader> imageLoader(const GpuCode &code, const ImagePart &part, const TileLayout &layout,
                                        const ProductTile &tile, mlir::Value thread);

} // namespace weir::gpu
