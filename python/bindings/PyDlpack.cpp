// Tensors in capsules of the DLPack protocol, both ways without a copy.
#include "python/bindings/Device.h"
#include "python/bindings/Dlpack.h"
#include "python/bindings/Errors.h"
#include "python/bindings/PyStorage.h"

#include <cstring>

namespace py = pybind11;

namespace weir::python {

namespace {

constexpr const char *kName = "dltensor", *kUsedName = "used_dltensor";

struct TypeEntry {
  DType dtype;
  DLDataType type;
};
constexpr TypeEntry kTypes[] = {
    {DType::F64, {2, 64, 1}},  {DType::F32, {2, 32, 1}}, {DType::F16, {2, 16, 1}},
    {DType::BF16, {4, 16, 1}}, {DType::I64, {0, 64, 1}}, {DType::I32, {0, 32, 1}},
    {DType::I8, {0, 8, 1}},    {DType::U8, {1, 8, 1}},   {DType::Bool, {6, 8, 1}},
};

/// What a capsule of ours holds; the tensor's sizes live in the runtime's tensor.
struct Export {
  DLManagedTensor managed;
  Exposure exposure;
};

void freeExport(DLManagedTensor *managed) { delete static_cast<Export *>(managed->manager_ctx); }

/// Nobody took the tensor out of the capsule: it is ours to free.
void freeCapsule(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, kName))
    return;
  auto *managed = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, kName));
  managed->deleter(managed);
}

void releaseImport(void *context) {
  auto *managed = static_cast<DLManagedTensor *>(context);
  // A deleter may belong to Python objects.
  if (!managed->deleter || isPythonEnding())
    return;
  WithGil gil;
  managed->deleter(managed);
}

DType dtypeOf(const DLDataType &type) {
  for (const TypeEntry &entry : kTypes)
    if (entry.type.code == type.code && entry.type.bits == type.bits && type.lanes == 1)
      return entry.dtype;
  throw py::type_error("from_dlpack: expects a dtype that Weir has, got DLPack code " + std::to_string(type.code) +
                       " with " + std::to_string(type.bits) + " bits and " + std::to_string(type.lanes) + " lanes");
}

void checkImport(const DLTensor &tensor) {
  if (tensor.device.device_type != 1)
    throw py::value_error("from_dlpack: expects a tensor on the CPU, got device type " +
                          std::to_string(tensor.device.device_type));
  if (tensor.ndim < 0 || tensor.ndim > kMaxRank)
    throw py::value_error("from_dlpack: expects at most " + std::to_string(kMaxRank) + " dimensions, got " +
                          std::to_string(tensor.ndim));
  for (int d = 0; tensor.strides && d < tensor.ndim; ++d)
    if (tensor.strides[d] < 0)
      throw py::value_error("from_dlpack: expects strides of at least 0, got " + std::to_string(tensor.strides[d]));
}

} // namespace

py::capsule exportDlpack(const TensorStorage &storage, std::pair<int32_t, int32_t> device) {
  auto *made = new Export{{}, Exposure(storage.share(), /*isWritable=*/true)};
  DLTensor &tensor = made->managed.dl_tensor;
  tensor.data = made->exposure.address;
  tensor.device = {device.first, device.second};
  tensor.ndim = static_cast<int32_t>(storage.shape().size());
  for (const TypeEntry &entry : kTypes)
    if (entry.dtype == storage.dtype())
      tensor.dtype = entry.type;
  tensor.shape = const_cast<int64_t *>(storage.shape().data());
  tensor.strides = const_cast<int64_t *>(storage.strides().data());
  made->managed.manager_ctx = made;
  made->managed.deleter = freeExport;
  return py::capsule(&made->managed, kName, freeCapsule);
}

TensorStorage importDlpack(const py::capsule &capsule) {
  if (!capsule.name() || std::strcmp(capsule.name(), kName) != 0)
    throw py::value_error(std::string("from_dlpack: expects a capsule named dltensor, got ") +
                          (capsule.name() ? capsule.name() : "one without a name"));
  auto *managed = capsule.get_pointer<DLManagedTensor>();
  const DLTensor &tensor = managed->dl_tensor;
  checkImport(tensor);
  const TensorDevice &cpu = deviceOf("cpu");
  weir_tensor *made = nullptr;
  check(weir_tensor_borrow(cpu.handle, static_cast<char *>(tensor.data) + tensor.byte_offset,
                           static_cast<weir_dtype>(dtypeOf(tensor.dtype)), tensor.ndim, tensor.shape, tensor.strides,
                           releaseImport, managed, &made));
  PyCapsule_SetName(capsule.ptr(), kUsedName);
  return TensorStorage::lent(cpu, made);
}

} // namespace weir::python
