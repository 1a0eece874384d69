// The verifier of normal form (NormalForm.h) as a pass, shared by the stages that keep it.
#pragma once

#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "dialects/Weir/Control/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "dialects/Weir/Control/Passes.h.inc"

} // namespace weir
