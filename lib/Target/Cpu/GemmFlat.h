// A matrix as one flat array and the arithmetic of its addresses: with two-dimensional accesses each of the hundreds of
// loads and stores of a register tile would spell it out again. Knows nothing of products.
#pragma once

#include "lib/Target/Cpu/GemmIndexMath.h"

namespace weir::cpu {

struct FlatMatrix {
  mlir::Value data;                 ///< memref<?xelement>; null: no matrix
  mlir::Value offset, outer, inner; ///< elements: of [0, 0], from one index of each dimension to the next

  explicit operator bool() const { return static_cast<bool>(data); }
  mlir::Value at(const IndexMath &ix, mlir::Value i, mlir::Value j) const;
};

FlatMatrix flatten(const IndexMath &ix, mlir::Value matrix);

} // namespace weir::cpu
