// See TransposedReads.h.
#include "lib/Target/Cpu/Nest/TransposedReads.h"

#include "dialects/Kernel/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::Nest;
using nest::NestPlan;
using nest::Positions;

namespace {

int64_t elementBytes(Value operand) {
  return llvm::divideCeil(cast<RankedTensorType>(operand.getType()).getElementTypeBitWidth(), 8);
}

/// The columns of a square of vectors. A step takes the elements of the rows of each half in turns; after as many steps
/// as a row's number has bits, rows and columns have changed places.
SmallVector<Value> transposed(OpBuilder &builder, Location loc, SmallVector<Value> rows) {
  auto size = static_cast<int64_t>(rows.size());
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < size / 2; ++i) {
    low.append({i, size + i});
    high.append({size / 2 + i, size + size / 2 + i});
  }
  for (int64_t done = 1; done < size; done *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < size / 2; ++i)
      for (ArrayRef<int64_t> order : {ArrayRef(low), ArrayRef(high)})
        next.push_back(vector::ShuffleOp::create(builder, loc, rows[i], rows[i + size / 2], order));
    rows = std::move(next);
  }
  return rows;
}

} // namespace

TransposedReads::TransposedReads(const NestPlan &plan, const Nest &nest, func::FuncOp kernel, int64_t lanes)
    : plan(plan), nest(nest), lanes(lanes) {
  if (!nest.reductions.empty() || nest.contraction || !nest.lane || !llvm::is_contained(nest.rows, *nest.lane))
    return;
  SmallVector<Read> found;
  for (auto generic : kernel.getOps<linalg::GenericOp>())
    for (OpOperand *operand : generic.getDpsInputOperands())
      if (std::optional<Read> read = readOf(generic, operand); read && !llvm::is_contained(found, *read))
        found.push_back(*read);
  // Others that lie along another loop yet are gathered.
  for (const Read &read : found)
    if (!along || *along == read.loops.back()) {
      along = read.loops.back();
      reads.push_back(read);
    }
}

/// An operand that depends on the lane loop and lies along another row loop.
std::optional<TransposedReads::Read> TransposedReads::readOf(linalg::GenericOp generic, OpOperand *operand) const {
  auto argument = dyn_cast<BlockArgument>(operand->get());
  if (!argument || !generic.payloadUsesValueFromOperand(operand))
    return std::nullopt;
  auto kernel = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (kernel.getArgAttr(argument.getArgNumber(), kernel::kStridedAttr))
    return std::nullopt;
  Read read{argument, {}};
  for (AffineExpr position : generic.getMatchingIndexingMap(operand).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(position);
    if (!dim)
      return std::nullopt;
    read.loops.push_back(plan.loopOf(generic, dim.getPosition()));
  }
  bool isPlaced = llvm::all_of(read.loops, [&](int loop) { return llvm::is_contained(nest.rows, loop); });
  if (!isPlaced || llvm::count(read.loops, *nest.lane) != 1 || read.loops.back() == *nest.lane ||
      llvm::count(read.loops, read.loops.back()) != 1)
    return std::nullopt;
  // Of a few elements a block is mostly empty.
  if (plan.knownExtent(read.loops.back()).value_or(lanes) * 2 < lanes)
    return std::nullopt;
  return read;
}

int64_t TransposedReads::bytes() const {
  int64_t sum = 0;
  for (const Read &read : reads)
    sum += lanes * lanes * elementBytes(read.operand);
  return sum;
}

Value TransposedReads::blockOf(VectorEvaluator &evaluator, Value scratch, size_t number) const {
  int64_t offset = 0;
  for (const Read &read : ArrayRef(reads).take_front(number))
    offset += lanes * lanes * elementBytes(read.operand);
  Type element = cast<RankedTensorType>(reads[number].operand.getType()).getElementType();
  return memref::ViewOp::create(evaluator.build(), evaluator.loc, MemRefType::get({lanes, lanes}, element), scratch,
                                evaluator.constant(offset), ValueRange());
}

void TransposedReads::fill(VectorEvaluator &evaluator, Value scratch, const std::map<int, DimPosition> &at,
                           Value count) const {
  OpBuilder &builder = evaluator.build();
  Location loc = evaluator.loc;
  std::optional<int64_t> extent = plan.knownExtent(*along);
  bool isWhole = extent && *extent % lanes == 0;
  Value mask = isWhole
                   ? Value()
                   : vector::CreateMaskOp::create(builder, loc, VectorType::get({lanes}, builder.getI1Type()), count);
  Value last = arith::SubIOp::create(builder, loc, evaluator.extent(*nest.lane), evaluator.constant(1));
  for (auto [number, read] : llvm::enumerate(reads)) {
    Value memory = evaluator.memoryOf(read.operand);
    auto type = VectorType::get({lanes}, cast<MemRefType>(memory.getType()).getElementType());
    SmallVector<Value> rows;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      SmallVector<Value> indices;
      for (int loop : read.loops)
        indices.push_back(at.at(loop).index);
      // Behind the last lane there is none; what is read in its place is not used.
      Value &own = indices[std::distance(read.loops.begin(), llvm::find(read.loops, *nest.lane))];
      own = arith::AddIOp::create(builder, loc, own, evaluator.constant(lane));
      own = arith::MinUIOp::create(builder, loc, own, last);
      if (isWhole) {
        rows.push_back(vector::LoadOp::create(builder, loc, type, memory, indices));
        continue;
      }
      Value zeros = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
      rows.push_back(vector::MaskedLoadOp::create(builder, loc, type, memory, indices, mask, zeros));
    }
    Value block = blockOf(evaluator, scratch, number);
    for (auto [i, column] : llvm::enumerate(transposed(builder, loc, std::move(rows))))
      vector::StoreOp::create(builder, loc, column, block,
                              ValueRange{evaluator.constant(static_cast<int64_t>(i)), evaluator.constant(0)});
  }
}

void TransposedReads::bind(VectorEvaluator &evaluator, Value scratch, const std::map<int, DimPosition> &at,
                           Value number) const {
  for (auto [i, read] : llvm::enumerate(reads)) {
    Value block = blockOf(evaluator, scratch, i);
    auto type = VectorType::get({lanes}, cast<MemRefType>(block.getType()).getElementType());
    Value column = vector::LoadOp::create(evaluator.build(), evaluator.loc, type, block,
                                          ValueRange{number, evaluator.constant(0)});
    Positions positions = llvm::map_to_vector(read.loops, [&](int loop) { return at.at(loop); });
    evaluator.define(read.operand, positions, column);
  }
}

} // namespace weir::cpu
