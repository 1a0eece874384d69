// Tensors and their C interface.
#include "lib/Runtime/Tensor.h"
#include "lib/Runtime/Elements.h"
#include "lib/Runtime/TensorTasks.h"
#include "lib/Runtime/Transfer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace weir {

StaticMeta metaOf(const weir_tensor &tensor) {
  return {tensor.dtype, Sizes(tensor.sizes().begin(), tensor.sizes().end())};
}

std::string describe(const weir_tensor &tensor) { return toString(metaOf(tensor)); }

bool isContiguous(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
    return true;
  int64_t expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] != 1 && strides[i] != expected)
      return false;
    expected *= sizes[i];
  }
  return true;
}

TensorRef tensorOver(std::shared_ptr<DeviceStorage> storage, std::shared_ptr<Engine> engine, DType dtype,
                     std::span<const int64_t> sizes) {
  TensorRef tensor(new weir_tensor);
  tensor->storage = std::move(storage);
  tensor->engine = std::move(engine);
  tensor->dtype = dtype;
  tensor->rank = int(sizes.size());
  tensor->define(sizes);
  return tensor;
}

Status promiseTensor(const std::shared_ptr<Engine> &engine, DType dtype, std::span<const int64_t> sizes,
                     const char *what, TensorRef &tensor) {
  Result<int64_t> bytes = checkedNumBytes(sizes, dtype);
  if (!bytes)
    return failure(WEIR_INVALID_ARGUMENT, message(what, ": ", bytes.message()));
  tensor = tensorOver(engine->allocator->promise(*bytes), engine, dtype, sizes);
  return nullptr;
}

Status createTensor(const std::shared_ptr<Engine> &engine, DType dtype, std::span<const int64_t> sizes,
                    const char *what, TensorRef &tensor, bool *areZeros) {
  if (Status failed = promiseTensor(engine, dtype, sizes, what, tensor))
    return failed;
  return tensor->storage->obtain(what, areZeros);
}

namespace {

Status waitToRead(const weir_tensor &tensor) { return tensor.engine->waitToRead(*tensor.storage); }
Status waitToWrite(const weir_tensor &tensor) { return tensor.engine->waitToWrite(*tensor.storage); }

/// The body of a C function that looks at the tensor's sizes.
template <typename Body> weir_status *withSizes(const weir_tensor &tensor, Body &&body) {
  return guarded([&]() -> Status {
    if (Status failed = waitForSizes(tensor))
      return failed;
    return body();
  });
}

int64_t numBytes(const weir_tensor &tensor) { return weir_tensor_num_elements(&tensor) * byteSize(tensor.dtype); }

bool isDense(const weir_tensor &tensor) { return isContiguous(tensor.sizes(), tensor.steps()); }

} // namespace

Status cloneTensor(const weir_tensor &tensor, TensorRef &copy) {
  if (Status failed = createTensor(tensor.engine, tensor.dtype, tensor.sizes(), "a copied tensor", copy))
    return failed;
  return copyInTurn(tensor, *copy);
}

Status copyTensor(const weir_tensor &source, const weir_tensor &target) {
  return source.engine == target.engine ? copyInTurn(source, target) : transfer(source, target);
}

Status readTensor(const weir_tensor &tensor, void *elements) {
  if (Status failed = waitToRead(tensor))
    return failed;
  if (isDense(tensor))
    return copyToHost(tensor, tensor.data(), elements, numBytes(tensor));
  TensorRef dense;
  if (Status failed = cloneTensor(tensor, dense))
    return failed;
  return readTensor(*dense, elements);
}

namespace {

Status checkMeta(weir_dtype dtype, int32_t rank, const int64_t *shape) {
  if (int(dtype) < 0 || int(dtype) >= kNumDTypes)
    return failure(WEIR_INVALID_ARGUMENT, message("expects a dtype below ", kNumDTypes, ", got ", int(dtype)));
  if (rank < 0 || rank > kMaxRank)
    return failure(WEIR_INVALID_ARGUMENT, message("expects a rank from 0 to ", kMaxRank, ", got ", rank));
  if (rank > 0 && !shape)
    return failure(WEIR_INVALID_ARGUMENT, message("expects ", rank, " sizes, got none"));
  return nullptr;
}

Status checkBytes(const weir_tensor &tensor, size_t bytes) {
  if (bytes == size_t(numBytes(tensor)))
    return nullptr;
  return failure(WEIR_INVALID_ARGUMENT,
                 message("expects ", numBytes(tensor), " bytes of elements for ", describe(tensor), ", got ", bytes));
}

/// The bytes that a strided region spans.
Status checkSpan(std::span<const int64_t> sizes, const int64_t *strides, DType dtype, int64_t &bytes) {
  constexpr int64_t kMaxElements = int64_t(1) << 48;
  Result<int64_t> packed = checkedNumBytes(sizes, dtype);
  if (!packed)
    return failure(WEIR_INVALID_ARGUMENT, packed.message());
  bytes = *packed;
  if (!strides || *packed == 0)
    return nullptr;
  int64_t elements = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    int64_t reach = 0;
    if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &reach) || reach >= kMaxElements || reach <= -kMaxElements)
      return failure(WEIR_INVALID_ARGUMENT, message("expects strides that span less than 2^48 elements, got ",
                                                    strides[i], " in dimension ", i));
    elements += std::abs(reach);
  }
  bytes = elements * byteSize(dtype);
  return nullptr;
}

/// Offsets of the first and the last element in memory, in elements; of a tensor that has some.
std::pair<int64_t, int64_t> reachOf(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  int64_t first = 0, last = 0;
  for (size_t i = 0; i < sizes.size(); ++i)
    (strides[i] < 0 ? first : last) += (sizes[i] - 1) * strides[i];
  return {first, last};
}

Status checkWithin(const weir_tensor &tensor, int64_t offset, const weir_tensor &view) {
  if (weir_tensor_num_elements(&view) == 0)
    return nullptr;
  constexpr int64_t kMaxOffset = int64_t(1) << 48;
  bool isFar = offset < -kMaxOffset || offset > kMaxOffset || weir_tensor_num_elements(&tensor) == 0;
  if (!isFar) {
    auto [first, last] = reachOf(view.sizes(), view.steps());
    auto [least, most] = reachOf(tensor.sizes(), tensor.steps());
    if (offset + first >= least && offset + last <= most)
      return nullptr;
  }
  return failure(WEIR_INVALID_ARGUMENT,
                 message("expects a view inside ", describe(tensor), ", got ", describe(view), " at offset ", offset));
}

} // namespace

TensorRef shareTensor(const weir_tensor &tensor) {
  auto *same = const_cast<weir_tensor *>(&tensor); // the count of references alone changes
  weir_tensor_retain(same);
  return TensorRef(same);
}

Status waitForSizes(const weir_tensor &tensor) {
  if (tensor.hasSizes.load(std::memory_order_acquire))
    return nullptr;
  if (Status failed = waitToRead(tensor))
    return failed;
  if (tensor.hasSizes.load(std::memory_order_acquire))
    return nullptr;
  return failure(WEIR_INVALID_ARGUMENT, message("expects a tensor whose sizes are known, got one of ",
                                                tensor.storage->bytes(), " bytes at most that nothing defines"));
}

} // namespace weir

using namespace weir;

void weir_tensor::define(std::span<const int64_t> sizes) {
  std::copy(sizes.begin(), sizes.end(), shape.begin());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<int64_t>(sizes[i], 1);
  }
  hasSizes.store(true, std::memory_order_release);
}

weir_status *weir_tensor_create(weir_device *device, weir_dtype dtype, int32_t rank, const int64_t *shape,
                                weir_tensor **tensor) {
  return guarded([&]() -> Status {
    if (Status failed = checkMeta(dtype, rank, shape))
      return failed;
    TensorRef created;
    if (Status failed = createTensor(device->engine, DType(dtype), {shape, size_t(rank)}, "a tensor", created))
      return failed;
    *tensor = created.release();
    return nullptr;
  });
}

weir_status *weir_tensor_create_zeros(weir_device *device, weir_dtype dtype, int32_t rank, const int64_t *shape,
                                      weir_tensor **tensor) {
  return guarded([&]() -> Status {
    if (Status failed = checkMeta(dtype, rank, shape))
      return failed;
    TensorRef created;
    bool areZeros = false;
    if (Status failed =
            createTensor(device->engine, DType(dtype), {shape, size_t(rank)}, "a tensor", created, &areZeros))
      return failed;
    DeviceStorage &storage = *created->storage;
    storage.isWritten = true;
    if (!areZeros && storage.bytes() > 0)
      if (Status failed = created->device().fill({storage.place(), 1, 0, {storage.bytes()}, {1}}))
        return failed;
    *tensor = created.release();
    return nullptr;
  });
}

weir_status *weir_tensor_create_bounded(weir_device *device, weir_dtype dtype, int32_t rank, int64_t most,
                                        weir_tensor **tensor) {
  return guarded([&]() -> Status {
    const int64_t unknown[WEIR_MAX_RANK] = {};
    if (Status failed = checkMeta(dtype, rank, unknown))
      return failed;
    TensorRef created;
    if (Status failed = promiseTensor(device->engine, DType(dtype), {&most, 1}, "a tensor", created))
      return failed;
    created->rank = rank;
    created->shape.fill(-1);
    created->hasSizes = false;
    *tensor = created.release();
    return nullptr;
  });
}

weir_status *weir_tensor_set_sizes(weir_tensor *tensor, const int64_t *shape) {
  return guarded([&]() -> Status {
    if (tensor->hasSizes)
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects a tensor whose sizes are not known yet, got ", describe(*tensor)));
    if (Status failed = checkMeta(weir_dtype(tensor->dtype), tensor->rank, shape))
      return failed;
    std::span<const int64_t> sizes{shape, size_t(tensor->rank)};
    Result<int64_t> bytes = checkedNumBytes(sizes, tensor->dtype);
    if (!bytes)
      return failure(WEIR_INVALID_ARGUMENT, bytes.message());
    if (*bytes > tensor->storage->bytes())
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects sizes of at most ", tensor->storage->bytes() / byteSize(tensor->dtype),
                             " elements, got ",
                             toString(StaticMeta{tensor->dtype, Sizes(sizes.begin(), sizes.end())})));
    tensor->define(sizes);
    return nullptr;
  });
}

weir_status *weir_tensor_wait_for_sizes(const weir_tensor *tensor) {
  return guarded([&] { return waitForSizes(*tensor); });
}

weir_status *weir_tensor_create_for(weir_device *device, weir_port port, weir_tensor **tensor) {
  int64_t shape[WEIR_MAX_RANK];
  for (int32_t i = 0; i < port.rank; ++i)
    shape[i] = port.shape[i] < 0 ? 1 : port.shape[i];
  return weir_tensor_create(device, port.dtype, port.rank, shape, tensor);
}

weir_status *weir_tensor_borrow(weir_device *device, void *data, weir_dtype dtype, int32_t rank, const int64_t *shape,
                                const int64_t *strides, void (*release)(void *context), void *context,
                                weir_tensor **tensor) {
  return guarded([&]() -> Status {
    if (Status failed = checkMeta(dtype, rank, shape))
      return failed;
    int64_t bytes = 0;
    std::span<const int64_t> sizes{shape, size_t(rank)};
    if (Status failed = checkSpan(sizes, strides, DType(dtype), bytes))
      return failed;
    if (!data && bytes > 0)
      return failure(WEIR_INVALID_ARGUMENT, message("expects memory for ", bytes, " bytes, got a null pointer"));
    auto storage = std::make_shared<DeviceStorage>(data, bytes);
    TensorRef borrowed = tensorOver(storage, device->engine, DType(dtype), sizes);
    if (strides)
      std::copy(strides, strides + rank, borrowed->strides.begin());
    storage->onRelease(release, context);
    *tensor = borrowed.release();
    return nullptr;
  });
}

weir_status *weir_tensor_view(const weir_tensor *tensor, int64_t offset, int32_t rank, const int64_t *shape,
                              const int64_t *strides, weir_tensor **view) {
  return withSizes(*tensor, [&]() -> Status {
    if (Status failed = checkMeta(weir_dtype(tensor->dtype), rank, shape))
      return failed;
    int64_t bytes = 0;
    std::span<const int64_t> sizes{shape, size_t(rank)};
    if (Status failed = checkSpan(sizes, strides, tensor->dtype, bytes))
      return failed;
    TensorRef created = tensorOver(tensor->storage, tensor->engine, tensor->dtype, sizes);
    if (strides)
      std::copy(strides, strides + rank, created->strides.begin());
    if (Status failed = checkWithin(*tensor, offset, *created))
      return failed;
    created->offset = tensor->offset + offset * byteSize(tensor->dtype);
    *view = created.release();
    return nullptr;
  });
}

weir_status *weir_tensor_clone(const weir_tensor *tensor, weir_tensor **copy) {
  return withSizes(*tensor, [&]() -> Status {
    TensorRef cloned;
    if (Status failed = cloneTensor(*tensor, cloned))
      return failed;
    *copy = cloned.release();
    return nullptr;
  });
}

weir_status *weir_tensor_copy(const weir_tensor *source, weir_tensor *target) {
  return withSizes(*source, [&]() -> Status {
    if (Status failed = waitForSizes(*target))
      return failed;
    if (metaOf(*source) != metaOf(*target))
      return failure(WEIR_INVALID_ARGUMENT, message("expects a copy between equal types, got ", describe(*source),
                                                    " and ", describe(*target)));
    return copyTensor(*source, *target);
  });
}

weir_status *weir_tensor_write(weir_tensor *tensor, const void *elements, size_t bytes) {
  return withSizes(*tensor, [&]() -> Status {
    if (Status failed = checkBytes(*tensor, bytes))
      return failed;
    return writeInTurn(*tensor, elements);
  });
}

weir_status *weir_tensor_read(const weir_tensor *tensor, void *elements, size_t bytes) {
  return withSizes(*tensor, [&]() -> Status {
    if (Status failed = checkBytes(*tensor, bytes))
      return failed;
    return readTensor(*tensor, elements);
  });
}

void weir_tensor_retain(weir_tensor *tensor) { tensor->references.fetch_add(1, std::memory_order_relaxed); }

void weir_tensor_free(weir_tensor *tensor) {
  if (tensor && tensor->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete tensor;
}

weir_status *weir_tensor_wait(const weir_tensor *tensor) {
  return guarded([&] { return waitToRead(*tensor); });
}

void *weir_tensor_data(const weir_tensor *tensor) {
  weir_status_free(guarded([&] { return waitToWrite(*tensor); }));
  weir_status_free(guarded([&] { return tensor->storage->obtain("a tensor"); })); // that nobody could write
  return tensor->data();
}

weir_status *weir_tensor_wait_for_data(const weir_tensor *tensor, void **data) {
  return guarded([&]() -> Status {
    if (Status failed = waitToRead(*tensor))
      return failed;
    if (Status failed = waitToWrite(*tensor))
      return failed;
    if (Status failed = tensor->storage->obtain("a tensor"))
      return failed;
    *data = tensor->data();
    tensor->storage->isWritten = true; // by who has the address
    return nullptr;
  });
}

void weir_tensor_expose(weir_tensor *tensor, int32_t is_writable) { tensor->storage->expose(1, is_writable != 0); }

int32_t weir_tensor_is_exposed(const weir_tensor *tensor) { return tensor->storage->isExposed(); }

void weir_tensor_conceal(weir_tensor *tensor, int32_t is_writable) { tensor->storage->expose(-1, is_writable != 0); }

int32_t weir_tensor_is_same(const weir_tensor *tensor, const weir_tensor *other) {
  return tensor->storage == other->storage && tensor->offset == other->offset && tensor->dtype == other->dtype &&
         std::ranges::equal(tensor->sizes(), other->sizes()) && std::ranges::equal(tensor->steps(), other->steps());
}

weir_dtype weir_tensor_dtype(const weir_tensor *tensor) { return weir_dtype(tensor->dtype); }

int32_t weir_tensor_rank(const weir_tensor *tensor) { return tensor->rank; }

const int64_t *weir_tensor_shape(const weir_tensor *tensor) { return tensor->shape.data(); }

const int64_t *weir_tensor_strides(const weir_tensor *tensor) { return tensor->strides.data(); }

int64_t weir_tensor_num_elements(const weir_tensor *tensor) {
  if (!tensor->hasSizes)
    return -1;
  int64_t count = 1;
  for (int64_t size : tensor->sizes())
    count *= size;
  return count;
}

weir_status *weir_tensor_load(const weir_tensor *tensor, int64_t index, double *value) {
  return withSizes(*tensor, [&]() -> Status {
    int64_t count = weir_tensor_num_elements(tensor), offset = 0;
    if (index < 0 || index >= count)
      return failure(WEIR_INVALID_ARGUMENT, message("expects an index from 0 to ", count - 1, ", got ", index));
    for (int i = tensor->rank; i-- > 0; index /= tensor->shape[size_t(i)])
      offset += index % tensor->shape[size_t(i)] * tensor->strides[size_t(i)];
    if (Status failed = waitToRead(*tensor))
      return failed;
    int64_t bytes = byteSize(tensor->dtype);
    uint64_t element = 0;
    const char *place = static_cast<const char *>(tensor->data()) + offset * bytes;
    if (Status failed = copyToHost(*tensor, place, &element, bytes))
      return failed;
    *value = loadElement(&element, tensor->dtype);
    return nullptr;
  });
}

weir_status *weir_tensor_fill(weir_tensor *tensor, double value) {
  return withSizes(*tensor, [&]() -> Status {
    uint64_t bits = 0;
    storeElement(&bits, tensor->dtype, value);
    return fillInTurn(*tensor, bits);
  });
}

weir_status *weir_tensor_fill_element(weir_tensor *tensor, const void *element) {
  return withSizes(*tensor, [&]() -> Status {
    uint64_t bits = 0;
    std::memcpy(&bits, element, size_t(byteSize(tensor->dtype)));
    return fillInTurn(*tensor, bits);
  });
}

int64_t weir_dtype_size(weir_dtype dtype) { return dtype < weir_dtype(kNumDTypes) ? byteSize(DType(dtype)) : 0; }

const char *weir_dtype_name(weir_dtype dtype) {
  return dtype < weir_dtype(kNumDTypes) ? name(DType(dtype)).data() : "unknown";
}
