// The Contract family of ops; see Ops.td.
#pragma once

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Gradient.h"
#include "dialects/Interfaces/Precision.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weir {

/// On a job, or on the module for all of its jobs: products may round f32 operands to tf32. On a linalg.generic: it
/// is such a product.
inline constexpr llvm::StringLiteral kAllowTf32Attr = "weir.allow_tf32";

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Contract/Ops.h.inc"
