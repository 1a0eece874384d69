// The pass and what the families' patterns share.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_WEIRTOLINALGPASS
#include "passes/Lowering/WeirToLinalg/Passes.h.inc"

Type storageType(Type element) {
  if (element.isInteger(1) || element.isUnsignedInteger(8))
    return IntegerType::get(element.getContext(), 8);
  return element;
}

Type computeType(Type element) {
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(element.getContext());
  return element.isInteger(1) ? element : accumulatorType(element);
}

Type accumulatorType(Type accumulator) {
  if (accumulator.isUnsignedInteger(8))
    return IntegerType::get(accumulator.getContext(), 32);
  return accumulator.isInteger(1) ? storageType(accumulator) : accumulator;
}

Value loadElement(OpBuilder &builder, Location loc, Value stored, Type weirElement) {
  return loadElement(builder, loc, stored, weirElement, computeType(weirElement));
}

Value loadElement(OpBuilder &builder, Location loc, Value stored, Type weirElement, Type accumulator) {
  if (weirElement.isUnsignedInteger(8))
    stored = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), stored);
  return convert(builder, loc, stored, accumulator);
}

Value storeElement(OpBuilder &builder, Location loc, Value computed, Type weirElement) {
  return convert(builder, loc, computed, storageType(weirElement));
}

AffineMap affineMap(const ValueMap &map, size_t numFactors, MLIRContext *context) {
  SmallVector<AffineExpr> positions;
  for (const DimMap &dim : map) {
    AffineExpr position = getAffineConstantExpr(dim.constant, context);
    for (const AffineTerm &term : dim.terms)
      position = position + getAffineDimExpr(term.factor, context) * term.coefficient;
    positions.push_back(position);
  }
  return AffineMap::get(numFactors, 0, positions, context);
}

/// The size of the op's result along `dim`, over which `factor` runs.
static OpFoldResult sizeOfFactor(OpBuilder &builder, Operation *op, ValueRange converted, const IterationRule &rule,
                                 int factor, unsigned result, int64_t dim) {
  unsigned tensor = 0;
  for (auto [original, operand] : llvm::zip(op->getOperands(), converted)) {
    if (!isa<RankedTensorType>(original.getType()))
      continue;
    for (auto [d, map] : llvm::enumerate(rule.operands[tensor]))
      if (map.onlyFactor() == factor)
        return tensor::getMixedSize(builder, op->getLoc(), operand, d);
    ++tensor;
  }
  SmallVector<Value> tensors =
      llvm::filter_to_vector(converted, [](Value operand) { return isa<RankedTensorType>(operand.getType()); });
  Value size = cast<SemanticsInterface>(op).buildSize(builder, result, dim, [&](unsigned operand, int64_t d) -> Value {
    return tensor::DimOp::create(builder, op->getLoc(), tensors[operand], d);
  });
  assert(size && "a size follows from operands: it is that of one of their dimensions, or the op builds it");
  return size;
}

SmallVector<OpFoldResult> resultSizes(OpBuilder &builder, Operation *op, ValueRange converted,
                                      const IterationRule &rule, unsigned index) {
  auto type = cast<RankedTensorType>(op->getResult(index).getType());
  SmallVector<Value> given;
  for (Value operand : converted)
    if (operand.getType().isIndex())
      given.push_back(operand);
  SmallVector<OpFoldResult> sizes;
  unsigned nextGiven = 0;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (!type.isDynamicDim(d))
      sizes.push_back(builder.getIndexAttr(type.getDimSize(d)));
    else if (!given.empty())
      sizes.push_back(given[nextGiven++]);
    else
      sizes.push_back(sizeOfFactor(builder, op, converted, rule, *rule.results[index][d].onlyFactor(), index, d));
  }
  return sizes;
}

Value emptyTensor(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes, Type element) {
  return tensor::EmptyOp::create(builder, loc, sizes, element);
}

Value insertInto(OpBuilder &builder, Location loc, Value tensor, ArrayRef<OpFoldResult> sizes,
                 ArrayRef<OpFoldResult> offsets, ArrayRef<int64_t> strides, Value padding) {
  Value empty = emptyTensor(builder, loc, sizes, padding.getType());
  Value filled = linalg::FillOp::create(builder, loc, padding, empty).getResult(0);
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.hasStaticShape() && type.getNumElements() == 0) // which upstream's op refuses
    return filled;
  SmallVector<OpFoldResult> inserted = tensor::getMixedSizes(builder, loc, tensor);
  return tensor::InsertSliceOp::create(builder, loc, tensor, filled, offsets, inserted,
                                       getAsIndexOpFoldResult(builder.getContext(), strides));
}

linalg::GenericOp buildGeneric(OpBuilder &builder, Operation *op, const IterationRule &rule, ValueRange inputs,
                               ValueRange outputs, BodyFn body) {
  SmallVector<AffineMap> maps;
  for (auto [input, map] : llvm::zip(inputs, rule.operands))
    maps.push_back(affineMap(map, rule.factors.size(), builder.getContext()));
  for (const ValueMap &map : rule.results)
    maps.push_back(affineMap(map, rule.factors.size(), builder.getContext()));
  SmallVector<utils::IteratorType> iterators;
  for (const Factor &factor : rule.factors)
    iterators.push_back(factor.kind == FactorKind::Reduction ? utils::IteratorType::reduction
                                                             : utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(builder, op->getLoc(), TypeRange(outputs), inputs, outputs, maps, iterators,
                                           [&](OpBuilder &inner, Location innerLoc, ValueRange elements) {
                                             linalg::YieldOp::create(inner, innerLoc, body(inner, elements));
                                           });
  setLoops(generic, factorLoops(op));
  return generic;
}

using ElementFn = llvm::function_ref<Value(OpBuilder &, Value)>;

/// `tensor`, of the loops of the op's result, with `map` applied to each element, which gives a value of type
/// `element`.
static Value mapTensor(OpBuilder &builder, Operation *op, Value tensor, Type element, ElementFn map) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  Value empty = emptyTensor(builder, loc, tensor::getMixedSizes(builder, loc, tensor), element);
  auto identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(builder, loc, empty.getType(), tensor, empty, ArrayRef{identity, identity},
                                           iterators, [&](OpBuilder &inner, Location innerLoc, ValueRange elements) {
                                             linalg::YieldOp::create(inner, innerLoc, map(inner, elements[0]));
                                           });
  setLoops(generic, resultLoops(op));
  return generic.getResult(0);
}

Value loadTensor(OpBuilder &builder, Operation *op, Value tensor) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  return mapTensor(builder, op, tensor, computeType(element),
                   [&](OpBuilder &inner, Value stored) { return loadElement(inner, op->getLoc(), stored, element); });
}

Value storeTensor(OpBuilder &builder, Operation *op, Value tensor) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  return mapTensor(builder, op, tensor, storageType(element), [&](OpBuilder &inner, Value computed) {
    return storeElement(inner, op->getLoc(), computed, element);
  });
}

Value sizeAlong(OpBuilder &builder, Location loc, Value tensor, int64_t dim) {
  Value init = tensor;
  while (auto made = init.getDefiningOp<DestinationStyleOpInterface>())
    init = made.getTiedOpOperand(cast<OpResult>(init))->get();
  if (auto empty = init.getDefiningOp<tensor::EmptyOp>())
    return getValueOrCreateConstantIndexOp(builder, loc, empty.getMixedSizes()[dim]);
  return tensor::DimOp::create(builder, loc, tensor, dim);
}

/// Where `map` reads at `position`; nothing where it computes with it.
static std::optional<SmallVector<Value>> mapPosition(OpBuilder &builder, Location loc, AffineMap map,
                                                     ArrayRef<Value> position) {
  SmallVector<Value> mapped;
  for (AffineExpr expression : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expression))
      mapped.push_back(position[dim.getPosition()]);
    else if (auto constant = dyn_cast<AffineConstantExpr>(expression))
      mapped.push_back(arith::ConstantIndexOp::create(builder, loc, constant.getValue()));
    else
      return std::nullopt;
  }
  return mapped;
}

Value elementAt(OpBuilder &builder, Location loc, Value tensor, ArrayRef<Value> position) {
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return fill.getInputs().front();
  auto element = [&]() -> Value { return tensor::ExtractOp::create(builder, loc, tensor, position); };
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumReductionLoops() > 0)
    return element();
  unsigned number = cast<OpResult>(tensor).getResultNumber();
  OpOperand *output = generic.getDpsInitOperand(number);
  if (!generic.getMatchingIndexingMap(output).isIdentity() ||
      llvm::any_of(generic.getDpsInitsMutable(),
                   [&](OpOperand &init) { return generic.payloadUsesValueFromOperand(&init); }))
    return element();
  IRMapping mapping;
  for (OpOperand *input : generic.getDpsInputOperands()) {
    auto at = mapPosition(builder, loc, generic.getMatchingIndexingMap(input), position);
    if (!at)
      return element();
    mapping.map(generic.getMatchingBlockArgument(input), elementAt(builder, loc, input->get(), *at));
  }
  for (Operation &op : generic.getBody()->without_terminator())
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      mapping.map(index.getResult(), position[index.getDim()]);
    else
      builder.clone(op, mapping);
  return mapping.lookupOrDefault(generic.getBody()->getTerminator()->getOperand(number));
}

namespace {

/// A division by 0 makes the launch fail instead of the process.
void checkDivisors(OpBuilder &builder, Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  for (auto division : builder.getInsertionBlock()->getOps<arith::DivSIOp>()) {
    builder.setInsertionPoint(division);
    Value divisor = division.getRhs();
    auto check = kernel::CheckDivisorOp::create(builder, division.getLoc(), divisor.getType(), divisor,
                                                /*mask=*/Value());
    check->setAttr(kernel::kOpAttr, builder.getStringAttr(op->getName().stripDialect()));
    division.getRhsMutable().assign(check);
  }
}

/// A product that several read is one number to all of them: it may not become a multiplication and addition in one for
/// some of them. Else the largest of the products of a row is none of those that it is subtracted from.
void roundOnce(Value product, OpResult result) {
  auto multiply = product.getDefiningOp<arith::MulFOp>();
  if (multiply && !result.hasOneUse())
    multiply.setFastmath(arith::FastMathFlags::none);
}

/// Ops with a scalar function: one generic whose body is that function in the computing type.
struct ElementwisePattern : OpInterfaceConversionPattern<ElementwiseInterface> {
  using OpInterfaceConversionPattern::OpInterfaceConversionPattern;

  LogicalResult matchAndRewrite(ElementwiseInterface op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Location loc = op->getLoc();
    SmallVector<Value> outputs;
    for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
      outputs.push_back(emptyTensor(rewriter, loc, resultSizes(rewriter, op, operands, *rule, i),
                                    storageType(getElementTypeOrSelf(type))));
    auto generic = buildGeneric(rewriter, op, *rule, operands, outputs, [&](OpBuilder &builder, ValueRange elements) {
      SmallVector<Value> loaded, stored;
      for (auto [operand, element] : llvm::zip(op->getOperands(), elements))
        loaded.push_back(loadElement(builder, loc, element, getElementTypeOrSelf(operand.getType())));
      for (auto [result, value] : llvm::zip(op->getResults(), op.buildScalars(builder, loaded))) {
        roundOnce(value, result);
        stored.push_back(storeElement(builder, loc, value, getElementTypeOrSelf(result.getType())));
      }
      checkDivisors(builder, op);
      return stored;
    });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

struct WeirToLinalg : impl::WeirToLinalgPassBase<WeirToLinalg> {
  void runOnOperation() override {
    if (failed(numberLoops(getOperation())))
      return signalPassFailure();
    MLIRContext *context = &getContext();
    TypeConverter types;
    types.addConversion([](Type type) { return type; });
    types.addConversion([](RankedTensorType type) { return type.clone(storageType(type.getElementType())); });

    RewritePatternSet patterns(context);
    patterns.add<ElementwisePattern>(types, context);
    populateContractPatterns(types, patterns);
    populateReducePatterns(types, patterns);
    populateShapePatterns(types, patterns);
    populateIndexPatterns(types, patterns);
    populateLayoutPatterns(types, patterns);
    populateRandomPatterns(types, patterns);
    populateConvolutionPatterns(types, patterns);
    populateWinogradPatterns(types, patterns);
    populatePoolingPatterns(types, patterns);
    populateSequencePatterns(types, patterns);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns, types);
    populateReturnOpTypeConversionPattern(patterns, types);

    ConversionTarget target(*context);
    target.addIllegalDialect<WeirDialect>();
    target.addDynamicallyLegalOp<func::FuncOp>(
        [&](func::FuncOp function) { return types.isSignatureLegal(function.getFunctionType()); });
    target.addDynamicallyLegalOp<func::ReturnOp>([&](func::ReturnOp op) { return types.isLegal(op); });
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace weir
