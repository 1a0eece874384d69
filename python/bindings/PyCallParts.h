// What a call of an op, or of a function, depends on: dtype, device and sizes of tensors; numbers, words, and several
// of these. Calls that are equal in that run by the same plan.
#pragma once

#include "python/bindings/PyTensor.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace weir::python {

/// A call, taken apart. It holds no references, but of words that it has made the only ones of their letters.
class CallParts {
public:
  CallParts() {
    key_.reserve(kRoom);
    tensors_.reserve(kFew);
    named_.reserve(kFew);
  }
  CallParts(const CallParts &) = delete;
  CallParts &operator=(const CallParts &) = delete;

  // False of what no key can be made of.
  /// A tensor that stands for no traced value, or what `addValue` takes.
  bool addOperand(PyObject *operand);
  /// A tensor with a shape, which may be one that stands for an operand whose elements nobody reads.
  bool addTensor(TensorFields &tensor);
  /// A number, a word, a dtype, a device, a slice, nothing, or several of what an operand may be.
  bool addValue(PyObject *value);
  /// Words are known by their addresses.
  void addWord(PyObject *word);
  /// The same of a keyword, behind which its value follows.
  void addName(PyObject *name);
  /// By its address, as words are.
  void addObject(PyObject *object);

  std::span<const uint64_t> key() const { return key_; }
  /// Operands that may be inputs: floats; without these, integers.
  std::span<const double> floats() const { return floats_; }
  std::span<const int64_t> integers() const { return floats_.empty() ? integers_ : std::span<const int64_t>(); }
  /// The key of calls with any of these where these are.
  std::vector<uint64_t> keyOfAnyNumbers() const;
  std::span<TensorFields *const> tensors() const { return tensors_; }
  /// What is known by its address: as long as the key is kept, it has to be held.
  std::span<PyObject *const> named() const { return named_; }

  /// The classes of dtypes and devices.
  static void setClasses(pybind11::object dtype, pybind11::object device);

private:
  enum class Part : uint64_t {
    Tensor,
    Again,
    None,
    Bool,
    Int,
    Float,
    Word,
    Name,
    List,
    Tuple,
    DType,
    Device,
    Slice,
    Dots,
    Object,
    AnyFloat,
    AnyInt
  };
  static constexpr size_t kRoom = 40, kFew = 8; ///< of most calls
  static constexpr Py_ssize_t kMost = 64;       ///< of several values

  void push(Part part, uint64_t value);
  bool addInteger(PyObject *value);
  bool addSeveral(PyObject *values);
  bool addSlice(PyObject *value);
  void addInterned(Part part, PyObject *word);

  std::array<std::byte, 768> room;
  std::pmr::monotonic_buffer_resource memory{room.data(), room.size()};
  std::pmr::vector<uint64_t> key_{&memory};
  std::pmr::vector<TensorFields *> tensors_{&memory};
  std::pmr::vector<PyObject *> named_{&memory};
  std::vector<pybind11::object> interned_;
  std::pmr::vector<double> floats_{&memory}; ///< operands
  std::pmr::vector<int64_t> integers_{&memory};
  std::pmr::vector<size_t> floatPlaces_{&memory}, integerPlaces_{&memory}; ///< of these in the key
  int depth_ = 0;                                                          ///< of several values within each other
};

struct HashKey {
  using is_transparent = void;
  size_t operator()(std::span<const uint64_t> key) const {
    uint64_t hash = 0x9e3779b97f4a7c15ull;
    for (uint64_t word : key) {
      hash = (hash ^ word) * 0xff51afd7ed558ccdull;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

struct EqualKeys {
  using is_transparent = void;
  bool operator()(std::span<const uint64_t> a, std::span<const uint64_t> b) const {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
  }
};

} // namespace weir::python
