// A function that sorts items in memory: by insertion if they are few, else by digits of their keys from the last one
// on.
#pragma once

#include "lib/Target/Cpu/Sort/SortItems.h"

namespace weir::cpu {

class RadixSort {
public:
  /// Up to so many items are sorted by insertion: counting takes longer.
  static constexpr int64_t kFew = 48;

  /// Adds the function to `module`. Items stand in one of two buffers of `capacity` each, one behind the other.
  RadixSort(mlir::ModuleOp module, mlir::Location loc, const SortItems &items);

  /// Sorts the first `count` items of the first buffer. Where the first one of them stands then is the result: 0, or
  /// the begin of the other buffer. `counts` is memory of `numCounts` integers of i64.
  mlir::Value call(const IndexMath &ix, mlir::Value buffers, mlir::Value counts, mlir::Value count,
                   mlir::Value capacity) const;
  int64_t numCounts() const;

  /// Puts `item` among the `number` items of `buffer`, which are sorted; those that are larger move up.
  static void insert(const IndexMath &ix, mlir::Value buffer, mlir::Value item, mlir::Value number);

private:
  int64_t numDigits() const;
  /// A digit of an item's key, as an index; `digit` is one.
  mlir::Value digitOf(const IndexMath &ix, mlir::Value item, mlir::Value digit) const;
  void insertFew(const IndexMath &ix, mlir::Value buffers, mlir::Value count) const;
  void countDigits(const IndexMath &ix, mlir::Value buffers, mlir::Value counts, mlir::Value count) const;
  mlir::Value distribute(const IndexMath &ix, mlir::Value count);
  void moveByDigit(const IndexMath &ix, mlir::Value digit, mlir::Value source, mlir::Value target, mlir::Value count);

  const SortItems &items;
  mlir::func::FuncOp function;
};

} // namespace weir::cpu
