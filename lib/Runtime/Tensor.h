// A tensor: a reference-counted view of a storage. Knows nothing of programs.
#pragma once

#include "lib/Runtime/Engine.h"

#include <array>
#include <atomic>

struct weir_tensor {
  std::atomic<int> references{1};
  std::shared_ptr<weir::DeviceStorage> storage;
  std::shared_ptr<weir::Engine> engine; ///< of the device: who uses it, and where copies of it go
  int64_t offset = 0;                   ///< of the first element in the storage, in bytes
  weir::DType dtype = weir::DType::F32;
  int rank = 0;
  std::array<int64_t, weir::kMaxRank> shape = {}, strides = {}; ///< strides in elements
  std::atomic<bool> hasSizes{true};                             ///< else what is submitted will say them; -1 till then

  /// Where the first element is, once the storage has memory.
  void *data() const { return storage->data() ? static_cast<char *>(storage->data()) + offset : nullptr; }
  weir::Device &device() const { return *engine->device; }
  std::span<const int64_t> sizes() const { return {shape.data(), size_t(rank)}; }
  std::span<const int64_t> steps() const { return {strides.data(), size_t(rank)}; }
  /// Says the sizes of one that has none yet: row-major ones.
  void define(std::span<const int64_t> sizes);
};

namespace weir {

struct DropTensor {
  void operator()(weir_tensor *tensor) const { weir_tensor_free(tensor); }
};
using TensorRef = std::unique_ptr<weir_tensor, DropTensor>;

StaticMeta metaOf(const weir_tensor &tensor);
/// "tensor<2x3xf32>"
std::string describe(const weir_tensor &tensor);

bool isContiguous(std::span<const int64_t> sizes, std::span<const int64_t> strides);

/// A row-major tensor in a storage of its own; `what` is named in the error.
Status createTensor(const std::shared_ptr<Engine> &engine, DType dtype, std::span<const int64_t> sizes,
                    const char *what, TensorRef &tensor, bool *areZeros = nullptr);
/// The same without memory yet.
Status promiseTensor(const std::shared_ptr<Engine> &engine, DType dtype, std::span<const int64_t> sizes,
                     const char *what, TensorRef &tensor);
/// A row-major tensor over the beginning of a storage.
TensorRef tensorOver(std::shared_ptr<DeviceStorage> storage, std::shared_ptr<Engine> engine, DType dtype,
                     std::span<const int64_t> sizes);

/// Another reference to it.
TensorRef shareTensor(const weir_tensor &tensor);

/// Sees to it that the sizes are known: waits for what says them, and for nothing else.
Status waitForSizes(const weir_tensor &tensor);

// These keep to the order of what has been submitted and uses the storage (TensorTasks.h).
/// Row-major copy in a storage of its own, made by the device.
Status cloneTensor(const weir_tensor &tensor, TensorRef &copy);
/// All elements, between tensors of one shape and dtype that may be on different devices.
Status copyTensor(const weir_tensor &source, const weir_tensor &target);
/// All elements in row-major order, to memory of the host.
Status readTensor(const weir_tensor &tensor, void *elements);

} // namespace weir
