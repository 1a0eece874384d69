// Nests with loops inside rows: a warp or a block computes a row, its reductions together.
#include "lib/Target/Gpu/Nest/NestForm.h"
#include "lib/Target/Gpu/Nest/RowStage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::gpu {
namespace {

/// Rows up to this many elements are a warp's, longer ones a block's.
constexpr int64_t kWarpElements = 1024;

class RowForm : public NestForm {
public:
  explicit RowForm(const NestSite &site) : NestForm(site), stage(site) {
    auto add = [&](int loop) {
      if (!llvm::is_contained(nest.rows, loop) && !llvm::is_contained(inside, loop))
        inside.push_back(loop);
    };
    for (unsigned number : nest.outputs)
      llvm::for_each(plan.outputLoops(number), add);
    for (linalg::GenericOp generic : nest.reductions)
      for (unsigned dim = 0; dim < generic.getNumLoops(); ++dim)
        add(plan.loopOf(generic, dim));
  }

  Value tiles(ThreadEvaluator &evaluator, unsigned phase) override {
    if (phase > 0)
      return evaluator.constant(0);
    return arith::CeilDivUIOp::create(evaluator.build(), evaluator.loc, rowCount(evaluator), teamsPerBlock(evaluator));
  }

  void emit(const BlockSite &block) override {
    ThreadEvaluator &evaluator = block.evaluator;
    OpBuilder &builder = block.builder();
    Team team{nullptr, teamSize(evaluator), knownTeamSize(evaluator)};
    team.rank = arith::RemUIOp::create(builder, block.loc(), block.function.thread, team.size);
    Value number = arith::DivUIOp::create(builder, block.loc(), block.function.thread, team.size);
    Value teams = teamsPerBlock(evaluator);
    Value first = arith::MulIOp::create(builder, block.loc(), block.tile, teams);
    Value row = arith::AddIOp::create(builder, block.loc(), first, number);
    stage.allocate(block, number, teams);
    Value exists = arith::CmpIOp::create(builder, block.loc(), arith::CmpIPredicate::ult, row, rowCount(evaluator));
    evaluator.ifThen(exists, /*mask=*/nullptr, [&](int) {
      forEitherWidth(block, [&](bool byVectors) { emitRow(block, team, row, byVectors); });
    });
  }

private:
  std::optional<int64_t> knownTeamSize(const ThreadEvaluator &evaluator) const {
    std::optional<int64_t> elements = evaluator.knownPointsOf(inside);
    return elements ? std::optional(*elements <= kWarpElements ? kWarpSize : threads) : std::nullopt;
  }

  Value teamSize(ThreadEvaluator &evaluator) {
    if (std::optional<int64_t> known = knownTeamSize(evaluator))
      return evaluator.constant(*known);
    Value isShort = arith::CmpIOp::create(evaluator.build(), evaluator.loc, arith::CmpIPredicate::ule,
                                          evaluator.pointsOf(inside), evaluator.constant(kWarpElements));
    return arith::SelectOp::create(evaluator.build(), evaluator.loc, isShort, evaluator.constant(kWarpSize),
                                   evaluator.constant(threads));
  }

  Value teamsPerBlock(ThreadEvaluator &evaluator) {
    if (std::optional<int64_t> known = knownTeamSize(evaluator))
      return evaluator.constant(threads / *known);
    return arith::DivUIOp::create(evaluator.build(), evaluator.loc, evaluator.constant(threads), teamSize(evaluator));
  }

  void emitRow(const BlockSite &block, const Team &team, Value row, bool byVectors) {
    ThreadEvaluator &evaluator = block.evaluator;
    evaluator.setBase();
    evaluator.setTeam(team);
    evaluator.setVectorLoop(byVectors ? nest.lane : std::nullopt);
    Places at;
    placeRows(evaluator, row, at);
    stage.fill(block, team, at, byVectors);
    llvm::MapVector<SmallVector<int>, SmallVector<unsigned>> byInnerLoops;
    for (unsigned number : nest.outputs)
      byInnerLoops[innerLoops(number)].push_back(number);
    for (auto &[loops, outputs] : byInnerLoops) {
      if (loops.empty())
        storeOutputsOnce(block, team, outputs, at);
      else
        emitInside(block, team, loops, outputs, at, byVectors);
    }
    evaluator.clearStages();
  }

  SmallVector<int> innerLoops(unsigned output) const {
    SmallVector<int> loops;
    for (int loop : plan.outputLoops(output))
      if (!llvm::is_contained(nest.rows, loop) && !llvm::is_contained(loops, loop))
        loops.push_back(loop);
    return withLaneLast(loops);
  }

  void emitInside(const BlockSite &block, const Team &team, ArrayRef<int> loops, ArrayRef<unsigned> outputs, Places at,
                  bool byVectors) {
    ThreadEvaluator &evaluator = block.evaluator;
    byVectors &= loops.back() == nest.lane;
    auto share = evaluator.shareOf(team, evaluator.constant(0), evaluator.pointsOf(loops), byVectors);
    evaluator.forPoints(loops, share, byVectors, [&](ArrayRef<nest::DimPosition> positions) {
      for (auto [loop, position] : llvm::zip(loops, positions))
        at[loop] = position;
      storeOutputs(block, outputs, at);
    });
  }

  SmallVector<int> inside; ///< loops that are not rows
  RowStage stage;
};

} // namespace

std::unique_ptr<NestForm> rowForm(const NestSite &site) { return std::make_unique<RowForm>(site); }

} // namespace weir::gpu
