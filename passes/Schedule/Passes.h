// The stage `schedule`: jobs of kernel calls become programs of the vm dialect.
#pragma once

#include "dialects/Vm/Vm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

/// Where ranks meet: of meetings, of those that no product waits for, and of what follows these. At run time, meetings
/// of odd streams go their own way.
inline constexpr uint64_t kAsideStream = 1, kMeetingsStream = 2, kMeetingsAsideStream = 3;

#define GEN_PASS_DECL
#include "passes/Schedule/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Schedule/Passes.h.inc"

/// The passes of the stage in their order; the last one is its verifier.
void buildSchedulePipeline(mlir::OpPassManager &passes);

} // namespace weir
