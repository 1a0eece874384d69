// A type of Python's own interface, as pybind11 has no classes with fields of Python's.
#include "python/bindings/PyTensor.h"

#include <structmember.h>

namespace py = pybind11;

namespace weir::python {

namespace {

constexpr PyObject *TensorFields::*kFields[] = {
    &TensorFields::storage, &TensorFields::trace, &TensorFields::value, &TensorFields::view,
    &TensorFields::device,  &TensorFields::dtype, &TensorFields::shape, &TensorFields::requiresGrad,
};

TensorFields *asFields(PyObject *object) { return reinterpret_cast<TensorFields *>(object); }

int traverse(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(object));
  for (auto field : kFields)
    Py_VISIT(asFields(object)->*field);
  return 0;
}

int clear(PyObject *object) {
  for (auto field : kFields)
    Py_CLEAR(asFields(object)->*field);
  return 0;
}

void dealloc(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  clear(object);
  type->tp_free(object);
  Py_DECREF(type);
}

} // namespace

static PyTypeObject *makeType() {
  PyMemberDef members[] = {
      {"_storage", T_OBJECT_EX, offsetof(TensorFields, storage), 0, nullptr},
      {"_trace", T_OBJECT_EX, offsetof(TensorFields, trace), 0, nullptr},
      {"_value", T_OBJECT_EX, offsetof(TensorFields, value), 0, nullptr},
      {"_view", T_OBJECT_EX, offsetof(TensorFields, view), 0, nullptr},
      {"_device", T_OBJECT_EX, offsetof(TensorFields, device), 0, nullptr},
      {"dtype", T_OBJECT_EX, offsetof(TensorFields, dtype), 0, nullptr},
      {"shape", T_OBJECT_EX, offsetof(TensorFields, shape), 0, nullptr},
      {"_requires_grad", T_OBJECT_EX, offsetof(TensorFields, requiresGrad), 0, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
      {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
      {Py_tp_clear, reinterpret_cast<void *>(clear)},
      {Py_tp_new, reinterpret_cast<void *>(PyType_GenericNew)},
      {Py_tp_members, members},
      {0, nullptr},
  };
  PyType_Spec spec = {"weir._core.TensorFields", sizeof(TensorFields), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  auto *type = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
  if (!type)
    throw py::error_already_set();
  return type;
}

static PyTypeObject *fieldsType() {
  static PyTypeObject *const type = makeType();
  return type;
}

TensorFields *TensorFields::of(py::handle object) {
  return PyObject_TypeCheck(object.ptr(), fieldsType()) ? asFields(object.ptr()) : nullptr;
}

py::object makeTensor(py::handle type, py::object storage, py::handle device, py::handle dtype, py::handle shape) {
  auto *of = reinterpret_cast<PyTypeObject *>(type.ptr());
  auto made = py::reinterpret_steal<py::object>(of->tp_alloc(of, 0));
  if (!made)
    throw py::error_already_set();
  TensorFields &fields = *asFields(made.ptr());
  fields.storage = storage.release().ptr();
  fields.trace = Py_NewRef(Py_None);
  fields.value = PyLong_FromLong(-1);
  fields.view = Py_NewRef(Py_None);
  fields.device = Py_NewRef(device.ptr());
  fields.dtype = Py_NewRef(dtype.ptr());
  fields.shape = Py_NewRef(shape.ptr());
  fields.requiresGrad = Py_NewRef(Py_False);
  return made;
}

void defineTensor(py::module_ &module) {
  module.attr("TensorFields") = py::handle(reinterpret_cast<PyObject *>(fieldsType()));
}

} // namespace weir::python
