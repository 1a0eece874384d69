// Functions and casts that no target should have to call a library for.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Lowering/ExpandMath/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Lowering/ExpandMath/Passes.h.inc"

} // namespace weir
