// The inverse of SelectTarget: merges artifacts that were compiled from one module for one target each.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// Jobs and kernels of the parts one after the other; what a variable or constant is for one target it is for all.
/// Kernels of two targets that were made from one module become one kernel with the images of both. `parts` is not
/// empty.
Result<Artifact> mergeTargets(std::vector<Artifact> parts);

} // namespace weir
