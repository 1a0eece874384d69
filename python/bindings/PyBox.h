// Classes whose objects hold a value of C++, for values that each call of a program makes or looks up: an object is one
// allocation, and the value stands in it. pybind11's own classes look types and objects up in tables, which is several
// microseconds where these have left the cache. Functions and conversions are pybind11's.
#pragma once

#include "python/bindings/PyType.h"

#include <memory>
#include <string>
#include <utility>

namespace weir::python {

struct BoxHead {
  PyObject_HEAD PyObject *weakReferences;
};

template <typename T> struct Boxed {
  BoxHead head;
  T value;

  static inline PyTypeObject *type = nullptr;

  /// Null where the object is another.
  static T *of(pybind11::handle object) {
    return Py_TYPE(object.ptr()) == type ? &as<Boxed>(object.ptr()).value : nullptr;
  }

  static pybind11::object make(T &&value) {
    pybind11::object made = allocate(type);
    new (&as<Boxed>(made.ptr()).value) T(std::move(value));
    return made;
  }

  /// Makes the class of another module of the same build this module's, too.
  static void take(const pybind11::handle &other) { type = reinterpret_cast<PyTypeObject *>(other.ptr()); }

  static void dealloc(PyObject *object) {
    auto &box = as<Boxed>(object);
    if (box.head.weakReferences)
      PyObject_ClearWeakRefs(object);
    std::destroy_at(&box.value);
    freeObject(object);
  }
};

/// Defines such a class. It is no base class, and its objects are made by C++ alone.
template <typename T> class BoxClass {
public:
  BoxClass(pybind11::module_ &module, const char *name) {
    PyMemberDef members[] = {
        {"__weaklistoffset__", T_PYSSIZET, offsetof(BoxHead, weakReferences), READONLY, nullptr},
        {nullptr, 0, 0, 0, nullptr},
    };
    PyType_Slot slots[] = {
        {Py_tp_dealloc, reinterpret_cast<void *>(Boxed<T>::dealloc)},
        {Py_tp_members, members},
        {0, nullptr},
    };
    static const std::string fullName = pybind11::str("{}.{}").format(module.attr("__name__"), name);
    Boxed<T>::type = makeType(
        {fullName.c_str(), sizeof(Boxed<T>), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots});
    type = pybind11::handle(reinterpret_cast<PyObject *>(Boxed<T>::type));
    module.attr(name) = type;
  }

  template <typename F, typename... Extra> BoxClass &def(const char *name, F &&f, const Extra &...extra) {
    type.attr(name) = method(name, std::forward<F>(f), extra...);
    return *this;
  }
  template <typename F, typename... Extra> BoxClass &def_static(const char *name, F &&f, const Extra &...extra) {
    type.attr(name) = pybind11::staticmethod(
        pybind11::cpp_function(std::forward<F>(f), pybind11::name(name), pybind11::scope(type), extra...));
    return *this;
  }
  template <typename F> BoxClass &def_property_readonly(const char *name, F &&get) {
    return property(name, method(name, std::forward<F>(get)));
  }

private:
  template <typename F, typename... Extra>
  pybind11::cpp_function method(const char *name, F &&f, const Extra &...extra) {
    return pybind11::cpp_function(std::forward<F>(f), pybind11::name(name), pybind11::is_method(type), extra...);
  }
  BoxClass &property(const char *name, const pybind11::object &get) {
    type.attr(name) = pybind11::handle(reinterpret_cast<PyObject *>(&PyProperty_Type))(get);
    return *this;
  }

  pybind11::handle type;
};

/// What pybind11 takes arguments and results of functions by: a type_caster derives from it. None is a null pointer.
template <typename T> class BoxCaster {
public:
  static constexpr auto name = pybind11::detail::const_name("object");
  template <typename U> using cast_op_type = pybind11::detail::cast_op_type<U>;

  bool load(pybind11::handle source, bool) {
    value = Boxed<T>::of(source);
    return value || source.is_none();
  }
  operator T *() { return value; }
  operator T &() {
    if (!value)
      throw pybind11::reference_cast_error();
    return *value;
  }
  static pybind11::handle cast(T &&value, pybind11::return_value_policy, pybind11::handle) {
    return Boxed<T>::make(std::move(value)).release();
  }

private:
  T *value = nullptr;
};

} // namespace weir::python
