// Local forms of ops: a family that knows positions is told where the rank's part begins, or which positions it has.
#include "passes/Sbp/LocalOps.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Random/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace weir {

namespace {

bool isSplitAlong(ArrayRef<Holding> axes, int64_t dim) {
  return llvm::any_of(axes, [&](const Holding &held) { return held.kind == Holding::Kind::Split && held.dim == dim; });
}

class LocalForm {
public:
  LocalForm(OpBuilder &builder, const LocalOp &local, const Mesh &mesh, Reholding &reholding)
      : builder(builder), local(local), mesh(mesh), reholding(reholding), loc(local.op->getLoc()) {}

  SmallVector<Value> build() {
    return llvm::TypeSwitch<Operation *, SmallVector<Value>>(local.op)
        .Case<ConstantOp, IotaOp, RandomBitsOp, GatherOp>([&](auto op) { return SmallVector<Value>{form(op)}; })
        .Case<ScatterOp, ScatterAddOp, ScatterProdOp, ScatterMaxOp, ScatterMinOp>(
            [&](auto op) { return SmallVector<Value>{scatter(op)}; })
        .Case<SliceOp>([&](SliceOp op) { return inBlocks(op, whole(), local.types[0]); })
        .Case<PadOp>([&](PadOp op) { return inBlocks(op, wholeOperand(0), local.operands[0].getType()); })
        .Default([&](Operation *) { return itself(); });
  }

private:
  SmallVector<Value> itself() {
    bool widens = givesTerms() && !local.held.empty();
    OperationState state(loc, local.op->getName());
    for (Value operand : local.operands)
      state.operands.push_back(widens ? widened(operand) : operand);
    for (RankedTensorType type : local.types)
      state.addTypes(widens ? RankedTensorType::get(type.getShape(), widened(type.getElementType())) : type);
    for (NamedAttribute attribute : local.op->getAttrs())
      if (attribute.getName() != sbp::kSignatureAttr)
        state.addAttribute(attribute.getName(), attribute.getValue());
    if (auto to = local.op->getAttrOfType<TypeAttr>("to"); to && widens)
      state.attributes.set("to", TypeAttr::get(widened(to.getValue())));
    return SmallVector<Value>(builder.create(state)->getResults());
  }

  /// Whether results are terms of sums or factors of products, which are not rounded before they are joined.
  bool givesTerms() const {
    return llvm::any_of(local.results, [](ArrayRef<Holding> axes) {
      return llvm::any_of(axes, [](const Holding &axis) {
        bool isRounded = axis.combiner == Combiner::Sum || axis.combiner == Combiner::Prod;
        return axis.kind == Holding::Kind::Partial && isRounded;
      });
    });
  }

  Type widened(Type element) {
    auto narrow = dyn_cast<FloatType>(element);
    return narrow && narrow.getWidth() < 32 ? builder.getF32Type() : element;
  }

  Value widened(Value operand) {
    Type own = getElementTypeOrSelf(operand.getType()), wide = widened(own);
    return own == wide ? operand : CastOp::create(builder, loc, operand, wide);
  }

  RankedTensorType whole(unsigned result = 0) const {
    return cast<RankedTensorType>(local.op->getResult(result).getType());
  }

  RankedTensorType wholeOperand(unsigned operand) const {
    return cast<RankedTensorType>(local.op->getOperand(operand).getType());
  }

  bool isSplit() const {
    auto split = [](const Holding &held) { return held.kind == Holding::Kind::Split; };
    return llvm::any_of(local.results[0], split);
  }

  /// The rank's part of a value that all ranks make.
  Value part(Value made, RankedTensorType type, ArrayRef<Holding> held) {
    SmallVector<Holding> everywhere(held.size());
    return reholding.rehold(loc, made, type, everywhere, held);
  }

  Value form(ConstantOp op) {
    if (!isSplit())
      return itself()[0];
    if (op.getValue().isSplat()) {
      auto value = cast<SplatElementsAttr>(op.getValue());
      return ConstantOp::create(builder, loc, local.types[0], value, ValueRange());
    }
    return part(ConstantOp::create(builder, loc, whole(), op.getValue(), ValueRange()), whole(), local.results[0]);
  }

  Value form(IotaOp) {
    if (!isSplit())
      return itself()[0];
    return part(IotaOp::create(builder, loc, whole(), ValueRange()), whole(), local.results[0]);
  }

  /// Which of its elements, counted in row-major order of the whole, the rank has.
  Value form(RandomBitsOp) {
    if (!isSplit())
      return itself()[0];
    Type i64 = builder.getI64Type();
    auto numbers = RankedTensorType::get(local.types[0].getShape(), i64);
    std::optional<Expression> position;
    int64_t stride = 1;
    for (int64_t d = whole().getRank() - 1; d >= 0; stride *= dimSize(whole(), d--).known()) {
      auto row = RankedTensorType::get({whole().getDimSize(d)}, i64);
      SmallVector<Holding> held = llvm::map_to_vector(local.results[0], [&](const Holding &axis) {
        bool isHere = axis.kind == Holding::Kind::Split && axis.dim == d;
        return isHere ? Holding{.kind = axis.kind, .dim = 0, .outer = axis.outer, .inner = axis.inner} : Holding();
      });
      Value along = part(IotaOp::create(builder, loc, row, ValueRange()), row, held);
      Expression term(builder, loc,
                      BroadcastOp::create(builder, loc, numbers, along, ValueRange(), ArrayRef<int64_t>{d}));
      term = term * static_cast<double>(stride);
      position = position ? *position + term : term;
    }
    return RandomBitsAtOp::create(builder, loc, local.types[0], local.operands[0], local.operands[1], local.operands[2],
                                  *position);
  }

  /// Where the rank's part of an operand along a dimension begins: parts of tables are in one piece.
  Expression origin(unsigned operand, int64_t dim) {
    int64_t size = wholeOperand(operand).getDimSize(dim);
    SmallVector<int64_t> begins;
    for (size_t number = 0; number < mesh.ranks.size(); ++number) {
      HeldRanges held = heldPositions(size, static_cast<int>(dim), local.held[operand], mesh.axes.shape,
                                      mesh.axes.placeOf(static_cast<int64_t>(number)));
      begins.push_back(held.empty() ? size : held.front().begin);
    }
    return {builder, loc, reholding.numberByPlace(loc, begins)};
  }

  /// Indices into the whole as indices into the rank's part of `rows`: `elsewhere` for what others have, and `bad`,
  /// which the run reports, for what no rank has.
  std::pair<Expression, Expression> localIndex(Value index, unsigned operand, int64_t dim, int64_t rows,
                                               double elsewhere, double bad) {
    Expression of(builder, loc, index);
    auto size = static_cast<double>(wholeOperand(operand).getDimSize(dim));
    Expression here = of - broadcast(origin(operand, dim), of, {});
    Expression isHere = (here >= 0.0) & (here < static_cast<double>(rows)), isAny = (of >= 0.0) & (of < size);
    return {select(isHere, here, select(isAny, of.constant(elsewhere), of.constant(bad))), isHere};
  }

  /// From a part of a table: zeros, which add nothing, where others have what is asked for.
  Value form(GatherOp op) {
    auto dim = static_cast<int64_t>(op.getDim());
    if (!isSplitAlong(local.held[0], dim))
      return itself()[0];
    int64_t rows = cast<RankedTensorType>(local.operands[0].getType()).getDimSize(dim);
    if (rows == 0)
      return zeros(local.types[0]);
    auto [index, isHere] = localIndex(local.operands[1], 0, dim, rows, 0, static_cast<double>(rows));
    Expression found = gather(Expression(builder, loc, local.operands[0]), index, dim);
    return select(isHere, found, found.constant(0));
  }

  Value zeros(RankedTensorType type) {
    auto scalar = RankedTensorType::get({}, type.getElementType());
    auto zero = SplatElementsAttr::get(scalar, builder.getZeroAttr(type.getElementType()));
    return ConstantOp::create(builder, loc, type, zero, ValueRange());
  }

  /// Into a part with one more row, for the updates of what others have.
  template <typename Op> Value scatter(Op op) {
    auto dim = static_cast<int64_t>(op.getDim());
    if (!isSplitAlong(local.held[0], dim))
      return itself()[0];
    auto type = cast<RankedTensorType>(local.operands[0].getType());
    int64_t rows = type.getDimSize(dim);
    SmallVector<int64_t> shape(type.getShape()), starts(type.getRank(), 0), steps(type.getRank(), 1);
    ++shape[dim];
    Value spare = PadOp::create(builder, loc, type.clone(shape), local.operands[0], ValueRange(),
                                builder.getDenseI64ArrayAttr(starts), builder.getDenseI64ArrayAttr(steps),
                                builder.getF64FloatAttr(0));
    auto number = static_cast<double>(rows);
    Value index = localIndex(local.operands[1], 0, dim, rows, number, number + 1).first;
    Value y = Op::create(builder, loc, spare, index, local.operands[2], op.getDim());
    return SliceOp::create(builder, loc, type, y, ValueRange(), starts, steps);
  }

  /// What is one of the blocks of a dimension (`block`, and of the rank `part`) lies behind as many parts of others.
  template <typename Op> SmallVector<Value> inBlocks(Op op, RankedTensorType block, Type part) {
    SmallVector<int64_t> starts(op.getStarts());
    for (auto [d, start] : llvm::enumerate(starts)) {
      int64_t own = cast<RankedTensorType>(part).getDimSize(d), size = block.getDimSize(d);
      if (own != size)
        start = start / size * own;
    }
    SmallVector<Value> results = itself();
    results[0].getDefiningOp<Op>().setStarts(starts);
    return results;
  }

  OpBuilder &builder;
  const LocalOp &local;
  const Mesh &mesh;
  Reholding &reholding;
  Location loc;
};

} // namespace

SmallVector<Value> buildLocalOp(OpBuilder &builder, const LocalOp &op, const Mesh &mesh, Reholding &reholding) {
  return LocalForm(builder, op, mesh, reholding).build();
}

} // namespace weir
