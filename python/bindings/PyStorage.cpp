// Storage: memory of the runtime or of whoever lent it, shown to NumPy through the buffer protocol.
#include "python/bindings/PyStorage.h"
#include "python/bindings/Device.h"
#include "python/bindings/Errors.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace weir::python {

bool Storage::isContiguous() const {
  int64_t expected = 1;
  for (size_t d = shape().size(); d-- > 0;) {
    if (shape()[d] > 1 && strides()[d] != expected)
      return false;
    expected *= shape()[d];
  }
  return true;
}

void Storage::moveApart() {
  if (!isBorrowed && tensor.use_count() == 1 && isContiguous())
    return;
  weir_tensor *copy = nullptr;
  check(weir_tensor_clone(get(), &copy));
  tensor.reset(copy, weir_tensor_free);
  isBorrowed = false;
}

DType dtypeOf(int index) {
  if (index < 0 || index >= kNumDTypes)
    throw py::value_error("expects the number of a dtype, got " + std::to_string(index));
  return static_cast<DType>(index);
}

py::tuple tupleOf(std::span<const int64_t> sizes) {
  py::tuple tuple(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i)
    tuple[i] = sizes[i];
  return tuple;
}

namespace {

/// The element's code in the buffer protocol; bf16 shows as its bits.
const char *formatOf(DType dtype) {
  constexpr const char *formats[kNumDTypes] = {"d", "f", "e", "H", "q", "i", "b", "B", "?"};
  return formats[static_cast<int>(dtype)];
}

weir_device *theDevice() {
  weir_device *found = nullptr;
  check(device(&found));
  return found;
}

Storage makeEmpty(int dtype, const std::vector<int64_t> &shape) {
  // Checked here for the message: the caller's sizes, not the runtime's view of them.
  valueOrRaise(checkedNumBytes(shape, dtypeOf(dtype)));
  weir_tensor *tensor = nullptr;
  check(weir_tensor_create(theDevice(), static_cast<weir_dtype>(dtype), static_cast<int32_t>(shape.size()),
                           shape.data(), &tensor));
  return Storage(tensor);
}

/// Gives a borrowed buffer back to Python; may run on any thread.
void releaseBuffer(void *context) {
  if (!Py_IsInitialized())
    return;
  py::gil_scoped_acquire gil;
  delete static_cast<py::buffer_info *>(context);
}

Storage borrow(const py::buffer &array, int dtype) {
  int64_t itemBytes = byteSize(dtypeOf(dtype));
  auto info = std::make_unique<py::buffer_info>(array.request(/*writable=*/true));
  if (info->itemsize != itemBytes)
    throw py::value_error("expects elements of " + std::to_string(itemBytes) + " bytes, got " +
                          std::to_string(info->itemsize));
  std::vector<int64_t> shape(info->shape.begin(), info->shape.end()), strides;
  for (py::ssize_t stride : info->strides)
    strides.push_back(stride / itemBytes);
  weir_tensor *tensor = nullptr;
  check(weir_tensor_borrow(theDevice(), info->ptr, static_cast<weir_dtype>(dtype), static_cast<int32_t>(shape.size()),
                           shape.data(), strides.data(), releaseBuffer, info.get(), &tensor));
  info.release();
  return Storage(tensor, /*isBorrowed=*/true);
}

/// What an array holds on to: the memory as it was when the array was made.
struct View {
  std::shared_ptr<weir_tensor> tensor;
  bool isWritable;
};

py::buffer_info bufferOf(const View &view) {
  const weir_tensor *tensor = view.tensor.get();
  auto dtype = static_cast<DType>(weir_tensor_dtype(tensor));
  auto itemBytes = static_cast<py::ssize_t>(byteSize(dtype));
  auto rank = static_cast<size_t>(weir_tensor_rank(tensor));
  std::vector<py::ssize_t> shape(weir_tensor_shape(tensor), weir_tensor_shape(tensor) + rank), strides;
  for (size_t d = 0; d < rank; ++d)
    strides.push_back(weir_tensor_strides(tensor)[d] * itemBytes);
  return {weir_tensor_data(tensor), itemBytes,          formatOf(dtype), static_cast<py::ssize_t>(rank),
          std::move(shape),         std::move(strides), !view.isWritable};
}

py::object arrayOf(const Storage &storage, bool isWritable) {
  // Never freed, as it may be asked for until the interpreter is gone.
  static const auto *asArray = new py::object(py::module_::import("numpy").attr("asarray"));
  return (*asArray)(View{storage.share(), isWritable});
}

Storage clone(const Storage &storage) {
  weir_tensor *copy = nullptr;
  check(weir_tensor_clone(storage.get(), &copy));
  return Storage(copy);
}

} // namespace

void defineStorage(py::module_ &module) {
  py::class_<View>(module, "View", py::buffer_protocol()).def_buffer(bufferOf);
  py::class_<Storage>(module, "Storage")
      .def_static("empty", makeEmpty)
      .def_static("borrow", borrow)
      .def_static("from_dlpack", importDlpack)
      .def("array", arrayOf, "A view of the memory; read-only unless `writable`.")
      .def("clone", clone)
      .def("move_apart", &Storage::moveApart)
      .def_readwrite("variable", &Storage::variable)
      .def("dlpack", exportDlpack)
      .def_property_readonly("dtype", [](const Storage &storage) { return static_cast<int>(storage.dtype()); })
      .def_property_readonly("shape", [](const Storage &storage) { return tupleOf(storage.shape()); })
      .def_property_readonly("is_contiguous", &Storage::isContiguous)
      .def_property_readonly("address", [](const Storage &storage) {
        return reinterpret_cast<uintptr_t>(weir_tensor_data(storage.get()));
      });

  module.def("create_device", [](int32_t threads, int64_t memoryLimit) { check(createDevice(threads, memoryLimit)); });
  module.def("set_num_threads", [](int32_t threads) { check(weir_device_set_threads(theDevice(), threads)); });
  module.def("num_threads", [] { return weir_device_threads(theDevice()); });
  module.def("bytes_in_use", [] { return weir_device_bytes_in_use(theDevice()); });
  module.def("peak_bytes", [] { return weir_device_peak_bytes(theDevice()); });
  module.def("reset_peak", [] { weir_device_reset_peak(theDevice()); });
  module.def("trace_enable", [](int64_t capacity) { check(weir_trace_enable(theDevice(), capacity)); });
  module.def("trace_export", [](const std::string &path) { check(weir_trace_export(theDevice(), path.c_str())); });
}

} // namespace weir::python
