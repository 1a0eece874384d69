// Registration of the Shape family, and the constant, iota and dim ops.
#include "dialects/Weir/Shape/Ops.h"

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Shape/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Shape/Ops.cpp.inc"
      >();
}

Result<Metas> ConstantOp::inferResults(const Metas &, const Attributes &attributes) {
  return Metas{{attributes.get<DType>("dtype"), attributes.get<Shape>("shape")}};
}

/// Of an op without operands: each element depends on its position alone.
static IterationRule ruleByPosition(const Metas &results) {
  IterationRule rule;
  rule.results.resize(1);
  for (size_t d = 0; d < results[0].shape.size(); ++d) {
    rule.factors.push_back({.name = "i" + std::to_string(d), .size = results[0].shape[d], .indexed = true});
    rule.results[0].push_back({.terms = {{static_cast<int>(d), 1}}});
  }
  return rule;
}

/// What all elements of a constant are; nothing if they differ.
static std::optional<double> splatNumber(DType dtype, const Attributes &attributes) {
  if (!attributes.has("value"))
    return std::nullopt;
  if (dtype == DType::Bool)
    return attributes.get<bool>("value") ? 1 : 0;
  return isFloat(dtype) ? attributes.get<double>("value") : static_cast<double>(attributes.get<int64_t>("value"));
}

Result<IterationRule> ConstantOp::iterationRule(const Metas &, const Metas &results, const Attributes &attributes) {
  IterationRule rule = ruleByPosition(results);
  bool isBool = results[0].dtype == DType::Bool;
  std::optional<double> number = splatNumber(results[0].dtype, attributes);
  if (number == 0)
    rule.identities = {isBool ? Combiner::Or : Combiner::Sum};
  if (number == 1)
    rule.identities = {isBool ? Combiner::And : Combiner::Prod};
  return rule;
}

LogicalResult ConstantOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  auto value = cast<ElementsAttr>(getValue());
  if (value.getElementType() != type.getElementType())
    return emitOpError("expects value and result to have one element type, got ")
           << value.getElementType() << " and " << type.getElementType();
  if (!value.isSplat() && value.getShapedType() != type)
    return emitOpError("expects a value of the result's type unless it is a splat, got ")
           << value.getShapedType() << " and " << type;
  return success();
}

namespace {

/// A splat is held as a scalar whatever the result's shape, so that equal constants look equal.
struct ShrinkSplat : OpRewritePattern<ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConstantOp op, PatternRewriter &rewriter) const override {
    TypedAttr element = splatOf(op);
    if (!element || cast<ElementsAttr>(op.getValue()).getShapedType().getRank() == 0)
      return failure();
    replaceWithSplat(rewriter, op, element, op.getSizes());
    return success();
  }
};

} // namespace

void ConstantOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<ShrinkSplat>(context);
}

// iota

Result<Metas> IotaOp::inferResults(const Metas &, const Attributes &attributes) {
  TensorMeta y{attributes.get<DType>("dtype"), attributes.get<Shape>("shape")};
  if (y.shape.size() != 1)
    return Failure{"expects a result of one dimension, got " + toString(y)};
  return Metas{y};
}

Result<IterationRule> IotaOp::iterationRule(const Metas &, const Metas &results, const Attributes &) {
  return ruleByPosition(results);
}

// dim

LogicalResult DimOp::verify() {
  int64_t rank = cast<RankedTensorType>(getX().getType()).getRank();
  int64_t dim = getDim();
  if (dim < 0 || dim >= rank)
    return emitOpError("expects dim to be in [0, ") << rank << "), got " << dim;
  return success();
}

OpFoldResult DimOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getX().getType());
  if (type.isDynamicDim(getDim()))
    return nullptr;
  return Builder(getContext()).getIndexAttr(type.getDimSize(getDim()));
}

namespace {

/// How far one step of `factor` goes in a dimension that it iterates, alone or together with a factor of step 1 that
/// fills the steps, as panels and their columns do; or none.
std::optional<int64_t> stepOf(const DimMap &dim, int factor, const IterationRule &rule) {
  if (dim.onlyFactor() == factor)
    return 1;
  if (dim.inset || dim.terms.size() != 2 || dim.constant != 0 || dim.terms[0].factor != factor ||
      dim.terms[1].coefficient != 1)
    return std::nullopt;
  int64_t step = dim.terms[0].coefficient;
  return rule.factors[dim.terms[1].factor].size == DimSize(step) ? std::optional(step) : std::nullopt;
}

/// Asks the op that made x for the size: sizes then depend on a job's inputs alone, and no value is kept for its size.
struct ResolveDim : OpRewritePattern<DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DimOp op, PatternRewriter &rewriter) const override {
    Operation *producer = op.getX().getDefiningOp();
    auto type = cast<RankedTensorType>(op.getX().getType());
    if (!isa_and_present<SemanticsInterface>(producer) || !type.isDynamicDim(op.getDim()))
      return failure();
    if (producer->hasTrait<ResultSized>()) {
      SmallVector<Value> sizes =
          llvm::filter_to_vector(producer->getOperands(), [](Value operand) { return operand.getType().isIndex(); });
      rewriter.replaceOp(op, sizes[type.getDynamicDimIndex(op.getDim())]);
      return success();
    }
    FailureOr<IterationRule> rule = iterationRuleOf(producer);
    if (failed(rule))
      return failure();
    unsigned number = cast<OpResult>(op.getX()).getResultNumber();
    std::optional<int> factor = rule->results[number][op.getDim()].onlyFactor();
    SmallVector<Value> operands = llvm::filter_to_vector(
        producer->getOperands(), [](Value operand) { return isa<RankedTensorType>(operand.getType()); });
    for (auto [operand, map] : llvm::zip(operands, rule->operands))
      for (auto [dim, dimMap] : llvm::enumerate(map))
        if (auto step = factor ? stepOf(dimMap, *factor, *rule) : std::nullopt) {
          replaceBySteps(op, operand, dim, *step, rewriter);
          return success();
        }
    auto sizeOf = [&](unsigned tensor, int64_t dim) -> Value {
      return DimOp::create(rewriter, op.getLoc(), operands[tensor], dim);
    };
    Value size = cast<SemanticsInterface>(producer).buildSize(rewriter, number, op.getDim(), sizeOf);
    if (!size)
      return failure();
    rewriter.replaceOp(op, size);
    return success();
  }

private:
  /// The number of steps that cover the operand's dimension.
  static void replaceBySteps(DimOp op, Value operand, int64_t dim, int64_t step, PatternRewriter &rewriter) {
    Value size = DimOp::create(rewriter, op.getLoc(), operand, dim);
    if (step != 1) {
      Value divisor = arith::ConstantIndexOp::create(rewriter, op.getLoc(), step);
      size = arith::CeilDivSIOp::create(rewriter, op.getLoc(), size, divisor);
    }
    rewriter.replaceOp(op, size);
  }
};

} // namespace

void DimOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<ResolveDim>(context);
}

} // namespace weir
