// The points of ops over windows, and the elements of parts that they meet.
#pragma once

#include "lib/Reference/Evaluate.h"
#include "lib/Reference/Positions.h"

#include <optional>
#include <span>

namespace weir {

/// A part of a tensor, asked and written at positions of the whole.
struct Part {
  const EvalValue &value;
  Sizes shape = value.part().shape, strides = contiguousStrides(shape);

  /// What a dimension adds to the numbers of elements that have this position there, or none where the part has none.
  std::optional<int64_t> term(size_t dim, int64_t position) const {
    int64_t inside = position - value.box[dim].begin;
    if (position < 0 || position >= value.whole.shape[dim] || inside < 0 || inside >= shape[dim])
      return std::nullopt;
    return inside * strides[dim];
  }

  /// The number of the element, or none where the whole has no such position.
  std::optional<int64_t> find(std::initializer_list<int64_t> position) const {
    return find(std::span(position.begin(), position.size()));
  }
  std::optional<int64_t> find(std::span<const int64_t> position) const {
    int64_t number = 0;
    for (size_t d = 0; d < position.size(); ++d) {
      std::optional<int64_t> added = term(d, position[d]);
      if (!added)
        return std::nullopt;
      number += *added;
    }
    return number;
  }
};

/// Calls `visit(position)` for all positions of the factors from `first` on, `count` of them, in the scope's box.
template <typename Visit> void forFactors(const EvalScope &scope, size_t first, size_t count, Visit visit) {
  Sizes sizes;
  for (size_t f = first; f < first + count; ++f)
    sizes.push_back(scope.box[f].size());
  Position position(count);
  forEachPosition(sizes, [&](const Position &relative) {
    for (size_t d = 0; d < count; ++d)
      position[d] = relative[d] + scope.box[first + d].begin;
    visit(static_cast<const Position &>(position));
  });
}

} // namespace weir
