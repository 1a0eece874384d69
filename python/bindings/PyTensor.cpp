// The type TensorFields.
#include "python/bindings/PyTensor.h"
#include "python/bindings/PyPending.h"
#include "python/bindings/PyType.h"

namespace py = pybind11;

namespace weir::python {

/// Who asks for the storage may write to it, or give its address away.
static PyObject *getStorage(PyObject *self, void *) {
  auto &tensor = as<TensorFields>(self);
  if (!tensor.storage) {
    PyErr_SetString(PyExc_AttributeError, "_storage");
    return nullptr;
  }
  return reportingErrors([&]() -> py::object {
    completeWaiting();
    memoryOf(tensor);
    return py::reinterpret_borrow<py::object>(tensor.storage);
  });
}

static int setStorage(PyObject *self, PyObject *storage, void *) {
  Py_XSETREF(as<TensorFields>(self).storage, Py_XNewRef(storage));
  return 0;
}

static PyTypeObject *makeFieldsType() {
  static PyGetSetDef properties[] = {
      {"_storage", getStorage, setStorage, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  PyMemberDef members[] = {
      {"_trace", T_OBJECT_EX, offsetof(TensorFields, trace), 0, nullptr},
      {"_value", T_OBJECT_EX, offsetof(TensorFields, value), 0, nullptr},
      {"_view", T_OBJECT_EX, offsetof(TensorFields, view), 0, nullptr},
      {"_device", T_OBJECT_EX, offsetof(TensorFields, device), 0, nullptr},
      {"dtype", T_OBJECT_EX, offsetof(TensorFields, dtype), 0, nullptr},
      {"shape", T_OBJECT_EX, offsetof(TensorFields, shape), 0, nullptr},
      {"_requires_grad", T_OBJECT_EX, offsetof(TensorFields, requiresGrad), 0, nullptr},
      {"_node", T_OBJECT, offsetof(TensorFields, node), 0, nullptr},
      {"_grad", T_OBJECT, offsetof(TensorFields, grad), 0, nullptr},
      {"_held", T_OBJECT, offsetof(TensorFields, held), 0, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  return Holder<TensorFields>::makeType("weir._core.TensorFields", members, nullptr, properties);
}

static PyTypeObject *fieldsType() {
  static PyTypeObject *const type = makeFieldsType();
  return type;
}

TensorFields *TensorFields::of(py::handle object) {
  return PyObject_TypeCheck(object.ptr(), fieldsType()) ? &as<TensorFields>(object.ptr()) : nullptr;
}

py::object makeTensor(py::handle type, py::object storage, py::handle device, py::handle dtype, py::handle shape) {
  py::object made = allocate(reinterpret_cast<PyTypeObject *>(type.ptr()));
  auto &fields = as<TensorFields>(made.ptr());
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
  module.def("make_tensor", makeTensor, "A tensor of the class over a storage, of this device, dtype and shape.");
  module.attr("TensorFields") = py::handle(reinterpret_cast<PyObject *>(fieldsType()));
}

} // namespace weir::python
