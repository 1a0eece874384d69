// x[i]: rows by numbers, of which there are many. Calls that differ in the number alone run by one plan.
#pragma once

#include "python/bindings/PyPlan.h"

namespace weir::python {

/// How rows of tensors of one shape are made: as a slice of one row, without its first dimension.
class RowPlan : public CallPlan {
public:
  /// Of a row that Python has made of `source`; null where it was made in another way.
  static PlanRef learn(TensorFields &source, int64_t number, pybind11::handle row);

  /// Null where Python has to look first, and nothing was done. `number` counts from the end if it is below 0.
  pybind11::object rowOf(TensorFields &source, int64_t number) const;
  /// Rows have numbers.
  pybind11::object run(std::span<TensorFields *const>) const override { return {}; }

private:
  /// What the slice says of itself.
  pybind11::object attributesOf(int64_t number) const;

  std::vector<int64_t> sizes;
  pybind11::object slicedShape, slice;
  pybind11::list attributes; ///< of the slice that was learned from
  size_t starts = 0;         ///< which of these says where it begins
  PlanRef withoutFirst;
};

} // namespace weir::python
