// Index arithmetic that the runtime evaluates on the host: which ops it may hold, and what they compute.
#pragma once

#include "lib/Artifact/Program.h"

#include "mlir/IR/Operation.h"

namespace weir::vm {

/// What `op` is in a program's table of host scalars; none where the table has no such thing. Divisions must round as
/// the table's do, so that `arith.divsi` and `arith.remsi`, which round towards zero, are none.
std::optional<HostScalar::Kind> hostScalarKind(mlir::Operation *op);

/// The names of the ops that are host scalars, for messages.
std::string hostScalarNames();

/// Of an op of kind Constant.
int64_t constantOf(mlir::Operation *op);

/// The scalar's value if each size of an input were `assumed`.
int64_t evaluate(mlir::Value scalar, int64_t assumed);

} // namespace weir::vm
