// Tuples whose slices are of their own class: a part of a shape is a shape.
#include "python/bindings/PyTensor.h"
#include "python/bindings/PyType.h"

namespace py = pybind11;

namespace weir::python {

static PyObject *subscript(PyObject *tuple, PyObject *key) {
  PyObject *found = PyTuple_Type.tp_as_mapping->mp_subscript(tuple, key);
  if (!found || !PySlice_Check(key))
    return found;
  PyObject *made = PyObject_CallOneArg(reinterpret_cast<PyObject *>(Py_TYPE(tuple)), found);
  Py_DECREF(found);
  return made;
}

void defineSlicedTuple(py::module_ &module) {
  PyType_Slot slots[] = {
      {Py_mp_subscript, reinterpret_cast<void *>(subscript)},
      {Py_tp_doc, const_cast<char *>("A tuple whose slices are of its own class.")},
      {0, nullptr},
  };
  PyType_Spec spec = {"weir._core.SlicedTuple", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  py::tuple bases = py::make_tuple(py::handle(reinterpret_cast<PyObject *>(&PyTuple_Type)));
  auto type = py::reinterpret_steal<py::object>(PyType_FromSpecWithBases(&spec, bases.ptr()));
  if (!type)
    throw py::error_already_set();
  module.attr("SlicedTuple") = type;
}

} // namespace weir::python
