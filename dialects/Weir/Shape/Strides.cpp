// Checks of starts and steps.
#include "dialects/Weir/Shape/Strides.h"

#include "llvm/ADT/STLExtras.h"

namespace weir {

std::optional<Failure> checkStrides(const TensorMeta &x, const Attributes &attributes) {
  const auto &starts = attributes.get<std::vector<int64_t>>("starts"),
             &steps = attributes.get<std::vector<int64_t>>("steps");
  const auto &shape = attributes.get<Shape>("shape");
  size_t rank = x.shape.size();
  if (starts.size() != rank || steps.size() != rank || shape.size() != rank)
    return Failure{"expects one start, one step and one size of the result per dimension of x, got " +
                   std::to_string(starts.size()) + ", " + std::to_string(steps.size()) + " and " +
                   std::to_string(shape.size()) + " for " + toString(x)};
  for (size_t d = 0; d < rank; ++d) {
    if (steps[d] < 1 || steps[d] > kFarthest)
      return Failure{"expects steps in [1, 2^48], got " + std::to_string(steps[d]) + " in dimension " +
                     std::to_string(d)};
    if (starts[d] < -kFarthest || starts[d] > kFarthest)
      return Failure{"expects starts in [-2^48, 2^48], got " + std::to_string(starts[d]) + " in dimension " +
                     std::to_string(d)};
  }
  return std::nullopt;
}

bool liesWithin(int64_t size, int64_t start, int64_t step, int64_t count) {
  return count == 0 || (start >= 0 && start < size && (size - 1 - start) / step >= count - 1);
}

bool movesNothing(llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> steps) {
  return llvm::all_of(starts, [](int64_t start) { return start == 0; }) &&
         llvm::all_of(steps, [](int64_t step) { return step == 1; });
}

} // namespace weir
