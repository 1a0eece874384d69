// From a module of LLVM and NVVM ops to functions of the LLVM dialect that call the simulator.
#pragma once

#include "lib/Target/Sim/ThreadCode.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OwningOpRef.h"

namespace weir::sim {

struct SimModule {
  mlir::OwningOpRef<mlir::ModuleOp> module; ///< its functions with the names of the entries are of type weir_sim_phase
  int64_t staticSharedBytes = 0;            ///< in front of a launch's dynamic shared memory
};

/// Lowers a copy of `kernels`. `image` says what to check; its table of locations grows by the image's sites, so that a
/// site is a position in it. Whatever the simulator doesn't know is an error at the op, all of them together.
mlir::FailureOr<SimModule> lowerToSim(mlir::gpu::GPUModuleOp kernels, SimImage &image);

} // namespace weir::sim
