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

enum class GpuMutationKind {
  Change, ///< the mutation
  /// Instead, an access that no launch allows, where the mutation would change something: whoever runs this without a
  /// report has inputs for which the mutated kernel is the same.
  Probe,
};

/// Makes mutation `number`; fails where there are fewer.
mlir::LogicalResult applyGpuMutation(mlir::ModuleOp device, size_t number, GpuMutationKind kind);

/// Registers --weir-test-mutate-gpu.
void registerGpuMutationPass();

} // namespace weir
