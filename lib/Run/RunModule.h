// The jobs of a module, compiled and run.
#pragma once

#include "lib/Run/RunArtifact.h"
#include "lib/Run/RunReference.h"

namespace weir {

/// Compiles the module for the target that is named like the device, and for `machine` if that is not empty, and runs
/// its jobs as runArtifact does, on inputs that their ops accept; on ranks as runArtifactOnRanks does, if any are
/// given.
Result<std::string> runModule(mlir::ModuleOp module, const InputChoice &choice, const std::string &machine,
                              RunArtifactOptions options, std::optional<int32_t> ranks = {});

} // namespace weir
