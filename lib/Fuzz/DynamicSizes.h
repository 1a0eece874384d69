// From a program of static sizes to the same one with `?`.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace weir::fuzz {

/// A copy in which the sizes that the module's attribute `fuzz.dynamic` lists are `?`, as far as arguments give them;
/// null where an op doesn't take that.
mlir::OwningOpRef<mlir::ModuleOp> withDynamicSizes(mlir::ModuleOp module);

} // namespace weir::fuzz
