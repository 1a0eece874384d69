// Elementwise ops on splats, computed when compiled. Knows no op: the scalar function is built and folded as arith
// folds constants, which is how it rounds when it runs. What arith doesn't compute (exp, log) is left to run.
#include "dialects/Weir/Math/FoldSplats.h"

#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Math/Ops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

namespace {

/// Evaluates straight-line arith on constants.
class ScalarFolder {
public:
  explicit ScalarFolder(ElementwiseInterface op) : op(op), builder(op->getContext()) {
    builder.setInsertionPointToEnd(&scratch);
  }

  /// The op's result for these elements, or null.
  TypedAttr fold(ArrayRef<TypedAttr> elements) {
    SmallVector<Value> values;
    for (TypedAttr element : elements)
      values.push_back(arith::ConstantOp::create(builder, op->getLoc(), element));
    SmallVector<Value> results = op.buildScalars(builder, values);
    // What gives an operand as it is says something else of it, such as that gradients stop there.
    if (llvm::is_contained(values, results[0]))
      return nullptr;
    for (Operation &scalar : scratch)
      if (!foldOne(&scalar))
        return nullptr;
    return dyn_cast_if_present<TypedAttr>(known.lookup(results[0]));
  }

private:
  bool foldOne(Operation *scalar) {
    if (auto constant = dyn_cast<arith::ConstantOp>(scalar)) {
      known[constant] = constant.getValue();
      return true;
    }
    if (!isa<arith::ArithDialect>(scalar->getDialect()))
      return false;
    auto operands = llvm::map_to_vector(scalar->getOperands(), [&](Value operand) { return known.lookup(operand); });
    SmallVector<OpFoldResult> results;
    if (failed(scalar->fold(operands, results)) || results.size() != 1)
      return false;
    auto value = dyn_cast<Value>(results[0]);
    known[scalar->getResult(0)] = value ? known.lookup(value) : cast<Attribute>(results[0]);
    return true;
  }

  ElementwiseInterface op;
  Block scratch;
  OpBuilder builder;
  DenseMap<Value, Attribute> known;
};

struct FoldSplats : OpInterfaceRewritePattern<ElementwiseInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseInterface op, PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || op->getNumOperands() == 0)
      return failure();
    auto shape = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
    SmallVector<TypedAttr> elements;
    std::optional<ValueRange> sizes;
    for (Value operand : op->getOperands()) {
      TypedAttr element = splatOf(operand);
      if (!element || element.getType().isUnsignedInteger()) // arith has signless integers only
        return failure();
      elements.push_back(element);
      if (cast<RankedTensorType>(operand.getType()).getShape() == shape)
        sizes = operand.getDefiningOp()->getOperands();
    }
    TypedAttr result = ScalarFolder(op).fold(elements);
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    if (!sizes || !result || result.getType() != type)
      return failure();
    replaceWithSplat(rewriter, op, result, *sizes);
    return success();
  }
};

} // namespace

void populateSplatFolding(RewritePatternSet &patterns) { patterns.add<FoldSplats>(patterns.getContext()); }

} // namespace weir
