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

/// Adds the updates one by one, in row-major order, so that the sum of several at one position is defined.
struct ScatterAddPattern : OpConversionPattern<ScatterAddOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ScatterAddOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = op.getType().getElementType();
    Value start = loadTensor(rewriter, loc, operands.getX(), element);
    Value index = operands.getIndex();
    int64_t rank = cast<RankedTensorType>(index.getType()).getRank();
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0),
          one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    SmallVector<Value> lower(rank, zero), steps(rank, one), upper;
    for (int64_t d = 0; d < rank; ++d)
      upper.push_back(tensor::DimOp::create(rewriter, loc, index, d));
    scf::LoopNest loops = scf::buildLoopNest(
        rewriter, loc, lower, upper, steps, start,
        [&](OpBuilder &builder, Location bodyLoc, ValueRange at, ValueRange state) -> scf::ValueVector {
          Value sum = state[0];
          SmallVector<Value> position(at);
          Value target = tensor::ExtractOp::create(builder, bodyLoc, index, at);
          position[op.getDim()] = checkedPosition(builder, bodyLoc, target, sum, op.getDim(), op);
          Value update = tensor::ExtractOp::create(builder, bodyLoc, operands.getUpdates(), at);
          Scalar old(builder, bodyLoc, tensor::ExtractOp::create(builder, bodyLoc, sum, position));
          Value added = old + Scalar(builder, bodyLoc, loadElement(builder, bodyLoc, update, element));
          return {tensor::InsertOp::create(builder, bodyLoc, added, sum, position)};
        });
    rewriter.replaceOp(op, storeTensor(rewriter, loc, loops.results[0], element));
    return success();
  }
};

} // namespace

void populateIndexPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<GatherPattern, ScatterAddPattern>(types, patterns.getContext());
}

} // namespace weir
