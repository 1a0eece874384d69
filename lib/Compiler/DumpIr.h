// Writes IR to files for people and tests to read.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Writes what `print` prints to `folder`/`file`, making the folder if there is none. Errors are emitted at `module`.
mlir::LogicalResult dumpText(mlir::ModuleOp module, llvm::StringRef folder, const llvm::Twine &file,
                             llvm::function_ref<void(llvm::raw_ostream &)> print);

/// The same of the module with its locations.
mlir::LogicalResult dumpIr(mlir::ModuleOp module, llvm::StringRef folder, const llvm::Twine &file);

} // namespace weir
