// What forms have in common, and the choice among them.
#include "lib/Target/Gpu/Nest/NestForm.h"

#include "include/weir/Runtime/KernelAbi.h"
#include "lib/Target/Gpu/Nest/OperandReads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::gpu {

using nest::DimPosition;
using nest::Positions;

/// The store has the line of the op that made the value.
void NestForm::storeOutput(const BlockSite &block, unsigned number, Value value, const Positions &positions) {
  mlir::Location outer = std::exchange(block.evaluator.loc, plan.output(number).getLoc());
  block.evaluator.store(block.function.result(number), value, positions);
  block.evaluator.loc = outer;
}

void NestForm::storeOutputs(const BlockSite &block, ArrayRef<unsigned> outputs, const Places &at) {
  SmallVector<std::pair<Value, Positions>> values;
  for (unsigned number : outputs) {
    Positions positions = llvm::map_to_vector(plan.outputLoops(number), [&](int loop) { return at.at(loop); });
    values.emplace_back(block.evaluator.evaluate(plan.output(number), positions), positions);
  }
  for (auto [number, computed] : llvm::zip(outputs, values))
    storeOutput(block, number, computed.first, computed.second);
}

/// Whether all of a team may read what one of it overwrites: an operand at the place of the result, in whose storage
/// the result may lie.
bool NestForm::mayOverwrite(const BlockSite &block, unsigned number) const {
  auto generic = plan.output(number).getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumReductionLoops() != 0)
    return false;
  OperandReads reads(plan);
  reads.add(generic);
  return llvm::any_of(reads.loopsByOperand, [&](auto &read) {
    auto &[operand, loops] = read;
    return ArrayRef(loops) == plan.outputLoops(number) &&
           block.function.inputTypes()[operandNumber(operand)] == block.function.result(number).getType();
  });
}

void NestForm::storeOutputsOnce(const BlockSite &block, const Team &team, ArrayRef<unsigned> outputs,
                                const Places &at) {
  ThreadEvaluator &evaluator = block.evaluator;
  SmallVector<std::pair<Value, Positions>> values;
  for (unsigned number : outputs) {
    Positions positions = llvm::map_to_vector(plan.outputLoops(number), [&](int loop) { return at.at(loop); });
    values.emplace_back(evaluator.evaluate(plan.output(number), positions), positions);
  }
  if (llvm::any_of(outputs, [&](unsigned number) { return mayOverwrite(block, number); }))
    evaluator.syncTeam(team);
  Value isFirst =
      arith::CmpIOp::create(block.builder(), block.loc(), arith::CmpIPredicate::eq, team.rank, evaluator.constant(0));
  evaluator.ifThen(isFirst, /*mask=*/nullptr, [&](int) {
    for (auto [number, computed] : llvm::zip(outputs, values))
      storeOutput(block, number, computed.first, computed.second);
  });
}

SmallVector<int> NestForm::withLaneLast(ArrayRef<int> loops) const {
  SmallVector<int> ordered(loops);
  if (auto *lane = llvm::find_if(ordered, [&](int loop) { return loop == nest.lane; }); lane != ordered.end())
    std::rotate(lane, lane + 1, ordered.end());
  return ordered;
}

void NestForm::placeRows(ThreadEvaluator &evaluator, Value row, Places &at) const {
  for (auto [loop, position] : llvm::zip(nest.rows, evaluator.split(nest.rows, row, DimPosition::Kind::Scalar)))
    at[loop] = position;
}

Value NestForm::rowCount(ThreadEvaluator &evaluator) const { return evaluator.pointsOf(nest.rows); }

void NestForm::forEitherWidth(const BlockSite &block, llvm::function_ref<void(bool byVectors)> body) const {
  ThreadEvaluator &evaluator = block.evaluator;
  if (!nest.lane || lanes == 1)
    return body(false);
  if (std::optional<int64_t> length = evaluator.knownExtent(*nest.lane))
    return body(*length % lanes == 0);
  Value over =
      arith::RemUIOp::create(block.builder(), block.loc(), evaluator.extent(*nest.lane), evaluator.constant(lanes));
  for (bool byVectors : {true, false}) {
    auto predicate = byVectors ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne;
    Value holds = arith::CmpIOp::create(block.builder(), block.loc(), predicate, over, evaluator.constant(0));
    evaluator.ifThen(holds, /*mask=*/nullptr, [&](int) { body(byVectors); });
  }
}

SumLevels::SumLevels(ArrayRef<linalg::GenericOp> sums) {
  for (linalg::GenericOp sum : sums)
    find(sum);
}

/// Of a value that many read, once.
unsigned SumLevels::find(linalg::GenericOp generic) {
  if (auto found = levels.find(generic); found != levels.end())
    return found->second;
  unsigned most = 0;
  for (Value input : generic.getInputs())
    if (linalg::GenericOp producer = nest::producerOf(input))
      most = std::max(most, find(producer) + (producer.getNumReductionLoops() > 0 ? 1 : 0));
  return levels[generic] = most;
}

namespace {

/// Whether all sums are of rows, as many one behind the other as a kernel has phases for, and results have no loops of
/// their own.
bool canSplit(const NestSite &site) {
  auto isRow = [&](int loop) { return llvm::is_contained(site.nest.rows, loop); };
  bool areRows = llvm::all_of(site.nest.outputs,
                              [&](unsigned number) { return llvm::all_of(site.plan.outputLoops(number), isRow); });
  auto isOfRows = [&](linalg::GenericOp generic) {
    SmallVector<unsigned> dims;
    generic.getParallelDims(dims);
    return llvm::all_of(dims, [&](unsigned dim) { return isRow(site.plan.loopOf(generic, dim)); });
  };
  SumLevels levels(site.nest.reductions);
  bool haveRoom = llvm::all_of(site.nest.reductions, [&](linalg::GenericOp generic) {
    return isOfRows(generic) && 2 * (levels.of(generic) + 1) <= WEIR_MAX_PHASES;
  });
  return areRows && haveRoom && !site.nest.reductions.empty();
}

} // namespace

std::unique_ptr<NestForm> chooseForm(const NestSite &site) {
  auto isRow = [&](int loop) { return llvm::is_contained(site.nest.rows, loop); };
  bool hasInnerLoops = llvm::any_of(
      site.nest.outputs, [&](unsigned number) { return !llvm::all_of(site.plan.outputLoops(number), isRow); });
  bool reducesAlongLane = site.nest.lane && !isRow(*site.nest.lane);
  if (hasInnerLoops || reducesAlongLane) {
    std::unique_ptr<NestForm> rows = rowForm(site);
    return canSplit(site) ? splitForm(site, std::move(rows)) : std::move(rows);
  }
  if (std::unique_ptr<NestForm> tiles = transposeForm(site))
    return tiles;
  return canSplit(site) ? splitForm(site, elementForm(site)) : elementForm(site);
}

} // namespace weir::gpu
