// Lowers checks of indices and divisors to faults; a target says how its code reports one.
#pragma once

#include "lib/Artifact/Program.h"

#include "mlir/IR/Builders.h"

namespace weir {

/// What a weir_fault says; the values are of type index.
struct FaultFields {
  int32_t code, ordinal;
  mlir::Value first, second;
};
/// Builds what happens where `check` fails.
using BuildFaultFn =
    llvm::function_ref<void(mlir::OpBuilder &builder, mlir::Operation *check, const FaultFields &fields)>;

/// Lowers the checks below `root`. `locations` gets the op and line of each; its position there is the ordinal.
void lowerChecks(mlir::Operation *root, std::vector<Location> &locations, BuildFaultFn buildFault);

} // namespace weir
