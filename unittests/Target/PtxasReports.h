// What ptxas says of PTX, asked once: it takes longer than all else in the tests that ask, and says the same of the
// same.
#pragma once

#include "lib/Target/Cuda/Ptxas.h"

namespace weir {

/// The report on `ptx` for the machine `arch`, from a file in the build folder where this program was asked before.
Result<cuda::PtxasReport> ptxasReport(const std::string &ptxas, const std::string &ptx, const std::string &arch);

} // namespace weir
