// What a device of one target sees of an artifact that was made for several.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// The targets that jobs are for, each once, in the order in which jobs name them.
std::vector<std::string> targetsOf(const Artifact &artifact);

/// Without jobs and images of other targets, kernels without an image, and variables that only jobs of other targets
/// use. A verified artifact stays one.
Artifact selectTarget(Artifact artifact, const std::string &target);

} // namespace weir
