// Emits the two functions of a kernel that is a matrix product with elementwise ops behind it.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Native/KernelFunctions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace weir::cpu {

/// The order in which products read a packed B of `element` fastest; no panels where products convert its elements
/// while they pack them.
PackedLayout packedLayout(mlir::Type element, const CpuThroughput &cpu);

/// The product of a kernel on linalg whose one result follows elementwise from it; null where the kernel is no such, or
/// where B comes in panels of another machine.
mlir::linalg::GenericOp findProduct(mlir::func::FuncOp kernel, const CpuThroughput &cpu);

/// Adds `prepare` and `run`, which call the code of Gemm.h; the elementwise ops are its epilogue.
void emitProduct(mlir::ModuleOp module, mlir::func::FuncOp kernel, mlir::linalg::GenericOp product,
                 const KernelSignature &signature, const CpuThroughput &cpu);

} // namespace weir::cpu
