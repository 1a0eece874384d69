// See GemmBlocking.h.
#include "lib/Target/Cpu/Gemm/GemmBlocking.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kTileWork = 1 << 21;                    ///< multiply-adds below which a product is not cut further
constexpr int64_t kMostTiles = 16;                        ///< enough to balance the workers of one socket's share
constexpr int64_t kCoarseRows = 96, kCoarseColumns = 256; ///< of a tile, while there are tiles enough
constexpr int64_t kFineRows = 32;                         ///< of a tile, at least
constexpr int64_t kSlabBytes = 2 << 20;                   ///< of packed A
constexpr int64_t kPartialRows = 384, kPartialColumns = 1024; ///< whose partial sums stand in scratch
constexpr int64_t kLineBytes = 64;
constexpr int64_t kPackLostAFromN = 256;                 ///< where what is read in place doesn't stay in L2
constexpr int64_t kReadLostBToM = 12, kReadFarBToM = 32; ///< likewise; where it doesn't stay in L1

Value chooseDepth(const GemmForm &form, const IndexMath &ix, Value k) {
  int64_t unit = form.lanes * form.pack; // what packing transposes at once
  return ix.max(ix.roundUp(ix.balanced(k, ix.constant(form.p.kc)), unit), unit);
}

/// The bytes of a cache that pieces of rows fill, one of each row. Rows that a multiple of a large power of two of
/// bytes lies between share their sets: each piece takes as much as that power.
Value bytesFilled(const IndexMath &ix, Value rows, Value rowBytes, int64_t pieceBytes) {
  Value power = ix.both(rowBytes, ix.sub(ix.constant(0), rowBytes));
  return ix.select(ix.less(ix.constant(pieceBytes), power), ix.mul(rows, power), ix.constant(0));
}

/// Operands whose rows have N or M elements, of which a tile reads a piece of each of K rows.
void choosePacking(const GemmForm &form, const IndexMath &ix, const GemmSizes &sizes, GemmBlocking &blocking) {
  const GemmParameters &p = form.p;
  Value depth = ix.min(sizes.k, p.kc), mostOfL2 = ix.constant(p.l2Bytes / 2);
  auto filled = [&](const GemmOperand &operand, Value rowElements, int64_t pieceBytes) {
    int64_t bytes = operand.elementType.getIntOrFloatBitWidth() / 8;
    Value step = ShapedType::isDynamic(operand.outerStride) ? rowElements : ix.constant(operand.outerStride);
    return bytesFilled(ix, depth, ix.mul(step, bytes), pieceBytes);
  };
  Value readBTo = ix.constant(p.readBToM), packAFrom = ix.constant(p.packAFromN);
  if (form.canReadB) {
    Value ofB = filled(form.d.b, sizes.n, form.nr * form.wordBytes());
    Value isFar = ix.atLeast(ofB, ix.constant(p.l1Bytes)), isLost = ix.atLeast(ofB, mostOfL2);
    Value most = ix.select(isLost, ix.constant(kReadLostBToM), ix.constant(kReadFarBToM));
    readBTo = ix.select(isFar, ix.min(readBTo, most), readBTo);
  }
  if (form.canReadA && form.d.a.transposed) {
    Value isLost = ix.atLeast(filled(form.d.a, sizes.m, kLineBytes), mostOfL2);
    packAFrom = ix.select(isLost, ix.min(packAFrom, kPackLostAFromN), packAFrom);
  }
  blocking.readB = form.canReadB ? ix.atLeast(readBTo, sizes.m) : ix.truth(false);
  Value reused = ix.atLeast(sizes.n, packAFrom);
  blocking.packA = form.canReadA ? ix.select(blocking.readB, ix.truth(false), reused) : ix.truth(true);
  if (form.d.a.gathered)
    blocking.packA = ix.truth(false);
  if (!form.canReadA || form.pack == 1 || form.d.a.gathered)
    return;
  Value rest = form.isTiled() ? ix.rem(sizes.m, kTileRows) : ix.rem(sizes.k, 2);
  blocking.packA = ix.either(blocking.packA, ix.less(ix.constant(0), rest));
}

/// Ranges of consecutive tiles should cut the dimension whose cut makes workers repeat the least packing.
Value chooseOrder(const GemmForm &form, const IndexMath &ix, const GemmSizes &sizes, const GemmBlocking &blocking) {
  if (form.d.packedB)
    return ix.truth(false);
  Value wide = ix.less(sizes.m, sizes.n);
  return ix.select(blocking.packA, wide, ix.truth(true));
}

void chooseGrid(const GemmForm &form, const IndexMath &ix, const GemmSizes &sizes, GemmBlocking &blocking) {
  Value work = ix.mul(ix.mul(sizes.m, sizes.n), ix.mul(sizes.k, sizes.batch));
  Value wanted = ix.min(ix.max(ix.div(work, kTileWork), 1), kMostTiles);
  wanted = ix.ceilDiv(wanted, ix.max(sizes.batch, 1));
  Value fineRows = ix.max(ix.ceilDiv(sizes.m, std::max(form.p.mr, kFineRows)), 1);
  Value fineColumns = ix.max(countPanels(form, ix, sizes.n), 1);
  Value coarseRows = ix.min(ix.max(ix.ceilDiv(sizes.m, kCoarseRows), 1), fineRows);
  Value coarseColumns = ix.min(ix.max(ix.ceilDiv(sizes.n, kCoarseColumns), 1), fineColumns);
  Value first = blocking.columnsFirst;
  Value major = ix.min(wanted, ix.select(first, coarseColumns, coarseRows));
  Value minor = ix.min(ix.ceilDiv(wanted, major), ix.select(first, coarseRows, coarseColumns));
  major = ix.min(ix.ceilDiv(wanted, minor), ix.select(first, fineColumns, fineRows));
  minor = ix.min(ix.ceilDiv(wanted, major), ix.select(first, fineRows, fineColumns));
  blocking.gridRows = ix.select(first, minor, major);
  blocking.gridColumns = ix.select(first, major, minor);
}

void chooseBlocks(const GemmForm &form, const IndexMath &ix, const GemmSizes &sizes, GemmBlocking &blocking) {
  const GemmParameters &p = form.p;
  int64_t packed = std::max<int64_t>(1, p.mc / p.mr), inPlace = std::max<int64_t>(1, p.mcInPlace / p.mr);
  blocking.blockTiles = ix.select(blocking.packA, ix.constant(packed), ix.constant(inPlace));
  Value tiles = ix.max(countRowTiles(form, ix, sizes.m), 1), panels = ix.max(countPanels(form, ix, sizes.n), 1);
  Value slabTiles =
      ix.div(ix.constant(kSlabBytes / form.wordBytes()), ix.mul(ix.ceilDiv(blocking.depth, form.pack), p.mr));
  blocking.superTiles = ix.min(tiles, ix.select(blocking.packA, ix.max(slabTiles, packed), tiles));
  blocking.superPanels = panels;
  if (form.d.a.gathered)
    blocking.superTiles = ix.min(tiles, packed);
  if (form.partialsInC || !form.severalKBlocks)
    return;
  blocking.superTiles = ix.min(blocking.superTiles, ix.constant(std::max<int64_t>(1, kPartialRows / p.mr)));
  blocking.superPanels = ix.min(panels, std::max<int64_t>(1, kPartialColumns / form.nr));
}

} // namespace

GemmBlocking computeBlocking(const GemmForm &form, const IndexMath &ix, const GemmSizes &sizes) {
  GemmBlocking blocking;
  blocking.depth = chooseDepth(form, ix, sizes.k);
  choosePacking(form, ix, sizes, blocking);
  blocking.columnsFirst = chooseOrder(form, ix, sizes, blocking);
  chooseGrid(form, ix, sizes, blocking);
  chooseBlocks(form, ix, sizes, blocking);
  return blocking;
}

SmallVector<Value> GemmBlocking::toScalars(const IndexMath &ix) const {
  auto number = [&](Value flag) { return ix.select(flag, ix.constant(1), ix.constant(0)); };
  return {depth,       number(packA), number(readB), number(columnsFirst), gridRows,
          gridColumns, blockTiles,    superTiles,    superPanels};
}

GemmBlocking GemmBlocking::fromScalars(const IndexMath &ix, const GemmBlocking &computed, ValueRange scalars) {
  GemmBlocking result = computed;
  auto take = [&](Value &field, Value scalar) {
    if (!IndexMath::asConstant(field))
      field = scalar;
  };
  auto takeFlag = [&](Value &field, Value scalar) {
    if (!IndexMath::asConstant(field))
      field = ix.compare(arith::CmpIPredicate::ne, scalar, ix.constant(0));
  };
  take(result.depth, scalars[0]);
  takeFlag(result.packA, scalars[1]);
  takeFlag(result.readB, scalars[2]);
  takeFlag(result.columnsFirst, scalars[3]);
  take(result.gridRows, scalars[4]);
  take(result.gridColumns, scalars[5]);
  take(result.blockTiles, scalars[6]);
  take(result.superTiles, scalars[7]);
  take(result.superPanels, scalars[8]);
  return result;
}

namespace {

/// How rows are cut into tiles: evenly, or, where that takes heights that a dynamic M has no tiles of, into as many
/// tiles of mr rows as fit, then such of 2 and 1; by tile registers into tiles of mr rows and one of the rest.
struct RowPartition {
  Value even;         ///< i1
  Value tiles;        ///< in all
  Value base, larger; ///< even: rows of a tile; the first `larger` tiles have one more
  Value whole;        ///< else: tiles of mr rows

  RowPartition(const GemmForm &form, const IndexMath &ix, Value m) {
    int64_t mr = form.p.mr;
    Value evenTiles = ix.ceilDiv(m, mr);
    tiles = evenTiles;
    even = form.spreadsRows() ? ix.truth(true)
           : form.isTiled()   ? ix.truth(false)
                              : ix.atLeast(m, ix.mul(evenTiles, mr - 1));
    Value divisor = ix.max(evenTiles, 1);
    base = ix.div(m, divisor);
    larger = ix.sub(m, ix.mul(base, divisor));
    whole = ix.div(m, mr);
    Value rest = form.isTiled() ? ix.sub(evenTiles, whole) : ix.ceilDiv(ix.rem(m, mr), 2);
    tiles = ix.select(even, evenTiles, ix.add(whole, rest));
  }

  Value firstRow(const GemmForm &form, const IndexMath &ix, Value tile) const {
    if (form.isTiled())
      return ix.mul(tile, form.p.mr);
    Value evenRow = ix.add(ix.mul(tile, base), ix.min(tile, larger));
    Value before = ix.min(tile, whole), pairs = ix.sub(tile, before);
    return ix.select(even, evenRow, ix.add(ix.mul(before, form.p.mr), ix.mul(pairs, 2)));
  }

  Value rows(const GemmForm &form, const IndexMath &ix, Value m, Value tile, Value row) const {
    Value evenRows = ix.select(ix.less(tile, larger), ix.add(base, 1), base);
    if (form.isTiled())
      return ix.min(ix.sub(m, row), form.p.mr);
    Value pair = ix.min(ix.sub(m, row), 2);
    return ix.select(even, evenRows, ix.select(ix.less(tile, whole), ix.constant(form.p.mr), pair));
  }
};

} // namespace

Value firstRowOf(const GemmForm &form, const IndexMath &ix, Value m, Value tile) {
  return ix.min(RowPartition(form, ix, m).firstRow(form, ix, tile), m);
}
Value countRowTiles(const GemmForm &form, const IndexMath &ix, Value m) { return RowPartition(form, ix, m).tiles; }
Value countPanels(const GemmForm &form, const IndexMath &ix, Value n) { return ix.ceilDiv(n, form.nr); }
Value wordsOf(const GemmForm &form, const IndexMath &ix, Value depth) {
  return ix.roundUp(ix.ceilDiv(depth, form.pack), form.wordUnit());
}
Value countKBlocks(const IndexMath &ix, Value k, Value depth) { return ix.max(ix.ceilDiv(k, depth), 1); }

void overRows(const GemmForm &form, const IndexMath &ix, Value m, Value low, Value high,
              function_ref<void(Value, const RowTile &)> body, const RowWalk *walk) {
  RowPartition partition(form, ix, m);
  SmallVector<Value> starts{partition.firstRow(form, ix, low)};
  if (walk)
    starts.append(walk->start(starts.front()));
  auto loop = scf::ForOp::create(ix.b, ix.loc, low, high, ix.constant(1), starts);
  OpBuilder::InsertionGuard guard(ix.b);
  ix.b.setInsertionPointToStart(loop.getBody());
  Value tile = loop.getInductionVar();
  ValueRange carried = loop.getRegionIterArgs();
  RowTile current{carried[0], partition.rows(form, ix, m, tile, carried[0]), SmallVector<Value>(carried.drop_front())};
  body(tile, current);
  SmallVector<Value> next{ix.add(current.first, current.rows)};
  if (walk)
    for (Value step = walk->step(current.rows); Value offset : current.offsets)
      next.push_back(ix.add(offset, step));
  scf::YieldOp::create(ix.b, ix.loc, next);
}

ScratchLayout layoutScratch(const GemmForm &form, const IndexMath &ix, const GemmSizes &sizes,
                            const GemmBlocking &blocking) {
  const GemmParameters &p = form.p;
  Value words = wordsOf(form, ix, blocking.depth), none = ix.constant(0);
  auto bytes = [&](Value count) { return ix.roundUp(ix.mul(count, form.wordBytes()), 64); };
  // A transposed store of the last K words runs over the end by up to one square of lanes.
  int64_t surplus = form.lanes * (p.mr + form.lanes);
  Value slab = ix.add(ix.mul(ix.mul(blocking.superTiles, p.mr), words), surplus);
  if (form.isTiled())
    slab = ix.mul(blocking.superTiles, p.mr * form.gatheredDepth() / form.pack);
  Value panels = ix.min(ix.max(countPanels(form, ix, sizes.n), 1), std::max<int64_t>(1, p.nc / form.nr));
  Value block = ix.mul(ix.mul(panels, form.nr), words);
  if (form.d.packedB)
    block = none;
  ScratchLayout layout;
  layout.slab = none;
  layout.block = ix.select(blocking.packA, bytes(slab), none);
  if (form.d.a.gathered) {
    Value whole = form.d.a.transposed ? ix.mul(words, form.gatheredRows()) : ix.constant(p.mc * form.gatheredDepth());
    layout.block = bytes(whole);
  }
  layout.gathered = ix.add(layout.block, ix.select(blocking.readB, none, bytes(block)));
  layout.partials = layout.gathered;
  if (form.d.b.gathered && !form.gathersPanels()) {
    Value whole = form.d.b.transposed ? ix.mul(ix.mul(panels, form.nr), form.gatheredDepth())
                                      : ix.mul(ix.mul(words, form.pack), ix.mul(panels, form.nr));
    layout.partials = ix.add(layout.gathered, bytes(whole));
  }
  layout.stage = layout.partials;
  if (form.severalKBlocks && !form.partialsInC) {
    Value tiles = ix.mul(blocking.superTiles, blocking.superPanels);
    layout.stage = ix.add(layout.partials, bytes(ix.mul(tiles, p.mr * form.nr)));
  }
  layout.bytes = ix.add(layout.stage, bytes(ix.constant(p.mr * form.nr)));
  return layout;
}

} // namespace weir::cpu
