// Grids of places that images are seen at: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "lib/Support/Semantics.h"

namespace weir {

Result<Metas> inferAffineGrid(const TensorMeta &theta, const Attributes &attributes);
Expression affineGrid(Expression theta, llvm::ArrayRef<int64_t> size, bool alignCorners);

} // namespace weir
