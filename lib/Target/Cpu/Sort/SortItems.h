// What is sorted: integers with a key in the upper half and the element's position in the lower one, so that no two are
// equal and a sort of them is a stable sort of the elements.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Cpu/Sort/SortShape.h"

namespace weir::cpu {

class SortItems {
public:
  explicit SortItems(const SortShape &shape);

  mlir::IntegerType key;  ///< i32 or i64
  mlir::IntegerType item; ///< twice as wide

  int64_t keyBits() const { return key.getWidth(); }
  int64_t itemBytes() const { return item.getWidth() / 8; }

  /// The key of a stored element, or of a vector of them, which is ordered as an unsigned number. NaN has the largest
  /// one, 0 and -0 the same; of a descending sort it is the complement.
  mlir::Value keyOf(const IndexMath &ix, mlir::Value stored) const;
  /// `at` is an index.
  mlir::Value pack(const IndexMath &ix, mlir::Value key, mlir::Value at) const;
  mlir::Value keyIn(const IndexMath &ix, mlir::Value item) const;
  mlir::Value positionIn(const IndexMath &ix, mlir::Value item) const;

private:
  mlir::Type element;
  bool descending;
};

} // namespace weir::cpu
