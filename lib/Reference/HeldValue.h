// Values that the ranks of a mesh have parts of: what each has, and the whole of what they have. Knows no IR.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/Exchange.h"
#include "lib/Support/Status.h"

namespace weir {

/// The elements of `whole` at these positions of each dimension.
HostTensor partAt(const HostTensor &whole, std::span<const HeldRanges> positions);

/// Puts a part in its place in `whole`.
void putAt(const HostTensor &part, std::span<const HeldRanges> positions, HostTensor &whole);

/// How one value is held by a group of ranks.
class HeldValue {
public:
  HeldValue(Sizes whole, std::vector<Holding> axes, Grid grid)
      : shape(std::move(whole)), axes(std::move(axes)), grid(std::move(grid)) {}

  /// The sizes of what a member has.
  Sizes shapeOfPart(int64_t member) const;

  /// What a member has. Of partial values the first one has all.
  HostTensor partOf(const HostTensor &whole, int64_t member) const;

  /// The whole of what the members have, in their order. Those that have the same part must have the same numbers
  /// there.
  Result<HostTensor> joined(std::span<const HostTensor *const> parts) const;

private:
  std::vector<HeldRanges> positions(int64_t member) const { return positionsOf(shape, {axes, grid}, member); }
  bool isFirstOfPartial(int64_t member) const;
  Result<HostTensor> sumAt(std::span<const HostTensor *const> parts, int64_t first) const;

  Sizes shape;
  std::vector<Holding> axes;
  Grid grid;
};

} // namespace weir
