// Finds values that are worth a row of scratch, and computes them there.
#include "lib/Target/Cpu/Nest/RowValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::Nest;
using nest::NestPlan;
using nest::Positions;

namespace {

constexpr int64_t kAlignment = 64;
/// Operations that storing an element and reading it again are worth, that a function and that a division takes.
constexpr int64_t kMemory = 3, kFunction = 12, kDivision = 4;

int64_t operationsOf(linalg::GenericOp generic) {
  int64_t count = 0;
  for (Operation &op : generic.getBody()->without_terminator()) {
    bool isFunction = isa<math::MathDialect>(op.getDialect());
    count += isFunction ? kFunction : isa<arith::DivFOp>(op) ? kDivision : 1;
  }
  return count;
}

int64_t bytesOfElement(Value tensor) { return getElementTypeOrSelf(tensor).getIntOrFloatBitWidth() / 8; }

} // namespace

RowValues::RowValues(const NestPlan &plan, const Nest &nest, int64_t mostBytes) : plan(plan), nest(nest) {
  if (nest.reductions.empty() || nest.contraction || !nest.lane || llvm::is_contained(nest.rows, *nest.lane))
    return;
  for (auto generic : nest.reductions.front()->getBlock()->getOps<linalg::GenericOp>())
    for (OpResult result : generic.getResults()) {
      std::optional<RowValue> value = rowValue(result);
      if (!value || rowBytes(result).value_or(0) > mostBytes)
        continue;
      auto loops = static_cast<int64_t>(loopsThatNeed(*value));
      if ((loops - 1) * operations(result) > kMemory)
        kept.push_back(*value);
    }
}

RowValues RowValues::ofKnownLength(const NestPlan &plan, const Nest &nest, int64_t mostBytes) {
  RowValues values(plan, nest, mostBytes);
  if (nest.lane && !plan.knownExtent(*nest.lane))
    values.kept.clear();
  return values;
}

/// Only the last op of a single-use elementwise chain is a candidate: it is what several loops read.
std::optional<RowValues::RowValue> RowValues::rowValue(OpResult result) const {
  auto generic = cast<linalg::GenericOp>(result.getOwner());
  int64_t bytes = bytesOfElement(result);
  if (generic.getNumReductionLoops() > 0 || (bytes != 4 && bytes != 8))
    return std::nullopt;
  if (auto user = result.hasOneUse() ? dyn_cast<linalg::GenericOp>(*result.user_begin()) : linalg::GenericOp();
      user && user.getNumReductionLoops() == 0)
    return std::nullopt;
  RowValue value{result, {}};
  for (AffineExpr position : generic.getIndexingMapMatchingResult(result).getResults())
    value.loops.push_back(plan.loopOf(generic, cast<AffineDimExpr>(position).getPosition()));
  auto isRowOrLane = [&](int loop) { return loop == nest.lane || llvm::is_contained(nest.rows, loop); };
  bool isRow = llvm::all_of(value.loops, isRowOrLane) && llvm::count(value.loops, *nest.lane) == 1;
  return isRow ? std::optional(value) : std::nullopt;
}

size_t RowValues::loopsThatNeed(const RowValue &value) const {
  llvm::SetVector<Value> open;
  llvm::SmallPtrSet<Operation *, 4> reductions;
  bool isWritten = false;
  open.insert(value.tensor);
  for (size_t i = 0; i < open.size(); ++i)
    for (OpOperand &use : open[i].getUses()) {
      auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
      isWritten |= use.getOwner()->hasTrait<OpTrait::IsTerminator>();
      if (!generic)
        continue;
      SmallVector<unsigned> dims;
      generic.getReductionDims(dims);
      if (dims.empty())
        open.insert(generic.result_begin(), generic.result_end());
      else if (llvm::all_of(dims, [&](unsigned dim) { return plan.loopOf(generic, dim) == nest.lane; }))
        reductions.insert(generic);
    }
  return reductions.size() + isWritten;
}

int64_t RowValues::operations(Value tensor) const {
  llvm::SetVector<Operation *> needed;
  auto add = [&](Value value) {
    auto generic = value.getDefiningOp<linalg::GenericOp>();
    bool isKept = llvm::any_of(kept, [&](const RowValue &other) { return other.tensor == value; });
    bool dependsOnLane = generic && generic.getNumReductionLoops() == 0 &&
                         llvm::any_of(llvm::seq<unsigned>(0, generic.getNumLoops()),
                                      [&](unsigned dim) { return plan.loopOf(generic, dim) == nest.lane; });
    if (dependsOnLane && !isKept)
      needed.insert(generic);
  };
  add(tensor);
  int64_t count = 0;
  for (size_t i = 0; i < needed.size(); ++i) {
    auto generic = cast<linalg::GenericOp>(needed[i]);
    count += operationsOf(generic);
    llvm::for_each(generic.getInputs(), add);
  }
  return count;
}

std::optional<int64_t> RowValues::rowBytes(Value tensor) const {
  std::optional<int64_t> length = plan.knownExtent(*nest.lane);
  return length ? std::optional(static_cast<int64_t>(llvm::alignTo(*length * bytesOfElement(tensor), kAlignment)))
                : std::nullopt;
}

Value RowValues::rowBytes(Value tensor, VectorEvaluator &evaluator) const {
  if (std::optional<int64_t> known = rowBytes(tensor))
    return evaluator.constant(*known);
  OpBuilder &builder = evaluator.build();
  Value perLine = evaluator.constant(kAlignment / bytesOfElement(tensor));
  Value lines = arith::CeilDivUIOp::create(builder, evaluator.loc, evaluator.extent(*nest.lane), perLine);
  return arith::MulIOp::create(builder, evaluator.loc, lines, evaluator.constant(kAlignment));
}

int64_t RowValues::knownBytes() const {
  int64_t sum = 0;
  for (const RowValue &value : kept)
    sum += *rowBytes(value.tensor);
  return sum;
}

Value RowValues::bytes(VectorEvaluator &evaluator) const {
  Value sum = evaluator.constant(0);
  for (const RowValue &value : kept)
    sum = arith::AddIOp::create(evaluator.build(), evaluator.loc, sum, rowBytes(value.tensor, evaluator));
  return sum;
}

void RowValues::fill(VectorEvaluator &evaluator, Value scratch, const std::map<int, DimPosition> &at) const {
  if (kept.empty())
    return;
  std::optional<int64_t> length = plan.knownExtent(*nest.lane);
  SmallVector<Value, 1> sizes;
  if (!length)
    sizes.push_back(evaluator.extent(*nest.lane));
  Value offset = evaluator.constant(0);
  for (const RowValue &value : kept) {
    auto type = MemRefType::get({length.value_or(ShapedType::kDynamic)}, getElementTypeOrSelf(value.tensor));
    Value row = memref::ViewOp::create(evaluator.build(), evaluator.loc, type, scratch, offset, sizes);
    if (&value != &kept.back())
      offset = arith::AddIOp::create(evaluator.build(), evaluator.loc, offset, rowBytes(value.tensor, evaluator));
    Positions positions(value.loops.size());
    for (auto [position, loop] : llvm::zip(positions, value.loops))
      if (loop != nest.lane)
        position = at.at(loop);
    size_t lane = llvm::find(value.loops, *nest.lane) - value.loops.begin();
    Value end = evaluator.extent(*nest.lane);
    evaluator.forLanes(evaluator.constant(0), end, evaluator.knownExtent(*nest.lane), [&](Value index, int level) {
      positions[lane] = {index, DimPosition::Kind::Lane, level};
      evaluator.store(row, evaluator.evaluate(value.tensor, positions), {positions[lane]});
    });
    evaluator.keepRow({value.tensor, positions, lane, row});
  }
}

} // namespace weir::cpu
