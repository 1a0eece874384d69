// What a kernel's fault means to who wrote the program.
#pragma once

#include "lib/Runtime/Status.h"

namespace weir {

/// At the place where the op stands in the user's program: what the call says, else what the kernel says, else the
/// instruction.
Status faultStatus(const Artifact &artifact, const Job &job, Id instruction, int32_t code, const weir_fault &fault);

} // namespace weir
