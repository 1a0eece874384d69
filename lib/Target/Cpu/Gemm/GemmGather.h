// Blocks of operands that are no matrices in memory: written to scratch as such, where the K loop reads them, or as
// panels. The functions that do it are private and made on first use.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

namespace weir::cpu {

/// Rows [row, rowEnd) of A, K elements [k0, k0 + depth), to the beginning of `target`.
struct GatherA {
  mlir::Value target, row, rowEnd, k0, depth;
  mlir::ValueRange batch, operands;
};
void emitGatherA(const GemmForm &form, const IndexMath &ix, mlir::ModuleOp module, GatherFn gather,
                 const GatherA &block);

/// Panels [panel, panelEnd) of B, of `columns` in all, to the beginning of `block`, `stride` words apart. `matrix` is
/// room for them as a matrix where they are packed from there.
struct GatherB {
  mlir::Value block, matrix, panel, panelEnd, k0, depth, stride, columns;
  mlir::ValueRange batch, operands;
};
void emitGatherB(const GemmForm &form, const IndexMath &ix, mlir::ModuleOp module, GatherFn gather,
                 const GatherB &block);

} // namespace weir::cpu
