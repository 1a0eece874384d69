// Reads and writes at positions that another tensor holds; each position is checked.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Index/Ops.h"

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
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(op, empty.getType(), index, empty, ArrayRef{identity, identity},
                                                   iterators, body);
    return success();
  }
};

/// Adds the updates of a line along `dim` one by one, so that the sum of several at one position is defined. Lines are
/// independent: their loops are the outer ones, and marked.
struct ScatterAddPattern : OpConversionPattern<ScatterAddOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ScatterAddOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = op.getType().getElementType();
    Value start = loadTensor(rewriter, loc, operands.getX(), element);
    Value index = operands.getIndex();
    int64_t rank = cast<RankedTensorType>(index.getType()).getRank(), dim = op.getDim();
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0),
          one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    SmallVector<Value> lower(rank, zero), steps(rank, one), upper;
    for (int64_t d = 0; d < rank; ++d)
      upper.push_back(tensor::DimOp::create(rewriter, loc, index, d));
    std::rotate(upper.begin() + dim, upper.begin() + dim + 1, upper.end());
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, lower, upper, steps, start,
        [&](OpBuilder &builder, Location bodyLoc, ValueRange loops, ValueRange state) -> scf::ValueVector {
          SmallVector<Value> at(loops.drop_back());
          at.insert(at.begin() + dim, loops.back());
          return {addUpdate(builder, bodyLoc, op, operands, at, state[0])};
        });
    for (scf::ForOp line : ArrayRef(nest.loops).drop_back())
      line->setAttr(kernel::kParallelAttr, rewriter.getUnitAttr());
    rewriter.replaceOp(op, storeTensor(rewriter, loc, nest.results[0], element));
    return success();
  }

  static Value addUpdate(OpBuilder &builder, Location loc, ScatterAddOp op, OpAdaptor operands, ArrayRef<Value> at,
                         Value sum) {
    SmallVector<Value> position(at);
    Value target = tensor::ExtractOp::create(builder, loc, operands.getIndex(), at);
    position[op.getDim()] = checkedPosition(builder, loc, target, sum, op.getDim(), op);
    Value update = tensor::ExtractOp::create(builder, loc, operands.getUpdates(), at);
    Scalar old(builder, loc, tensor::ExtractOp::create(builder, loc, sum, position));
    Value added = old + Scalar(builder, loc, loadElement(builder, loc, update, op.getType().getElementType()));
    return tensor::InsertOp::create(builder, loc, added, sum, position);
  }
};

} // namespace

void populateIndexPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<GatherPattern, ScatterAddPattern>(types, patterns.getContext());
}

} // namespace weir
