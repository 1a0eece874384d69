// The planned memory of programs as text.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace weir {

/// For each program of a module that has passed the stage `schedule`: bytes by kind of storage, then the buffers of the
/// arena with offset, bytes, the instructions between which they are in use, and who writes them first. Sizes that are
/// known only at run time count as `?`.
std::string memoryReport(mlir::ModuleOp module);

} // namespace weir
