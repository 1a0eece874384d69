// The size of a tensor's dimension as long as it may be `?`.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>

namespace weir {

/// A size that may be known only when the program runs. It compares, and no arithmetic on it compiles: who computes
/// with a size asks first whether it is known, and then for the number, or says with `map` what becomes of the number.
class DimSize {
public:
  constexpr DimSize() = default; // `?`
  constexpr explicit DimSize(int64_t number) : number(number) { assert(isKnown() && "expects a number, got the mark"); }
  /// A number that stands in the code is known: `size == 1`, `Shape{2, 3}`.
  template <std::same_as<int> T> consteval DimSize(T number) : number(number) {}

  constexpr bool isKnown() const { return number != kUnknown; }
  constexpr int64_t known() const {
    assert(isKnown() && "expects a size that is known");
    return number;
  }
  constexpr int64_t knownOr(int64_t fallback) const { return isKnown() ? number : fallback; }

  /// `fn(number)`, or `?`.
  template <typename Fn> constexpr DimSize map(Fn fn) const { return isKnown() ? DimSize(fn(number)) : DimSize(); }

  friend constexpr bool operator==(const DimSize &, const DimSize &) = default;

private:
  static constexpr int64_t kUnknown = std::numeric_limits<int64_t>::min();
  int64_t number = kUnknown;
};

/// `?` where one of the two is.
constexpr DimSize sum(DimSize a, DimSize b) {
  return a.isKnown() && b.isKnown() ? DimSize(a.known() + b.known()) : DimSize();
}
constexpr DimSize product(DimSize a, DimSize b) {
  return a.isKnown() && b.isKnown() ? DimSize(a.known() * b.known()) : DimSize();
}

/// True where two sizes may be equal: both known and the same, or one of them `?`.
constexpr bool mayEqual(DimSize a, DimSize b) { return a == b || !a.isKnown() || !b.isKnown(); }

/// The more precise of two sizes that may be equal.
constexpr DimSize refine(DimSize a, DimSize b) { return a.isKnown() ? a : b; }

/// "4" or "?"
inline std::string toString(DimSize size) { return size.isKnown() ? std::to_string(size.known()) : "?"; }

} // namespace weir
