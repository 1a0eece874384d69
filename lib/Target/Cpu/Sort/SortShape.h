// Which kernels sort lines: weir.sort and weir.sort_first, alone in a kernel.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir::cpu {

struct SortShape {
  unsigned operand; ///< what is sorted; operands have the numbers that they have in the kernel's signature
  std::optional<unsigned> values, positions; ///< those results that leave the kernel
  mlir::Type element;                        ///< of weir
  int64_t dim, length;                       ///< the length may be dynamic
  std::optional<int64_t> count;              ///< how many of the first ones are wanted; all of them
  bool descending;
};

/// Of a kernel of weir ops; nothing if it is no such one, or has no elements.
std::optional<SortShape> findSort(mlir::func::FuncOp kernel);

} // namespace weir::cpu
