// Lists of the operands and results of one call: of few, which lie on the stack.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

namespace weir::python {

template <typename T> using ListOf = std::pmr::vector<T>;

template <typename T, size_t kFew = 8> class ShortList {
public:
  ShortList() { values.reserve(kFew); }
  ShortList(const ShortList &) = delete;
  ShortList &operator=(const ShortList &) = delete;

  ListOf<T> &operator*() { return values; }
  ListOf<T> *operator->() { return &values; }

private:
  alignas(T) std::array<std::byte, kFew * sizeof(T)> room; ///< not set
  std::pmr::monotonic_buffer_resource memory{room.data(), room.size()};
  ListOf<T> values{&memory};
};

} // namespace weir::python
