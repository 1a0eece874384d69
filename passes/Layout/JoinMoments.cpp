// Batch statistics in one meeting of ranks. Where the mean of all is joined, and then the squares around it, each rank
// takes both of its own elements, and all are told what every rank has: Chan, Golub and LeVeque, "Updating Formulae and
// a Pairwise Algorithm for Computing Sample Variances", 1979.
#include "passes/Layout/Passes.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_JOINMOMENTSPASS
#include "passes/Layout/Passes.h.inc"

namespace {

/// The sum of x over `dims`, and that of the squares of what it is around `mean`, which follows from the first.
struct Moments {
  Value x, mean;
  SmallVector<int64_t> dims;
  comm::AllReduceOp sum, squares;
};

/// The terms of a rank that `all` joins, if they are sums.
ReduceSumOp termsOf(comm::AllReduceOp all) {
  auto combiner = dyn_cast<sbp::PartialAttr>(all.getCombiner());
  bool areSums = combiner && combiner.getCombiner() == Combiner::Sum;
  return areSums ? all.getX().getDefiningOp<ReduceSumOp>() : ReduceSumOp();
}

/// Whether all ranks have the same `value` because they have the same `sum`.
bool followsFrom(Value value, Value sum) {
  if (value == sum)
    return true;
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<ConstantOp>(op))
    return true;
  return op && isPure(op) && !isa<comm::CommDialect>(op->getDialect()) && op->getNumOperands() > 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return followsFrom(operand, sum); });
}

/// What is squared in `product`, if anything is.
SubOp squared(Value product) {
  auto mul = product.getDefiningOp<MulOp>();
  return mul && mul.getOperand(0) == mul.getOperand(1) ? mul.getOperand(0).getDefiningOp<SubOp>() : SubOp();
}

/// The dimensions that a reduction over `dims` leaves.
SmallVector<int64_t> keptDims(int64_t rank, ArrayRef<int64_t> dims) {
  auto kept = llvm::make_filter_range(llvm::seq(rank), [&](int64_t d) { return !llvm::is_contained(dims, d); });
  return llvm::to_vector(kept);
}

bool areKnownFloats(Value x) {
  auto type = cast<RankedTensorType>(x.getType());
  return type.hasStaticShape() && (type.getElementType().isF32() || type.getElementType().isF64());
}

std::optional<Moments> momentsOf(comm::AllReduceOp squares) {
  ReduceSumOp terms = termsOf(squares);
  SubOp around = terms ? squared(terms.getX()) : SubOp();
  auto mean = around ? around.getOperand(1).getDefiningOp<BroadcastOp>() : BroadcastOp();
  if (!mean || !areKnownFloats(around.getOperand(0)) || squares.getType() != mean.getX().getType())
    return std::nullopt;
  Value x = around.getOperand(0);
  ArrayRef<int64_t> dims = terms.getDims();
  if (mean.getDims() != ArrayRef(keptDims(cast<RankedTensorType>(x.getType()).getRank(), dims)))
    return std::nullopt;
  for (Operation *user : x.getUsers()) {
    auto own = dyn_cast<ReduceSumOp>(user);
    if (!own || own.getDims() != dims)
      continue;
    for (Operation *joined : own->getUsers())
      if (auto sum = dyn_cast<comm::AllReduceOp>(joined);
          sum && termsOf(sum) == own && sum.getGroups() == squares.getGroups() && sum.getType() == squares.getType() &&
          followsFrom(mean.getX(), sum.getY()))
        return Moments{x, mean.getX(), llvm::to_vector(dims), sum, squares};
  }
  return std::nullopt;
}

/// What replaces the sums of one pair of moments. Each rank tells its mean, which is rounded, the sum of what its
/// elements are around that, the squares of these, and how many elements it has.
class JoinedMoments {
public:
  explicit JoinedMoments(Moments moments)
      : moments(moments), ranks(cast<ShapedType>(moments.sum.getGroups().getType()).getDimSize(1)),
        values(cast<RankedTensorType>(moments.sum.getType()).getNumElements()) {}

  void join() {
    OpBuilder atSum(moments.sum);
    Expression rows = gathered(own(atSum)).cast(atSum.getF64Type());
    Expression means = part(rows, 0), rest = part(rows, 1), squares = part(rows, 2), count = part(rows, 3);
    replace(moments.sum, sum(count * means + rest, {0}));

    OpBuilder atSquares(moments.squares);
    auto here = [&](Value value) { return Expression(atSquares, moments.squares.getLoc(), value); };
    Expression mean = flat(here(moments.mean)).cast(atSquares.getF64Type());
    Expression apart = here(means) - broadcast(mean, means, {1});
    replace(moments.squares, sum(here(squares) + apart * (here(rest) * 2 + here(count) * apart), {0}));
  }

private:
  static Expression flat(Expression x) { return reshape(x, {x.getBuilder().getIndexAttr(x.type().getNumElements())}); }
  static Expression behind(Expression a, Expression b) {
    return {a.getBuilder(), a.getLoc(), ConcatOp::create(a.getBuilder(), a.getLoc(), a, b, /*dim=*/0)};
  }

  /// A rank's row.
  Expression own(OpBuilder &builder) {
    Location loc = moments.sum.getLoc();
    Expression x(builder, loc, moments.x), total(builder, loc, moments.sum.getX());
    int64_t count = 1;
    for (int64_t dim : moments.dims)
      count *= x.knownSize(dim);
    Expression mean = total / static_cast<double>(std::max<int64_t>(count, 1));
    Expression around = x - spread(mean, x, moments.dims);
    Expression rest = sum(around, moments.dims), squares = sum(around * around, moments.dims);
    Expression counts = total.constant(static_cast<double>(count));
    return behind(behind(flat(mean), flat(rest)), behind(flat(squares), flat(counts)));
  }

  Expression gathered(Expression row) {
    OpBuilder &builder = row.getBuilder();
    int64_t width = row.knownSize(0);
    auto from = sbp::SplitAttr::get(builder.getContext(), /*dim=*/0, /*outer=*/1, /*inner=*/1);
    Expression mine = unsqueezed(row, 0);
    return {builder, row.getLoc(),
            comm::AllGatherOp::create(builder, row.getLoc(), row.type().clone({ranks, width}), mine, from,
                                      moments.sum.getGroups())};
  }

  Expression part(Expression rows, int64_t number) const { return slice(rows, 1, number * values, values); }

  static void replace(comm::AllReduceOp all, Expression value) {
    OpBuilder &builder = value.getBuilder();
    auto type = cast<RankedTensorType>(all.getType());
    auto sizes =
        llvm::map_to_vector(type.getShape(), [&](int64_t size) -> OpFoldResult { return builder.getIndexAttr(size); });
    all.getY().replaceAllUsesWith(reshape(value.cast(type.getElementType()), sizes));
    all.erase();
  }

  Moments moments;
  int64_t ranks, values;
};

struct JoinMoments : impl::JoinMomentsPassBase<JoinMoments> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(comm::kRanksAttr))
      return;
    SmallVector<comm::AllReduceOp> sums(getOperation().getOps<comm::AllReduceOp>());
    llvm::SmallPtrSet<Operation *, 8> joined;
    for (comm::AllReduceOp squares : sums) {
      if (joined.contains(squares))
        continue;
      std::optional<Moments> moments = momentsOf(squares);
      if (!moments || joined.contains(moments->sum))
        continue;
      joined.insert(moments->sum);
      joined.insert(moments->squares);
      JoinedMoments(*moments).join();
    }
  }
};

} // namespace
} // namespace weir
