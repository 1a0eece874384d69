// Calls of programs by tensors. A call like the one before is one function of C++, from its arguments to its results.
#include "python/bindings/PyCall.h"
#include "python/bindings/OpCount.h"
#include "python/bindings/PyPending.h"
#include "python/bindings/PyPlaces.h"
#include "python/bindings/PySession.h"
#include "python/bindings/PyTensor.h"
#include "python/bindings/PyType.h"

#include <pybind11/stl.h>

#include <vector>

namespace py = pybind11;

namespace weir::python {

void ProgramCall::run(const py::sequence &inputs, const py::sequence &more, ListOf<py::object> &tensors) const {
  ShortList<const TensorStorage *> storages;
  for (py::handle input : inputs) {
    TensorFields *tensor = TensorFields::of(input);
    if (!tensor)
      throw py::type_error("expects tensors");
    if (py::handle(tensor->storage).is_none())
      input.attr("_with_storage")("graph"); // raises
    storages->push_back(memoryOf(*tensor));
  }
  for (py::handle storage : more)
    storages->push_back(Boxed<TensorStorage>::of(storage));
  run(*storages, tensors);
}

void ProgramCall::runFor(std::span<const TensorStorage *const> storages, std::pair<py::object, int> place,
                         ListOf<TensorStorage> &made) const {
  LaunchPlace noted(notesPlaces, std::move(place));
  launch(job, storages, cannotFail, made);
  for (const py::object &storage : written)
    ++Boxed<TensorStorage>::of(storage)->shared().writes;
}

void ProgramCall::run(std::span<const TensorStorage *const> storages, ListOf<py::object> &tensors) const {
  countOp();
  ShortList<TensorStorage> made;
  runFor(storages, {}, *made);
  for (size_t i = 0; i < made->size(); ++i) {
    const auto &[device, dtype, shape] = results[i];
    TensorStorage &storage = (*made)[i];
    py::object known = PyType_Check(shape.ptr()) ? shape(tupleOf(storage.shape())) : shape;
    tensors.push_back(makeTensor(type, Boxed<TensorStorage>::make(std::move(storage)), device, dtype, known));
  }
}

namespace {

py::list listOf(const ListOf<py::object> &objects) {
  py::list made;
  for (const py::object &each : objects)
    made.append(each);
  return made;
}

py::list tensorsOf(const ProgramCall &call, const py::sequence &inputs, const py::sequence &more) {
  ShortList<py::object> made;
  call.run(inputs, more, *made);
  return listOf(*made);
}

int64_t numChanges = 0;
thread_local bool executes = false;

/// A call whose arguments are tensors and nothing else, for as long as nothing changes that traces depend on.
class RepeatedCall {
public:
  /// Of a ProgramCall. Its results become an object of the class `container`, or the only one is the result.
  RepeatedCall(py::object call, const py::tuple &arguments, py::object container)
      : kept(std::move(call)), call(kept.cast<const ProgramCall &>()), container(std::move(container)),
        changes(numChanges) {
    for (py::handle argument : arguments) {
      const TensorFields &tensor = *TensorFields::of(argument);
      expected.emplace_back(py::reinterpret_borrow<py::object>(tensor.device),
                            py::reinterpret_borrow<py::object>(tensor.dtype),
                            py::reinterpret_borrow<py::object>(tensor.shape));
    }
  }

  /// What the call returns; null where it is another.
  py::object tryCall(const py::tuple &arguments) const {
    if (executes || changes != numChanges || !fits(arguments))
      return {};
    completeWaiting();
    ShortList<py::object> made;
    call.run(arguments, py::tuple(), *made);
    if (container.is_none())
      return std::move(made->front());
    py::list several = listOf(*made);
    return container.is(py::type::of(several)) ? several : container(several);
  }

private:
  bool fits(const py::tuple &arguments) const {
    if (arguments.size() != expected.size())
      return false;
    for (size_t i = 0; i < expected.size(); ++i) {
      const TensorFields *tensor = TensorFields::of(arguments[i]);
      const auto &[device, dtype, shape] = expected[i];
      if (!tensor || tensor->dtype != dtype.ptr() || tensor->device != device.ptr() ||
          !(tensor->shape == shape.ptr() || shape.equal(py::handle(tensor->shape))))
        return false;
      for (size_t k = 0; k < i; ++k)
        if (arguments[k].is(arguments[i])) // one tensor as two arguments is another program
          return false;
    }
    return true;
  }

  py::object kept;
  const ProgramCall &call;
  py::object container;
  int64_t changes;
  std::vector<ProgramCall::Meta> expected;
};

/// The base of class Graph: an instance is called without a frame of Python, if the call is like the last one.
struct Callable {
  PyObject_HEAD PyObject *repeated; ///< a RepeatedCall; null or None where there is none
  static constexpr PyObject *Callable::*kFields[] = {&Callable::repeated};
};

/// Null without an error where there is no call like the last one.
PyObject *callAgain(PyObject *self, PyObject *arguments) {
  return reportingErrors([&]() -> py::object {
    // A reference of its own, as the call may bring another one into its place.
    auto kept = py::reinterpret_borrow<py::object>(as<Callable>(self).repeated);
    const RepeatedCall *repeated = kept ? Boxed<RepeatedCall>::of(kept) : nullptr;
    return repeated ? repeated->tryCall(py::reinterpret_borrow<py::tuple>(arguments)) : py::object();
  });
}

/// Around the call of Python is nothing to destroy, as a thread may end there with Python.
PyObject *callInstance(PyObject *self, PyObject *arguments, PyObject *keywords) {
  if (!keywords || PyDict_Size(keywords) == 0)
    if (PyObject *results = callAgain(self, arguments); results || PyErr_Occurred())
      return results;
  PyObject *call = PyObject_GetAttrString(self, "_call");
  if (!call)
    return nullptr;
  PyObject *returned = PyObject_Call(call, arguments, keywords);
  Py_DECREF(call);
  return returned;
}

PyTypeObject *makeCallableType() {
  PyMemberDef members[] = {{"_repeated", T_OBJECT, offsetof(Callable, repeated), 0, nullptr}, {}};
  return Holder<Callable>::makeType("weir._core.Callable", members, callInstance);
}

} // namespace

bool isExecuting() { return executes; }

void defineCall(py::module_ &module) {
  module.attr("Callable") = py::handle(reinterpret_cast<PyObject *>(makeCallableType()));
  module.def("something_changed", [] { ++numChanges; });
  module.def("changes", [] { return numChanges; });
  module.def("set_executing", [](bool now) { executes = now; }, "Whether this thread's ops go to an executor.");
  py::class_<ProgramCall>(module, "ProgramCall", py::module_local())
      .def(py::init<py::object, py::object, std::vector<ProgramCall::Meta>, bool, bool, std::vector<py::object>>(),
           py::arg("job"), py::arg("type"), py::arg("results"), py::arg("notes_places") = false,
           py::arg("cannot_fail") = false, py::arg("written") = std::vector<py::object>())
      .def("run",
           [](const ProgramCall &call, const py::sequence &inputs, const py::sequence &more) {
             completeWaiting(); // which may read what the program writes
             return tensorsOf(call, inputs, more);
           })
      .def(
          "run_beside",
          [](const ProgramCall &call, const py::sequence &inputs) { return tensorsOf(call, inputs, py::tuple()); },
          "The same of a program that writes no variable: what waits goes on waiting.")
      .def(
          "run_for",
          [](const ProgramCall &call, const std::vector<const TensorStorage *> &storages, const py::object &place) {
            auto at = place.is_none() ? std::pair<py::object, int>() : place.cast<std::pair<py::object, int>>();
            ListOf<TensorStorage> made;
            call.runFor(storages, at, made);
            return boxed(made);
          },
          "Of storages, at a place that the user has been at: storages.");
  BoxClass<RepeatedCall>(module, "RepeatedCall")
      .def_static("of", [](py::object call, const py::tuple &arguments, py::object container) {
        return Boxed<RepeatedCall>::make({std::move(call), arguments, std::move(container)});
      });
}

} // namespace weir::python
