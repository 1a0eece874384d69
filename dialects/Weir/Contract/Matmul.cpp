// Matrix products: inference, iteration rule, gradient, canonicalization.
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

static std::string factorSpec(const Attributes &attributes) {
  std::string a = attributes.getOr("transpose_a", false) ? "*km" : "*mk";
  std::string b = attributes.getOr("transpose_b", false) ? "*nk" : "*kn";
  return a + "," + b + "->*mn";
}

Result<Metas> MatmulOp::inferResults(const Metas &operands, const Attributes &attributes) {
  DType dtype = operands[0].dtype;
  if (dtype != operands[1].dtype)
    return Failure{"expects a and b to have one dtype, got " + std::string(name(dtype)) + " and " +
                   std::string(name(operands[1].dtype))};
  if (dtype == DType::Bool)
    return Failure{"expects a and b to be numbers, got bool"};
  if (attributes.getOr("allow_tf32", false) && dtype != DType::F32)
    return Failure{"expects allow_tf32 with a and b of f32, got " + std::string(name(dtype))};
  Result<Metas> results = inferFromFactors(factorSpec(attributes), operands);
  if (results)
    (*results)[0].dtype = attributes.getOr("out", dtype);
  return results;
}

Result<IterationRule> MatmulOp::iterationRule(const Metas &operands, const Metas &results,
                                              const Attributes &attributes) {
  Result<IterationRule> rule = ruleFromFactors(factorSpec(attributes), Combiner::Sum, operands, results);
  if (rule)
    rule->linearGroups = {{0}, {1}};
  return rule;
}

Type MatmulOp::getAccumulatorType() { return accumulatorFor(getAccumulator(), getA()); }

void MatmulOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  Location loc = getLoc();
  Type element = getElementTypeOrSelf(getA().getType());
  Value dy = resultGradients[0];
  if (getElementTypeOrSelf(dy.getType()) != element)
    dy = CastOp::create(builder, loc, dy, element);
  bool ta = getTransposeA(), tb = getTransposeB();
  auto product = [&](Value x, Value y, bool tx, bool ty) -> Value {
    TypeAttr accumulator = getAccumulatorAttr();
    return MatmulOp::create(builder, loc, x, y, tx, ty, accumulator, /*out=*/TypeAttr(), getAllowTf32());
  };
  // With A = a or its transpose: dA = dy * B^T and dB = A^T * dy, each transposed back where the operand was.
  operandGradients.push_back(ta ? product(getB(), dy, tb, true) : product(dy, getB(), false, !tb));
  operandGradients.push_back(tb ? product(dy, getA(), true, ta) : product(getA(), dy, !ta, false));
}

namespace {

/// A transposition of the last two dimensions of an operand becomes the product's flag.
struct AbsorbTranspose : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    TransposeOp a = matrixTranspose(op.getA()), b = matrixTranspose(op.getB());
    if (!a && !b)
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      if (a) {
        op.getAMutable().assign(a.getX());
        op.setTransposeA(!op.getTransposeA());
      }
      if (b) {
        op.getBMutable().assign(b.getX());
        op.setTransposeB(!op.getTransposeB());
      }
    });
    return success();
  }

  /// The op that makes `value`, if it swaps the last two dimensions and nothing else.
  static TransposeOp matrixTranspose(Value value) {
    auto op = value.getDefiningOp<TransposeOp>();
    if (!op)
      return nullptr;
    SmallVector<int64_t> swapped = llvm::to_vector(llvm::seq<int64_t>(op.getPermutation().size()));
    if (swapped.size() < 2)
      return nullptr;
    std::swap(swapped.back(), swapped[swapped.size() - 2]);
    return op.getPermutation() == ArrayRef(swapped) ? op : nullptr;
  }
};

} // namespace

void MatmulOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<AbsorbTranspose>(context);
}

} // namespace weir
