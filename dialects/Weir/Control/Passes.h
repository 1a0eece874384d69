// Passes that several stages share: the expansion of composite ops, and the verifier of normal form (NormalForm.h).
#pragma once

#include "mlir/Pass/Pass.h"

namespace weir {

/// On a module: the name of the last stage that it has passed.
inline constexpr llvm::StringLiteral kStageAttr = "weir.stage";

#define GEN_PASS_DECL
#include "dialects/Weir/Control/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "dialects/Weir/Control/Passes.h.inc"

} // namespace weir
