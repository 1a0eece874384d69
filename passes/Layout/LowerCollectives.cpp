// Collectives as exchanges, and reductions of what ranks have been sent, in the order of members.
#include "passes/Layout/Passes.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/Boxing.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_LOWERCOLLECTIVESPASS
#include "passes/Layout/Passes.h.inc"

namespace {

/// One collective.
class Lowering {
public:
  explicit Lowering(Operation *op) : op(op), builder(op), loc(op->getLoc()) {}

  /// What takes the place of its result.
  Value lower() {
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case<comm::KeepOp, comm::AllGatherOp, comm::AllReduceOp, comm::ReduceScatterOp, comm::AllToAllOp>(
            [&](auto collective) {
              groups = collective.getGroups();
              members = cast<ShapedType>(groups.getType()).getDimSize(1);
              return form(collective);
            });
  }

private:
  RankedTensorType typeOf(Value value) const { return cast<RankedTensorType>(value.getType()); }
  sbp::SplitAttr split(int64_t dim, int64_t outer = 1, int64_t inner = 1) {
    return sbp::SplitAttr::get(op->getContext(), dim, outer, inner);
  }
  Attribute everywhere() { return sbp::attributeOf(op->getContext(), SmallVector<Holding>(1)); }

  Value exchange(Value x, RankedTensorType whole, RankedTensorType part, Attribute from, Attribute to) {
    return comm::ExchangeOp::create(builder, loc, part, x, TypeAttr::get(whole), from, to,
                                    builder.getDenseI64ArrayAttr({members}), groups, sbp::GridAttr(), sbp::GridAttr());
  }

  Value reshaped(Value x, ArrayRef<int64_t> shape) {
    auto type = typeOf(x).clone(shape);
    return type == x.getType() ? x : ReshapeOp::create(builder, loc, type, x, ValueRange());
  }

  /// What the rows of x are joined to.
  Value joinedRows(Value x, Combiner combiner) {
    switch (combiner) {
    case Combiner::Sum:
      return ReduceSumOp::create(builder, loc, x, ArrayRef<int64_t>{0}, /*accumulator=*/TypeAttr());
    case Combiner::Prod:
      return ReduceProdOp::create(builder, loc, x, ArrayRef<int64_t>{0}, /*accumulator=*/TypeAttr());
    case Combiner::Max:
      return ReduceMaxOp::create(builder, loc, x, ArrayRef<int64_t>{0});
    case Combiner::Min:
      return ReduceMinOp::create(builder, loc, x, ArrayRef<int64_t>{0});
    case Combiner::And:
      return ReduceAllOp::create(builder, loc, x, ArrayRef<int64_t>{0});
    case Combiner::Or:
      return ReduceAnyOp::create(builder, loc, x, ArrayRef<int64_t>{0});
    case Combiner::Generic:
      break;
    }
    llvm_unreachable("partial values have a combiner");
  }

  static Combiner combinerOf(Attribute attribute) { return cast<sbp::PartialAttr>(attribute).getCombiner(); }

  /// A rank's term as one row of a matrix that the group has together.
  std::pair<Value, RankedTensorType> asRow(Value x) {
    SmallVector<int64_t> row{1}, rows{members};
    llvm::append_range(row, typeOf(x).getShape());
    llvm::append_range(rows, typeOf(x).getShape());
    return {reshaped(x, row), typeOf(x).clone(rows)};
  }

  /// 0 for all but the first, as a row of numbers that is cut, and what nothing is joined to for 0.
  Value form(comm::KeepOp keep) {
    Value x = keep.getX();
    SmallVector<bool> isFirst(members, false);
    isFirst[0] = true;
    auto flags = RankedTensorType::get({members}, builder.getI1Type());
    Value all = ConstantOp::create(builder, loc, flags, DenseElementsAttr::get(flags, isFirst), ValueRange());
    Value mine = comm::CutOp::create(builder, loc, flags.clone({1}), all, split(0), groups);
    auto nothing = RankedTensorType::get({0}, typeOf(x).getElementType());
    Value none =
        ConstantOp::create(builder, loc, nothing, DenseElementsAttr::get(nothing, ArrayRef<Attribute>()), ValueRange());
    Expression term(builder, loc, x);
    Expression flag = broadcast(Expression(builder, loc, reshaped(mine, {})), term, {});
    Value identity = joinedRows(none, combinerOf(keep.getCombiner()));
    return select(flag, term, broadcast(Expression(builder, loc, identity), term, {}));
  }

  Value form(comm::AllGatherOp gather) {
    RankedTensorType whole = typeOf(gather.getY());
    return exchange(gather.getX(), whole, whole, gather.getFrom(), everywhere());
  }

  Value form(comm::AllToAllOp move) {
    RankedTensorType x = typeOf(move.getX()), y = typeOf(move.getY());
    int64_t dim = cast<sbp::SplitAttr>(move.getFrom()).getDim();
    SmallVector<int64_t> whole(x.getShape());
    whole[dim] = y.getDimSize(dim);
    return exchange(move.getX(), x.clone(whole), y, move.getFrom(), move.getTo());
  }

  Value form(comm::ReduceScatterOp scatter) {
    auto [row, whole] = asRow(scatter.getX());
    auto to = cast<sbp::SplitAttr>(scatter.getTo());
    SmallVector<int64_t> part{members};
    llvm::append_range(part, typeOf(scatter.getY()).getShape());
    Value parts =
        exchange(row, whole, whole.clone(part), split(0), split(to.getDim() + 1, to.getOuter(), to.getInner()));
    return joinedRows(parts, combinerOf(scatter.getCombiner()));
  }

  Value form(comm::AllReduceOp reduce) {
    Value x = reduce.getX();
    Combiner combiner = combinerOf(reduce.getCombiner());
    int64_t count = typeOf(x).getNumElements();
    if (members == 1 || count == 0)
      return x;
    if (isJoinedAtOnce(count * std::max<int64_t>(1, typeOf(x).getElementTypeBitWidth() / 8), members)) {
      auto [row, whole] = asRow(x);
      return joinedRows(exchange(row, whole, whole, split(0), everywhere()), combiner);
    }
    // All members join as many elements: their programs are one.
    int64_t part = llvm::divideCeil(count, members), padded = part * members;
    auto [row, whole] = asRow(resized(reshaped(x, {count}), padded));
    Value terms = exchange(row, whole, whole.clone({members, part}), split(0), split(1));
    Value mine = joinedRows(terms, combiner);
    auto flat = typeOf(x).clone({padded});
    Value all = exchange(mine, flat, flat, split(0), everywhere());
    return reshaped(resized(all, count), typeOf(x).getShape());
  }

  /// A vector with zeros behind it, or without its last elements.
  Value resized(Value x, int64_t size) {
    int64_t own = typeOf(x).getDimSize(0);
    if (own == size)
      return x;
    auto type = typeOf(x).clone({size});
    DenseI64ArrayAttr start = builder.getDenseI64ArrayAttr({0}), step = builder.getDenseI64ArrayAttr({1});
    if (size < own)
      return SliceOp::create(builder, loc, type, x, ValueRange(), start, step);
    return PadOp::create(builder, loc, type, x, ValueRange(), start, step, builder.getF64FloatAttr(0));
  }

  Operation *op;
  OpBuilder builder;
  Location loc;
  DenseIntElementsAttr groups;
  int64_t members = 1;
};

struct LowerCollectives : impl::LowerCollectivesPassBase<LowerCollectives> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isa<comm::CommDialect>(op->getDialect()) && !isa<comm::CutOp, comm::ExchangeOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      if (!llvm::all_of(op->getOperandTypes(), [](Type type) { return cast<ShapedType>(type).hasStaticShape(); })) {
        op->emitOpError("not supported yet: values of unknown sizes");
        return signalPassFailure();
      }
      op->getResult(0).replaceAllUsesWith(Lowering(op).lower());
      op->erase();
    }
  }
};

} // namespace
} // namespace weir
