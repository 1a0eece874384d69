// Collectives by their definitions: all of the group's parts are put together, joined and cut again.
#include "lib/Reference/Collectives.h"

#include "dialects/Comm/Comm.h"
#include "lib/Reference/Frame.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Parts.h"
#include "lib/Reference/Positions.h"
#include "lib/Support/Boxing.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace weir {

/// Calls `visit` with the offsets of each element of a part in the part and in the whole.
static void forEachElement(const HostTensor &part, const HostTensor &whole, ArrayRef<HeldRanges> positions,
                           llvm::function_ref<void(int64_t inPart, int64_t inWhole)> visit) {
  std::vector<std::vector<int64_t>> numbers; // of each dimension
  for (const HeldRanges &held : positions) {
    numbers.emplace_back();
    for (const Range &run : held)
      for (int64_t i = run.begin; i < run.end; ++i)
        numbers.back().push_back(i);
  }
  int64_t next = 0;
  forEachPosition(part.meta.shape, [&](Position position) {
    for (auto [number, i] : llvm::zip_equal(numbers, position))
      i = number[i];
    visit(next++, offsetOf(position, whole.meta.shape));
  });
}

HostTensor partAt(const HostTensor &whole, ArrayRef<HeldRanges> positions) {
  StaticMeta meta{whole.meta.dtype, {}};
  for (const HeldRanges &held : positions)
    meta.shape.push_back(numPositions(held));
  HostTensor part = HostTensor::zeros(meta);
  forEachElement(part, whole, positions, [&](int64_t to, int64_t from) {
    if (!whole.floats.empty())
      part.floats[to] = whole.floats[from];
    if (!whole.integers.empty())
      part.integers[to] = whole.integers[from];
  });
  return part;
}

void putAt(const HostTensor &part, ArrayRef<HeldRanges> positions, HostTensor &whole) {
  forEachElement(part, whole, positions, [&](int64_t from, int64_t to) {
    if (!part.floats.empty())
      whole.floats[to] = part.floats[from];
    if (!part.integers.empty())
      whole.integers[to] = part.integers[from];
  });
}

namespace {

using GivenParts = ArrayRef<const HostTensor *>;

/// The positions that a member of a group has of each dimension of what the group has together.
std::vector<HeldRanges> positionsOf(const Sizes &shape, sbp::SplitAttr split, int64_t members, int64_t number) {
  Holding held = sbp::holdingsOf(split).front();
  std::vector<HeldRanges> positions;
  for (size_t d = 0; d < shape.size(); ++d)
    positions.push_back(heldPositions(shape[d], static_cast<int>(d), {&held, 1}, {&members, 1}, {&number, 1}));
  return positions;
}

HostTensor gathered(GivenParts given, Attribute from) {
  auto split = cast<sbp::SplitAttr>(from);
  StaticMeta meta = given[0]->meta;
  meta.shape[split.getDim()] = 0;
  for (const HostTensor *part : given)
    meta.shape[split.getDim()] += part->meta.shape[split.getDim()];
  HostTensor whole = HostTensor::zeros(meta);
  for (auto [number, part] : llvm::enumerate(given))
    putAt(*part, positionsOf(meta.shape, split, static_cast<int64_t>(given.size()), static_cast<int64_t>(number)),
          whole);
  return whole;
}

Tensors scattered(const HostTensor &whole, Attribute to, size_t members) {
  Tensors parts;
  for (size_t number = 0; number < members; ++number)
    parts.push_back(partAt(whole, positionsOf(whole.meta.shape, cast<sbp::SplitAttr>(to), static_cast<int64_t>(members),
                                              static_cast<int64_t>(number))));
  return parts;
}

Result<HostTensor> joined(GivenParts given, Attribute combiner) {
  HostTensor sum = *given[0];
  for (const HostTensor *term : given.drop_front()) {
    Result<HostTensor> next = combine(cast<sbp::PartialAttr>(combiner).getCombiner(), sum, *term);
    if (!next)
      return next;
    sum = std::move(*next);
  }
  return sum;
}

Tensors exchanged(comm::ExchangeOp op, GivenParts given) {
  auto type = cast<RankedTensorType>(op.getWhole());
  Sizes shape(type.getShape().begin(), type.getShape().end());
  MeshAxes mesh{Sizes(op.getMesh().begin(), op.getMesh().end()), {}};
  auto positions = [&](Attribute held, size_t rank) {
    SmallVector<Holding> axes = sbp::holdingsOf(held);
    std::vector<HeldRanges> all;
    for (size_t d = 0; d < shape.size(); ++d)
      all.push_back(
          heldPositions(shape[d], static_cast<int>(d), axes, mesh.shape, mesh.placeOf(static_cast<int64_t>(rank))));
    return all;
  };
  HostTensor whole = HostTensor::zeros({given[0]->meta.dtype, shape});
  for (auto [rank, part] : llvm::enumerate(given))
    putAt(*part, positions(op.getFrom(), rank), whole);
  Tensors parts;
  for (size_t rank = 0; rank < given.size(); ++rank)
    parts.push_back(partAt(whole, positions(op.getTo(), rank)));
  return parts;
}

std::optional<Fault> runCoordinate(Operation *op, Frame &frame) {
  if (!frame.run.rank)
    return Fault("expects to run with other ranks");
  for (ArrayRef<int64_t> group : comm::groupsOf(cast<comm::CoordinateOp>(op).getGroups()))
    if (const auto *found = llvm::find(group, *frame.run.rank); found != group.end()) {
      frame.bind(op->getResult(0), HostValue(static_cast<int64_t>(found - group.begin())));
      return std::nullopt;
    }
  return Fault("expects a group with the rank");
}

std::optional<Fault> runCut(Operation *op, Frame &frame) {
  auto cut = cast<comm::CutOp>(op);
  const HostTensor &x = frame.tensor(cut.getX());
  auto split = cast<sbp::SplitAttr>(cut.getTo());
  int64_t number = frame.scalar(cut.getNumber()), members = static_cast<int64_t>(cut.getMembers());
  if (number < 0 || number >= members)
    return Fault("expects a member's number to be in [0, " + std::to_string(members) + "), got " +
                 std::to_string(number));
  frame.bind(cut.getY(), partAt(x, positionsOf(x.meta.shape, split, members, number)));
  return std::nullopt;
}

std::optional<Fault> runKeep(Operation *op, Frame &frame) {
  auto keep = cast<comm::KeepOp>(op);
  HostTensor y = frame.tensor(keep.getX());
  Combiner combiner = cast<sbp::PartialAttr>(keep.getCombiner()).getCombiner();
  if (frame.scalar(keep.getNumber()) != 0) {
    llvm::fill(y.floats, identityOf(combiner));
    llvm::fill(y.integers, identityOf(combiner, y.meta.dtype));
  }
  frame.bind(keep.getY(), std::move(y));
  return std::nullopt;
}

} // namespace

Result<std::vector<HostTensor>> evaluateCollective(ArrayRef<Operation *> ops, GivenParts given) {
  size_t members = ops.size();
  return llvm::TypeSwitch<Operation *, Result<Tensors>>(ops.front())
      .Case([&](comm::AllGatherOp op) { return Tensors(members, gathered(given, op.getFrom())); })
      .Case([&](comm::AllToAllOp op) { return scattered(gathered(given, op.getFrom()), op.getTo(), members); })
      .Case([&](comm::AllReduceOp op) -> Result<Tensors> {
        Result<HostTensor> sum = joined(given, op.getCombiner());
        return sum ? Result<Tensors>(Tensors(members, *sum)) : sum.failure();
      })
      .Case([&](comm::ReduceScatterOp op) -> Result<Tensors> {
        Result<HostTensor> sum = joined(given, op.getCombiner());
        return sum ? Result<Tensors>(scattered(*sum, op.getTo(), members)) : sum.failure();
      })
      .Case([&](comm::ExchangeOp op) { return exchanged(op, given); })
      .Default([](Operation *) { return Failure{"expects a collective that the interpreter knows"}; });
}

void addCommSteps(StepTable &table) {
  table.add<comm::CoordinateOp>(runCoordinate);
  table.add<comm::CutOp>(runCut);
  table.add<comm::KeepOp>(runKeep);
}

} // namespace weir
