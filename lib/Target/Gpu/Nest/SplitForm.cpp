// Nests with few results and long sums: one phase sums parts, the next joins them and computes the results. Sums of
// what other sums give, such as a variance behind its mean, have two phases of their own behind those of the others.
#include "lib/Target/Gpu/Nest/NestForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::gpu {
namespace {

// Parts are as many as fill a GPU, but each has enough to do. Where a block sums a part:
constexpr int64_t kBlocks = 512, kBlockElements = 16384;
// Where each thread sums a part of its own results' sums:
constexpr int64_t kResults = 262144, kThreadElements = 32;

constexpr int64_t kAlignment = 256;

class SplitForm : public NestForm {
public:
  SplitForm(const NestSite &site, std::unique_ptr<NestForm> whole)
      : NestForm(site), whole(std::move(whole)), loops(withLaneLast(site.nest.rows)),
        byThreads(sumsByThreads(site.nest)) {
    SumLevels levels(nest.reductions);
    for (linalg::GenericOp generic : nest.reductions)
      for (unsigned result = 0; result < generic.getNumResults(); ++result)
        sums.push_back({generic, result, levels.of(generic)});
    for (Sum sum : sums)
      numLevels = std::max(numLevels, sum.level + 1);
  }

  /// Whether sizes are known for which sums are best left whole.
  static bool neverSplits(const NestSite &site) {
    bool byThreads = sumsByThreads(site.nest);
    std::optional<int64_t> rows = site.plan.knownPoints(site.nest.rows);
    int64_t fewestPoints = byThreads ? kThreadElements : kBlockElements;
    bool areMany = rows && 2 * *rows > (byThreads ? kResults : kBlocks);
    return areMany || llvm::all_of(site.nest.reductions, [&](linalg::GenericOp generic) {
             SmallVector<unsigned> dims;
             generic.getReductionDims(dims);
             std::optional<int64_t> points = site.plan.knownPoints(
                 llvm::map_to_vector(dims, [&](unsigned d) { return site.plan.loopOf(generic, d); }));
             return points && *points < 2 * fewestPoints;
           });
  }

  unsigned numPhases() const override { return 2 * numLevels; }

  Value tiles(ThreadEvaluator &evaluator, unsigned phase) override {
    OpBuilder &builder = evaluator.build();
    Value parts = numParts(evaluator);
    Value split = phase % 2 == 0 ? partTiles(evaluator, parts)
                                 : Value(arith::CeilDivUIOp::create(builder, evaluator.loc, rowCount(evaluator),
                                                                    evaluator.constant(threads / kWarpSize)));
    return arith::SelectOp::create(builder, evaluator.loc, isSplit(evaluator, parts), split,
                                   whole->tiles(evaluator, phase));
  }

  Value workspaceBytes(ThreadEvaluator &evaluator) override {
    Value bytes = evaluator.constant(0), parts = numParts(evaluator);
    for (Sum sum : sums)
      for (Value count : {partCount(evaluator, parts), joinedCount(evaluator, sum)})
        bytes = arith::AddIOp::create(evaluator.build(), evaluator.loc, bytes, bytesOf(evaluator, sum, count));
    return arith::SelectOp::create(evaluator.build(), evaluator.loc, isSplit(evaluator, parts), bytes,
                                   evaluator.constant(0));
  }

  void emit(const BlockSite &block) override {
    ThreadEvaluator &evaluator = block.evaluator;
    Value parts = numParts(evaluator);
    if (block.phase % 2 == 1)
      return emitJoins(block, parts);
    Value isSplit = this->isSplit(evaluator, parts);
    evaluator.ifThen(isSplit, /*mask=*/nullptr, [&](int) {
      evaluator.setBase();
      forEitherWidth(block, [&](bool byVectors) {
        byThreads ? emitThreadParts(block, parts, byVectors) : emitBlockParts(block, parts, byVectors);
      });
    });
    if (block.phase > 0)
      return;
    Value one = arith::ConstantIntOp::create(block.builder(), block.loc(), block.builder().getI1Type(), 1);
    Value isWhole = arith::XOrIOp::create(block.builder(), block.loc(), isSplit, one);
    evaluator.ifThen(isWhole, /*mask=*/nullptr, [&](int) {
      evaluator.setBase();
      whole->emit(block);
    });
  }

private:
  static bool sumsByThreads(const nest::Nest &nest) { return nest.lane && llvm::is_contained(nest.rows, *nest.lane); }

  struct Sum {
    linalg::GenericOp generic;
    unsigned result;
    unsigned level; ///< how many sums, one behind the other, it needs

    OpResult value() const { return cast<OpResult>(linalg::GenericOp(generic).getResult(result)); }
    Type type() const { return getElementTypeOrSelf(value().getType()); }
  };

  Value isSplit(ThreadEvaluator &evaluator, Value parts) {
    return arith::CmpIOp::create(evaluator.build(), evaluator.loc, arith::CmpIPredicate::ugt, parts,
                                 evaluator.constant(1));
  }

  /// Into how many parts sums are cut; 1 where results are many or sums are short.
  Value numParts(ThreadEvaluator &evaluator) {
    OpBuilder &builder = evaluator.build();
    Value one = evaluator.constant(1), wanted = evaluator.constant(byThreads ? kResults : kBlocks);
    Value rows = arith::MaxUIOp::create(builder, evaluator.loc, rowCount(evaluator), one);
    Value longest = one;
    for (Sum sum : sums)
      longest = arith::MaxUIOp::create(builder, evaluator.loc, longest, evaluator.pointsReduced(sum.generic));
    Value fromRows = arith::DivUIOp::create(builder, evaluator.loc, wanted, rows);
    Value fromLength = arith::DivUIOp::create(builder, evaluator.loc, longest,
                                              evaluator.constant(byThreads ? kThreadElements : kBlockElements));
    Value parts = arith::MinUIOp::create(builder, evaluator.loc, fromRows, fromLength);
    return arith::MaxUIOp::create(builder, evaluator.loc, parts, one);
  }

  Value partTiles(ThreadEvaluator &evaluator, Value parts) {
    Value all = arith::MulIOp::create(evaluator.build(), evaluator.loc, rowCount(evaluator), parts);
    if (!byThreads)
      return all;
    return arith::CeilDivUIOp::create(evaluator.build(), evaluator.loc, all, evaluator.constant(threads * lanes));
  }

  // The workspace holds for each sum an array [row, part], and one [row] if others need it.

  Value partCount(ThreadEvaluator &evaluator, Value parts) {
    return arith::MulIOp::create(evaluator.build(), evaluator.loc, rowCount(evaluator), parts);
  }
  Value joinedCount(ThreadEvaluator &evaluator, Sum sum) {
    return isLast(sum) ? evaluator.constant(0) : rowCount(evaluator);
  }
  bool isLast(Sum sum) const { return sum.level + 1 == numLevels; }

  Value bytesOf(ThreadEvaluator &evaluator, Sum sum, Value count) {
    OpBuilder &builder = evaluator.build();
    Value bytes = arith::MulIOp::create(builder, evaluator.loc, count,
                                        evaluator.constant(llvm::divideCeil(sum.type().getIntOrFloatBitWidth(), 8)));
    Value alignment = evaluator.constant(kAlignment);
    bytes = arith::CeilDivUIOp::create(builder, evaluator.loc, bytes, alignment);
    return arith::MulIOp::create(builder, evaluator.loc, bytes, alignment);
  }

  /// A sum with its memory.
  struct Placed : Sum {
    Value parts, joined;
  };
  SmallVector<Placed> placedSums(const BlockSite &block, Value parts) {
    ThreadEvaluator &evaluator = block.evaluator;
    SmallVector<Placed> placed;
    Value offset = block.workspace;
    auto take = [&](Sum sum, Value count) {
      Value array = block.function.workspace(sum.type(), offset, count);
      offset = arith::AddIOp::create(block.builder(), block.loc(), offset, bytesOf(evaluator, sum, count));
      return array;
    };
    for (Sum sum : sums) {
      Value partsOfIt = take(sum, partCount(evaluator, parts));
      placed.push_back({sum, partsOfIt, take(sum, joinedCount(evaluator, sum))});
    }
    return placed;
  }

  Value partIndex(const BlockSite &block, Value row, Value part, Value parts) {
    Value first = arith::MulIOp::create(block.builder(), block.loc(), row, parts);
    return arith::AddIOp::create(block.builder(), block.loc(), first, part);
  }

  /// The positions of a generic's parallel loops.
  nest::Positions loopsAt(Sum sum, const Places &at) {
    nest::Positions positions(sum.generic.getNumLoops());
    for (unsigned dim = 0; dim < positions.size(); ++dim)
      if (auto place = at.find(plan.loopOf(sum.generic, dim)); place != at.end())
        positions[dim] = place->second;
    return positions;
  }

  /// Makes known what the sums below a level are in a row, or in as many as a vector has lanes.
  void defineSumsBelow(const BlockSite &block, unsigned level, ArrayRef<Placed> placed, Value row, const Places &at,
                       bool byVectors) {
    for (Placed sum : placed) {
      if (sum.level >= level)
        continue;
      Value value = byVectors ? Value(vector::LoadOp::create(block.builder(), block.loc(),
                                                             VectorType::get(lanes, sum.type()), sum.joined, row))
                              : Value(memref::LoadOp::create(block.builder(), block.loc(), sum.joined, row));
      block.evaluator.define(sum.value(), resultPositions(sum, at), value);
    }
  }

  /// A block sums one part of one row.
  void emitBlockParts(const BlockSite &block, Value parts, bool byVectors) {
    ThreadEvaluator &evaluator = block.evaluator;
    OpBuilder &builder = block.builder();
    evaluator.setBase();
    Team team{block.function.thread, evaluator.constant(threads), threads};
    evaluator.setTeam(team);
    evaluator.setVectorLoop(byVectors ? nest.lane : std::nullopt);
    Value row = arith::DivUIOp::create(builder, block.loc(), block.tile, parts);
    Value part = arith::RemUIOp::create(builder, block.loc(), block.tile, parts);
    Places at;
    placeRows(evaluator, row, at);
    SmallVector<Placed> placed = placedSums(block, parts);
    defineSumsBelow(block, block.phase / 2, placed, row, at, /*byVectors=*/false);
    for (Placed sum : placed) {
      if (sum.level != block.phase / 2)
        continue;
      Value value = evaluator.reducePart(sum.generic, sum.result, loopsAt(sum, at), part, parts);
      Value isFirst =
          arith::CmpIOp::create(builder, block.loc(), arith::CmpIPredicate::eq, team.rank, evaluator.constant(0));
      evaluator.ifThen(isFirst, /*mask=*/nullptr, [&](int) {
        memref::StoreOp::create(builder, block.loc(), value, sum.parts, partIndex(block, row, part, parts));
      });
    }
  }

  /// A thread sums one part of its own rows' sums: points are [part, row].
  void emitThreadParts(const BlockSite &block, Value parts, bool byVectors) {
    ThreadEvaluator &evaluator = block.evaluator;
    OpBuilder &builder = block.builder();
    evaluator.setNoTeam();
    SmallVector<Placed> placed = placedSums(block, parts);
    Value rows = rowCount(evaluator);
    Value size = evaluator.constant(threads * lanes);
    Value begin = arith::MulIOp::create(builder, block.loc(), block.tile, size);
    Value end = arith::AddIOp::create(builder, block.loc(), begin, size);
    end = arith::MinUIOp::create(builder, block.loc(), end,
                                 arith::MulIOp::create(builder, block.loc(), rows, parts).getResult());
    Team all{block.function.thread, nullptr, threads};
    auto share = evaluator.shareOf(all, begin, end, byVectors);
    SmallVector<Value> sizes = {nullptr};
    for (int loop : loops)
      sizes.push_back(evaluator.extent(loop));
    ThreadEvaluator::Origin origin{begin, evaluator.indicesIn(sizes, begin)};
    evaluator.forLoop(share.first, share.end, share.stride, [&](Value point, int) {
      SmallVector<Value> indices = evaluator.indicesIn(sizes, point, &origin);
      Value part = indices.front();
      Value row = arith::SubIOp::create(builder, block.loc(), point,
                                        arith::MulIOp::create(builder, block.loc(), part, rows).getResult());
      auto kind = byVectors ? nest::DimPosition::Kind::Lane : nest::DimPosition::Kind::Scalar;
      Places at;
      for (auto [loop, position] : llvm::zip(loops, evaluator.place(loops, ArrayRef(indices).drop_front(), kind)))
        at[loop] = position;
      defineSumsBelow(block, block.phase / 2, placed, row, at, byVectors);
      for (Placed sum : placed) {
        if (sum.level != block.phase / 2)
          continue;
        Value value = evaluator.reducePart(sum.generic, sum.result, loopsAt(sum, at), part, parts);
        for (int64_t lane = 0; lane < (byVectors ? lanes : 1); ++lane) {
          bool isVector = isa<VectorType>(value.getType());
          Value element = isVector ? vector::ExtractOp::create(builder, block.loc(), value, lane) : value;
          Value at = arith::AddIOp::create(builder, block.loc(), row, evaluator.constant(lane));
          memref::StoreOp::create(builder, block.loc(), element, sum.parts, partIndex(block, at, part, parts));
        }
      }
    });
  }

  /// A warp joins the parts of a row's sums; behind the last ones it computes the row's results.
  void emitJoins(const BlockSite &block, Value parts) {
    ThreadEvaluator &evaluator = block.evaluator;
    OpBuilder &builder = block.builder();
    Value warp = evaluator.constant(kWarpSize);
    Team team{arith::RemUIOp::create(builder, block.loc(), block.function.thread, warp), warp, kWarpSize};
    Value number = arith::DivUIOp::create(builder, block.loc(), block.function.thread, warp);
    Value first = arith::MulIOp::create(builder, block.loc(), block.tile, evaluator.constant(threads / kWarpSize));
    Value row = arith::AddIOp::create(builder, block.loc(), first, number);
    Value exists = arith::CmpIOp::create(builder, block.loc(), arith::CmpIPredicate::ult, row, rowCount(evaluator));
    evaluator.ifThen(exists, /*mask=*/nullptr, [&](int) {
      evaluator.setBase();
      evaluator.setTeam(team);
      Places at;
      // In the order of the points by which parts were stored.
      for (auto [loop, position] : llvm::zip(loops, evaluator.split(loops, row, nest::DimPosition::Kind::Scalar)))
        at[loop] = position;
      unsigned level = block.phase / 2;
      SmallVector<Placed> placed = placedSums(block, parts);
      defineSumsBelow(block, level, placed, row, at, /*byVectors=*/false);
      for (Placed sum : placed)
        if (sum.level == level)
          emitJoin(block, team, sum, row, at, parts);
      if (level + 1 == numLevels)
        storeOutputsOnce(block, team, nest.outputs, at);
    });
  }

  void emitJoin(const BlockSite &block, const Team &team, Placed sum, Value row, const Places &at, Value parts) {
    ThreadEvaluator &evaluator = block.evaluator;
    Value value = evaluator.reduceArray(sum.generic, sum.result, sum.parts,
                                        partIndex(block, row, evaluator.constant(0), parts), parts);
    if (isLast(sum))
      return evaluator.define(sum.value(), resultPositions(sum, at), value);
    Value isFirst =
        arith::CmpIOp::create(block.builder(), block.loc(), arith::CmpIPredicate::eq, team.rank, evaluator.constant(0));
    evaluator.ifThen(isFirst, /*mask=*/nullptr,
                     [&](int) { memref::StoreOp::create(block.builder(), block.loc(), value, sum.joined, row); });
  }

  nest::Positions resultPositions(Sum sum, const Places &at) {
    nest::Positions loops = loopsAt(sum, at), positions;
    AffineMap map = sum.generic.getIndexingMapMatchingResult(sum.value());
    for (AffineExpr position : map.getResults())
      positions.push_back(loops[cast<AffineDimExpr>(position).getPosition()]);
    return positions;
  }

  std::unique_ptr<NestForm> whole;
  const SmallVector<int> loops; ///< of rows, the lane loop last
  const bool byThreads;         ///< rows lie along lanes, so that threads sum side by side
  SmallVector<Sum> sums;
  unsigned numLevels = 1;
};

} // namespace

std::unique_ptr<NestForm> splitForm(const NestSite &site, std::unique_ptr<NestForm> whole) {
  if (SplitForm::neverSplits(site))
    return whole;
  return std::make_unique<SplitForm>(site, std::move(whole));
}

} // namespace weir::gpu
