// Boxes of tensors, and the combiners of partial results.
#include "lib/Reference/Parts.h"

#include "lib/Reference/Numbers.h"
#include "lib/Reference/Positions.h"

#include <algorithm>
#include <limits>

namespace weir {

HostTensor cut(const HostTensor &whole, const Box &box) {
  StaticMeta meta{whole.meta.dtype, {}};
  for (const Range &range : box)
    meta.shape.push_back(range.size());
  return pick(whole, std::move(meta),
              [&](const Position &position) { return offsetOf(inWhole(position, box), whole.meta.shape); });
}

void paste(const HostTensor &part, const Box &box, HostTensor &whole) {
  int64_t from = 0;
  forEachPosition(part.meta.shape, [&](const Position &position) {
    int64_t to = offsetOf(inWhole(position, box), whole.meta.shape);
    if (isFloat(part.meta.dtype))
      whole.floats[to] = part.floats[from];
    else
      whole.integers[to] = part.integers[from];
    ++from;
  });
}

double combined(Combiner combiner, double x, double y) {
  switch (combiner) {
  case Combiner::Sum:
    return x + y;
  case Combiner::Prod:
    return x * y;
  case Combiner::Min:
    return minimumOf(x, y);
  default:
    return maximumOf(x, y);
  }
}

int64_t combined(Combiner combiner, int64_t x, int64_t y) {
  switch (combiner) {
  case Combiner::Sum:
    return wrappingAdd(x, y);
  case Combiner::Prod:
    return wrappingMul(x, y);
  case Combiner::Min:
  case Combiner::And:
    return std::min(x, y);
  default:
    return std::max(x, y);
  }
}

double identityOf(Combiner combiner) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return combiner == Combiner::Sum    ? 0
         : combiner == Combiner::Prod ? 1
         : combiner == Combiner::Min  ? infinity
                                      : -infinity;
}

int64_t identityOf(Combiner combiner, DType integer) {
  switch (combiner) {
  case Combiner::Sum:
    return 0;
  case Combiner::Prod:
    return 1;
  case Combiner::Min:
  case Combiner::And:
    return largestOf(integer);
  default:
    return smallestOf(integer);
  }
}

Result<HostTensor> combine(Combiner combiner, const HostTensor &x, const HostTensor &y) {
  bool isLogical = combiner == Combiner::And || combiner == Combiner::Or;
  if (combiner == Combiner::Generic || isLogical != (x.meta.dtype == DType::Bool))
    return Failure{"expects a combiner of " + std::string(name(x.meta.dtype)) + ", got " + std::string(name(combiner))};
  HostTensor result = x;
  for (size_t i = 0; i < result.floats.size(); ++i)
    result.floats[i] = combined(combiner, x.floats[i], y.floats[i]);
  for (size_t i = 0; i < result.integers.size(); ++i)
    result.integers[i] = wrappedTo(x.meta.dtype, combined(combiner, x.integers[i], y.integers[i]));
  return result;
}

} // namespace weir
