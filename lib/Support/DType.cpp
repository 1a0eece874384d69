// The table of element types. Knows nothing of MLIR or of devices.
#include "lib/Support/DType.h"

#include <array>
#include <cassert>
#include <cstddef>

namespace weir {

namespace {

enum class Class : uint8_t { Float, Integer, Bool };

struct Entry {
  std::string_view name;
  int64_t bytes;
  Class kind;
};

/// In the order of DType.
constexpr std::array<Entry, kNumDTypes> kEntries = {{
    {"f64", 8, Class::Float},
    {"f32", 4, Class::Float},
    {"f16", 2, Class::Float},
    {"bf16", 2, Class::Float},
    {"i64", 8, Class::Integer},
    {"i32", 4, Class::Integer},
    {"i8", 1, Class::Integer},
    {"u8", 1, Class::Integer},
    {"bool", 1, Class::Bool},
}};

const Entry &entry(DType dtype) {
  auto index = static_cast<size_t>(dtype);
  assert(index < kEntries.size() && "a dtype read from a file is checked by the reader");
  return kEntries[index];
}

} // namespace

int64_t byteSize(DType dtype) { return entry(dtype).bytes; }

std::string_view name(DType dtype) { return entry(dtype).name; }

std::optional<DType> parseDType(std::string_view name) {
  for (size_t i = 0; i < kEntries.size(); ++i)
    if (kEntries[i].name == name)
      return static_cast<DType>(i);
  return std::nullopt;
}

bool isFloat(DType dtype) { return entry(dtype).kind == Class::Float; }

bool isInteger(DType dtype) { return entry(dtype).kind == Class::Integer; }

} // namespace weir
