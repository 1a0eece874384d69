// random_bits: Philox4x32-10 at each element's global index.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Random/Ops.h"

using namespace mlir;

namespace weir {
namespace {

/// Philox 4x32 with 10 rounds, as arith ops on i32. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011.
class Philox {
public:
  Philox(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  using Counter = std::array<Value, 4>;

  Counter run(Counter counter, std::array<Value, 2> key) {
    for (int round = 0; round < 10; ++round) {
      auto [low0, high0] = multiply(counter[0], 0xD2511F53u);
      auto [low1, high1] = multiply(counter[2], 0xCD9E8D57u);
      counter = {mix(high1, counter[1], key[0]), low1, mix(high0, counter[3], key[1]), low0};
      key = {add(key[0], 0x9E3779B9u), add(key[1], 0xBB67AE85u)};
    }
    return counter;
  }

  Value word(uint32_t number) {
    return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(number)));
  }

private:
  std::pair<Value, Value> multiply(Value x, uint32_t factor) {
    auto product = arith::MulUIExtendedOp::create(builder, loc, x, word(factor));
    return {product.getLow(), product.getHigh()};
  }

  Value add(Value key, uint32_t number) { return arith::AddIOp::create(builder, loc, key, word(number)); }

  Value mix(Value high, Value other, Value key) {
    Value mixed = arith::XOrIOp::create(builder, loc, high, other);
    return arith::XOrIOp::create(builder, loc, mixed, key);
  }

  OpBuilder &builder;
  Location loc;
};

/// The row-major index of the element at hand, as i64.
Value globalIndex(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes) {
  Value index = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto [d, size] : llvm::enumerate(sizes)) {
    Value extent = getValueOrCreateConstantIndexOp(builder, loc, size);
    index = arith::AddIOp::create(builder, loc, arith::MulIOp::create(builder, loc, index, extent),
                                  linalg::IndexOp::create(builder, loc, d));
  }
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
}

/// The bits of the element with this row-major index.
Value bitsAt(OpBuilder &builder, Location loc, Value index, Value seed, Value step, Value ordinal) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto number = [&](int64_t n) { return arith::ConstantIntOp::create(builder, loc, i64, n); };
  Value block = arith::ShRUIOp::create(builder, loc, index, number(2));
  auto lowOf = [&](Value x) -> Value { return arith::TruncIOp::create(builder, loc, i32, x); };
  auto highOf = [&](Value x) { return lowOf(arith::ShRUIOp::create(builder, loc, x, number(32))); };
  Value lane = lowOf(arith::AndIOp::create(builder, loc, index, number(3)));
  Philox philox(builder, loc);
  Philox::Counter bits =
      philox.run({lowOf(block), highOf(block), lowOf(ordinal), lowOf(step)}, {lowOf(seed), highOf(seed)});
  Value chosen = bits[0];
  for (uint32_t i = 1; i < 4; ++i) {
    Value isLane = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, lane, philox.word(i));
    chosen = arith::SelectOp::create(builder, loc, isLane, bits[i], chosen);
  }
  return chosen;
}

/// The index of an element among those that are drawn, where it is computed from the operands' elements.
using IndexAt = llvm::function_ref<Value(OpBuilder &, ValueRange elements, ArrayRef<OpFoldResult> sizes)>;

template <typename Op>
LogicalResult drawBits(Op op, ValueRange operands, ConversionPatternRewriter &rewriter, IndexAt indexAt) {
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  if (failed(rule))
    return failure();
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = resultSizes(rewriter, op, operands, *rule);
  Value empty = emptyTensor(rewriter, loc, sizes, rewriter.getI32Type());
  auto draw = [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
    return {bitsAt(builder, loc, indexAt(builder, elements, sizes), elements[0], elements[1], elements[2])};
  };
  ValueRange inputs = operands.take_front(rule->operands.size()); // the others are sizes
  rewriter.replaceOp(op, buildGeneric(rewriter, op, *rule, inputs, empty, draw).getResults());
  return success();
}

struct RandomBitsPattern : OpConversionPattern<RandomBitsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(RandomBitsOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    return drawBits(op, operands.getOperands(), rewriter,
                    [&](OpBuilder &builder, ValueRange /*elements*/, ArrayRef<OpFoldResult> sizes) {
                      return globalIndex(builder, op.getLoc(), sizes);
                    });
  }
};

struct RandomBitsAtPattern : OpConversionPattern<RandomBitsAtOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(RandomBitsAtOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    return drawBits(op, operands.getOperands(), rewriter,
                    [](OpBuilder &, ValueRange elements, ArrayRef<OpFoldResult>) { return elements[3]; });
  }
};

} // namespace

void populateRandomPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<RandomBitsPattern, RandomBitsAtPattern>(types, patterns.getContext());
}

} // namespace weir
