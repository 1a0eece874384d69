// See WindowReads.h. Padding, and the gaps between the steps of windows that are taken back, are a fill with the
// operand inserted.
#include "passes/Lowering/WeirToLinalg/WindowReads.h"

#include "dialects/Interfaces/Semantics.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace weir {
namespace {

/// Places a tensor among others so that what it is read at exists.
class WindowReader {
public:
  WindowReader(OpBuilder &builder, Location loc, Value tensor)
      : builder(builder), loc(loc), tensor(tensor), extents(tensor::getMixedSizes(builder, loc, tensor)) {}

  Reads forward(ArrayRef<DimRead> dims, Value padding) {
    for (auto [d, dim] : llvm::enumerate(dims)) {
      const WindowDim &window = dim.window;
      if (window.isTrivial()) {
        keep(d, dim.i);
        continue;
      }
      Value last = mul(sub(value(dim.windows), constant(1)), window.stride);
      Value reached = add(last, spanOf(dim));
      Value padded = add(extent(d), constant(window.low + window.high));
      place(dim.i * window.stride + dim.k * window.dilation, max(padded, reached), constant(window.low), 1);
    }
    return finish(padding);
  }

  Reads backward(ArrayRef<DimRead> dims, Value padding) {
    for (auto [d, dim] : llvm::enumerate(dims)) {
      const WindowDim &window = dim.window;
      if (window.isTrivial()) {
        keep(d, dim.i);
        continue;
      }
      Value before = sub(spanOf(dim), constant(1));
      Value reached = add(value(dim.windows), add(before, constant(window.low)));
      Value held = add(add(before, mul(sub(extent(d), constant(1)), window.stride)), constant(1));
      place(dim.i + dim.k * window.dilation + window.low, max(reached, held), before, window.stride);
    }
    return finish(padding);
  }

private:
  void keep(size_t d, AffineExpr position) {
    positions.push_back(position);
    sizes.push_back(extents[d]);
    offsets.push_back(builder.getIndexAttr(0));
    strides.push_back(1);
  }

  void place(AffineExpr position, Value size, Value offset, int64_t stride) {
    positions.push_back(position);
    sizes.push_back(getAsOpFoldResult(size));
    offsets.push_back(getAsOpFoldResult(offset));
    strides.push_back(stride);
  }

  Reads finish(Value padding) {
    bool isWhole = llvm::all_of(llvm::zip(sizes, extents, strides), [](auto dim) {
      auto [size, extent, stride] = dim;
      return isEqualConstantIntOrValue(size, extent) && stride == 1;
    });
    return {isWhole ? tensor : insertInto(builder, loc, tensor, sizes, offsets, strides, padding), positions};
  }

  // Arithmetic on sizes; constants fold.
  Value constant(int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); }
  Value value(OpFoldResult size) { return getValueOrCreateConstantIndexOp(builder, loc, size); }
  Value extent(size_t d) { return value(extents[d]); }
  Value add(Value a, Value b) { return builder.createOrFold<arith::AddIOp>(loc, a, b); }
  Value sub(Value a, Value b) { return builder.createOrFold<arith::SubIOp>(loc, a, b); }
  Value mul(Value a, int64_t b) { return builder.createOrFold<arith::MulIOp>(loc, a, constant(b)); }
  Value max(Value a, Value b) { return builder.createOrFold<arith::MaxSIOp>(loc, a, b); }
  Value spanOf(const DimRead &dim) {
    return add(mul(sub(value(dim.elements), constant(1)), dim.window.dilation), constant(1));
  }

  OpBuilder &builder;
  Location loc;
  Value tensor;
  SmallVector<OpFoldResult> extents;
  SmallVector<AffineExpr> positions;
  SmallVector<OpFoldResult> sizes, offsets;
  SmallVector<int64_t> strides;
};

} // namespace

Reads readForward(OpBuilder &builder, Location loc, Value tensor, ArrayRef<DimRead> dims, Value padding) {
  return WindowReader(builder, loc, tensor).forward(dims, padding);
}

Reads readBackward(OpBuilder &builder, Location loc, Value tensor, ArrayRef<DimRead> dims, Value padding) {
  return WindowReader(builder, loc, tensor).backward(dims, padding);
}

Value storedZero(OpBuilder &builder, Location loc, Type element) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(storageType(element)));
}

WindowGeneric::WindowGeneric(ConversionPatternRewriter &rewriter, Operation *op, ValueRange operands,
                             IterationRule rule)
    : rewriter(rewriter), op(op), rule(std::move(rule)), sizes(resultSizes(rewriter, op, operands, this->rule)) {}

void WindowGeneric::addInput(const Reads &reads) {
  inputs.push_back(reads.tensor);
  maps.push_back(AffineMap::get(rule.factors.size(), 0, reads.positions, rewriter.getContext()));
}

void WindowGeneric::addExtents(ArrayRef<int> factors) {
  if (factors.empty())
    return;
  Reads reads;
  SmallVector<OpFoldResult> extents;
  for (int factor : factors) {
    extents.push_back(rewriter.getIndexAttr(rule.factors[factor].size.known()));
    reads.positions.push_back(loop(factor));
  }
  reads.tensor = emptyTensor(rewriter, op->getLoc(), extents, rewriter.getI8Type());
  addInput(reads);
}

/// Of factors that the op's rule has, too, and of those that alone run over a dimension of the result.
SmallVector<int64_t> WindowGeneric::kernelLoops(const IterationRule &own) {
  SmallVector<int64_t> loops;
  for (const Factor &factor : rule.factors) {
    int number = own.findFactor(factor.name);
    loops.push_back(number < 0 ? -1 : factorLoops(op)[number]);
  }
  for (auto [d, dim] : llvm::enumerate(rule.results[0]))
    if (std::optional<int> factor = dim.onlyFactor())
      loops[*factor] = resultLoops(op)[d];
  return loops;
}

void WindowGeneric::replace(TypedAttr identity, CombineFn combine) {
  Location loc = op->getLoc();
  Value start = arith::ConstantOp::create(rewriter, loc, identity);
  Value empty = emptyTensor(rewriter, loc, sizes, identity.getType());
  Value filled = linalg::FillOp::create(rewriter, loc, start, empty).getResult(0);
  maps.push_back(affineMap(rule.results[0], rule.factors.size(), rewriter.getContext()));
  SmallVector<utils::IteratorType> iterators;
  for (const Factor &factor : rule.factors)
    iterators.push_back(factor.kind == FactorKind::Reduction ? utils::IteratorType::reduction
                                                             : utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(rewriter, loc, filled.getType(), inputs, filled, maps, iterators,
                                           [&](OpBuilder &builder, Location, ValueRange elements) {
                                             Scalar sum(builder, loc, elements.back());
                                             Value next = combine(builder, elements.drop_back(), sum);
                                             linalg::YieldOp::create(builder, loc, next);
                                           });
  if (FailureOr<IterationRule> own = iterationRuleOf(op); succeeded(own))
    setLoops(generic, kernelLoops(*own));
  rewriter.replaceOp(op, storeTensor(rewriter, op, generic.getResult(0)));
}

} // namespace weir
