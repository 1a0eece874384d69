// Writes IR to files for people and tests to read.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Writes the module with its locations to `folder`/`file`, making the folder if there is none. Errors are emitted at
/// the module.
mlir::LogicalResult dumpIr(mlir::ModuleOp module, llvm::StringRef folder, const llvm::Twine &file);

} // namespace weir
