// Packing: panels of A's rows or B's columns as [k word][width], converted to words, so that the K loop reads both
// operands at consecutive addresses whatever layout and element type they have in memory.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

namespace weir::cpu {

/// The side of a product that a panel is cut from: A's rows or B's columns.
struct PanelKind {
  const GemmOperand &operand;
  bool kOuter;   ///< the first stored dimension is K
  int64_t width; ///< of a panel
  bool zeroFill; ///< columns past the end become zeros; else they may hold anything
};
PanelKind panelKindOfA(const GemmForm &form);
PanelKind panelKindOfB(const GemmForm &form);

/// K elements [k0, k0 + depth) of `count` <= width rows or columns from `cross` on, out of `extent` in all.
struct PanelBox {
  mlir::Value k0, depth, cross, count, extent;
};

/// Packs one panel to target[offset ...]. May write up to lanes * (width + lanes) words past the end of a panel of A,
/// which the packing of the next one puts right, and none past that of a panel of B.
void emitPackPanel(const GemmForm &form, const IndexMath &ix, const PanelKind &kind, mlir::Value source,
                   mlir::Value target, mlir::Value offset, const PanelBox &box);

/// Zeros in the words of a panel of B behind a block of `depth` K elements, up to whole tiles.
void emitClearSurplus(const GemmForm &form, const IndexMath &ix, mlir::Value target, mlir::Value offset,
                      mlir::Value depth);
/// Zeros in the row of words of a panel of B at `at`.
void emitClearWords(const GemmForm &form, const IndexMath &ix, mlir::Value target, mlir::Value at);

/// Private functions, made on first use.
///   <name>.pack_a(A, slab, first row tile, end, k0, depth)
///   <name>.pack_b(B, block, first panel, end, k0, depth, words from one panel to the next)
mlir::func::FuncOp packAFunction(const GemmForm &form, mlir::OpBuilder &builder, mlir::ModuleOp module);
mlir::func::FuncOp packBFunction(const GemmForm &form, mlir::OpBuilder &builder, mlir::ModuleOp module);

} // namespace weir::cpu
