// The test kernels' machine code, taken out of the object file that the C compiler made.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// The whole text section as the image, entry points by symbol: `<name>_prepare` and `<name>_run`. Fails the test if
/// the code refers to anything outside itself.
Kernel kernelFromObject(const std::string &name, std::vector<KernelOperand> operands, uint32_t numScalars = 0);

} // namespace weir
