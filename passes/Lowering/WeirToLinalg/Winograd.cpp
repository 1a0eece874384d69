// Convolutions by Winograd's tiles, as sums of products with the entries of its matrices: what a target without a form
// of its own for them computes.
#include "passes/Lowering/WeirToLinalg/WindowReads.h"

#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Layout/Winograd.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace weir {
namespace {

using winograd::kReached;
using winograd::kTerms;
using winograd::kTile;

constexpr int kTermLoop = 4, kPositionLoop = 5, kChannelLoop = 6;

/// Entry [row, column] of a matrix of -1, 0 and 1, all as i32: two bits each, one more than the entry.
template <int rows, int columns>
Value entry(OpBuilder &builder, Location loc, const int (&matrix)[rows][columns], Value row, Value column) {
  uint32_t bits = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      bits |= static_cast<uint32_t>(matrix[i][j] + 1) << 2 * (i * columns + j);
  auto constant = [&](uint32_t number) {
    return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(number)));
  };
  Value number = arith::MulIOp::create(builder, loc, row, constant(columns));
  number = arith::AddIOp::create(builder, loc, number, column);
  Value shift = arith::MulIOp::create(builder, loc, number, constant(2));
  Value shifted = arith::ShRUIOp::create(builder, loc, constant(bits), shift);
  Value kept = arith::AndIOp::create(builder, loc, shifted, constant(3));
  return arith::SubIOp::create(builder, loc, kept, constant(1));
}

/// Loops are (n, h, w, o, q, k, c): a window of the result, a term, a position that the tile reads, a channel.
struct ConvWinogradPattern : OpConversionPattern<ConvWinogradOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ConvWinogradOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    WinogradKernel kernel = *WinogradKernel::of(plainAttributes(op));
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    WindowGeneric generic(rewriter, op, operands.getOperands(), windowsAsLoops(*rule, kernel));
    AffineExpr column = generic.loop("o"), channel = generic.loop("c");
    SmallVector<DimRead> image{{.i = generic.loop("n")}};
    for (unsigned d = 0; d < 2; ++d) {
      Value windows = getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), generic.sizes[1 + d]);
      Value two = arith::ConstantIndexOp::create(rewriter, op.getLoc(), kTile);
      Value tiles = rewriter.createOrFold<arith::CeilDivUIOp>(op.getLoc(), windows, two);
      WindowDim window{
          .size = DimSize(kReached), .stride = kTile, .low = kernel.windows[d].low, .high = kernel.windows[d].high};
      AffineExpr k = generic.loop("k");
      image.push_back({window, generic.loop(1 + d).floorDiv(kTile), d == 0 ? k.floorDiv(kReached) : k % kReached,
                       getAsOpFoldResult(tiles), rewriter.getIndexAttr(kReached)});
    }
    image.push_back({.i = channel});
    Type element = getElementTypeOrSelf(op.getX().getType());
    generic.addInput(
        readForward(rewriter, op.getLoc(), operands.getX(), image, storedZero(rewriter, op.getLoc(), element)));
    AffineExpr row = generic.loop("q") * kernel.channels + channel;
    generic.addInput({operands.getPacked(), {column.floorDiv(kernel.panel), row, column % kernel.panel}});
    generic.addExtents({kTermLoop, kPositionLoop, kChannelLoop});
    generic.replace(rewriter.getZeroAttr(element), [&](OpBuilder &builder, ValueRange elements, Scalar partial) {
      Value sign = arith::SIToFPOp::create(builder, op.getLoc(), element, coefficient(builder, op.getLoc()));
      Scalar factor(builder, op.getLoc(), sign), x(builder, op.getLoc(), elements[0]),
          packed(builder, op.getLoc(), elements[1]);
      return partial + factor * x * packed;
    });
    return success();
  }

private:
  static IterationRule windowsAsLoops(const IterationRule &rule, const WinogradKernel &kernel) {
    constexpr auto reduction = FactorKind::Reduction;
    IterationRule loops;
    loops.factors = {rule.factors[0],
                     {.name = "h"},
                     {.name = "w"},
                     {.name = "o", .size = DimSize(kernel.columns)},
                     {.name = "q", .size = DimSize(kTerms * kTerms), .kind = reduction},
                     {.name = "k", .size = DimSize(kReached * kReached), .kind = reduction},
                     {.name = "c", .size = DimSize(kernel.channels), .kind = reduction}};
    auto only = [](int number) { return DimMap{.terms = {{number, 1}}}; };
    DimMap whole{.indirect = true};
    loops.operands = {{only(0), whole, whole, only(kChannelLoop)}, {whole, whole, whole}};
    loops.results = {{only(0), only(1), only(2), only(3)}};
    return loops;
  }

  /// What the product of an element and a factor is multiplied with, in the generic's body.
  static Value coefficient(OpBuilder &builder, Location loc) {
    auto constant = [&](int32_t number) {
      return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(number));
    };
    auto loop = [&](unsigned number) -> Value {
      Value index = linalg::IndexOp::create(builder, loc, number);
      return arith::IndexCastOp::create(builder, loc, builder.getI32Type(), index);
    };
    // The two digits of a number below 16.
    auto digit = [&](unsigned number, unsigned d) -> Value {
      if (d == 0)
        return arith::ShRUIOp::create(builder, loc, loop(number), constant(2));
      return arith::AndIOp::create(builder, loc, loop(number), constant(3));
    };
    static_assert(kTile == 2 && kTerms == 4 && kReached == 4);
    Value all;
    for (unsigned d = 0; d < 2; ++d) {
      Value window = arith::AndIOp::create(builder, loc, loop(1 + d), constant(1)), term = digit(kTermLoop, d);
      for (Value factor : {entry(builder, loc, winograd::kOutput, window, term),
                           entry(builder, loc, winograd::kInput, term, digit(kPositionLoop, d))})
        all = all ? Value(arith::MulIOp::create(builder, loc, all, factor)) : factor;
    }
    return all;
  }
};

} // namespace

void populateWinogradPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ConvWinogradPattern>(types, patterns.getContext());
}

} // namespace weir
