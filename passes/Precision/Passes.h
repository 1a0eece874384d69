// The stage `precision`: which values are kept in a narrower float type than the user wrote.
#pragma once

#include "dialects/Weir/IR/Dialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Precision/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Precision/Passes.h.inc"

/// Narrows what may be narrowed and folds the casts that meet.
void buildPrecisionPipeline(mlir::OpPassManager &passes);

} // namespace weir
