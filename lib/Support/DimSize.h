// The size of a tensor's dimension as long as it may be `?`.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

namespace weir {

/// A size that may be known only when the program runs. It compares, and no arithmetic on it compiles: who computes
/// with a size asks first whether it is known, and then for the number.
class DimSize {
public:
  constexpr DimSize() = default; // `?`
  constexpr explicit DimSize(int64_t number) : number(number) {}

  constexpr bool isKnown() const { return number.has_value(); }
  constexpr int64_t known() const {
    assert(isKnown() && "expects a size that is known");
    return *number;
  }

  friend constexpr bool operator==(const DimSize &, const DimSize &) = default;

private:
  std::optional<int64_t> number;
};

} // namespace weir
