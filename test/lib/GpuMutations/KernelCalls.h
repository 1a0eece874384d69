// What kernels are called with where jobs run on inputs of their tests.
#pragma once

#include "dialects/Interfaces/HostTensor.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/StringMap.h"

namespace weir {

/// The inputs of each job, by its name.
using JobInputs = llvm::StringMap<std::vector<HostTensor>>;
/// The arguments of each call of a kernel, by the kernel's name.
using KernelCalls = llvm::StringMap<std::vector<std::vector<HostTensor>>>;

/// The interpreter runs the jobs of `module`, which has passed the stage launch.
Result<KernelCalls> kernelCalls(mlir::ModuleOp module, const JobInputs &inputs);

} // namespace weir
