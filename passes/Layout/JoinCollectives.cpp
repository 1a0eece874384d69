// Small sums of several values as one: it takes one message to each member, where each would take as many.
#include "passes/Layout/Passes.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_JOINCOLLECTIVESPASS
#include "passes/Layout/Passes.h.inc"

namespace {

/// What takes longer to send than a message takes to begin goes alone, and what is joined is sent before it is much.
constexpr int64_t kMostBytesOfOne = 32 << 10, kMostBytes = 1 << 20;
/// A kernel puts them side by side.
constexpr size_t kMostValues = 32;

RankedTensorType typeOf(comm::AllReduceOp sum) { return cast<RankedTensorType>(sum.getX().getType()); }

int64_t bytesOf(comm::AllReduceOp sum) {
  RankedTensorType type = typeOf(sum);
  return type.hasStaticShape() ? type.getNumElements() * std::max<int64_t>(1, type.getElementTypeBitWidth() / 8)
                               : kMostBytes;
}

/// Sums of one kind, in the order of the program, none of which is used before the last.
class Bucket {
public:
  bool isUsedBy(Operation &op) const {
    return llvm::any_of(sums, [&](comm::AllReduceOp sum) { return llvm::is_contained(op.getOperands(), sum.getY()); });
  }

  bool takes(comm::AllReduceOp sum) const {
    if (sums.empty())
      return true;
    comm::AllReduceOp first = sums.front();
    return first.getGroups() == sum.getGroups() && first.getCombiner() == sum.getCombiner() &&
           typeOf(first).getElementType() == typeOf(sum).getElementType() && bytes + bytesOf(sum) <= kMostBytes &&
           sums.size() < kMostValues;
  }

  void add(comm::AllReduceOp sum) {
    sums.push_back(sum);
    bytes += bytesOf(sum);
  }

  /// One sum in the place of the last.
  void join() {
    if (sums.size() > 1)
      joinAll();
    sums.clear();
    bytes = 0;
  }

private:
  void joinAll() {
    comm::AllReduceOp last = sums.back();
    OpBuilder builder(last);
    auto locations = llvm::map_to_vector(sums, [](Operation *sum) { return sum->getLoc(); });
    Location loc = builder.getFusedLoc(locations);
    SmallVector<Value> flat;
    for (comm::AllReduceOp sum : sums) {
      auto type = typeOf(sum).clone({typeOf(sum).getNumElements()});
      flat.push_back(ReshapeOp::create(builder, sum.getLoc(), type, sum.getX(), ValueRange()));
    }
    while (flat.size() > 1) { // as a tree, so that none is behind many others
      SmallVector<Value> pairs;
      for (size_t i = 0; i + 1 < flat.size(); i += 2)
        pairs.push_back(ConcatOp::create(builder, loc, flat[i], flat[i + 1], /*dim=*/0));
      if (flat.size() % 2 == 1)
        pairs.push_back(flat.back());
      flat = std::move(pairs);
    }
    Value row = flat.front();
    Value joined = comm::AllReduceOp::create(builder, loc, row.getType(), row, last.getCombiner(), last.getGroups());
    int64_t start = 0;
    for (comm::AllReduceOp sum : sums) {
      int64_t count = typeOf(sum).getNumElements();
      Value part = SliceOp::create(builder, sum.getLoc(), typeOf(sum).clone({count}), joined, ValueRange(),
                                   builder.getDenseI64ArrayAttr({start}), builder.getDenseI64ArrayAttr({1}));
      sum.getY().replaceAllUsesWith(
          ReshapeOp::create(builder, sum.getLoc(), typeOf(sum), part, ValueRange()).getResult());
      start += count;
    }
    for (comm::AllReduceOp sum : sums)
      sum.erase();
  }

  SmallVector<comm::AllReduceOp> sums;
  int64_t bytes = 0;
};

struct JoinCollectives : impl::JoinCollectivesPassBase<JoinCollectives> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(comm::kRanksAttr))
      return;
    Bucket bucket;
    for (Operation &op : llvm::make_early_inc_range(getOperation().getBody().front())) {
      if (bucket.isUsedBy(op))
        bucket.join();
      auto sum = dyn_cast<comm::AllReduceOp>(op);
      if (!sum || bytesOf(sum) > kMostBytesOfOne || bytesOf(sum) == 0)
        continue;
      if (!bucket.takes(sum))
        bucket.join();
      bucket.add(sum);
    }
    bucket.join();
  }
};

} // namespace
} // namespace weir
