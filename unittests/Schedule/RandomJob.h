// Random jobs as the stage `schedule` gets them, as text.
#pragma once

#include <random>
#include <string>

namespace weir {

/// A module with one job @job of about `numCalls` kernel calls: static shapes of a few sizes, reshapes, constants,
/// offers to work in place, calls nobody needs, variables that are read, updated, swapped and kept, results of every
/// origin.
std::string randomJob(std::mt19937 &random, int numCalls);

} // namespace weir
