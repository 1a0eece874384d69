// Reductions on a GPU: by each thread alone, or by a team in an order that sizes alone decide.
#include "lib/Target/Gpu/Nest/ThreadEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::gpu {

using nest::Accumulators;
using nest::DimPosition;
using nest::Positions;
using nest::ReductionLoop;

std::pair<SmallVector<unsigned>, bool> ThreadEvaluator::reductionDims(linalg::GenericOp generic) const {
  SmallVector<unsigned> dims;
  generic.getReductionDims(dims);
  auto *lane = llvm::find_if(dims, [&](unsigned d) { return plan.loopOf(generic, d) == vectorLoop; });
  bool byVectors = lane != dims.end();
  if (byVectors)
    std::rotate(lane, lane + 1, dims.end());
  return {dims, byVectors};
}

SmallVector<int> ThreadEvaluator::loopsOf(linalg::GenericOp generic, ArrayRef<unsigned> dims) const {
  return llvm::map_to_vector(dims, [&](unsigned dim) { return plan.loopOf(generic, dim); });
}

Value ThreadEvaluator::pointsReduced(linalg::GenericOp generic) {
  return pointsOf(loopsOf(generic, reductionDims(generic).first));
}

Value ThreadEvaluator::reduce(linalg::GenericOp generic, unsigned result, Positions loops) {
  auto [dims, byVectors] = reductionDims(generic);
  if (team && level() <= teamLevel) {
    Share share = shareOf(*team, constant(0), pointsReduced(generic), byVectors);
    std::optional<int64_t> points = knownPointsOf(loopsOf(generic, dims));
    if (points && team->knownSize)
      share.knownCount = llvm::divideCeil(*points, *team->knownSize * (byVectors ? lanes : 1));
    Value value = reduceShare(generic, result, dims, loops, share, byVectors);
    return rounded(generic, result,
                   reduceTeam(generic, result, byVectors ? combineLanes(generic, result, value) : value));
  }
  bool isVector =
      llvm::any_of(loops, [](const DimPosition &p) { return p.index && p.kind != DimPosition::Kind::Scalar; });
  auto over = llvm::map_to_vector(dims, [&](unsigned dim) { return overDim(generic, dim, loops); });
  return rounded(generic, result, reducePoints(generic, result, loops, over, isVector));
}

Value ThreadEvaluator::reducePoints(linalg::GenericOp generic, unsigned result, const Positions &point,
                                    ArrayRef<ReductionLoop> over, bool ofVectors) {
  Value start = identity(generic, result);
  SmallVector<Value> accumulator{ofVectors ? broadcast(start) : start};
  reduceOver(over, accumulator, blocksOf(generic, result),
             [&](Accumulators &partial) { partial[0] = accumulate(generic, result, point, partial[0]); });
  return accumulator[0];
}

Value ThreadEvaluator::reducePart(linalg::GenericOp generic, unsigned result, Positions loops, Value part,
                                  Value parts) {
  auto [dims, byVectors] = reductionDims(generic);
  Value total = pointsReduced(generic);
  Value size = arith::CeilDivUIOp::create(build(), loc, total, parts);
  // All parts begin with a full vector.
  size = arith::CeilDivUIOp::create(build(), loc, size, constant(lanes));
  size = arith::MulIOp::create(build(), loc, size, constant(lanes));
  Value begin = arith::MulIOp::create(build(), loc, part, size);
  Value end = arith::MinUIOp::create(build(), loc, arith::AddIOp::create(build(), loc, begin, size), total);
  if (!team)
    return rounded(generic, result,
                   reduceShare(generic, result, dims, loops, {begin, end, constant(1)}, /*byVectors=*/false));
  Value value = reduceShare(generic, result, dims, loops, shareOf(*team, begin, end, byVectors), byVectors);
  return rounded(generic, result,
                 reduceTeam(generic, result, byVectors ? combineLanes(generic, result, value) : value));
}

Value ThreadEvaluator::reduceArray(linalg::GenericOp generic, unsigned result, Value array, Value first, Value count) {
  Share share = shareOf(*team, constant(0), count, /*byVectors=*/false);
  Value element;
  ReductionLoop over{share.first, share.end, share.stride, std::nullopt, [&](Value index) {
                       Value at = arith::AddIOp::create(build(), loc, first, index);
                       element = memref::LoadOp::create(build(), loc, array, at);
                     }};
  SmallVector<Value> accumulator{identity(generic, result)};
  reduceOver(over, accumulator, blocksOf(generic, result),
             [&](Accumulators &partial) { partial[0] = join(generic, result, partial[0], element); });
  return rounded(generic, result, reduceTeam(generic, result, accumulator[0]));
}

Value ThreadEvaluator::reduceShare(linalg::GenericOp generic, unsigned result, ArrayRef<unsigned> dims,
                                   Positions &loops, const Share &share, bool byVectors) {
  bool isVector =
      llvm::any_of(loops, [](const DimPosition &p) { return p.index && p.kind != DimPosition::Kind::Scalar; });
  auto kind = byVectors ? DimPosition::Kind::Lane : DimPosition::Kind::Scalar;
  ReductionLoop over{share.first, share.end, share.stride, share.knownCount, [&](Value number) {
                       for (auto [dim, position] : llvm::zip(dims, split(loopsOf(generic, dims), number, kind)))
                         loops[dim] = position;
                     }};
  return reducePoints(generic, result, loops, over, byVectors || isVector);
}

// Teams

Value ThreadEvaluator::reduceTeam(linalg::GenericOp generic, unsigned result, Value value) {
  value = reduceWarp(generic, result, value, kWarpSize);
  if (team->knownSize)
    return *team->knownSize == kWarpSize ? value : reduceWarps(generic, result, value);
  Value isBlock = arith::CmpIOp::create(build(), loc, arith::CmpIPredicate::ugt, team->size, constant(kWarpSize));
  return select(isBlock, [&] { return reduceWarps(generic, result, value); }, [&] { return value; });
}

Value ThreadEvaluator::reduceWarp(linalg::GenericOp generic, unsigned result, Value value, int64_t members) {
  for (int64_t distance = members / 2; distance > 0; distance /= 2)
    value = join(generic, result, value, shuffleXor(value, distance));
  return value;
}

Value ThreadEvaluator::reduceWarps(linalg::GenericOp generic, unsigned result, Value value) {
  int64_t warps = function->threads / kWarpSize;
  Value slots = function->shared(value.getType(), warps, takeShared(warps * sizeof(int64_t)));
  Value lane = arith::RemUIOp::create(build(), loc, function->thread, constant(kWarpSize));
  Value warp = arith::DivUIOp::create(build(), loc, function->thread, constant(kWarpSize));
  Value isFirst = arith::CmpIOp::create(build(), loc, arith::CmpIPredicate::eq, lane, constant(0));
  scf::IfOp::create(build(), loc, isFirst, [&](OpBuilder &, Location) {
    memref::StoreOp::create(build(), loc, value, slots, warp);
    scf::YieldOp::create(build(), loc);
  });
  mlir::gpu::BarrierOp::create(build(), loc);
  // Each run of as many lanes as there are warps sums all of them. Nobody writes these slots again: a block computes
  // this reduction once.
  Value slot = arith::RemUIOp::create(build(), loc, lane, constant(warps));
  return reduceWarp(generic, result, memref::LoadOp::create(build(), loc, slots, slot), warps);
}

Value ThreadEvaluator::shuffleXor(Value value, int64_t distance) {
  Type type = value.getType(), i32 = build().getI32Type();
  auto number = [&](int64_t n) -> Value { return arith::ConstantIntOp::create(build(), loc, i32, n); };
  auto shuffle = [&](Value word) -> Value {
    return NVVM::ShflOp::create(build(), loc, i32, number(-1), word, number(distance), number(kWarpSize - 1),
                                NVVM::ShflKind::bfly, UnitAttr());
  };
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = build().getIntegerType(bits);
  Value word = type == integer ? value : Value(arith::BitcastOp::create(build(), loc, integer, value));
  Value moved;
  if (bits <= 32) {
    Value wide = bits == 32 ? word : Value(arith::ExtUIOp::create(build(), loc, i32, word));
    moved = shuffle(wide);
    moved = bits == 32 ? moved : Value(arith::TruncIOp::create(build(), loc, integer, moved));
  } else {
    Value shift = arith::ConstantIntOp::create(build(), loc, integer, 32);
    Value low = shuffle(arith::TruncIOp::create(build(), loc, i32, word));
    Value high = shuffle(
        arith::TruncIOp::create(build(), loc, i32, arith::ShRUIOp::create(build(), loc, word, shift).getResult()));
    Value upper = arith::ShLIOp::create(build(), loc, arith::ExtUIOp::create(build(), loc, integer, high), shift);
    moved = arith::OrIOp::create(build(), loc, upper, arith::ExtUIOp::create(build(), loc, integer, low));
  }
  return type == integer ? moved : Value(arith::BitcastOp::create(build(), loc, type, moved));
}

void ThreadEvaluator::syncTeam(const Team &team) {
  auto warp = [&] {
    Value all = arith::ConstantIntOp::create(build(), loc, build().getI32Type(), -1);
    NVVM::SyncWarpOp::create(build(), loc, all);
  };
  auto block = [&] { mlir::gpu::BarrierOp::create(build(), loc); };
  if (team.knownSize)
    return *team.knownSize == kWarpSize ? warp() : block();
  Value isBlock = arith::CmpIOp::create(build(), loc, arith::CmpIPredicate::ugt, team.size, constant(kWarpSize));
  scf::IfOp::create(
      build(), loc, isBlock,
      [&](OpBuilder &, Location) {
        block();
        scf::YieldOp::create(build(), loc);
      },
      [&](OpBuilder &, Location) {
        warp();
        scf::YieldOp::create(build(), loc);
      });
}

} // namespace weir::gpu
