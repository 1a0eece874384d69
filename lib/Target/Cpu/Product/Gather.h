// Blocks of what products read that is no matrix in memory, as windows of images are: copied, row by row, by runs of
// neighbours, with zeros where they reach out of what is padded.
#pragma once

#include "lib/Target/Cpu/Gemm/Gemm.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Cpu/Product/ProductLoops.h"

namespace weir::cpu {

/// Between the indices of a gathered operand and its memory.
struct Gather {
  const ProductSide &side;
  llvm::ArrayRef<unsigned> batch, rows, columns; ///< loops of each stored dimension, outer first
  llvm::ArrayRef<int64_t> sizes;                 ///< of the loops
  int64_t lanes;                                 ///< of a vector of the target's elements
  bool masksCheaply;                             ///< masked accesses are single instructions
};

/// Writes the block of `site`, whose elements are wider floats than the source's or the same. `extents`: the sizes of
/// the loops as values.
void emitGather(const IndexMath &ix, const Gather &gather, const GatherSite &site, mlir::Value source,
                mlir::ValueRange extents);

} // namespace weir::cpu
