// See ViewRule.h.
#include "python/bindings/ViewRule.h"
#include "lib/Support/Shape.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <tuple>

namespace py = pybind11;

namespace weir::python {

namespace {

struct Dimension {
  int64_t size, stride;
};

/// The strides of a new shape over the same elements. Groups of dimensions, each as many elements as a group of the new
/// ones, must lie row-major in themselves.
std::optional<std::vector<int64_t>> stridesOfShape(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                                                   std::span<const int64_t> shape) {
  if (std::ranges::find(shape, 0) != shape.end())
    return contiguousStrides(shape);
  std::vector<Dimension> old; // the last one is the innermost
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] != 1)
      old.push_back({sizes[d], strides[d]});
  std::vector<int64_t> made(shape.size(), 1);
  size_t end = shape.size(); // of the new dimensions that are still to be placed
  while (!old.empty()) {
    auto [count, step] = old.back();
    old.pop_back();
    // Join further dimensions until the group has as many elements as some of the new dimensions.
    size_t begin = end;
    for (int64_t wanted = 1;;) {
      while (wanted < count && begin > 0)
        wanted *= shape[--begin];
      if (wanted == count)
        break;
      if (old.empty() || old.back().stride != count * step)
        return std::nullopt;
      count *= old.back().size;
      old.pop_back();
    }
    for (size_t d = end; d-- > begin; step *= shape[d])
      made[d] = step;
    end = begin;
  }
  return made;
}

} // namespace

ViewRule ViewRule::reshaped(std::vector<int64_t> shape) {
  ViewRule rule;
  rule.shape = std::move(shape);
  rule.isReshaped = true;
  return rule;
}

ViewRule ViewRule::along(std::vector<int64_t> shape, std::vector<int64_t> dims, std::vector<int64_t> steps,
                         std::vector<int64_t> starts) {
  ViewRule rule;
  rule.shape = std::move(shape);
  rule.dims = std::move(dims), rule.steps = std::move(steps), rule.starts = std::move(starts);
  return rule;
}

std::optional<ViewPlace> ViewRule::place(std::span<const int64_t> sizes, std::span<const int64_t> strides) const {
  if (isReshaped) {
    std::optional<std::vector<int64_t>> made = stridesOfShape(sizes, strides, shape);
    return made ? std::optional(ViewPlace{shape, *std::move(made)}) : std::nullopt;
  }
  ViewPlace made{shape, {}};
  for (size_t d = 0; d < dims.size(); ++d)
    made.strides.push_back(dims[d] < 0 ? 0 : steps[d] * strides[static_cast<size_t>(dims[d])]);
  for (size_t d = 0; d < starts.size(); ++d)
    made.offset += starts[d] * strides[d];
  return made;
}

void defineViewRule(py::module_ &module) {
  using Sizes = std::vector<int64_t>;
  using Place = std::tuple<Sizes, Sizes, int64_t>;
  BoxClass<ViewRule>(module, "ViewRule")
      .def_static("reshaped", [](Sizes shape) { return Boxed<ViewRule>::make(ViewRule::reshaped(std::move(shape))); })
      .def_static("along",
                  [](Sizes shape, Sizes dims, Sizes steps, Sizes starts) {
                    return Boxed<ViewRule>::make(
                        ViewRule::along(std::move(shape), std::move(dims), std::move(steps), std::move(starts)));
                  })
      .def("place", [](const ViewRule &rule, const Sizes &sizes, const Sizes &strides) -> std::optional<Place> {
        std::optional<ViewPlace> found = rule.place(sizes, strides);
        return found ? std::optional<Place>({found->sizes, found->strides, found->offset}) : std::nullopt;
      });
}

} // namespace weir::python
