// Whether an artifact's code for the host can run on this machine.
#pragma once

#include "lib/Runtime/Status.h"

namespace weir {

/// What `prepare` of any kernel needs.
Status checkTriple(const Artifact &artifact);
/// What flat images need.
Status checkCpuFeatures(const Artifact &artifact);

} // namespace weir
