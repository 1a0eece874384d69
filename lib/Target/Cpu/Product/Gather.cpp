// See Gather.h.
#include "lib/Target/Cpu/Product/Gather.h"

#include "lib/Target/Cpu/Gemm/GemmConvert.h"
#include "lib/Target/Cpu/Gemm/GemmEpilogue.h"
#include "lib/Target/Cpu/Gemm/GemmFlat.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <limits>

using namespace mlir;

namespace weir::cpu {
namespace {

using Dim = nest::FactorAccess::Dim;

class Gatherer {
public:
  Gatherer(const IndexMath &ix, const Gather &gather, const GatherSite &site, Value source, ValueRange extents)
      : ix(ix), gather(gather), site(site), extents(extents), b(ix.b), loc(ix.loc),
        type(cast<MemRefType>(source.getType())), element(type.getElementType()),
        target(cast<MemRefType>(site.target.getType()).getElementType()) {
    auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, source);
    auto [known, start] = type.getStridesAndOffset();
    for (auto [stride, dynamic] : llvm::zip(known, metadata.getStrides()))
      strides.push_back(ShapedType::isDynamic(stride) ? dynamic : ix.constant(stride));
    for (unsigned d = 0; d < gather.side.access.dims.size(); ++d)
      sizes.push_back(b.createOrFold<memref::DimOp>(loc, source, ix.constant(d)));
    OpFoldResult none = b.getIndexAttr(0), one = b.getIndexAttr(1);
    OpFoldResult everything = ix.constant(std::numeric_limits<int64_t>::max()); // the size is not used
    Value data = memref::ReinterpretCastOp::create(b, loc, MemRefType::get({ShapedType::kDynamic}, element),
                                                   metadata.getBaseBuffer(), none, {everything}, {one});
    memory = viewBits(ix, data);
    offset = ShapedType::isDynamic(start) ? Value(metadata.getOffset()) : ix.constant(start);
    splitColumns();
  }

  void emit() {
    SmallVector<Value> positions;
    for (const Dim &dim : gather.side.access.dims)
      positions.push_back(ix.constant(dim.low));
    for (auto [loop, index] : llvm::zip(gather.batch, site.batch))
      move(positions, loop, index);
    overPoints(gather.rows, site.row, site.rowEnd, positions, [&](Value row, ArrayRef<Value> ofRow) {
      Value to = ix.add(site.offset, ix.mul(ix.sub(row, site.row), site.pitch));
      copyRow(ofRow, ix.sub(to, site.column));
    });
  }

private:
  /// The columns' loops are those outside of runs and those of a run, which is copied at once.
  void splitColumns() {
    ArrayRef<unsigned> columns = gather.columns;
    unsigned count = contiguousLoops(gather.side.access, type, columns, gather.sizes);
    isUnit = count > 0;
    count = std::max(count, 1u);
    outside = columns.drop_back(count), run = columns.take_back(count);
    while (run.size() > 1 && gather.sizes[run.front()] == 1) // the first is the one that may leave the image
      run = run.drop_front();
    inner = ix.constant(1);
    for (unsigned loop : run.drop_front())
      inner = ix.mul(inner, extents[loop]);
    length = ix.mul(inner, extents[run.front()]);
  }

  void move(MutableArrayRef<Value> positions, unsigned loop, Value index) {
    for (auto [position, dim] : llvm::zip(positions, gather.side.access.dims))
      if (dim.steps[loop] != 0)
        position = ix.add(position, ix.mul(index, dim.steps[loop]));
  }

  using PointFn = function_ref<void(Value number, ArrayRef<Value> positions)>;
  /// Calls `body` for points [begin, end) of loops that run one inside the other, and where each is. Indices are
  /// counted on from point to point: taking a number apart would cost more than to copy a short run.
  void overPoints(ArrayRef<unsigned> all, Value begin, Value end, ArrayRef<Value> positions, PointFn body) {
    auto loops = llvm::to_vector(llvm::make_filter_range(all, [&](unsigned loop) { return gather.sizes[loop] != 1; }));
    SmallVector<Value> start(loops.size());
    Value number = begin;
    for (size_t i = loops.size(); i-- > 0;) {
      Value quotient = i == 0 ? Value() : ix.div(number, extents[loops[i]]);
      start[i] = quotient ? ix.sub(number, ix.mul(quotient, extents[loops[i]])) : number;
      number = quotient;
    }
    auto visit = [&](Value point, ValueRange indices) {
      SmallVector<Value> here(positions);
      for (auto [loop, index] : llvm::zip(loops, indices))
        move(here, loop, index);
      body(point, here);
    };
    auto low = IndexMath::asConstant(begin), high = IndexMath::asConstant(end);
    if (low && high && *high <= *low + 1)
      return *low < *high ? visit(begin, start) : void();
    auto loop = scf::ForOp::create(b, loc, begin, end, ix.constant(1), start);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    visit(loop.getInductionVar(), loop.getRegionIterArgs());
    SmallVector<Value> next(loop.getRegionIterArgs());
    Value carry;
    for (size_t i = loops.size(); i-- > 0;) {
      next[i] = carry ? ix.select(carry, ix.add(next[i], 1), next[i]) : ix.add(next[i], 1);
      if (i == 0)
        break;
      Value wraps = ix.equal(next[i], extents[loops[i]]);
      carry = wraps;
      next[i] = ix.select(wraps, ix.constant(0), next[i]);
    }
    if (!next.empty()) // a loop that carries nothing has its yield
      scf::YieldOp::create(b, loc, next);
  }

  /// Column j goes to `to` + j.
  void copyRow(ArrayRef<Value> positions, Value to) {
    Value first = ix.div(site.column, length), end = ix.ceilDiv(site.columnEnd, length);
    overPoints(outside, first, end, positions, [&](Value number, ArrayRef<Value> ofRun) {
      Value start = ix.mul(number, length);
      Value from = ix.max(ix.sub(site.column, start), 0), last = ix.min(ix.sub(site.columnEnd, start), length);
      copyRun(ofRun, from, last, ix.add(to, start));
    });
  }

  /// Elements [from, last) of a run: zeros, what is inside, zeros.
  void copyRun(ArrayRef<Value> positions, Value from, Value last, Value to) {
    Value address = offset, inside;
    for (auto [position, stride] : llvm::zip(positions, strides))
      address = ix.add(address, ix.mul(position, stride));
    Value low, high;
    for (auto [d, dim] : llvm::enumerate(gather.side.access.dims)) {
      if (!dim.isPadded)
        continue;
      int64_t step = dim.steps[run.front()];
      if (step == 0) {
        Value here = ix.both(ix.atLeast(positions[d], ix.constant(0)), ix.less(positions[d], sizes[d]));
        inside = inside ? ix.both(inside, here) : here;
        continue;
      }
      // Iterations i of the run's first loop with 0 <= position + i * step < size.
      Value below = ix.max(ix.sub(ix.constant(0), positions[d]), 0), above = ix.max(ix.sub(sizes[d], positions[d]), 0);
      low = ix.mul(ix.ceilDiv(below, step), inner), high = ix.mul(ix.ceilDiv(above, step), inner);
    }
    if (!inside && !low)
      return copy(address, from, last, to);
    Value begin = low ? ix.min(ix.max(low, from), last) : from;
    Value end = high ? ix.max(ix.min(high, last), begin) : last;
    if (inside)
      end = ix.select(inside, end, begin);
    fill(from, begin, to);
    copy(address, begin, end, to);
    fill(end, last, to);
  }

  void fill(Value from, Value end, Value to) {
    auto vectorType = VectorType::get({gather.lanes}, target);
    overVectors(
        from, end,
        [&](Value at, Value mask) {
          Value zeros = arith::ConstantOp::create(b, loc, b.getZeroAttr(vectorType));
          storeVector(ix, zeros, site.target, ix.add(to, at), mask);
        },
        [&](Value at) {
          Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(target));
          memref::StoreOp::create(b, loc, zero, site.target, ix.add(to, at));
        });
  }

  void copy(Value address, Value from, Value end, Value to) {
    Type stored = cast<MemRefType>(memory.getType()).getElementType();
    auto one = [&](Value at, Value step) {
      Value x = memref::LoadOp::create(b, loc, memory, ix.add(address, ix.mul(at, step)));
      memref::StoreOp::create(b, loc, converted(x), site.target, ix.add(to, at));
    };
    if (!isUnit) {
      Value step = ix.constant(0);
      for (auto [dim, stride] : llvm::zip(gather.side.access.dims, strides))
        if (int64_t steps = dim.steps[run.back()])
          step = ix.add(step, ix.mul(stride, steps));
      if (IndexMath::asConstant(step) == 2 && gather.masksCheaply)
        return copyEverySecond(address, from, end, to);
      return ix.forRange(from, end, 1, [&](Value at) { one(at, step); });
    }
    overVectors(
        from, end,
        [&](Value at, Value mask) {
          Value x = loadVector(ix, VectorType::get({gather.lanes}, stored), memory, ix.add(address, at), mask);
          storeVector(ix, converted(x), site.target, ix.add(to, at), mask);
        },
        [&](Value at) { one(at, ix.constant(1)); });
  }

  /// By two vectors of neighbours at a time, of which no element behind the last one is touched.
  void copyEverySecond(Value address, Value from, Value end, Value to) {
    auto loaded = VectorType::get({gather.lanes}, cast<MemRefType>(memory.getType()).getElementType());
    auto masks = VectorType::get({gather.lanes}, b.getI1Type());
    SmallVector<int64_t> even;
    for (int64_t lane = 0; lane < gather.lanes; ++lane)
      even.push_back(2 * lane);
    overVectors(
        from, end,
        [&](Value at, Value mask) {
          Value left = mask ? ix.sub(end, at) : ix.constant(gather.lanes),
                reach = ix.sub(ix.mul(left, 2), ix.constant(1));
          Value first = ix.add(address, ix.mul(at, 2)), second = ix.add(first, gather.lanes);
          auto maskOf = [&](Value count) -> Value { return vector::CreateMaskOp::create(b, loc, masks, count); };
          Value low = loadVector(ix, loaded, memory, first, mask ? maskOf(reach) : Value());
          Value high = loadVector(ix, loaded, memory, second, maskOf(ix.sub(reach, ix.constant(gather.lanes))));
          Value x = vector::ShuffleOp::create(b, loc, low, high, even);
          storeVector(ix, converted(x), site.target, ix.add(to, at), mask);
        },
        [](Value) {});
  }

  Value converted(Value x) { return target == x.getType() || isBits() ? x : widenFloat(b, loc, x, element, target); }
  bool isBits() const { return target.isInteger(); }

  using VectorFn = function_ref<void(Value at, Value mask)>;
  void overVectors(Value from, Value end, VectorFn vector, function_ref<void(Value at)> scalar) {
    Value whole = ix.add(from, ix.mul(ix.div(ix.sub(end, from), gather.lanes), gather.lanes));
    ix.forRange(from, whole, gather.lanes, [&](Value at) { vector(at, {}); });
    if (!gather.masksCheaply)
      return ix.forRange(whole, end, 1, scalar);
    ix.ifElse(ix.less(whole, end), [&] {
      auto masks = VectorType::get({gather.lanes}, b.getI1Type());
      vector(whole, vector::CreateMaskOp::create(b, loc, masks, ix.sub(end, whole)));
    });
  }

  const IndexMath &ix;
  const Gather &gather;
  const GatherSite &site;
  ValueRange extents;
  OpBuilder &b;
  Location loc;
  MemRefType type;
  Type element, target; ///< of the source; of the block
  SmallVector<Value> strides, sizes;
  Value memory, offset; ///< the source as an array
  ArrayRef<unsigned> outside, run;
  bool isUnit = false; ///< a run's elements are neighbours
  Value inner, length; ///< elements of one iteration of the run's first loop; of a run
};

} // namespace

void emitGather(const IndexMath &ix, const Gather &gather, const GatherSite &site, Value source, ValueRange extents) {
  Gatherer(ix, gather, site, source, extents).emit();
}

} // namespace weir::cpu
