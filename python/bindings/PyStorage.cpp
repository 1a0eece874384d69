// Storage: memory of the runtime or of whoever lent it, shown to NumPy through the buffer protocol.
#include "python/bindings/PyStorage.h"
#include "python/bindings/Errors.h"
#include "python/bindings/OpCount.h"
#include "python/bindings/PyView.h"
#include "python/bindings/PyWaiting.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;

namespace weir::python {

Exposure::Exposure(std::shared_ptr<weir_tensor> given, bool isWritable)
    : tensor(std::move(given)), isWritable(isWritable) {
  completeWaiting();
  weir_tensor_expose(tensor.get(), isWritable); // first: what is launched by others from now on takes care
  try {
    checkWithoutGil([&] { return weir_tensor_wait_for_data(tensor.get(), &address); });
  } catch (...) {
    weir_tensor_conceal(tensor.get(), isWritable);
    throw;
  }
}

bool isRowMajor(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  if (std::ranges::find(sizes, 0) != sizes.end())
    return true;
  int64_t expected = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] > 1 && strides[d] != expected)
      return false;
    expected *= sizes[d];
  }
  return true;
}

bool TensorStorage::isContiguous() const { return isRowMajor(shape(), strides()); }

/// Nobody but the runtime has the array, nor the one that it is a view of.
static bool isForgotten(PyObject *array) {
  return Py_REFCNT(array) == 1 && py::getattr(array, "base", py::none()).is_none();
}

void TensorStorage::prepareForGraphs() {
  bool isAlone = lender && isHeldOnce() && isForgotten(lender);
  if (isContiguous() && !isAlone && !isPart)
    return;
  weir_tensor *copy = nullptr;
  checkWithoutGil([&] { return weir_tensor_clone(get(), &copy); });
  hold(copy);
  lender = nullptr;
  isPart = false;
  begin = 0;
}

TensorStorage TensorStorage::lent(const TensorDevice &device, weir_tensor *tensor, PyObject *lender) {
  TensorStorage made(device, tensor);
  made.lender = lender;
  made.memory->isLent = true;
  return made;
}

TensorStorage TensorStorage::create(const TensorDevice &device, int dtype, const std::vector<int64_t> &shape,
                                    bool isZero) {
  // Checked here for the message: the caller's sizes, not the runtime's view of them.
  valueOrRaise(checkedNumBytes(shape, dtypeOf(dtype)));
  weir_tensor *tensor = nullptr;
  auto *make = isZero ? weir_tensor_create_zeros : weir_tensor_create;
  check(make(device.handle, static_cast<weir_dtype>(dtype), static_cast<int32_t>(shape.size()), shape.data(), &tensor));
  return {device, tensor};
}

bool TensorStorage::overlapsItself() const {
  bool repeats = false;
  for (size_t d = 0; d < rank(); ++d) {
    if (shape()[d] == 0)
      return false;
    repeats |= shape()[d] > 1 && strides()[d] == 0;
  }
  return repeats;
}

bool TensorStorage::isSameAs(const TensorStorage &other) const {
  return sharesMemory(other) && begin == other.begin && std::ranges::equal(strides(), other.strides());
}

TensorStorage TensorStorage::clone() const {
  countOp();
  std::shared_ptr<weir_tensor> source = share();
  weir_tensor *copy = nullptr;
  checkWithoutGil([&] { return weir_tensor_clone(source.get(), &copy); });
  return {device(), copy};
}

void TensorStorage::copyFrom(const TensorStorage &source) {
  countOp();
  completeWaiting();
  std::shared_ptr<weir_tensor> from = source.share(), to = share();
  checkWithoutGil([&] { return weir_tensor_copy(from.get(), to.get()); });
}

void TensorStorage::fill(const void *element) {
  countOp();
  completeWaiting();
  std::shared_ptr<weir_tensor> target = share();
  checkWithoutGil([&] { return weir_tensor_fill_element(target.get(), element); });
}

bool TensorStorage::canTake(const TensorStorage &other) const {
  return isAlone() && other.isAlone() && other.memory->isSure && memory->variable.empty() && isContiguous() &&
         other.isContiguous() && owner == other.owner && !weir_tensor_is_exposed(get());
}

TensorStorage TensorStorage::view(std::span<const int64_t> sizes, std::span<const int64_t> steps,
                                  int64_t offset) const {
  if (sizes.size() != steps.size())
    throw py::value_error("expects as many strides as sizes");
  weir_tensor *made = nullptr;
  check(weir_tensor_view(get(), offset, static_cast<int32_t>(sizes.size()), sizes.data(), steps.data(), &made));
  TensorStorage part(*owner, made);
  part.lender = lender;
  part.memory = memory;
  part.isPart = true;
  part.begin = begin + offset;
  return part;
}

const char *formatOf(DType dtype) {
  constexpr const char *formats[kNumDTypes] = {"d", "f", "e", "H", "q", "i", "b", "B", "?"};
  return formats[static_cast<int>(dtype)];
}

namespace {

TensorStorage makeEmpty(int dtype, const std::vector<int64_t> &shape, const std::string &device) {
  return TensorStorage::create(deviceOf(device), dtype, shape, /*isZero=*/false);
}

TensorStorage makeZeros(int dtype, const std::vector<int64_t> &shape, const std::string &device) {
  return TensorStorage::create(deviceOf(device), dtype, shape, /*isZero=*/true);
}

/// Gives a borrowed buffer back to Python; may run on any thread.
void releaseBuffer(void *context) {
  if (isPythonEnding())
    return;
  WithGil gil;
  delete static_cast<py::buffer_info *>(context);
}

TensorStorage borrow(const py::buffer &array, int dtype) {
  int64_t itemBytes = byteSize(dtypeOf(dtype));
  auto info = std::make_unique<py::buffer_info>(array.request(/*writable=*/true));
  if (info->itemsize != itemBytes)
    throw py::value_error("expects elements of " + std::to_string(itemBytes) + " bytes, got " +
                          std::to_string(info->itemsize));
  std::vector<int64_t> shape(info->shape.begin(), info->shape.end()), strides;
  for (py::ssize_t stride : info->strides)
    strides.push_back(stride / itemBytes);
  const TensorDevice &cpu = deviceOf("cpu");
  weir_tensor *tensor = nullptr;
  check(weir_tensor_borrow(cpu.handle, info->ptr, static_cast<weir_dtype>(dtype), static_cast<int32_t>(shape.size()),
                           shape.data(), strides.data(), releaseBuffer, info.get(), &tensor));
  return TensorStorage::lent(cpu, tensor, info.release()->view()->obj);
}

/// A part of the first dimension, in the same memory; one row without that dimension where there is no `count`.
TensorStorage rowsOf(const TensorStorage &storage, int64_t begin, std::optional<int64_t> count) {
  std::vector<int64_t> shape(storage.shape().begin(), storage.shape().end());
  std::vector<int64_t> strides(storage.strides().begin(), storage.strides().end());
  int64_t end = begin + count.value_or(1);
  if (shape.empty() || begin < 0 || end < begin || end > shape[0])
    throw py::value_error("expects rows within the first dimension, got " + std::to_string(begin) + " to " +
                          std::to_string(end));
  int64_t offset = begin * strides[0];
  shape[0] = count.value_or(1);
  if (!count) {
    shape.erase(shape.begin());
    strides.erase(strides.begin());
  }
  return storage.view(shape, strides, offset);
}

TensorStorage viewOf(const TensorStorage &storage, const std::vector<int64_t> &sizes, const std::vector<int64_t> &steps,
                     int64_t offset) {
  return storage.view(sizes, steps, offset);
}

/// The memory of an array whose elements are as many bytes as the storage's.
py::buffer_info elementsOf(const py::buffer &array, const TensorStorage &storage) {
  py::buffer_info info = array.request();
  int64_t itemBytes = byteSize(storage.dtype());
  if (info.itemsize != itemBytes)
    throw py::value_error("expects elements of " + std::to_string(itemBytes) + " bytes, got " +
                          std::to_string(info.itemsize));
  return info;
}

/// Sets all elements to the first one of an array.
void fill(TensorStorage &storage, const py::buffer &element) { storage.fill(elementsOf(element, storage).ptr); }

/// The elements of a row-major array of equal shape and dtype, which may change afterwards.
void write(const TensorStorage &storage, const py::buffer &array) {
  countOp();
  completeWaiting();
  py::buffer_info info = elementsOf(array, storage);
  if (!PyBuffer_IsContiguous(info.view(), 'C'))
    throw py::value_error("expects a row-major array");
  std::shared_ptr<weir_tensor> target = storage.share();
  auto bytes = static_cast<size_t>(info.size * info.itemsize);
  checkWithoutGil([&] { return weir_tensor_write(target.get(), info.ptr, bytes); });
}

/// The only element, as a number of Python, once it is there.
py::object itemOf(const TensorStorage &storage) {
  countOp();
  std::shared_ptr<weir_tensor> tensor = storage.share();
  if (storage.dtype() == DType::I64) {
    int64_t value = 0;
    checkWithoutGil([&] { return weir_tensor_read(tensor.get(), &value, sizeof value); });
    return py::int_(value);
  }
  double value = 0;
  checkWithoutGil([&] { return weir_tensor_load(tensor.get(), 0, &value); });
  if (storage.dtype() == DType::Bool)
    return py::bool_(value != 0);
  return isFloat(storage.dtype()) ? py::object(py::float_(value)) : py::int_(static_cast<int64_t>(value));
}

/// A row-major copy on a device.
TensorStorage copyOn(const TensorStorage &storage, const std::string &device) {
  std::vector<int64_t> shape(storage.shape().begin(), storage.shape().end());
  TensorStorage copy = makeEmpty(static_cast<int>(storage.dtype()), shape, device);
  copy.copyFrom(storage);
  return copy;
}

void wait(const TensorStorage &storage) {
  checkWithoutGil([&] { return weir_tensor_wait(storage.get()); });
}

void defineDevices(py::module_ &module) {
  auto handleOf = [](const std::string &name) { return deviceOf(name).handle; };
  auto onCpu = py::arg("device") = "cpu";
  module.def("configure_devices", configureDevices);
  module.def("open_device", [=](const std::string &name) { handleOf(name); }, "Raises where there is none.");
  module.def("device_count", [](const std::string &kind) {
    int32_t count = 0;
    check(weir_device_count(kind.c_str(), &count));
    return count;
  });
  module.def("device_model", [=](const std::string &name) { return weir_device_model(handleOf(name)); });
  module.def("set_num_threads", setThreads);
  module.def("num_threads", [=] { return weir_device_threads(handleOf("cpu")); });
  module.def("bytes_in_use", [=](const std::string &name) { return weir_device_bytes_in_use(handleOf(name)); }, onCpu);
  module.def("peak_bytes", [=](const std::string &name) { return weir_device_peak_bytes(handleOf(name)); }, onCpu);
  module.def("reset_peak", [=](const std::string &name) { weir_device_reset_peak(handleOf(name)); }, onCpu);
  module.def("fail_allocations",
             [=](const std::string &name, int64_t request) { weir_device_fail_allocations(handleOf(name), request); });
  auto withoutGil = [=](const std::string &name, auto call) {
    weir_device *device = handleOf(name);
    checkWithoutGil([&] { return call(device); });
  };
  module.def("drain", drain);
  module.def("synchronize", synchronize, py::arg("device") = py::none());
  module.def("trim", [=](const std::string &name) {
    withoutGil(name, [](weir_device *device) -> weir_status * {
      weir_device_trim(device);
      return nullptr;
    });
  });
  module.def("trace_enable", [=](const std::string &name, int64_t capacity) {
    withoutGil(name, [&](weir_device *device) { return weir_trace_enable(device, capacity); });
  });
  module.def("trace_export", [=](const std::string &name, const std::string &path) {
    withoutGil(name, [&](weir_device *device) { return weir_trace_export(device, path.c_str()); });
  });
}

} // namespace

static TensorStorage makeScalar(const TensorDevice &device, weir_dtype dtype, const void *value) {
  weir_tensor *tensor = nullptr;
  check(weir_tensor_create(device.handle, dtype, 0, nullptr, &tensor));
  TensorStorage made(device, tensor);
  check(weir_tensor_fill_element(tensor, value)); // which nobody uses yet
  return made;
}

TensorStorage makeScalar(const TensorDevice &device, double value) { return makeScalar(device, WEIR_F64, &value); }
TensorStorage makeScalar(const TensorDevice &device, int64_t value) { return makeScalar(device, WEIR_I64, &value); }

void defineStorage(py::module_ &module) {
  defineView(module);
  BoxClass<TensorStorage>(module, "Storage")
      .def_static("empty", makeEmpty, py::arg("dtype"), py::arg("shape"), py::arg("device") = "cpu")
      .def_static("zeros", makeZeros, py::arg("dtype"), py::arg("shape"), py::arg("device") = "cpu")
      .def_static("borrow", borrow)
      .def_static("from_dlpack", importDlpack)
      .def("array", arrayOf, py::arg("writable") = py::none(),
           "A view of the memory; read-only unless `writable`, which is so of what is no variable.")
      .def("rows", rowsOf, py::arg("begin"), py::arg("count") = py::none())
      .def("view", viewOf, "Elements of the same memory: sizes, strides, and how many elements behind the first.")
      .def("shares_memory", &TensorStorage::sharesMemory)
      .def("clone", &TensorStorage::clone)
      .def("item", itemOf)
      .def("copy_on", copyOn)
      .def("wait", wait, "For what writes it; raises as that has failed.")
      .def("copy_from", &TensorStorage::copyFrom)
      .def("fill", fill)
      .def("write", write)
      .def("prepare_for_graphs", &TensorStorage::prepareForGraphs)
      .def("name_variable",
           [](const TensorStorage &storage, const std::string &name) { storage.shared().variable = name; })
      .def_property_readonly(
          "memory", [](const TensorStorage &storage) { return reinterpret_cast<uintptr_t>(&storage.shared()); })
      .def("note_history", [](const TensorStorage &storage) { storage.shared().hasHistory = true; })
      .def_property_readonly("has_history", [](const TensorStorage &storage) { return storage.shared().hasHistory; })
      .def("count_write", [](const TensorStorage &storage) { ++storage.shared().writes; })
      .def_property_readonly("variable", &TensorStorage::variable)
      .def_property_readonly("variable_of_memory",
                             [](const TensorStorage &storage) { return storage.shared().variable; })
      .def_property_readonly("writes", [](const TensorStorage &storage) { return storage.shared().writes; })
      .def("dlpack", exportDlpack)
      .def_property_readonly("device", [](const TensorStorage &storage) { return storage.device().name; })
      .def_property_readonly("dtype", [](const TensorStorage &storage) { return static_cast<int>(storage.dtype()); })
      .def_property_readonly("shape", [](const TensorStorage &storage) { return tupleOf(storage.shape()); })
      .def_property_readonly("strides", [](const TensorStorage &storage) { return tupleOf(storage.strides()); })
      .def_property_readonly("offset", &TensorStorage::offset)
      .def_property_readonly("is_contiguous", &TensorStorage::isContiguous)
      .def_property_readonly("overlaps_itself", &TensorStorage::overlapsItself)
      .def_property_readonly("address", [](const TensorStorage &storage) {
        storage.shared().isLent = true; // to whoever keeps the address
        return reinterpret_cast<uintptr_t>(Exposure(storage.share(), /*isWritable=*/false).address);
      });
  defineDevices(module);
}

} // namespace weir::python
