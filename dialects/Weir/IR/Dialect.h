// The weir dialect itself; its ops are in the families beside this folder.
#pragma once

#include "dialects/Weir/IR/Traits.h"

#include "mlir/IR/Dialect.h"

#include "dialects/Weir/IR/Dialect.h.inc"

namespace weir {

/// Functions with this attribute are jobs.
inline constexpr llvm::StringLiteral kJobAttr = "weir.job";
/// On jobs that compute variables which follow from other variables and constants alone; run again when a source's
/// version changes.
inline constexpr llvm::StringLiteral kDeriveAttr = "weir.derive";
/// On a job, or on the module for all of its jobs: the narrow type that mixed precision is to use, `bf16`.
inline constexpr llvm::StringLiteral kAmpAttr = "weir.amp";

} // namespace weir
