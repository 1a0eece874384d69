// Element types of tensors: their names, sizes and classes. Knows nothing of MLIR or of devices.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weir {

/// The order is part of the artifact format: append, never reorder.
enum class DType : uint8_t { F64, F32, F16, BF16, I64, I32, I8, U8, Bool };

inline constexpr int kNumDTypes = 9;

/// Bytes that one element occupies in storage; a bool is one byte, 0 or 1.
int64_t byteSize(DType dtype);

/// "f32", "bf16", "i64", "bool", …
std::string_view name(DType dtype);
std::optional<DType> parseDType(std::string_view name);

bool isFloat(DType dtype);
/// Signed and unsigned integers; a bool is not an integer.
bool isInteger(DType dtype);

} // namespace weir
