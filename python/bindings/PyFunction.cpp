// The class Function, of public functions and methods: a call like one before that came down to ops does these again,
// without a frame of Python.
#include "python/bindings/MemoryOrder.h"
#include "python/bindings/PyCall.h"
#include "python/bindings/PyDefaultDevice.h"
#include "python/bindings/PyDispatch.h"
#include "python/bindings/PyOpNotes.h"
#include "python/bindings/PyRows.h"
#include "python/bindings/PyType.h"

namespace py = pybind11;

namespace weir::python {

namespace {

struct PublicFunction {
  PyObject_HEAD PyObject *plain; ///< of Python, for calls without keywords
  PyObject *withKeywords;        ///< the same for others
  PyObject *attributes;          ///< a dictionary: its name, its documentation
  vectorcallfunc call;
  bool isIndexing; ///< whether calls of a tensor and a number are its rows
  static constexpr PyObject *PublicFunction::*kFields[] = {&PublicFunction::plain, &PublicFunction::withKeywords,
                                                           &PublicFunction::attributes};
};

/// The arguments of a call, as Python hands them over.
struct Arguments {
  PyObject *const *values;
  size_t flaggedCount;
  PyObject *names; ///< of the last ones, or null

  Py_ssize_t count() const { return PyVectorcall_NARGS(flaggedCount); }
  PyObject *passTo(PyObject *function) const { return PyObject_Vectorcall(function, values, flaggedCount, names); }
};

/// False where calls have no key.
bool describe(PyObject *self, const Arguments &arguments, CallParts &call) {
  call.addObject(self);
  call.addValue(isAutocasting() ? Py_True : Py_False);
  call.addObject(defaultDevice());
  if (PyObject *mode = globalMode())
    call.addObject(mode);
  Py_ssize_t count = arguments.count(), numNames = arguments.names ? PyTuple_GET_SIZE(arguments.names) : 0;
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!call.addOperand(arguments.values[i]))
      return false;
  for (Py_ssize_t i = 0; i < numNames; ++i) {
    call.addName(PyTuple_GET_ITEM(arguments.names, i));
    if (!call.addOperand(arguments.values[count + i]))
      return false;
  }
  return true;
}

/// Null without an error where Python has to be called; `isNew` says whether it isn't known how such calls run.
PyObject *callAgain(PyObject *self, const Arguments &arguments, bool &isNew) {
  return reportingErrors([&]() -> py::object {
    CallParts call;
    if (isExecuting() || !describe(self, arguments, call))
      return {};
    std::optional<PlanRef> plan = findPlan(call);
    isNew = !plan;
    py::object made = plan && *plan ? runNoted(*plan, call.tensors()) : py::object();
    if (made)
      countPlan();
    return made;
  });
}

/// Keeps how calls like this one run, which has ended: by the ops that it came down to, or as Python says.
void learn(PyObject *self, const Arguments &arguments, NotesBegin begun, PyObject *result) {
  CallParts call;
  bool hasKey = result && describe(self, arguments, call);
  LearnedPlan learned = endToNoteOps(begun, result, call.tensors());
  bool isWorthIt = learned.plan || !call.tensors().empty(); // calls of numbers alone are many
  if (hasKey && learned.isKnown && isWorthIt && !lieInAnotherOrder(call.tensors()))
    keepPlan(call, std::move(learned.plan));
}

bool isOfRow(PyObject *self, const Arguments &arguments) {
  return as<PublicFunction>(self).isIndexing && arguments.count() == 2 && !arguments.names &&
         PyLong_CheckExact(arguments.values[1]) && TensorFields::of(arguments.values[0]);
}

/// Rows of tensors like this one, whatever their number; false where these have no key.
bool describeRows(PyObject *self, const Arguments &arguments, CallParts &call) {
  call.addObject(self);
  return call.addOperand(arguments.values[0]);
}

/// As callAgain. A number that is too large is none of a row.
PyObject *rowAgain(PyObject *self, const Arguments &arguments, bool &isNew) {
  return reportingErrors([&]() -> py::object {
    CallParts call;
    int overflows = 0;
    int64_t number = PyLong_AsLongLongAndOverflow(arguments.values[1], &overflows);
    if (isExecuting() || overflows || !describeRows(self, arguments, call))
      return {};
    std::optional<PlanRef> plan = findPlan(call);
    isNew = !plan;
    const auto *rows = plan ? dynamic_cast<const RowPlan *>(plan->get()) : nullptr;
    py::object made = rows ? rows->rowOf(*call.tensors()[0], number) : py::object();
    if (made)
      countPlan();
    return made;
  });
}

/// Keeps how rows are made like this one, which Python has made.
void learnRows(PyObject *self, const Arguments &arguments, PyObject *result) {
  CallParts call;
  if (result && describeRows(self, arguments, call))
    keepPlan(call, RowPlan::learn(*call.tensors()[0], PyLong_AsLongLong(arguments.values[1]), result));
}

/// Around calls of Python is nothing to destroy, as a thread may end there with Python.
PyObject *callFunction(PyObject *self, PyObject *const *values, size_t flaggedCount, PyObject *names) {
  Arguments arguments{values, flaggedCount, names};
  bool isNew = false, areRowsNew = false;
  bool isRow = isOfRow(self, arguments);
  if (isRow)
    if (PyObject *row = rowAgain(self, arguments, areRowsNew); row || PyErr_Occurred())
      return row;
  if (PyObject *result = callAgain(self, arguments, isNew); result || PyErr_Occurred())
    return result;
  auto &function = as<PublicFunction>(self);
  PyObject *called = names ? function.withKeywords : function.plain;
  if (!isNew)
    return arguments.passTo(called);
  NotesBegin begun = beginToNoteOps();
  PyObject *result = arguments.passTo(called);
  if (areRowsNew)
    learnRows(self, arguments, result);
  learn(self, arguments, begun, result);
  return result;
}

/// A method of the object.
PyObject *bind(PyObject *self, PyObject *object, PyObject *) {
  return object ? PyMethod_New(self, object) : Py_NewRef(self);
}

PyObject *describeFunction(PyObject *self) {
  PyObject *attributes = as<PublicFunction>(self).attributes;
  PyObject *name = attributes ? PyDict_GetItemString(attributes, "__qualname__") : nullptr;
  return PyUnicode_FromFormat("<function %S>", name ? name : Py_None);
}

PyTypeObject *functionType() {
  PyMemberDef members[] = {
      {"__dictoffset__", T_PYSSIZET, offsetof(PublicFunction, attributes), READONLY, nullptr},
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(PublicFunction, call), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  static PyMethodDef methods[] = {
      {"__deepcopy__", [](PyObject *self, PyObject *) { return Py_NewRef(self); }, METH_O, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyGetSetDef properties[] = {
      {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void *>(Holder<PublicFunction>::dealloc)},
      {Py_tp_traverse, reinterpret_cast<void *>(Holder<PublicFunction>::traverse)},
      {Py_tp_clear, reinterpret_cast<void *>(Holder<PublicFunction>::clear)},
      {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
      {Py_tp_repr, reinterpret_cast<void *>(describeFunction)},
      {Py_tp_descr_get, reinterpret_cast<void *>(bind)},
      {Py_tp_members, members},
      {Py_tp_methods, methods},
      {Py_tp_getset, properties},
      {0, nullptr},
  };
  static PyTypeObject *const type = makeType({"weir._core.Function", sizeof(PublicFunction), 0,
                                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                                                  Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                              slots});
  return type;
}

py::object makeFunction(py::object plain, py::object withKeywords) {
  py::object made = allocate(functionType());
  auto &function = as<PublicFunction>(made.ptr());
  function.plain = plain.release().ptr();
  function.withKeywords = withKeywords.release().ptr();
  function.call = callFunction;
  return made;
}

} // namespace

void defineFunction(py::module_ &module) {
  module.attr("Function") = py::handle(reinterpret_cast<PyObject *>(functionType()));
  module.def(
      "takes_rows", [](py::handle function) { as<PublicFunction>(function.ptr()).isIndexing = true; },
      "Says that calls of a Function with a tensor and a number are the tensor's rows.");
  module.def("make_function", makeFunction, "A Function of one of Python, and of that which takes keywords.");
}

} // namespace weir::python
