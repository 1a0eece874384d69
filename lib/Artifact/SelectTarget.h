// What a device sees of an artifact that was made for several targets, and for several ranks.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// The targets that jobs are for, each once, in the order in which jobs name them.
std::vector<std::string> targetsOf(const Artifact &artifact);

/// Without jobs and images of other targets, kernels without an image, and variables that only jobs of other targets
/// use. A verified artifact stays one.
Artifact selectTarget(Artifact artifact, const std::string &target);

/// The ranks that something of the artifact is for, one more than the last; 0 where all of it is for any.
int64_t numRanks(const Artifact &artifact);

/// Without what other ranks alone have. A verified artifact stays one.
Artifact selectRank(Artifact artifact, int64_t rank);

} // namespace weir
