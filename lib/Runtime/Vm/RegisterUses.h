// What iterations of a job share: registers and variables, by who uses them.
#pragma once

#include "lib/Runtime/Vm/JobInfo.h"
#include "lib/Runtime/Vm/Lanes.h"
#include "lib/Runtime/Vm/Layout.h"

namespace weir {

/// Of all that somebody writes. Variables that called jobs use are among them; the infos are those of the artifact.
std::vector<RegisterUse> registerUses(const Artifact &artifact, const Job &job, std::span<const JobInfo> infos,
                                      const JobLayout &layout);

} // namespace weir
