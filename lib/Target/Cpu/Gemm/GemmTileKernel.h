// The register tile by tile registers: its sums begin as zeros or partial sums in memory and end in memory, from where
// they leave through the epilogue.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmMicroKernel.h"

namespace weir::cpu {

/// `rows` rows of C, of which the operands have as many as whole tiles take: what lies past them is multiplied, too.
void emitTiles(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
               mlir::Value rows);

} // namespace weir::cpu
