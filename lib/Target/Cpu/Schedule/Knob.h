// A number of a schedule: what it is called, where it stands, and what it may be. Knows no MLIR.
#pragma once

#include <cstdint>
#include <string_view>

namespace weir::cpu {

struct Knob {
  std::string_view name;
  int64_t *value;
  int64_t least, most;
  int64_t unit = 1; ///< it is a multiple of this
  int64_t step = 1; ///< to what is tried beside it; 0: half and twice the number alone

  bool admits(int64_t number) const { return number >= least && number <= most && number % unit == 0; }
};

} // namespace weir::cpu
