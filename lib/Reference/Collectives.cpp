// Collectives by their definitions: all of the group's parts are put together, joined and cut again.
#include "lib/Reference/Collectives.h"

#include "dialects/Comm/Comm.h"
#include "lib/Reference/Frame.h"
#include "lib/Reference/HeldValue.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Parts.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace weir {

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
  SmallVector<Holding> from = sbp::holdingsOf(op.getFrom()), to = sbp::holdingsOf(op.getTo());
  HeldOn held{from, sbp::gridOf(op.getMesh(), op.getGiversAttr())};
  HeldOn wanted{to, sbp::gridOf(op.getMesh(), op.getTakersAttr())};
  HostTensor whole = HostTensor::zeros({given[0]->meta.dtype, shape});
  for (auto [member, part] : llvm::enumerate(given))
    putAt(*part, weir::positionsOf(shape, held, static_cast<int64_t>(member)), whole);
  Tensors parts;
  for (size_t member = 0; member < given.size(); ++member)
    parts.push_back(partAt(whole, weir::positionsOf(shape, wanted, static_cast<int64_t>(member))));
  return parts;
}

/// The rank's number in its group.
Result<int64_t> numberAmong(DenseIntElementsAttr groups, const Frame &frame) {
  if (!frame.run.rank)
    return Failure{"expects to run with other ranks"};
  for (ArrayRef<int64_t> group : comm::groupsOf(groups))
    if (const auto *found = llvm::find(group, *frame.run.rank); found != group.end())
      return static_cast<int64_t>(found - group.begin());
  return Failure{"expects a group with the rank"};
}

std::optional<Fault> runCut(Operation *op, Frame &frame) {
  auto cut = cast<comm::CutOp>(op);
  Result<int64_t> number = numberAmong(cut.getGroups(), frame);
  if (!number)
    return Fault(number.message());
  const HostTensor &x = frame.tensor(cut.getX());
  int64_t members = cast<ShapedType>(cut.getGroups().getType()).getDimSize(1);
  frame.bind(cut.getY(), partAt(x, positionsOf(x.meta.shape, cast<sbp::SplitAttr>(cut.getTo()), members, *number)));
  return std::nullopt;
}

std::optional<Fault> runKeep(Operation *op, Frame &frame) {
  auto keep = cast<comm::KeepOp>(op);
  Result<int64_t> number = numberAmong(keep.getGroups(), frame);
  if (!number)
    return Fault(number.message());
  HostTensor y = frame.tensor(keep.getX());
  Combiner combiner = cast<sbp::PartialAttr>(keep.getCombiner()).getCombiner();
  if (*number != 0) {
    llvm::fill(y.floats, identityOf(combiner));
    llvm::fill(y.integers, identityOf(combiner, y.meta.dtype));
  }
  frame.bind(keep.getY(), std::move(y));
  return std::nullopt;
}

/// The whole of it is the same wherever it is.
std::optional<Fault> runMove(Operation *op, Frame &frame) {
  auto move = cast<sbp::MoveOp>(op);
  frame.bind(move.getY(), frame.tensor(move.getX()));
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
  table.add<sbp::MoveOp>(runMove);
  table.add<comm::CutOp>(runCut);
  table.add<comm::KeepOp>(runKeep);
}

} // namespace weir
