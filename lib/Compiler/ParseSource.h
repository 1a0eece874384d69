// Parses IR text that may come from anywhere.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string_view>

namespace weir {

/// The module, or null with an error emitted. What would overflow the recursive parser or is no text is refused before
/// it is parsed: nesting beyond kMaxNesting, bytecode.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(std::string_view text, llvm::StringRef name, mlir::MLIRContext *context);

inline constexpr int kMaxNesting = 256;

} // namespace weir
