// How a contraction is taken for products of matrices: which of its factors is A, which loops make one product and in
// which order they run, and how each factor lies in memory then.
#pragma once

#include "lib/Target/Native/KernelFunctions.h"
#include "lib/Target/Nest/Contraction.h"

namespace weir::cpu {

/// A or B. A matrix has a step in memory for its side, M or N, and one for its depth; what is none is gathered.
struct ProductSide {
  unsigned factor; ///< of the contraction
  nest::FactorAccess access;
  bool isMatrix;
  bool depthInner; ///< the second stored dimension is the depth: of a matrix, or of the blocks that are gathered
};

struct ProductLoops {
  nest::Contraction sum;
  llvm::SmallVector<unsigned> batch, rows, columns, depth; ///< loops of the contraction, outer first
  ProductSide a, b;
  bool storesMatrix; ///< C has a step for its rows, and columns side by side
};

/// The best way to take it; none where a factor is no operand with zeros around it, or C has no rows or no columns.
std::optional<ProductLoops> productLoops(const nest::Contraction &sum, const KernelSignature &signature);

/// C as a factor that each of its loops reads at a dimension of its own.
nest::FactorAccess accessOfResult(const nest::Contraction &sum, const KernelSignature &signature);

/// What an index of the loop is multiplied by in the factor's memory, if that is known.
std::optional<int64_t> memoryStep(const nest::FactorAccess &access, mlir::MemRefType type, unsigned loop);

/// Of loops that run one inside the other, how many of the last ones move along memory, element by element. At most the
/// first of these moves along a dimension that is padded.
unsigned contiguousLoops(const nest::FactorAccess &access, mlir::MemRefType type, llvm::ArrayRef<unsigned> loops,
                         llvm::ArrayRef<int64_t> sizes);

} // namespace weir::cpu
