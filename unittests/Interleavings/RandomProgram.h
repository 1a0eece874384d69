// A program of random tasks for a scheduler, on threads that the explorer switches.
#pragma once

#include <cstdint>
#include <string>

namespace weir {

/// Which fault of faults.toml is in effect; none if empty.
void plant(std::string fault);

/// Runs the program of a seed by the schedule of that seed; what went wrong, and nothing if all is right. `points`:
/// how many points the schedule passed.
std::string troubleOf(uint64_t seed, uint64_t *points = nullptr);

} // namespace weir
