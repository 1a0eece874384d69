// What slice and pad share: the attributes that say where, in each dimension of one value, the elements of another lie.
#pragma once

#include "lib/Support/Semantics.h"

#include "mlir/Support/LLVM.h"

namespace weir {

/// The largest number in starts and steps: sums and differences with positions fit.
inline constexpr int64_t kFarthest = int64_t{1} << 48;

/// Fails unless "starts", "steps" and "shape" have one entry per dimension of x, none beyond kFarthest, steps at
/// least 1.
std::optional<Failure> checkStrides(const TensorMeta &x, const Attributes &attributes);

/// Whether `count` elements at `start` and every `step` behind it lie in a dimension of this size.
bool liesWithin(int64_t size, int64_t start, int64_t step, int64_t count);

/// Whether elements lie where they did, if all sizes stay: starts are 0, steps 1.
bool movesNothing(llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> steps);

} // namespace weir
