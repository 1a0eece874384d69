// Packing for tile registers: rows of A as they are, one behind the other, with zeros behind the last K up to whole
// tiles.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

namespace weir::cpu {

/// Elements [k0, k0 + depth) of rows [row, rowEnd).
struct SlabBox {
  mlir::Value row, rowEnd, k0, depth;
};

/// Packs them to the beginning of `target`, an array of 16-bit elements, gatheredDepth() of them for each row. May
/// write as many rows as whole tiles have.
void emitPackRows(const GemmForm &form, const IndexMath &ix, mlir::Value source, mlir::Value target,
                  const SlabBox &box);

} // namespace weir::cpu
