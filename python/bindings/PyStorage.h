// The class Storage: the memory of tensors, which they share as they share the object.
#pragma once

#include "include/weir/Runtime/Runtime.h"
#include "python/bindings/Device.h"
#include "python/bindings/PyBox.h"
#include "python/bindings/Sizes.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <span>
#include <string>

namespace weir::python {

/// The host has the address of a tensor's memory: runs keep to the order of the host's program meanwhile.
class Exposure {
public:
  /// Waits for the runs that use the memory, without the GIL; raises what went wrong in the one that wrote it.
  Exposure(std::shared_ptr<weir_tensor> tensor, bool isWritable);
  ~Exposure() { weir_tensor_conceal(tensor.get(), isWritable); }
  Exposure(const Exposure &) = delete;
  Exposure &operator=(const Exposure &) = delete;

  const std::shared_ptr<weir_tensor> tensor;
  const bool isWritable;
  void *address = nullptr; ///< of the first element
};

/// What all storages over one memory share.
struct SharedMemory {
  std::string variable;    ///< the name that the session knows it by, or ""
  uint64_t writes = 0;     ///< how often it has been written to
  bool isLent = false;     ///< by somebody who may look at it, and write to it
  bool isSure = false;     ///< what wrote it first has ended well
  bool hasHistory = false; ///< a tensor over it requires gradients: views from before have to follow
};

bool isRowMajor(std::span<const int64_t> sizes, std::span<const int64_t> strides);

class TensorStorage {
public:
  /// Takes over a reference.
  TensorStorage(const TensorDevice &device, weir_tensor *tensor) : owner(&device) { hold(tensor); }
  /// The same of memory that is somebody else's, too.
  static TensorStorage lent(const TensorDevice &device, weir_tensor *tensor, PyObject *lender = nullptr);
  /// Row-major, of zeros or of elements yet to be written. Raises ValueError where sizes are none.
  static TensorStorage create(const TensorDevice &device, int dtype, const std::vector<int64_t> &shape, bool isZero);

  const TensorDevice &device() const { return *owner; }
  weir_tensor *get() const { return tensor.get(); }
  /// A reference for views, which outlive what `prepareForGraphs` does.
  std::shared_ptr<weir_tensor> share() const { return tensor; }
  DType dtype() const { return static_cast<DType>(weir_tensor_dtype(get())); }
  std::span<const int64_t> shape() const { return {weir_tensor_shape(get()), rank()}; }
  std::span<const int64_t> strides() const { return {weir_tensor_strides(get()), rank()}; }
  bool isContiguous() const;
  /// False where elements are surely row-major, without a look at them.
  bool mayBeStrided() const { return isPart || memory->isLent; }
  /// Elements of the same memory, from the one on that is `offset` elements behind this storage's first.
  TensorStorage view(std::span<const int64_t> sizes, std::span<const int64_t> steps, int64_t offset) const;
  bool sharesMemory(const TensorStorage &other) const { return memory == other.memory; }
  /// Elements of the memory in front of the first of these.
  int64_t offset() const { return begin; }
  /// Whether one element of memory is several of these.
  bool overlapsItself() const;
  /// Whether both are the same elements in the same order, of equal shape.
  bool isSameAs(const TensorStorage &other) const;
  TensorStorage clone() const;
  /// Elements of another storage of equal shape and dtype, on any device. What waits to read these is completed first,
  /// as before each write.
  void copyFrom(const TensorStorage &source);
  /// Sets all elements to the one that stands there.
  void fill(const void *element);
  /// Whether nobody would notice if this had the other's memory, of equal shape and dtype, instead of its own. What may
  /// still fail is copied, as the elements from before are those afterwards.
  bool canTake(const TensorStorage &other) const;
  /// Leaves the other without memory.
  void take(TensorStorage &other) {
    static_cast<Held &>(*memory).drop();
    tensor = std::move(other.tensor);
  }
  /// Variables are row-major and have memory of their own: copies elements that aren't, or are a part of another
  /// tensor's. Also copies those of a lender that nobody else has, so that runs need not expect him to write.
  void prepareForGraphs();

  /// The name that the session knows the memory by, or "": that of the whole memory, so a view has none.
  std::string variable() const { return isPart ? "" : memory->variable; }
  SharedMemory &shared() const { return *memory; }

private:
  /// A tensor and what its views share of it, in one block, as most tensors have no views.
  struct Held : SharedMemory {
    explicit Held(weir_tensor *tensor) : tensor(tensor) {}
    ~Held() { drop(); }
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;
    void drop() { weir_tensor_free(std::exchange(tensor, nullptr)); }

    weir_tensor *tensor;
  };

  void hold(weir_tensor *given) {
    auto held = std::make_shared<Held>(given);
    tensor = {held, given};
    memory = std::move(held);
  }
  /// Neither the tensor nor what views share is somebody else's, too.
  bool isHeldOnce() const {
    bool areOneBlock = !tensor.owner_before(memory) && !memory.owner_before(tensor);
    long once = areOneBlock ? 2 : 1;
    return tensor.use_count() == once && memory.use_count() == once;
  }
  /// Nobody else has this memory or its address.
  bool isAlone() const { return isHeldOnce() && !memory->isLent && !isPart; }
  size_t rank() const { return static_cast<size_t>(weir_tensor_rank(get())); }

  const TensorDevice *owner;
  std::shared_ptr<weir_tensor> tensor;
  PyObject *lender =
      nullptr; ///< of the memory, who lives as long as it is used; null where it is the runtime's, or not Python's
  std::shared_ptr<SharedMemory> memory; ///< a Held
  bool isPart = false;                  ///< a view
  int64_t begin = 0;                    ///< of its first element, counted in elements from that of the whole
};

/// The element's code in the buffer protocol; bf16 shows as its bits.
const char *formatOf(DType dtype);

/// A scalar of float64.
TensorStorage makeScalar(const TensorDevice &device, double value);
TensorStorage makeScalar(const TensorDevice &device, int64_t value);

void defineStorage(pybind11::module_ &module);
/// Capsules of the DLPack protocol, as methods of Storage. `device` is the protocol's kind and number.
pybind11::capsule exportDlpack(const TensorStorage &storage, std::pair<int32_t, int32_t> device);
TensorStorage importDlpack(const pybind11::capsule &capsule);

void defineWorld(pybind11::module_ &module);
void defineSession(pybind11::module_ &module);
void defineNumbers(pybind11::module_ &module);
void defineHostCall(pybind11::module_ &module);

} // namespace weir::python

template <>
class pybind11::detail::type_caster<weir::python::TensorStorage>
    : public weir::python::BoxCaster<weir::python::TensorStorage> {};
