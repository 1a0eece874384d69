// The rules for one kernel. Private to lib/Artifact.
#pragma once

#include "lib/Artifact/Verify.h"

namespace weir {

std::optional<Failure> verifyKernel(const Kernel &kernel);

} // namespace weir
