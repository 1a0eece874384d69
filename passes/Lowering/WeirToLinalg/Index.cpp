// Reads and writes at positions that another tensor holds, each of which is checked, and writes of slices.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Layout/Ops.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {
namespace {

/// The position that `index` holds, checked against the size of x along `dim`.
Value checkedPosition(OpBuilder &builder, Location loc, Value index, Value x, int64_t dim, Operation *op) {
  Value position = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  Value size = tensor::DimOp::create(builder, loc, x, dim);
  auto check = kernel::CheckIndexOp::create(builder, loc, builder.getIndexType(), position, size,
                                            /*mask=*/Value());
  check->setAttr(kernel::kOpAttr, builder.getStringAttr(op->getName().stripDialect()));
  return check;
}

struct GatherPattern : OpConversionPattern<GatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(GatherOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = operands.getX(), index = operands.getIndex();
    int64_t rank = cast<RankedTensorType>(index.getType()).getRank();
    Value empty =
        emptyTensor(rewriter, loc, tensor::getMixedSizes(rewriter, loc, index), getElementTypeOrSelf(x.getType()));
    AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
    SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
    auto body = [&](OpBuilder &builder, Location bodyLoc, ValueRange elements) {
      SmallVector<Value> position;
      for (int64_t d = 0; d < rank; ++d)
        position.push_back(d == static_cast<int64_t>(op.getDim())
                               ? checkedPosition(builder, bodyLoc, elements[0], x, d, op)
                               : Value(linalg::IndexOp::create(builder, bodyLoc, d)));
      linalg::YieldOp::create(builder, bodyLoc, tensor::ExtractOp::create(builder, bodyLoc, x, position).getResult());
    };
    auto picked = linalg::GenericOp::create(rewriter, loc, empty.getType(), index, empty, ArrayRef{identity, identity},
                                            iterators, body);
    setLoops(picked, resultLoops(op));
    rewriter.replaceOp(op, picked);
    return success();
  }
};

// What x, an update and the result hold is moved as it is stored in a scatter, and computed with where updates are
// joined by a combiner.

Value begun(OpBuilder &, ScatterOp, Value x) { return x; }
template <typename Op> Value begun(OpBuilder &builder, Op op, Value x) { return loadTensor(builder, op, x); }

Value updated(OpBuilder &, Location, ScatterOp, Value update, Value /*state*/, ArrayRef<Value> /*position*/) {
  return update;
}
template <typename Op>
Value updated(OpBuilder &builder, Location loc, Op op, Value update, Value joined, ArrayRef<Value> position) {
  Scalar old(builder, loc, tensor::ExtractOp::create(builder, loc, joined, position));
  Scalar next(builder, loc, loadElement(builder, loc, update, op.getType().getElementType()));
  return combine(Op::combiner, old, next);
}

Value finished(OpBuilder &, ScatterOp, Value y) { return y; }
template <typename Op> Value finished(OpBuilder &builder, Op op, Value joined) {
  return storeTensor(builder, op, joined);
}

/// Takes the updates of a line along `dim` one by one, so that what several make of one element is defined. Lines are
/// independent: their loops are the outer ones, and marked.
template <typename Op> struct ScatterPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  using OpAdaptor = typename Op::Adaptor;

  LogicalResult matchAndRewrite(Op op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value start = begun(rewriter, op, operands.getX());
    Value index = operands.getIndex();
    int64_t rank = cast<RankedTensorType>(index.getType()).getRank(), dim = op.getDim();
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0),
          one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    SmallVector<Value> lower(rank, zero), steps(rank, one), upper;
    for (int64_t d = 0; d < rank; ++d)
      upper.push_back(sizeAlong(rewriter, loc, index, d));
    std::rotate(upper.begin() + dim, upper.begin() + dim + 1, upper.end());
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, lower, upper, steps, start,
        [&](OpBuilder &builder, Location bodyLoc, ValueRange loops, ValueRange state) -> scf::ValueVector {
          SmallVector<Value> at(loops.drop_back());
          at.insert(at.begin() + dim, loops.back());
          return {takeUpdate(builder, bodyLoc, op, operands, at, state[0])};
        });
    for (scf::ForOp line : ArrayRef(nest.loops).drop_back())
      line->setAttr(kernel::kParallelAttr, rewriter.getUnitAttr());
    rewriter.replaceOp(op, finished(rewriter, op, nest.results[0]));
    return success();
  }

  static Value takeUpdate(OpBuilder &builder, Location loc, Op op, OpAdaptor operands, ArrayRef<Value> at,
                          Value state) {
    SmallVector<Value> position(at);
    Value target = elementAt(builder, loc, operands.getIndex(), at);
    position[op.getDim()] = checkedPosition(builder, loc, target, state, op.getDim(), op);
    Value update = elementAt(builder, loc, operands.getUpdates(), at);
    Value element = updated(builder, loc, op, update, state, position);
    return tensor::InsertOp::create(builder, loc, element, state, position);
  }
};

/// All elements are written at once: none has the place of another.
struct WriteSlicePattern : OpConversionPattern<WriteSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(WriteSliceOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value src = operands.getSrc();
    auto constant = [&](int64_t number) { return arith::ConstantIndexOp::create(rewriter, loc, number); };
    auto rank = static_cast<int64_t>(op.getStarts().size());
    SmallVector<Value> lower(rank, constant(0)), ones(rank, constant(1)), starts, steps, upper;
    for (int64_t d = 0; d < rank; ++d) {
      starts.push_back(constant(op.getStarts()[d]));
      steps.push_back(constant(op.getSteps()[d]));
      upper.push_back(rewriter.createOrFold<arith::MinSIOp>(loc, sizeAlong(rewriter, loc, src, d),
                                                            room(rewriter, op, operands.getInput(), d)));
    }
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, lower, upper, ones, operands.getInput(),
        [&](OpBuilder &builder, Location bodyLoc, ValueRange loops, ValueRange state) -> scf::ValueVector {
          SmallVector<Value> at;
          for (auto [loop, start, step] : llvm::zip(loops, starts, steps)) {
            Value distance = builder.createOrFold<arith::MulIOp>(bodyLoc, loop, step);
            at.push_back(builder.createOrFold<arith::AddIOp>(bodyLoc, distance, start));
          }
          Value element = elementAt(builder, bodyLoc, src, SmallVector<Value>(loops));
          return {tensor::InsertOp::create(builder, bodyLoc, element, state[0], at)};
        });
    for (scf::ForOp loop : nest.loops)
      loop->setAttr(kernel::kParallelAttr, rewriter.getUnitAttr());
    rewriter.replaceOp(op, nest.results);
    return success();
  }

  /// How many elements input has room for along `dim`.
  static Value room(OpBuilder &builder, WriteSliceOp op, Value input, int64_t dim) {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getInput().getType());
    int64_t start = op.getStarts()[dim], step = op.getSteps()[dim];
    if (DimSize size = dimSize(type, dim); size.isKnown())
      return arith::ConstantIndexOp::create(builder, loc,
                                            std::max<int64_t>(0, llvm::divideCeilSigned(size.known() - start, step)));
    auto constant = [&](int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); };
    Value left = arith::SubIOp::create(builder, loc, sizeAlong(builder, loc, input, dim), constant(start));
    return arith::CeilDivUIOp::create(builder, loc, arith::MaxSIOp::create(builder, loc, left, constant(0)),
                                      constant(step));
  }
};

} // namespace

void populateIndexPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<GatherPattern, ScatterPattern<ScatterOp>, ScatterPattern<ScatterAddOp>, ScatterPattern<ScatterProdOp>,
               ScatterPattern<ScatterMaxOp>, ScatterPattern<ScatterMinOp>, WriteSlicePattern>(types,
                                                                                              patterns.getContext());
}

} // namespace weir
