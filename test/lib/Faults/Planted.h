// Which fault is in effect. Copies of the compiler's sources that plant.py writes ask; the compiler itself knows
// nothing of faults.
#pragma once

#include <string_view>

namespace weir {

/// Whether --fault names it.
bool planted(std::string_view fault);

} // namespace weir
