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
/// On a job: how often a run executes it.
inline constexpr llvm::StringLiteral kRepeatAttr = "weir.repeat";
/// On a job: the one that repeats, behind whose last iteration this one is executed.
inline constexpr llvm::StringLiteral kEpilogueOfAttr = "weir.epilogue_of";
/// On arguments of a job that repeats: an iteration gets its part of what the caller passes.
inline constexpr llvm::StringLiteral kSlicedAttr = "weir.sliced";
/// On results of a job that repeats: the caller gets those of all iterations, one behind the other.
inline constexpr llvm::StringLiteral kStackedAttr = "weir.stacked";
/// On a job, or on the module for all of its jobs: the narrow type that mixed precision is to use, `bf16`.
inline constexpr llvm::StringLiteral kAmpAttr = "weir.amp";
/// Of a weir.optimization_barrier, an integer: gradients are taken of its result, which is merged with no other value
/// before they are there.
inline constexpr llvm::StringLiteral kGradientSourceAttr = "weir.gradient_source";

/// Names of locations begin so where the rest is the path of the module that an op is part of a call of.
inline constexpr llvm::StringLiteral kLayerPrefix = "layer:";

} // namespace weir
