// See PyMoves.h. Each is an op that a function may repeat by a plan.
#include "python/bindings/PyMoves.h"
#include "python/bindings/Errors.h"
#include "python/bindings/PyOpNotes.h"
#include "python/bindings/PyPending.h"
#include "python/bindings/PyTape.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace py = pybind11;

namespace weir::python {

namespace {

/// The memory, where no gradients pass the tensor and no history has to be followed; null otherwise.
TensorStorage *plainMemoryOf(TensorFields &tensor) {
  if (gradientsFlow() && tensor.requiresGrad == Py_True)
    return nullptr;
  completeWaiting();
  auto *storage = const_cast<TensorStorage *>(memoryOf(tensor));
  return storage && !(tensor.view != Py_None && storage->shared().hasHistory) ? storage : nullptr;
}

/// That, where elements can be written without telling anybody.
TensorStorage *writableMemoryOf(TensorFields &tensor) {
  TensorStorage *storage = plainMemoryOf(tensor);
  return storage && !storage->overlapsItself() && storage->shared().variable.empty() ? storage : nullptr;
}

/// Whether a value is looked at by nobody but who is about to write it to another tensor.
bool isOnlyHere(TensorFields &value) {
  return Py_REFCNT(reinterpret_cast<PyObject *>(&value)) == 1 && Py_REFCNT(value.storage) == 1;
}

/// Whether a result was computed where it is to be written.
bool isInPlace(const TensorStorage &to, const TensorStorage &from) {
  return weir_tensor_is_same(to.get(), from.get()) != 0;
}

/// From here on the first tensor has the elements of the second, of its dtype and sizes.
class WritePlan : public CallPlan {
public:
  bool writes() const override { return true; }
  bool writesSecondToFirst() const override { return true; }

  py::object run(std::span<TensorFields *const> tensors) const override {
    TensorFields &target = *tensors[0], &value = *tensors[1];
    TensorStorage *to = writableMemoryOf(target), *from = plainMemoryOf(value);
    if (!to || !from)
      return {};
    if (to == from || to->isSameAs(*from))
      return py::none();
    if (!isInPlace(*to, *from))
      write(value, *to, *from);
    ++to->shared().writes;
    return py::none();
  }

private:
  static void write(TensorFields &value, TensorStorage &to, TensorStorage &from) {
    if (isOnlyHere(value) && to.canTake(from))
      to.take(from);
    else
      to.copyFrom(from);
  }
};

/// A row-major copy of the tensor.
class CopyPlan : public CallPlan {
public:
  py::object run(std::span<TensorFields *const> tensors) const override {
    TensorFields &source = *tensors[0];
    const TensorStorage *storage = plainMemoryOf(source);
    if (!storage)
      return {};
    return makeTensor(pythonSide().tensor, Boxed<TensorStorage>::make(storage->clone()), source.device, source.dtype,
                      source.shape);
  }
};

/// The bits of one element.
struct OneElement {
  std::array<std::byte, 8> bits{};

  static OneElement of(const py::buffer &array) {
    py::buffer_info info = array.request();
    OneElement element;
    if (info.size != 1 || static_cast<size_t>(info.itemsize) > element.bits.size())
      throw py::value_error("expects an array of one element");
    std::memcpy(element.bits.data(), info.ptr, static_cast<size_t>(info.itemsize));
    return element;
  }
  bool isZero() const { return bits == decltype(bits){}; }
};

/// A new tensor, and what it says of itself.
struct NewTensor {
  const TensorDevice &target;
  std::vector<int64_t> sizes;
  py::object device, dtype, shape;

  NewTensor(const std::string &target, std::vector<int64_t> sizes, py::object device, py::object dtype)
      : target(deviceOf(target)), sizes(std::move(sizes)), device(std::move(device)), dtype(std::move(dtype)),
        shape(pythonSide().size(this->sizes)), index(this->dtype.attr("index").cast<int>()) {}

  TensorStorage storage(bool isZero) const { return TensorStorage::create(target, index, sizes, isZero); }
  py::object over(TensorStorage &&made) const {
    return makeTensor(pythonSide().tensor, Boxed<TensorStorage>::make(std::move(made)), device, dtype, shape);
  }

private:
  int index; ///< of the dtype
};

/// One all of whose elements are equal.
class FullPlan : public CallPlan {
public:
  FullPlan(NewTensor tensor, OneElement element) : tensor(std::move(tensor)), element(element) {}

  py::object run(std::span<TensorFields *const>) const override {
    TensorStorage made = tensor.storage(element.isZero());
    if (!element.isZero())
      made.fill(element.bits.data());
    return tensor.over(std::move(made));
  }

private:
  NewTensor tensor;
  OneElement element;
};

/// One of elements that are known.
class ConstantPlan : public CallPlan {
public:
  /// `elements` is a row-major array of the dtype's elements.
  ConstantPlan(NewTensor tensor, const py::buffer_info &elements)
      : tensor(std::move(tensor)), bytes(static_cast<char *>(elements.ptr),
                                         static_cast<char *>(elements.ptr) + elements.size * elements.itemsize) {}

  py::object run(std::span<TensorFields *const>) const override {
    TensorStorage made = tensor.storage(/*isZero=*/false);
    check(weir_tensor_write(made.get(), bytes.data(), bytes.size())); // nobody else uses it
    return tensor.over(std::move(made));
  }

private:
  NewTensor tensor;
  std::vector<char> bytes;
};

/// The same of a tensor that is there.
class FillPlan : public CallPlan {
public:
  explicit FillPlan(OneElement element) : element(element) {}
  bool writes() const override { return true; }

  py::object run(std::span<TensorFields *const> tensors) const override {
    TensorStorage *storage = writableMemoryOf(*tensors[0]);
    if (!storage)
      return {};
    storage->fill(element.bits.data());
    ++storage->shared().writes;
    return py::none();
  }

private:
  OneElement element;
};

TensorFields *fieldsOf(const py::object &object) {
  if (TensorFields *tensor = TensorFields::of(object))
    return tensor;
  throw py::type_error("expects a tensor");
}

py::object copied(const py::object &source) {
  static const auto *const plan = new PlanRef(std::make_shared<CopyPlan>());
  TensorFields *tensors[] = {fieldsOf(source)};
  py::object made = runNoted(*plan, tensors);
  return made ? made : py::none();
}

bool write(const py::object &target, const py::object &value) {
  static const auto *const plan = new PlanRef(std::make_shared<WritePlan>());
  TensorFields *tensors[] = {fieldsOf(target), fieldsOf(value)};
  return bool(runNoted(*plan, tensors));
}

bool fill(const py::object &target, const py::buffer &element) {
  TensorFields *tensors[] = {fieldsOf(target)};
  return bool(runNoted(std::make_shared<FillPlan>(OneElement::of(element)), tensors));
}

void join(const py::object &whole, const py::sequence &parts, size_t dim) {
  TensorStorage *to = writableMemoryOf(*fieldsOf(whole));
  if (!to)
    throw py::type_error("expects a new tensor");
  std::vector<int64_t> strides(to->strides().begin(), to->strides().end());
  int64_t offset = 0;
  for (py::handle part : parts) {
    const TensorStorage *from = memoryOf(*fieldsOf(py::reinterpret_borrow<py::object>(part)));
    if (!from)
      throw py::type_error("expects tensors with data");
    to->view(from->shape(), strides, offset).copyFrom(*from);
    offset += from->shape()[dim] * strides[dim];
  }
  ++to->shared().writes;
}

py::object oneOp(const py::function &function) {
  OneOp op;
  py::object result = function();
  op.end(/*plan=*/nullptr, {}, result);
  return result;
}

py::object full(const py::buffer &element, const std::vector<int64_t> &sizes, const std::string &target,
                py::object device, py::object dtype) {
  NewTensor tensor(target, sizes, std::move(device), std::move(dtype));
  return runNoted(std::make_shared<FullPlan>(std::move(tensor), OneElement::of(element)), {});
}

py::object constant(const py::buffer &array, const std::string &target, py::object device, py::object dtype) {
  py::buffer_info elements = array.request();
  if (!PyBuffer_IsContiguous(elements.view(), 'C'))
    throw py::value_error("expects a row-major array");
  NewTensor tensor(target, {elements.shape.begin(), elements.shape.end()}, std::move(device), std::move(dtype));
  return runNoted(std::make_shared<ConstantPlan>(std::move(tensor), elements), {});
}

} // namespace

const TensorStorage *memoryToTake(TensorFields &target, std::span<TensorFields *const> operands) {
  constexpr int64_t kLeastElements = 1 << 14;
  bool flow = gradientsFlow();
  if (std::ranges::any_of(operands, [&](TensorFields *each) { return flow && each->requiresGrad == Py_True; }))
    return nullptr;
  const TensorStorage *storage = writableMemoryOf(target);
  if (!storage)
    return nullptr;
  int64_t count = 1;
  for (int64_t size : storage->shape())
    count *= size;
  return count >= kLeastElements ? storage : nullptr;
}

void defineMoves(py::module_ &module) {
  module.def("copied", copied, "A row-major copy of a tensor; None where Python has to look at it.");
  module.def("write", write,
             "Gives a tensor the elements of another of its dtype and sizes; False where Python has to.");
  module.def("join_tensors", join, py::arg("whole"), py::arg("parts"), py::arg("dim"),
             "Writes tensors, whose sources have been followed, behind one another along a dimension to a new one.");
  module.def("one_op", oneOp,
             "What a function makes by several moves, as one op, for which a later call may have a job.");
  module.def("fill", fill, "The same of an array's one element, for all elements.");
  module.def("constant", constant, "A tensor on a device, of an array's elements, which stand for those of a dtype.");
  module.def("full", full, "A tensor on a device, of a dtype and shape, all of whose elements are an array's one.");
}

} // namespace weir::python
