// Everything that a tool over Weir's IR has to know: dialects, interface models and passes.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace weir {

/// Registers the dialects that modules of any stage may hold, with their external models.
void registerWeir(mlir::DialectRegistry &registry);

/// Registers every pass and test pass on the command line, and each stage as the pipeline `--weir-stage=STAGE`.
void registerWeirPasses();

/// Registers MLIR's own dialects with their extensions, for tools over IR of any origin.
void registerUpstream(mlir::DialectRegistry &registry);

} // namespace weir
