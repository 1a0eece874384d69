// How ranks hold the results of a job.
#pragma once

#include "lib/Compiler/Compile.h"
#include "lib/Support/Holding.h"

namespace weir {

/// For each result of the job of that name, how it is held on each axis of the mesh, as the stage `sbp` plans it.
Result<std::vector<std::vector<Holding>>> heldResults(std::string_view mlirText, std::string_view job,
                                                      const CompileOptions &options);

} // namespace weir
