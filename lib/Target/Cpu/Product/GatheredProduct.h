// Emits the two functions of a kernel that is a contraction over several loops for each dimension of a product, as
// convolutions and their gradients are: a product of matrices whose blocks are gathered.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Product/ProductLoops.h"

namespace weir::cpu {

/// The contraction as a product; none where nests of loops take less time.
std::optional<ProductLoops> asGatheredProduct(const nest::Contraction &sum, const KernelSignature &signature);

/// Adds `prepare` and `run`, which call the code of Gemm.h; the elementwise ops are its epilogue.
void emitGatheredProduct(mlir::ModuleOp module, mlir::func::FuncOp kernel, const ProductLoops &product,
                         const KernelSignature &signature, const CpuThroughput &cpu);

} // namespace weir::cpu
