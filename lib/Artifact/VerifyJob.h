// The rules for one job. Private to lib/Artifact.
#pragma once

#include "lib/Artifact/Verify.h"

namespace weir {

/// Kernels, variables and constants of the artifact, and earlier jobs, have been verified.
std::optional<Failure> verifyJob(const Artifact &artifact, Id job);

} // namespace weir
