// Functions of Python among what is launched: they are called on a thread of the runtime, in the program's order.
#include "python/bindings/Errors.h"
#include "python/bindings/PyStorage.h"

#include <pybind11/stl.h>

#include <memory>
#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {

struct HostCall {
  py::object function; ///< returns what went wrong, or None
  std::vector<weir_access> accesses;
};

/// May run on any thread.
void releaseCall(void *context) {
  if (isPythonEnding())
    return;
  WithGil gil;
  delete static_cast<HostCall *>(context);
}

size_t numBytes(const py::buffer_info &info) { return static_cast<size_t>(info.size * info.itemsize); }

/// The function may keep its arrays, so they are copies.
py::buffer copyOf(const weir_tensor *tensor) {
  py::tuple shape = tupleOf({weir_tensor_shape(tensor), static_cast<size_t>(weir_tensor_rank(tensor))});
  const char *format = formatOf(static_cast<DType>(weir_tensor_dtype(tensor)));
  py::buffer array = py::module_::import("numpy").attr("empty")(shape, format);
  py::buffer_info elements = array.request(/*writable=*/true);
  checkWithoutGil([&] { return weir_tensor_read(tensor, elements.ptr, numBytes(elements)); });
  return array;
}

void callWith(const HostCall &call, weir_tensor *const *tensors, size_t count) {
  py::tuple arrays(count);
  for (size_t i = 0; i < count; ++i)
    arrays[i] = copyOf(tensors[i]);
  PyObject *returned = stayingAtEnd([&] { return PyObject_CallObject(call.function.ptr(), arrays.ptr()); });
  if (!returned)
    throw py::error_already_set();
  auto wrong = py::reinterpret_steal<py::object>(returned);
  if (!wrong.is_none())
    throw std::runtime_error(wrong.cast<std::string>());
  for (size_t i = 0; i < count; ++i)
    if (call.accesses[i] != WEIR_READ) {
      py::buffer_info elements = py::buffer(arrays[i]).request();
      checkWithoutGil([&] { return weir_tensor_write(tensors[i], elements.ptr, numBytes(elements)); });
    }
}

weir_status *callPython(void *context, weir_tensor *const *tensors, int32_t count) {
  WithGil gil;
  try {
    callWith(*static_cast<HostCall *>(context), tensors, static_cast<size_t>(count));
    return nullptr;
  } catch (const std::exception &error) {
    return weir_status_create(WEIR_CALLBACK, error.what());
  }
}

/// Of the tensors, the last `numWritten` get what the function leaves in their arrays.
void callOnHost(const std::string &device, py::object function, const std::vector<const TensorStorage *> &storages,
                size_t numWritten) {
  std::vector<std::shared_ptr<weir_tensor>> held; // another thread may move a storage apart
  std::vector<weir_tensor *> tensors;
  for (const TensorStorage *storage : storages)
    tensors.push_back(held.emplace_back(storage->share()).get());
  std::vector<weir_access> accesses(tensors.size() - numWritten, WEIR_READ);
  accesses.resize(tensors.size(), WEIR_WRITE);
  auto call = std::make_unique<HostCall>(std::move(function), accesses);
  weir_device *handle = deviceOf(device).handle;
  checkWithoutGil([&] {
    return weir_host_access(handle, callPython, call.release(), releaseCall, tensors.data(), accesses.data(),
                            static_cast<int32_t>(tensors.size()));
  });
}

} // namespace

void defineHostCall(py::module_ &module) { module.def("call_on_host", callOnHost); }

} // namespace weir::python
