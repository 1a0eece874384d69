// Nests whose results' elements are computed each by itself: elementwise chains, sums over outer dimensions.
#include "lib/Target/Gpu/Nest/NestForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::gpu {
namespace {

/// Vectors, or elements, that a thread computes one after the other.
constexpr int64_t kVectorsPerThread = 4;

class ElementForm : public NestForm {
public:
  explicit ElementForm(const NestSite &site)
      : NestForm(site), loops(withLaneLast(site.nest.rows)), chunk(threads * lanes * kVectorsPerThread) {}

  Value tiles(ThreadEvaluator &evaluator, unsigned phase) override {
    if (phase > 0)
      return evaluator.constant(0);
    return arith::CeilDivUIOp::create(evaluator.build(), evaluator.loc, evaluator.pointsOf(loops),
                                      evaluator.constant(chunk));
  }

  void emit(const BlockSite &block) override {
    ThreadEvaluator &evaluator = block.evaluator;
    evaluator.setNoTeam();
    Team all{block.function.thread, nullptr, threads};
    Value size = evaluator.constant(chunk);
    Value begin = arith::MulIOp::create(block.builder(), block.loc(), block.tile, size);
    Value end = arith::AddIOp::create(block.builder(), block.loc(), begin, size);
    end = arith::MinUIOp::create(block.builder(), block.loc(), end, evaluator.pointsOf(loops));
    ThreadEvaluator::Origin origin = evaluator.originOf(loops, begin);
    auto body = [&](ArrayRef<nest::DimPosition> positions) {
      Places at;
      for (auto [loop, position] : llvm::zip(loops, positions))
        at[loop] = position;
      storeOutputs(block, nest.outputs, at);
    };
    auto forShare = [&](Value from, Value to, bool byVectors) {
      ThreadEvaluator::Share share = evaluator.shareOf(all, from, to, byVectors);
      share.origin = origin;
      evaluator.forPoints(loops, share, byVectors, body);
    };
    Value rest = begin;
    bool takesVectors = this->takesVectors(evaluator);
    if (takesVectors) {
      rest = vectorsEnd(block, begin, end);
      forShare(begin, rest, /*byVectors=*/true);
    }
    std::optional<int64_t> points = evaluator.knownPointsOf(loops);
    if (!takesVectors || !points || *points % lanes != 0)
      forShare(rest, end, /*byVectors=*/false);
  }

private:
  /// Whether there may be vectors: several loops as one need the innermost one's size to be a multiple of theirs.
  bool takesVectors(const ThreadEvaluator &evaluator) const {
    if (!nest.lane || lanes == 1 || loops.empty() || loops.back() != nest.lane)
      return false;
    std::optional<int64_t> known = evaluator.knownExtent(*nest.lane);
    return !known || (loops.size() == 1 ? *known >= lanes : *known % lanes == 0);
  }

  /// Behind the last full vector of [begin, end).
  Value vectorsEnd(const BlockSite &block, Value begin, Value end) {
    ThreadEvaluator &evaluator = block.evaluator;
    auto overOf = [&](Value count) -> Value {
      return arith::RemUIOp::create(block.builder(), block.loc(), count, evaluator.constant(lanes));
    };
    Value count = arith::SubIOp::create(block.builder(), block.loc(), end, begin);
    Value vectorsEnd = arith::SubIOp::create(block.builder(), block.loc(), end, overOf(count));
    if (loops.size() == 1 || evaluator.knownExtent(*nest.lane))
      return vectorsEnd;
    Value fits = arith::CmpIOp::create(block.builder(), block.loc(), arith::CmpIPredicate::eq,
                                       overOf(evaluator.extent(*nest.lane)), evaluator.constant(0));
    return arith::SelectOp::create(block.builder(), block.loc(), fits, vectorsEnd, begin);
  }

  const SmallVector<int> loops;
  const int64_t chunk; ///< points of a tile
};

} // namespace

std::unique_ptr<NestForm> elementForm(const NestSite &site) { return std::make_unique<ElementForm>(site); }

} // namespace weir::gpu
