// The simulator's options as users write them.
#pragma once

#include "lib/Runtime/Device/Sim/Launch.h"
#include "lib/Support/Status.h"

#include <string_view>

namespace weir::sim {

/// "check=0|1,seed=N,landing=late|early|random", each at most once, in any order; what is left out is as by default.
Result<sim::Options> parseSimOptions(std::string_view text);

} // namespace weir::sim
