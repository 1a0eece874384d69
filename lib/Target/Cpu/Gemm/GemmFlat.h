// A matrix as one flat array and the arithmetic of its addresses: with two-dimensional accesses each of the hundreds of
// loads and stores of a register tile would spell it out again. Knows nothing of products.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

namespace weir::cpu {

struct FlatMatrix {
  mlir::Value data;                 ///< memref<?xelement>, of i16 for 16-bit floats; null: no matrix
  mlir::Value offset, outer, inner; ///< elements: of [0, 0], from one index of each dimension to the next

  explicit operator bool() const { return static_cast<bool>(data); }
  mlir::Value at(const IndexMath &ix, mlir::Value i, mlir::Value j) const;
};

/// The same memory as another type, of whose elements it holds a whole number from its first byte on.
mlir::Value viewElements(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value memref, mlir::MemRefType type);

/// `memref` with i16 for the elements if they are 16-bit floats. Where a CPU lacks these, LLVM turns their masked loads
/// and stores into library calls; the bits alone are moved by any CPU.
mlir::Value viewBits(const IndexMath &ix, mlir::Value memref);

FlatMatrix flatten(const IndexMath &ix, mlir::Value matrix);

} // namespace weir::cpu
