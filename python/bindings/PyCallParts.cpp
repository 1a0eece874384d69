// See PyCallParts.h.
#include "python/bindings/PyCallParts.h"

#include <algorithm>
#include <bit>

namespace py = pybind11;

namespace weir::python {

namespace {

/// Never freed, as the interpreter may end before.
struct Classes {
  py::object dtype, device;
};
Classes &classes() {
  static auto *const known = new Classes;
  return *known;
}

bool isOf(PyObject *value, const py::object &type) {
  return reinterpret_cast<PyObject *>(Py_TYPE(value)) == type.ptr();
}

uint64_t addressOf(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

} // namespace

void CallParts::setClasses(py::object dtype, py::object device) { classes() = {std::move(dtype), std::move(device)}; }

void CallParts::push(Part part, uint64_t value) {
  key_.push_back(static_cast<uint64_t>(part));
  key_.push_back(value);
}

/// Dtypes and devices are never freed.
bool CallParts::addTensor(TensorFields &tensor) {
  if (tensor.trace != Py_None || !PyTuple_Check(tensor.shape))
    return false;
  // One tensor as two operands is another call than two that are alike.
  if (auto before = std::ranges::find(tensors_, &tensor); before != tensors_.end()) {
    push(Part::Again, static_cast<uint64_t>(before - tensors_.begin()));
    tensors_.push_back(&tensor);
    return true;
  }
  Py_ssize_t rank = PyTuple_GET_SIZE(tensor.shape);
  push(Part::Tensor, addressOf(tensor.dtype));
  key_.push_back(addressOf(tensor.device));
  key_.push_back(static_cast<uint64_t>(rank));
  for (Py_ssize_t d = 0; d < rank; ++d)
    key_.push_back(static_cast<uint64_t>(PyLong_AsLongLong(PyTuple_GET_ITEM(tensor.shape, d))));
  tensors_.push_back(&tensor);
  return true;
}

void CallParts::addInterned(Part part, PyObject *word) {
  if (!PyUnicode_CHECK_INTERNED(word)) {
    Py_INCREF(word);
    PyUnicode_InternInPlace(&word);
    interned_.push_back(py::reinterpret_steal<py::object>(word));
  }
  push(part, addressOf(word));
  named_.push_back(word);
}

void CallParts::addWord(PyObject *word) { addInterned(Part::Word, word); }
void CallParts::addName(PyObject *name) { addInterned(Part::Name, name); }

void CallParts::addObject(PyObject *object) {
  push(Part::Object, addressOf(object));
  named_.push_back(object);
}

bool CallParts::addInteger(PyObject *value) {
  int overflow = 0;
  push(Part::Int, static_cast<uint64_t>(PyLong_AsLongLongAndOverflow(value, &overflow)));
  return overflow == 0;
}

bool CallParts::addSeveral(PyObject *values) {
  Py_ssize_t count = PySequence_Fast_GET_SIZE(values);
  if (count > kMost)
    return false;
  push(PyTuple_Check(values) ? Part::Tuple : Part::List, static_cast<uint64_t>(count));
  ++depth_;
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!addOperand(PySequence_Fast_GET_ITEM(values, i)))
      return false;
  --depth_;
  return true;
}

bool CallParts::addSlice(PyObject *value) {
  auto &slice = *reinterpret_cast<PySliceObject *>(value);
  push(Part::Slice, 0);
  return addValue(slice.start) && addValue(slice.stop) && addValue(slice.step);
}

bool CallParts::addValue(PyObject *value) {
  if (PyLong_CheckExact(value))
    return addInteger(value);
  if (PyUnicode_CheckExact(value)) {
    addWord(value);
    return true;
  }
  if (PyTuple_Check(value) || PyList_CheckExact(value))
    return addSeveral(value);
  if (value == Py_None)
    push(Part::None, 0);
  else if (PyBool_Check(value))
    push(Part::Bool, value == Py_True);
  else if (PyFloat_CheckExact(value))
    push(Part::Float, std::bit_cast<uint64_t>(PyFloat_AS_DOUBLE(value)));
  else if (isOf(value, classes().dtype))
    push(Part::DType, addressOf(value));
  else if (isOf(value, classes().device))
    push(Part::Device, addressOf(value));
  else if (value == Py_Ellipsis)
    push(Part::Dots, 0);
  else if (PySlice_Check(value))
    return addSlice(value);
  else
    return false;
  return true;
}

bool CallParts::addOperand(PyObject *operand) {
  if (TensorFields *tensor = TensorFields::of(operand))
    return tensor->storage != Py_None && addTensor(*tensor); // parameters that have no shape yet have no storage
  size_t place = key_.size();
  if (!addValue(operand))
    return false;
  if (depth_ == 0 && PyFloat_CheckExact(operand)) {
    floatPlaces_.push_back(place);
    floats_.push_back(PyFloat_AS_DOUBLE(operand));
  } else if (depth_ == 0 && PyLong_CheckExact(operand)) {
    integerPlaces_.push_back(place);
    integers_.push_back(static_cast<int64_t>(key_.back()));
  }
  return true;
}

std::vector<uint64_t> CallParts::keyOfAnyNumbers() const {
  std::vector<uint64_t> key(key_.begin(), key_.end());
  for (size_t place : floats_.empty() ? integerPlaces_ : floatPlaces_) {
    key[place] = static_cast<uint64_t>(floats_.empty() ? Part::AnyInt : Part::AnyFloat);
    key[place + 1] = 0;
  }
  return key;
}

} // namespace weir::python
