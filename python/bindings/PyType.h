// Types of Python's own interface, for what pybind11 has no classes for: objects with fields of Python's, and objects
// that have to be made in no time.
#pragma once

#include <pybind11/pybind11.h>
#include <structmember.h>

#include <vector>

namespace weir::python {

/// A type that lives as long as the process.
inline PyTypeObject *makeType(PyType_Spec spec) {
  PyObject *type = PyType_FromSpec(&spec);
  if (!type)
    throw pybind11::error_already_set();
  return reinterpret_cast<PyTypeObject *>(type);
}

template <typename Object> Object &as(PyObject *object) { return *reinterpret_cast<Object *>(object); }

/// A new object, zeroed.
inline pybind11::object allocate(PyTypeObject *type) {
  auto made = pybind11::reinterpret_steal<pybind11::object>(type->tp_alloc(type, 0));
  if (!made)
    throw pybind11::error_already_set();
  return made;
}

/// A tuple of some class of tuples, whose items are still to be set.
inline pybind11::object allocateTuple(PyTypeObject *type, Py_ssize_t count) {
  auto made = pybind11::reinterpret_steal<pybind11::object>(type->tp_alloc(type, count));
  if (!made)
    throw pybind11::error_already_set();
#if PY_VERSION_HEX >= 0x030E0000
  as<PyTupleObject>(made.ptr()).ob_hash = -1; // which is not known yet
#endif
  return made;
}

inline void freeObject(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(type);
}

/// Null with Python's error set.
template <typename Body> PyObject *reportingErrors(Body &&body) {
  try {
    return body().release().ptr();
  } catch (pybind11::error_already_set &error) {
    error.restore();
  } catch (const pybind11::builtin_exception &error) {
    error.set_error();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

/// What a base class needs whose objects hold others: `Object::kFields` names the members that do. May be null.
template <typename Object> struct Holder {
  static int traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(object));
    for (auto field : Object::kFields)
      Py_VISIT(as<Object>(object).*field);
    return 0;
  }
  static int clear(PyObject *object) {
    for (auto field : Object::kFields)
      Py_CLEAR(as<Object>(object).*field);
    return 0;
  }
  static void dealloc(PyObject *object) {
    PyObject_GC_UnTrack(object);
    clear(object);
    freeObject(object);
  }

  /// Of that name in Python, its fields being `members`; `call` is what calling an object does, or null.
  /// `properties` stays as long as the type.
  static PyTypeObject *makeType(const char *name, PyMemberDef *members, ternaryfunc call = nullptr,
                                PyGetSetDef *properties = nullptr) {
    std::vector<PyType_Slot> slots = {
        {Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
        {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
        {Py_tp_clear, reinterpret_cast<void *>(clear)},
        {Py_tp_new, reinterpret_cast<void *>(PyType_GenericNew)},
        {Py_tp_members, members},
    };
    if (call)
      slots.push_back({Py_tp_call, reinterpret_cast<void *>(call)});
    if (properties)
      slots.push_back({Py_tp_getset, properties});
    slots.push_back({0, nullptr});
    return python::makeType(
        {name, sizeof(Object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots.data()});
  }
};

} // namespace weir::python
