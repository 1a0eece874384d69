// Views of memory: which sizes, strides and first element an op's result has that shares its operand's elements.
#pragma once

#include "python/bindings/PyBox.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weir::python {

/// Of elements in memory; strides and offset count elements.
struct ViewPlace {
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0; ///< of the first one, behind that of the operand
};

/// How the elements of a view are chosen.
class ViewRule {
public:
  /// All of them, in row-major order.
  static ViewRule reshaped(std::vector<int64_t> shape);
  /// Dimension d of the view is dimension dims[d] of the operand in steps of steps[d], or repeats it where that is -1.
  /// Its first element is number starts[d] in each dimension of the operand.
  static ViewRule along(std::vector<int64_t> shape, std::vector<int64_t> dims, std::vector<int64_t> steps,
                        std::vector<int64_t> starts);

  /// Where the elements of the view lie; nothing where they have to be copied.
  std::optional<ViewPlace> place(std::span<const int64_t> sizes, std::span<const int64_t> strides) const;

private:
  std::vector<int64_t> shape;
  bool isReshaped = false;
  std::vector<int64_t> dims = {}, steps = {}, starts = {};
};

void defineViewRule(pybind11::module_ &module);

} // namespace weir::python

template <>
class pybind11::detail::type_caster<weir::python::ViewRule> : public weir::python::BoxCaster<weir::python::ViewRule> {};
