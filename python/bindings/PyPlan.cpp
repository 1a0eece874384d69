// See PyPlan.h.
#include "python/bindings/PyPlan.h"
#include "lib/Support/Shape.h"
#include "python/bindings/MemoryOrder.h"
#include "python/bindings/PyCall.h"
#include "python/bindings/PyPending.h"
#include "python/bindings/PyTape.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace weir::python {

PythonSide &pythonSide() {
  static auto *const side = new PythonSide;
  return *side;
}

static py::handle handleOf(TensorFields &tensor) { return reinterpret_cast<PyObject *>(&tensor); }

// Views.

ViewPlan::ViewPlan(ViewRule rule, const std::vector<int64_t> &sizes, py::object shape, py::object op,
                   py::object attributes)
    : rule(std::move(rule)), sizes(sizes), ofRowMajor(this->rule.place(sizes, contiguousStrides(sizes))),
      shape(std::move(shape)), op(std::move(op)), attributes(std::move(attributes)) {}

/// An object of the class View, a tuple of these, without a call of Python.
static py::object describeView(py::handle source, py::handle node, py::handle op, py::handle attributes) {
  py::object view = allocateTuple(reinterpret_cast<PyTypeObject *>(pythonSide().view.ptr()), 4);
  Py_ssize_t place = 0;
  for (py::handle each : {source, node, op, attributes})
    PyTuple_SET_ITEM(view.ptr(), place++, each.inc_ref().ptr());
  return view;
}

py::object ViewPlan::run(std::span<TensorFields *const> tensors) const {
  TensorFields &source = *tensors[0];
  bool flow = gradientsFlow(), isNoted = flow && source.requiresGrad == Py_True;
  const TensorStorage *storage = presentMemoryOf(source);
  if (source.view != Py_None && storage && storage->shared().hasHistory)
    return {};
  bool isRowMajor = isContiguous(source);
  std::optional<ViewPlace> ofStrided = isRowMajor ? std::nullopt : rule.place(sizes, stridesOf(source));
  const std::optional<ViewPlace> &place = isRowMajor ? ofRowMajor : ofStrided;
  if (!place)
    return {};
  py::object viewed = viewOfMemory(source, place->sizes, place->strides, place->offset);
  py::object made = makeTensor(pythonSide().tensor, std::move(viewed), source.device, source.dtype, shape);
  PyObject *node = !flow ? pythonSide().apart.ptr() : source.node ? source.node : Py_None;
  Py_SETREF(as<TensorFields>(made.ptr()).view, describeView(handleOf(source), node, op, attributes).release().ptr());
  if (isNoted)
    pythonSide().noteView(made, handleOf(source));
  return made;
}

// Jobs.

JobPlan::JobPlan(py::object job, py::object call, const std::set<uint32_t> &read, std::vector<bool> areThere)
    : job(std::move(job)), kept(std::move(call)), call(kept.cast<const ProgramCall &>()),
      isRead(this->job.attr("count").cast<size_t>()), areThere(std::move(areThere)) {
  for (uint32_t number : read)
    isRead[number] = true;
  standIns.resize(isRead.size());
}

/// What says how gradients of a run on these go back; kept by which of them require some.
py::object JobPlan::backwardOf(std::span<TensorFields *const> tensors) const {
  constexpr size_t kMostKept = 64;
  uint64_t wanting = 0;
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i]->requiresGrad == Py_True)
      wanting |= uint64_t(1) << i % kMostKept;
  bool isKept = tensors.size() <= kMostKept;
  for (const auto &[operands, backward] : backwards)
    if (isKept && operands == wanting)
      return backward;
  py::list wanted;
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i]->requiresGrad == Py_True)
      wanted.append(i);
  py::object made = pythonSide().backwardOf(job, py::tuple(wanted));
  if (isKept)
    backwards.emplace_back(wanting, made);
  return made;
}

/// The memory of an operand, or of what has its sizes.
const TensorStorage *JobPlan::operandOf(size_t number, TensorFields &tensor) const {
  if (isRead[number])
    return memoryOf(tensor);
  py::object &standIn = standIns[number];
  if (!standIn)
    standIn = pythonSide().ofSize(handleOf(tensor));
  return Boxed<TensorStorage>::of(as<TensorFields>(standIn.ptr()).storage);
}

/// Results that wait for what an operand waits for.
void JobPlan::runLater(std::span<TensorFields *const> tensors, ListOf<py::object> &made) const {
  py::list operands;
  for (TensorFields *tensor : tensors)
    operands.append(handleOf(*tensor));
  for (py::handle each : pythonSide().later(job, operands))
    made.push_back(py::reinterpret_borrow<py::object>(each));
}

void JobPlan::runNow(std::span<TensorFields *const> tensors, ListOf<py::object> &made) const {
  ShortList<const TensorStorage *> storages;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (isRead[i] && isWaiting(*tensors[i]))
      return runLater(tensors, made);
    storages->push_back(operandOf(i, *tensors[i]));
  }
  call.run(*storages, made);
}

/// The results of the job, which are on the tape if gradients flow.
void JobPlan::runOnTape(std::span<TensorFields *const> tensors, ListOf<py::object> &made) const {
  if (!gradientsFlow())
    return runNow(tensors, made);
  followSources(tensors);
  runNow(tensors, made);
  if (requiresGradients(tensors))
    noteRun(backwardOf(tensors), tensors, made);
}

std::vector<py::object> JobPlan::resultsOf(std::span<TensorFields *const> tensors) const {
  ShortList<py::object> made;
  runOnTape(tensors, *made);
  std::vector<py::object> placed;
  for (size_t next = 0; bool isThere : areThere)
    placed.push_back(isThere ? std::move((*made)[next++]) : py::object());
  return placed;
}

py::object JobPlan::run(std::span<TensorFields *const> tensors) const {
  if (lieInAnotherOrder(tensors))
    return {}; // of which Python makes another call
  ShortList<py::object> made;
  runOnTape(tensors, *made);
  if (areThere.size() == 1)
    return std::move(made->front());
  py::tuple several(made->size());
  for (size_t i = 0; i < made->size(); ++i)
    several[i] = std::move((*made)[i]);
  return several;
}

} // namespace weir::python
