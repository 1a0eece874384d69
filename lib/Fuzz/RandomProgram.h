// A random program of the dialect's ops, the same for the same seed.
#pragma once

#include "lib/Fuzz/OpForms.h"

namespace weir::fuzz {

/// A job of static sizes. Attributes say what it runs on, and which of its sizes are `?` when it is compiled.
mlir::OwningOpRef<mlir::ModuleOp> randomProgram(const OpForms &forms, mlir::MLIRContext *context, uint64_t seed);

} // namespace weir::fuzz
