// Finds operands whose rows are worth copying, and copies them.
#include "lib/Target/Gpu/Nest/RowStage.h"

#include "lib/Target/Gpu/Nest/OperandReads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::gpu {

/// Shared memory that a block may take for rows of known sizes, and takes for rows of any size.
constexpr int64_t kMostBytes = 96 * 1024, kBytesForAny = 48 * 1024;
constexpr int64_t kAlignment = 16;

namespace {

/// What is read by each of the loops along the lane loop, that of the results first.
std::vector<OperandReads> readsAlongLane(const NestSite &site) {
  auto isLane = [&](int loop) { return loop == site.nest.lane; };
  std::vector<OperandReads> all;
  OperandReads &results = all.emplace_back(site.plan);
  for (unsigned number : site.nest.outputs) {
    auto generic = site.plan.output(number).getDefiningOp<linalg::GenericOp>();
    bool isAlongLane = llvm::all_of(site.plan.outputLoops(number),
                                    [&](int loop) { return isLane(loop) || llvm::is_contained(site.nest.rows, loop); });
    if (generic && isAlongLane && llvm::any_of(site.plan.outputLoops(number), isLane))
      results.add(generic);
  }
  for (linalg::GenericOp generic : site.nest.reductions) {
    SmallVector<unsigned> dims;
    generic.getReductionDims(dims);
    if (llvm::all_of(dims, [&](unsigned dim) { return isLane(site.plan.loopOf(generic, dim)); }))
      all.emplace_back(site.plan).add(generic);
  }
  return all;
}

} // namespace

RowStage::RowStage(const NestSite &site) : nest(site.nest) {
  if (!nest.lane || llvm::is_contained(nest.rows, *nest.lane))
    return;
  llvm::MapVector<BlockArgument, SmallVector<SmallVector<int>>> reads;
  for (const OperandReads &loop : readsAlongLane(site))
    for (auto &[operand, loops] : loop.loopsByOperand)
      reads[operand].push_back(loops);
  for (auto &[operand, uses] : reads) {
    ArrayRef<int> loops = uses.front();
    bool isRow = !loops.empty() && loops.back() == nest.lane &&
                 llvm::all_of(loops.drop_back(), [&](int loop) { return llvm::is_contained(nest.rows, loop); });
    if (uses.size() < 2 || !isRow || !llvm::all_equal(uses))
      continue;
    staged.push_back({operandNumber(operand), SmallVector<int>(loops.drop_back())});
  }
}

std::optional<int64_t> RowStage::knownRowBytes(ThreadEvaluator &evaluator, Value operand) {
  int64_t elementBytes = llvm::divideCeil(cast<MemRefType>(operand.getType()).getElementTypeBitWidth(), 8);
  std::optional<int64_t> length = evaluator.knownExtent(*nest.lane);
  return length ? std::optional(llvm::alignTo(*length * elementBytes, kAlignment)) : std::nullopt;
}

Value RowStage::rowBytes(ThreadEvaluator &evaluator, Value operand) {
  if (std::optional<int64_t> known = knownRowBytes(evaluator, operand))
    return evaluator.constant(*known);
  int64_t elementBytes = llvm::divideCeil(cast<MemRefType>(operand.getType()).getElementTypeBitWidth(), 8);
  Value alignment = evaluator.constant(kAlignment);
  Value bytes = arith::MulIOp::create(evaluator.build(), evaluator.loc, evaluator.extent(*nest.lane),
                                      evaluator.constant(elementBytes));
  bytes = arith::CeilDivUIOp::create(evaluator.build(), evaluator.loc, bytes, alignment);
  return arith::MulIOp::create(evaluator.build(), evaluator.loc, bytes, alignment);
}

void RowStage::allocate(const BlockSite &block, Value team, Value teams) {
  ThreadEvaluator &evaluator = block.evaluator;
  OpBuilder &builder = block.builder();
  if (staged.empty())
    return;
  Value bytes = evaluator.constant(0);
  std::optional<int64_t> needed = getConstantIntValue(teams) ? std::optional<int64_t>(0) : std::nullopt;
  for (const Row &row : staged) {
    Value operand = block.function.operands[row.operand];
    bytes = arith::AddIOp::create(builder, block.loc(), bytes, rowBytes(evaluator, operand));
    std::optional<int64_t> known = knownRowBytes(evaluator, operand);
    needed = needed && known ? std::optional(*needed + *getConstantIntValue(teams) * *known) : std::nullopt;
  }
  if (needed && *needed > kMostBytes)
    return staged.clear();
  int64_t capacity = needed.value_or(kBytesForAny);
  base = arith::MulIOp::create(builder, block.loc(), team, bytes);
  memory = block.function.shared(builder.getI8Type(), capacity, evaluator.takeShared(capacity));
  if (!needed)
    fits =
        arith::CmpIOp::create(builder, block.loc(), arith::CmpIPredicate::ule,
                              arith::MulIOp::create(builder, block.loc(), teams, bytes), evaluator.constant(capacity));
}

void RowStage::fill(const BlockSite &block, const Team &team, const std::map<int, nest::DimPosition> &at,
                    bool byVectors) {
  ThreadEvaluator &evaluator = block.evaluator;
  Value offset = base;
  for (const Row &row : staged) {
    Value operand = block.function.operands[row.operand];
    auto type = MemRefType::get({ShapedType::kDynamic}, cast<MemRefType>(operand.getType()).getElementType(),
                                MemRefLayoutAttrInterface(), cast<MemRefType>(memory.getType()).getMemorySpace());
    Value copy =
        memref::ViewOp::create(block.builder(), block.loc(), type, memory, offset, evaluator.extent(*nest.lane));
    offset = arith::AddIOp::create(block.builder(), block.loc(), offset, rowBytes(evaluator, operand));
    nest::Positions positions = llvm::map_to_vector(row.rows, [&](int loop) { return at.at(loop); });
    auto copyRow = [&](int) {
      int lane = *nest.lane;
      auto share = evaluator.shareOf(team, evaluator.constant(0), evaluator.extent(lane), byVectors);
      evaluator.copyRow(operand, positions, lane, copy, share, byVectors);
    };
    if (fits)
      evaluator.ifThen(fits, /*mask=*/nullptr, copyRow);
    else
      copyRow(evaluator.level());
    auto find = [&evaluator, positions, lane = *nest.lane](const nest::Positions &wanted) {
      bool isThisRow = llvm::all_of(llvm::zip(positions, wanted),
                                    [](auto pair) { return std::get<0>(pair).index == std::get<1>(pair).index; });
      return isThisRow && evaluator.isShareOf(wanted.back(), lane) ? std::optional(wanted.back()) : std::nullopt;
    };
    evaluator.addStage({operand, copy, find, fits});
  }
}

} // namespace weir::gpu
