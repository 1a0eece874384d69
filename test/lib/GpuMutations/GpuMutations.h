// Kernels made wrong on purpose, one place at a time, so that tests can see the simulator notice: a barrier, wait or
// commit is gone, or what a thread does under a condition happens always.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace weir {

/// What the mutations of the functions in a gpu.module do, in the order of their numbers. `device` holds the module, in
/// the LLVM and NVVM dialects.
std::vector<std::string> gpuMutations(mlir::ModuleOp device);

/// Makes mutation `number`; fails where there are fewer.
mlir::LogicalResult applyGpuMutation(mlir::ModuleOp device, size_t number);

/// Changes nothing, but stores a byte of 1 at `address` + n wherever mutation n would change what happens: inputs that
/// leave it 0 say nothing about that mutation.
void noteGpuMutations(mlir::ModuleOp device, uint64_t address);

/// Registers --weir-test-mutate-gpu.
void registerGpuMutationPass();

} // namespace weir
