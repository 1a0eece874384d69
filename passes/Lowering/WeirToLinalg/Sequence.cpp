// Ops along one dimension: loops over lines, which are independent and marked, and loops along each line.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Interfaces/CompensatedSum.h"
#include "dialects/Weir/Sequence/Ops.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {
namespace {

/// The lines of a tensor along one dimension.
class Lines {
public:
  Lines(OpBuilder &builder, Location loc, Value x, int64_t dim)
      : loc(loc), x(x), dim(dim), length(tensor::DimOp::create(builder, loc, x, dim)) {}

  /// One line: where it stands in the other dimensions.
  using LineFn = llvm::function_ref<scf::ValueVector(OpBuilder &builder, ValueRange line, ValueRange state)>;

  /// Takes `state` through all lines, one after the other as far as the code says.
  SmallVector<Value> forEach(OpBuilder &builder, ValueRange state, LineFn body) const {
    int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
    Value zero = index(builder, 0), one = index(builder, 1);
    SmallVector<Value> lower(rank - 1, zero), steps(rank - 1, one), upper;
    for (int64_t d = 0; d < rank; ++d)
      if (d != dim)
        upper.push_back(tensor::DimOp::create(builder, loc, x, d));
    scf::LoopNest nest = scf::buildLoopNest(
        builder, loc, lower, upper, steps, state,
        [&](OpBuilder &inner, Location, ValueRange line, ValueRange inside) { return body(inner, line, inside); });
    for (scf::ForOp loop : nest.loops)
      loop->setAttr(kernel::kParallelAttr, builder.getUnitAttr());
    return nest.results;
  }

  /// A loop over [0, count) that takes `state` along.
  using StepFn = llvm::function_ref<scf::ValueVector(OpBuilder &builder, Value step, ValueRange state)>;
  SmallVector<Value> repeat(OpBuilder &builder, Value count, ValueRange state, StepFn body) const {
    return scf::ForOp::create(builder, loc, index(builder, 0), count, index(builder, 1), state,
                              [&](OpBuilder &inner, Location, Value step, ValueRange inside) {
                                scf::YieldOp::create(inner, loc, body(inner, step, inside));
                              })
        .getResults();
  }

  Value load(OpBuilder &builder, Value tensor, ValueRange line, Value at) const {
    return tensor::ExtractOp::create(builder, loc, tensor, position(line, at));
  }
  Value store(OpBuilder &builder, Value element, Value tensor, ValueRange line, Value at) const {
    return tensor::InsertOp::create(builder, loc, element, tensor, position(line, at));
  }
  Value index(OpBuilder &builder, int64_t number) const { return arith::ConstantIndexOp::create(builder, loc, number); }

  const Location loc;
  const Value x;
  const int64_t dim;
  const Value length;

private:
  SmallVector<Value> position(ValueRange line, Value at) const {
    SmallVector<Value> position(line);
    position.insert(position.begin() + dim, at);
    return position;
  }
};

/// A result's memory, not yet written.
Value emptyResult(OpBuilder &builder, Operation *op, Value x, unsigned number = 0) {
  Type element = getElementTypeOrSelf(op->getResult(number).getType());
  return emptyTensor(builder, op->getLoc(), tensor::getMixedSizes(builder, op->getLoc(), x), storageType(element));
}

/// The last of `length` positions of which `step` were taken off the end.
Value fromEnd(OpBuilder &builder, const Lines &lines, Value length, Value step) {
  Value rest = arith::SubIOp::create(builder, lines.loc, length, step);
  return arith::SubIOp::create(builder, lines.loc, rest, lines.index(builder, 1));
}

/// Joins the elements of one line. Narrower floats are joined in f64, sums of f64 are compensated: both are exact up to
/// their last rounding. Sums of a few floats of 16 bits are exact enough in f32, of which they are made in one op.
template <typename Op> class LineJoiner {
public:
  LineJoiner(const Lines &lines, Op op, ValueRange line)
      : lines(lines), op(op), line(line), loc(lines.loc), element(op.getType().getElementType()) {}

  static Type accumulatorOf(Type element) {
    bool rounds = isa<FloatType>(element) && (Op::combiner == Combiner::Sum || Op::combiner == Combiner::Prod);
    return rounds ? Float64Type::get(element.getContext()) : computeType(element);
  }

  static bool isNarrow(Type element) { return element.isBF16() || element.isF16(); }

  /// What elements of a block are joined in.
  static Type blockTypeOf(Type element) {
    return isNarrow(element) && Op::combiner == Combiner::Sum ? Float32Type::get(element.getContext())
                                                              : accumulatorOf(element);
  }

  /// The tensor with the line written, which starts from `start`.
  Value join(OpBuilder &builder, Value tensor, Value start) const {
    if (Op::combiner == Combiner::Sum && element.isF64())
      return lines.repeat(
          builder, lines.length, {tensor, start, start},
          [&](OpBuilder &inner, Value number, ValueRange state) { return addCompensated(inner, number, state); })[0];
    Value size = lines.index(builder, kBlock), blocks = arith::DivUIOp::create(builder, loc, lines.length, size);
    Value end = arith::MulIOp::create(builder, loc, blocks, size);
    SmallVector<Value> joined =
        lines.repeat(builder, blocks, {tensor, start}, [&](OpBuilder &inner, Value number, ValueRange state) {
          return joinBlock(inner, arith::MulIOp::create(inner, loc, number, size), kBlock, state);
        });
    Value rest = arith::SubIOp::create(builder, loc, lines.length, end);
    return lines.repeat(builder, rest, joined, [&](OpBuilder &inner, Value number, ValueRange state) {
      return joinBlock(inner, arith::AddIOp::create(inner, loc, end, number), 1, state);
    })[0];
  }

private:
  static constexpr int64_t kBlock = 4;

  Value place(OpBuilder &builder, Value number) const {
    return op.getReverse() ? fromEnd(builder, lines, lines.length, number) : number;
  }
  Value load(OpBuilder &builder, Value at, Type type) const {
    return loadElement(builder, loc, lines.load(builder, lines.x, line, at), element, type);
  }
  /// From f64 to 16 bits there is no instruction; a rounding to f32 in between takes no digit that counts.
  Value store(OpBuilder &builder, Value joined, Value tensor, Value at) const {
    if (isNarrow(element))
      joined = convert(builder, loc, joined, builder.getF32Type());
    return lines.store(builder, storeElement(builder, loc, joined, element), tensor, line, at);
  }

  /// Elements are joined on their own, so that one block after the other takes one op for each.
  scf::ValueVector joinBlock(OpBuilder &builder, Value first, int64_t count, ValueRange state) const {
    Type type = blockTypeOf(element);
    SmallVector<std::pair<Value, Value>> elements;
    for (int64_t i = 0; i < count; ++i) {
      Value at = place(builder, arith::AddIOp::create(builder, loc, first, lines.index(builder, i)));
      elements.emplace_back(at, load(builder, at, type));
    }
    auto combined = [&](Value x, Value y) -> Value {
      return combine(Op::combiner, Scalar(builder, loc, x), Scalar(builder, loc, y));
    };
    scf::ValueVector next(state.begin(), state.end());
    Value before = convert(builder, loc, state[1], type), inBlock, joined;
    for (auto [at, value] : elements) {
      inBlock = inBlock ? combined(inBlock, value) : value;
      joined = combined(before, inBlock);
      next[0] = store(builder, joined, next[0], at);
    }
    bool isWhole = type == state[1].getType();
    next[1] = isWhole ? joined : combined(state[1], convert(builder, loc, inBlock, state[1].getType()));
    return next;
  }

  scf::ValueVector addCompensated(OpBuilder &builder, Value number, ValueRange state) const {
    Value at = place(builder, number);
    CompensatedSum sum{state[1], state[2]};
    sum.add(builder, loc, load(builder, at, element));
    return {store(builder, sum.rounded(builder, loc), state[0], at), sum.high, sum.low};
  }

  const Lines &lines;
  mutable Op op;
  ValueRange line;
  Location loc;
  Type element;
};

template <typename Op> struct CumulativePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = op.getType().getElementType(), accumulator = LineJoiner<Op>::accumulatorOf(element);
    Lines lines(rewriter, op.getLoc(), operands.getX(), op.getDim());
    Value start = arith::ConstantOp::create(rewriter, op.getLoc(), identityOf(Op::combiner, element, accumulator));
    SmallVector<Value> results =
        lines.forEach(rewriter, emptyResult(rewriter, op, lines.x),
                      [&](OpBuilder &builder, ValueRange line, ValueRange state) -> scf::ValueVector {
                        return {LineJoiner<Op>(lines, op, line).join(builder, state[0], start)};
                      });
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Sorts the positions of one line as a heap, in their result's memory. That positions of equal elements are ordered
/// makes the order of elements a total one, and the sort a stable one. Of fewer positions than there are, the heap has
/// the first among those that were met.
class LineSorter {
public:
  LineSorter(const Lines &lines, ValueRange line, Value count, Type element, bool descending)
      : lines(lines), line(line), count(count), element(element), descending(descending), loc(lines.loc) {}

  /// Values and positions of the line in order, in the tensors `state`.
  scf::ValueVector sort(OpBuilder &builder, ValueRange state) const {
    Value heap = lines.repeat(builder, count, state[1], [&](OpBuilder &inner, Value at, ValueRange inside) {
      Value number = arith::IndexCastOp::create(inner, loc, inner.getI64Type(), at);
      return scf::ValueVector{lines.store(inner, number, inside[0], line, at)};
    })[0];
    Value half = arith::DivUIOp::create(builder, loc, count, lines.index(builder, 2)), open = truth(builder, true);
    heap = lines.repeat(builder, half, heap, [&](OpBuilder &inner, Value step, ValueRange inside) {
      Value root = arith::SubIOp::create(inner, loc, half, step);
      root = arith::SubIOp::create(inner, loc, root, lines.index(inner, 1));
      return scf::ValueVector{sink(inner, inside[0], root, count, open)};
    })[0];
    if (count != lines.length)
      heap = meetOthers(builder, heap);
    auto takeLast = [&](OpBuilder &inner, Value step, ValueRange inside) -> scf::ValueVector {
      Value end = fromEnd(inner, lines, count, step), first = lines.index(inner, 0);
      Value last = lines.load(inner, inside[1], line, first), other = lines.load(inner, inside[1], line, end);
      Value positions = lines.store(inner, other, inside[1], line, first);
      positions = lines.store(inner, last, positions, line, end);
      Value values = lines.store(inner, elementAt(inner, last), inside[0], line, end);
      return {values, sink(inner, positions, first, end, open)};
    };
    SmallVector<Value> sorted = lines.repeat(builder, count, {state[0], heap}, takeLast);
    return {sorted[0], sorted[1]};
  }

private:
  Value truth(OpBuilder &builder, bool value) const {
    return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
  }

  /// Puts each position behind those in the heap in the place of the last of them, if it comes before that.
  Value meetOthers(OpBuilder &builder, Value heap) const {
    Value others = arith::SubIOp::create(builder, loc, lines.length, count), root = lines.index(builder, 0);
    return lines.repeat(builder, others, heap, [&](OpBuilder &inner, Value step, ValueRange inside) {
      Value at = arith::AddIOp::create(inner, loc, count, step);
      Value number = arith::IndexCastOp::create(inner, loc, inner.getI64Type(), at);
      Value last = lines.load(inner, inside[0], line, root);
      Scalar isFirst = isBefore(inner, number, last);
      Value kept = arith::SelectOp::create(inner, loc, isFirst, number, last);
      return scf::ValueVector{sink(inner, lines.store(inner, kept, inside[0], line, root), root, count, isFirst)};
    })[0];
  }

  /// The element at a position of i64, as it is stored.
  Value elementAt(OpBuilder &builder, Value position) const {
    Value at = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), position);
    return lines.load(builder, lines.x, line, at);
  }

  /// Whether x is less than y; NaN is larger than any number.
  Value isLess(OpBuilder &builder, Value x, Value y) const {
    Scalar less(builder, loc, compare(builder, loc, ComparePredicate::lt, x, y));
    if (!isa<FloatType>(x.getType()))
      return less;
    Scalar isNumber(builder, loc, compare(builder, loc, ComparePredicate::eq, x, x));
    Scalar isNaN(builder, loc, compare(builder, loc, ComparePredicate::ne, y, y));
    return less | (isNumber & isNaN);
  }

  /// Whether the element at position a of the line comes before the one at b.
  Scalar isBefore(OpBuilder &builder, Value a, Value b) const {
    Value x = loadElement(builder, loc, elementAt(builder, a), element);
    Value y = loadElement(builder, loc, elementAt(builder, b), element);
    if (descending)
      std::swap(x, y);
    Scalar less(builder, loc, isLess(builder, x, y)), more(builder, loc, isLess(builder, y, x));
    Scalar isEarlier(builder, loc, compare(builder, loc, ComparePredicate::lt, a, b));
    return less | (~more & isEarlier);
  }

  /// Exchanges the position at `root` for the later one below it until none below is later, if that `isOpen`. The heap
  /// ends at `end`.
  Value sink(OpBuilder &builder, Value heap, Value root, Value end, Value isOpen) const {
    SmallVector<Value> state = {heap, root, isOpen};
    auto left = [&](OpBuilder &inner, Value at) -> Value {
      Value twice = arith::AddIOp::create(inner, loc, at, at);
      return arith::AddIOp::create(inner, loc, twice, lines.index(inner, 1));
    };
    auto condition = [&](OpBuilder &inner, Location, ValueRange inside) {
      Value exists = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ult, left(inner, inside[1]), end);
      scf::ConditionOp::create(inner, loc, arith::AndIOp::create(inner, loc, exists, inside[2]), inside);
    };
    auto body = [&](OpBuilder &inner, Location, ValueRange inside) {
      Value child = laterChild(inner, inside[0], left(inner, inside[1]), end);
      Value above = lines.load(inner, inside[0], line, inside[1]), below = lines.load(inner, inside[0], line, child);
      Scalar isBelowLater = isBefore(inner, above, below);
      Value high = arith::SelectOp::create(inner, loc, isBelowLater, below, above);
      Value low = arith::SelectOp::create(inner, loc, isBelowLater, above, below);
      Value next = lines.store(inner, high, inside[0], line, inside[1]);
      next = lines.store(inner, low, next, line, child);
      scf::YieldOp::create(inner, loc, ValueRange{next, child, isBelowLater});
    };
    return scf::WhileOp::create(builder, loc, TypeRange(ValueRange(state)), state, condition, body).getResult(0);
  }

  /// The place of the later of two neighbours, of which the second may lie behind the heap's end.
  Value laterChild(OpBuilder &builder, Value heap, Value left, Value end) const {
    Value right = arith::AddIOp::create(builder, loc, left, lines.index(builder, 1));
    Scalar exists(builder, loc, arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, right, end));
    right = arith::SelectOp::create(builder, loc, exists, right, left);
    Value atLeft = lines.load(builder, heap, line, left), atRight = lines.load(builder, heap, line, right);
    return arith::SelectOp::create(builder, loc, isBefore(builder, atLeft, atRight), right, left);
  }

  const Lines &lines;
  ValueRange line;
  Value count; ///< of the first positions; of all, the line's length
  Type element;
  bool descending;
  Location loc;
};

struct SortPattern : OpConversionPattern<SortOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(SortOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getX().getType());
    Lines lines(rewriter, op.getLoc(), operands.getX(), op.getDim());
    SmallVector<Value> start = {emptyResult(rewriter, op, lines.x, 0), emptyResult(rewriter, op, lines.x, 1)};
    rewriter.replaceOp(op, lines.forEach(rewriter, start, [&](OpBuilder &builder, ValueRange line, ValueRange state) {
      return LineSorter(lines, line, lines.length, element, op.getDescending()).sort(builder, state);
    }));
    return success();
  }
};

struct SortFirstPattern : OpConversionPattern<SortFirstOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(SortFirstOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(op.getX().getType());
    Lines lines(rewriter, loc, operands.getX(), op.getDim());
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, lines.x);
    sizes[op.getDim()] = rewriter.getIndexAttr(op.getCount());
    SmallVector<Value> start;
    for (Type type : op.getResultTypes())
      start.push_back(emptyTensor(rewriter, loc, sizes, storageType(getElementTypeOrSelf(type))));
    if (op.getCount() == 0) { // nothing is written, but results need a value
      for (Value &empty : start) {
        Type stored = getElementTypeOrSelf(empty.getType());
        Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(stored));
        empty = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
      }
      rewriter.replaceOp(op, start);
      return success();
    }
    Value count = lines.index(rewriter, op.getCount());
    rewriter.replaceOp(op, lines.forEach(rewriter, start, [&](OpBuilder &builder, ValueRange line, ValueRange state) {
      return LineSorter(lines, line, count, element, op.getDescending()).sort(builder, state);
    }));
    return success();
  }
};

} // namespace

void populateSequencePatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<CumulativePattern<CumsumOp>, CumulativePattern<CumprodOp>, CumulativePattern<CumulativeMaxOp>,
               CumulativePattern<CumulativeMinOp>, SortPattern, SortFirstPattern>(types, patterns.getContext());
}

} // namespace weir
