// Ops of the comm dialect: what they must be so that the members of a group meet.
#include "dialects/Comm/Comm.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include <set>

using namespace mlir;

#include "dialects/Comm/Interface.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Comm/Ops.cpp.inc"

namespace weir::comm {

SmallVector<SmallVector<int64_t>> groupsOf(DenseIntElementsAttr groups) {
  auto shape = cast<ShapedType>(groups.getType()).getShape();
  SmallVector<SmallVector<int64_t>> rows(shape[0]);
  for (auto [i, rank] : llvm::enumerate(groups.getValues<int64_t>()))
    rows[i / shape[1]].push_back(rank);
  return rows;
}

int64_t partSize(int64_t size, sbp::SplitAttr split, int64_t members, int64_t number) {
  if (size == 0)
    return 0;
  int64_t others = split.getOuter() * split.getInner(); // which divide the size
  return balancedPart(size / others, members, number).size() * others;
}

static LogicalResult verifyGroups(Operation *op, DenseIntElementsAttr groups) {
  auto shape = cast<ShapedType>(groups.getType()).getShape();
  if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1)
    return op->emitOpError("expects groups to be a matrix of ranks, one group per row, got ") << groups.getType();
  std::set<int64_t> seen;
  for (int64_t rank : groups.getValues<int64_t>())
    if (rank < 0 || !seen.insert(rank).second)
      return op->emitOpError("expects each rank in one group, once, got ") << rank;
  return success();
}

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Whether types agree in all but these dimensions.
static LogicalResult verifyOtherSizes(Operation *op, RankedTensorType x, RankedTensorType y, ArrayRef<int64_t> dims) {
  bool agrees = x.getRank() == y.getRank() && x.getElementType() == y.getElementType();
  for (int64_t d = 0; agrees && d < x.getRank(); ++d)
    agrees = llvm::is_contained(dims, d) || x.getDimSize(d) == y.getDimSize(d);
  if (!agrees)
    return op->emitOpError("expects x and the result to differ only in the dimensions that are split, got ")
           << x << " and " << y;
  return success();
}

/// Whether `part` is one that some member holds of a dimension that `whole` has.
static LogicalResult verifyPart(Operation *op, Attribute held, RankedTensorType whole, RankedTensorType part,
                                int64_t members) {
  auto split = dyn_cast<sbp::SplitAttr>(held);
  if (!split || split.getDim() >= whole.getRank())
    return op->emitOpError("expects parts along a dimension of ") << whole << ", got " << held;
  if (part.getRank() != whole.getRank())
    return op->emitOpError("expects a part of as many dimensions as ") << whole << " has, got " << part;
  int64_t size = whole.getDimSize(split.getDim());
  bool isKnown = !ShapedType::isDynamic(size) && members > 0;
  bool fits = isKnown && size % split.getOuter() == 0 && size / split.getOuter() % split.getInner() == 0;
  for (int64_t number = 0; fits && number < members; ++number)
    if (partSize(size, split, members, number) == part.getDimSize(split.getDim()))
      return success();
  return op->emitOpError("expects a balanced part of ")
         << size << " among " << members << " along " << held << ", got " << part;
}

static LogicalResult verifyCombiner(Operation *op, Attribute combiner, Value x) {
  if (!isa<sbp::PartialAttr>(combiner))
    return op->emitOpError("expects a combiner as #sbp.partial, got ") << combiner;
  return sbp::verifyHeldAs([&] { return op->emitOpError(); }, combiner, x.getType(), "x");
}

static int64_t membersOf(DenseIntElementsAttr groups) { return cast<ShapedType>(groups.getType()).getDimSize(1); }

static int64_t dimOf(Attribute held) {
  auto split = dyn_cast<sbp::SplitAttr>(held);
  return split ? split.getDim() : -1;
}

LogicalResult CutOp::verify() {
  auto x = typeOf(getX()), y = typeOf(getY());
  if (failed(verifyGroups(*this, getGroups())) || failed(verifyPart(*this, getTo(), x, y, membersOf(getGroups()))))
    return failure();
  return verifyOtherSizes(*this, x, y, {dimOf(getTo())});
}

LogicalResult KeepOp::verify() {
  return success(succeeded(verifyGroups(*this, getGroups())) &&
                 succeeded(verifyCombiner(*this, getCombiner(), getX())));
}

LogicalResult AllGatherOp::verify() {
  auto x = typeOf(getX()), y = typeOf(getY());
  if (failed(verifyGroups(*this, getGroups())) || failed(verifyPart(*this, getFrom(), y, x, membersOf(getGroups()))))
    return failure();
  return verifyOtherSizes(*this, x, y, {dimOf(getFrom())});
}

LogicalResult AllReduceOp::verify() {
  return success(succeeded(verifyGroups(*this, getGroups())) &&
                 succeeded(verifyCombiner(*this, getCombiner(), getX())));
}

LogicalResult ReduceScatterOp::verify() {
  auto x = typeOf(getX()), y = typeOf(getY());
  if (failed(verifyGroups(*this, getGroups())) || failed(verifyCombiner(*this, getCombiner(), getX())) ||
      failed(verifyPart(*this, getTo(), x, y, membersOf(getGroups()))))
    return failure();
  return verifyOtherSizes(*this, x, y, {dimOf(getTo())});
}

LogicalResult AllToAllOp::verify() {
  auto x = typeOf(getX()), y = typeOf(getY());
  if (failed(verifyGroups(*this, getGroups())))
    return failure();
  if (dimOf(getFrom()) == dimOf(getTo()))
    return emitOpError("expects parts along two dimensions, got ") << getFrom() << " and " << getTo();
  int64_t members = membersOf(getGroups());
  if (failed(verifyPart(*this, getFrom(), y, x, members)) || failed(verifyPart(*this, getTo(), x, y, members)))
    return failure();
  return verifyOtherSizes(*this, x, y, {dimOf(getFrom()), dimOf(getTo())});
}

/// How one end of an exchange is held, on all of the group's members or on some.
static LogicalResult verifyEnd(ExchangeOp op, RankedTensorType whole, Attribute held, sbp::GridAttr some, Value part) {
  int64_t members = membersOf(op.getGroups());
  Grid grid = sbp::gridOf(op.getMesh(), some);
  auto isPartial = [](const Holding &axis) { return axis.kind == Holding::Kind::Partial; };
  if (!sbp::isSbp(held) || sbp::holdingsOf(held).size() != grid.mesh.size() ||
      llvm::any_of(sbp::holdingsOf(held), isPartial))
    return op.emitOpError("expects splits or whole values on each of the ")
           << grid.mesh.size() << " axes, got " << held;
  if (failed(sbp::verifyHeldAs([&] { return op.emitOpError(); }, held, whole, "the value")))
    return failure();
  if (some && llvm::any_of(grid.members, [&](int64_t member) { return member >= members; }))
    return op.emitOpError("expects members of a group of ") << members << ", got " << some;
  SmallVector<Holding> axes = sbp::holdingsOf(held);
  Sizes shape(whole.getShape().begin(), whole.getShape().end());
  auto isPart = [&](int64_t member) {
    return ArrayRef(heldSizes(shape, {axes, grid}, member)) == cast<RankedTensorType>(part.getType()).getShape();
  };
  if (llvm::none_of(llvm::seq(members), isPart))
    return op.emitOpError("expects parts of ") << whole << ", got " << part.getType();
  return success();
}

LogicalResult ExchangeOp::verify() {
  auto whole = dyn_cast<RankedTensorType>(getWhole());
  int64_t ranks = numPlaces(getMesh()).value_or(0);
  if (failed(verifyGroups(*this, getGroups())))
    return failure();
  if (membersOf(getGroups()) != ranks)
    return emitOpError("expects groups of ") << ranks << " members, as many as places on the mesh, got " << getGroups();
  if (!whole || !whole.hasStaticShape())
    return emitOpError("expects a whole value of known sizes, got ") << getWhole();
  if ((getGivers() || getTakers()) && whole.getRank() == 0)
    return emitOpError("expects a value of some dimensions between two meshes, got ") << whole;
  return success(succeeded(verifyEnd(*this, whole, getFrom(), getGiversAttr(), getX())) &&
                 succeeded(verifyEnd(*this, whole, getTo(), getTakersAttr(), getY())));
}

} // namespace weir::comm
