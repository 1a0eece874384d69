// Parses IR text that may come from anywhere.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string_view>

namespace weir {

/// Fails, with an error emitted, where MLIR's parser would not survive the text, or where it is none: nesting beyond
/// kMaxNesting, arrays of index, bytecode.
mlir::LogicalResult checkSource(std::string_view text, llvm::StringRef name, mlir::MLIRContext *context);

/// The module, or null with an error emitted, what checkSource says among them. Jobs have a job's signature: nothing
/// behind the parser meets a port of a type that Weir lacks.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(std::string_view text, llvm::StringRef name, mlir::MLIRContext *context);

inline constexpr int kMaxNesting = 256;

} // namespace weir
