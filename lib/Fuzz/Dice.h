// Random choices, a function of a seed alone.
#pragma once

#include "lib/Verify/RandomInputs.h"

namespace weir::fuzz {

class Dice {
public:
  explicit Dice(uint64_t seed) : numbers(seed) {}

  /// In [0, end).
  int64_t below(int64_t end) { return static_cast<int64_t>(numbers.between(0, static_cast<double>(end))); }
  /// In [least, most].
  int64_t from(int64_t least, int64_t most) { return least + below(most - least + 1); }
  bool oneIn(int64_t many) { return below(many) == 0; }
  template <typename Range> auto pick(const Range &range) {
    return range[static_cast<size_t>(below(static_cast<int64_t>(std::size(range))))];
  }

private:
  RandomNumbers numbers;
};

} // namespace weir::fuzz
