// Emits a kernel that sorts lines, or finds their first elements in order.
#pragma once

#include "lib/Target/Cpu/Sort/SortShape.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

/// Replaces `kernel` by `prepare` and `run`. `lanes` are those of four bytes in a vector.
void emitSort(mlir::ModuleOp module, mlir::func::FuncOp kernel, const SortShape &shape,
              const KernelSignature &signature, int64_t lanes);

} // namespace weir::cpu
