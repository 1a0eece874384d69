// Emits the two functions of a kernel of two products with rows between them.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Nest/NestEmitter.h"

namespace weir::cpu {

/// Emits `prepare` and `run` if the kernel is such a chain; false where it isn't.
bool emitRowChain(mlir::ModuleOp module, mlir::func::FuncOp kernel, const KernelSignature &signature,
                  const CpuThroughput &cpu, NestVectors form);

} // namespace weir::cpu
