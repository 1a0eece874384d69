// Writes boxing steps as ops of the dialect comm.
#include "passes/Sbp/Reholding.h"

#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

Value Reholding::rehold(Location loc, Value local, RankedTensorType whole, ArrayRef<Holding> from,
                        ArrayRef<Holding> to) {
  if (from == to)
    return local;
  return follow(loc, boxing(movedValue(whole), from.vec(), to.vec(), mesh.axes), local, whole, from);
}

Value Reholding::follow(Location loc, ArrayRef<BoxingStep> steps, Value local, RankedTensorType whole,
                        ArrayRef<Holding> from) {
  std::vector<Holding> before = from.vec();
  for (const BoxingStep &next : steps) {
    local = step(loc, next, local, whole, before);
    before = next.after;
  }
  return local;
}

Value send(OpBuilder &builder, Location loc, const Crossing &crossing, const MetRanks &met, Value local,
           RankedTensorType whole, RankedTensorType taken) {
  MLIRContext *context = builder.getContext();
  auto members = static_cast<int64_t>(met.ranks.size());
  auto groups =
      DenseIntElementsAttr::get(RankedTensorType::get({1, members}, builder.getI64Type()), ArrayRef(met.ranks));
  auto gridAttr = [&](const Grid &grid) { return sbp::GridAttr::get(context, grid.mesh, grid.members); };
  return comm::ExchangeOp::create(builder, loc, taken, local, TypeAttr::get(whole),
                                  sbp::attributeOf(context, crossing.given), sbp::attributeOf(context, crossing.taken),
                                  builder.getDenseI64ArrayAttr({members}), groups, gridAttr(met.givers),
                                  gridAttr(met.takers));
}

Value Reholding::step(Location loc, const BoxingStep &step, Value local, RankedTensorType whole,
                      ArrayRef<Holding> before) {
  using Kind = BoxingStep::Kind;
  MLIRContext *context = builder.getContext();
  RankedTensorType type = localType(whole, step.after, mesh, place);
  if (step.kind == Kind::Exchange) {
    auto sizes = builder.getDenseI64ArrayAttr(mesh.axes.shape);
    return comm::ExchangeOp::create(builder, loc, type, local, TypeAttr::get(whole), sbp::attributeOf(context, before),
                                    sbp::attributeOf(context, step.after), sizes, mesh.allRanks(builder),
                                    sbp::GridAttr(), sbp::GridAttr());
  }
  auto axis = static_cast<size_t>(step.axis);
  DenseIntElementsAttr groups = mesh.groupsAlong(builder, axis);
  Attribute from = sbp::attributeOf(context, before[axis]), to = sbp::attributeOf(context, step.after[axis]);
  if (before[axis].kind == Holding::Kind::Split)
    from = splitAmong(whole, before, axis);
  if (step.after[axis].kind == Holding::Kind::Split)
    to = splitAmong(whole, step.after, axis);
  switch (step.kind) {
  case Kind::Cut:
    return comm::CutOp::create(builder, loc, type, local, to, groups);
  case Kind::Keep:
    return comm::KeepOp::create(builder, loc, type, local, to, groups);
  case Kind::AllGather:
    return comm::AllGatherOp::create(builder, loc, type, local, from, groups);
  case Kind::AllReduce:
    return comm::AllReduceOp::create(builder, loc, type, local, from, groups);
  case Kind::ReduceScatter:
    return comm::ReduceScatterOp::create(builder, loc, type, local, from, to, groups);
  case Kind::AllToAll:
    return comm::AllToAllOp::create(builder, loc, type, local, from, to, groups);
  case Kind::Exchange:
    break;
  }
  llvm_unreachable("every step has an op");
}

sbp::SplitAttr Reholding::splitAmong(RankedTensorType whole, ArrayRef<Holding> axes, size_t axis) {
  int dim = axes[axis].dim;
  HeldFactor factor = heldFactor(whole.getDimSize(dim), axes, axis, mesh.axes.shape, place);
  return sbp::SplitAttr::get(builder.getContext(), dim, std::max<int64_t>(1, factor.outer),
                             std::max<int64_t>(1, factor.inner));
}

Value Reholding::numberByPlace(Location loc, ArrayRef<int64_t> numbers) {
  Type i64 = builder.getI64Type();
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())}, i64), one = RankedTensorType::get({1}, i64);
  Value all = ConstantOp::create(builder, loc, type, DenseElementsAttr::get(type, numbers), ValueRange());
  auto along = sbp::SplitAttr::get(builder.getContext(), 0, 1, 1);
  Value mine = comm::CutOp::create(builder, loc, one, all, along, mesh.allRanks(builder));
  return ReshapeOp::create(builder, loc, RankedTensorType::get({}, i64), mine, ValueRange());
}

} // namespace weir
