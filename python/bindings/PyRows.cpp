// See PyRows.h.
#include "python/bindings/PyRows.h"
#include "python/bindings/PyOpNotes.h"

#include <algorithm>
#include <pybind11/stl.h>
#include <string_view>

namespace py = pybind11;

namespace weir::python {

/// What a view says of itself; nothing of a tensor that is none.
struct ViewFacts {
  py::handle source, op, attributes;
  explicit operator bool() const { return source.ptr() != nullptr; }
};

static ViewFacts factsOf(const TensorFields &tensor) {
  py::handle view = tensor.view;
  if (!view || view.is_none())
    return {};
  return {PyTuple_GET_ITEM(view.ptr(), 0), PyTuple_GET_ITEM(view.ptr(), 2), PyTuple_GET_ITEM(view.ptr(), 3)};
}

PlanRef RowPlan::learn(TensorFields &source, int64_t number, py::handle row) {
  TensorFields *made = TensorFields::of(row);
  ViewFacts last = made ? factsOf(*made) : ViewFacts();
  TensorFields *sliced = last ? TensorFields::of(last.source) : nullptr;
  ViewFacts first = sliced ? factsOf(*sliced) : ViewFacts();
  if (!first || first.source.ptr() != reinterpret_cast<PyObject *>(&source) ||
      !py::isinstance<py::list>(first.attributes))
    return nullptr;
  auto plan = std::make_shared<RowPlan>();
  plan->sizes = py::handle(source.shape).cast<std::vector<int64_t>>();
  plan->attributes = py::reinterpret_borrow<py::list>(first.attributes);
  for (plan->starts = 0; plan->starts < plan->attributes.size(); ++plan->starts)
    if (plan->attributes[plan->starts].cast<py::tuple>()[0].cast<std::string_view>() == "starts")
      break;
  if (plan->starts == plan->attributes.size() || !plan->attributesOf(number).equal(first.attributes))
    return nullptr;
  auto shape = py::handle(sliced->shape).cast<std::vector<int64_t>>();
  auto rest = py::handle(made->shape).cast<std::vector<int64_t>>();
  if (shape.empty() || shape[0] != 1 || !std::ranges::equal(std::span(shape).subspan(1), rest))
    return nullptr;
  plan->slicedShape = py::reinterpret_borrow<py::object>(sliced->shape);
  plan->slice = py::reinterpret_borrow<py::object>(first.op);
  plan->withoutFirst = std::make_shared<ViewPlan>(
      ViewRule::reshaped(rest), shape, py::reinterpret_borrow<py::object>(made->shape),
      py::reinterpret_borrow<py::object>(last.op), py::reinterpret_borrow<py::object>(last.attributes));
  return plan;
}

py::object RowPlan::attributesOf(int64_t number) const {
  py::list made = attributes.attr("copy")();
  py::tuple begins(sizes.size());
  for (size_t d = 0; d < sizes.size(); ++d)
    begins[d] = d == 0 ? number + (number < 0 ? sizes[0] : 0) : 0;
  made[starts] = py::make_tuple(attributes[starts][py::int_(0)], begins);
  return made;
}

py::object RowPlan::rowOf(TensorFields &source, int64_t number) const {
  int64_t from = number < 0 ? number + sizes[0] : number;
  if (from < 0 || from >= sizes[0])
    return {};
  std::vector<int64_t> shape = sizes, dims(sizes.size()), steps(sizes.size(), 1), begins(sizes.size(), 0);
  shape[0] = 1;
  begins[0] = from;
  for (size_t d = 0; d < dims.size(); ++d)
    dims[d] = static_cast<int64_t>(d);
  auto sliced = std::make_shared<ViewPlan>(
      ViewRule::along(std::move(shape), std::move(dims), std::move(steps), std::move(begins)), sizes, slicedShape,
      slice, attributesOf(number));
  TensorFields *operand = &source;
  py::object part = runNoted(sliced, {&operand, 1});
  if (!part)
    return {};
  operand = TensorFields::of(part);
  return runNoted(withoutFirst, {&operand, 1});
}

} // namespace weir::python
