// See SortEmitter.h.
#include "lib/Target/Cpu/Sort/SortEmitter.h"

#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Cpu/Sort/RadixSort.h"
#include "lib/Target/Native/LoopPhases.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

/// Of all lines of a tile, at least.
constexpr int64_t kElementsOfTile = 4096;

/// So few items are kept in order all the time.
constexpr int64_t kInserted = 16;

/// Vectors that are compared with the limit before a branch.
constexpr int64_t kVectors = 4;

class SortEmitter {
public:
  SortEmitter(ModuleOp module, func::FuncOp kernel, const SortShape &shape, const KernelSignature &signature,
              int64_t lanes)
      : module(module), loc(kernel.getLoc()), shape(shape), signature(signature), items(shape),
        sort(module, loc, items), lanes(kVectors * lanes) {}

  void emit() {
    emitPrepare();
    emitRun();
  }

private:
  struct Line {
    SmallVector<Value> at; ///< positions, without the one along the line
  };

  /// Whether only what may be among the first is kept and sorted, now and then.
  bool selects() const { return shape.count && shape.length > 2 * knownCapacity(); }
  /// Whether so few are wanted that each one that is met goes to its place at once.
  bool inserts() const { return *shape.count <= kInserted; }
  /// Items of a buffer: those that are wanted, and as many others as make it worth to sort them.
  int64_t knownCapacity() const { return inserts() ? *shape.count : 4 * *shape.count + 64; }
  Value length(const IndexMath &ix, KernelFunction &function) const {
    return ix.b.createOrFold<memref::DimOp>(loc, function.operands[shape.operand], shape.dim);
  }
  Value capacity(const IndexMath &ix, Value length) const { return selects() ? ix.constant(knownCapacity()) : length; }

  /// How many lines there are in each other dimension.
  SmallVector<Value> extents(const IndexMath &ix, KernelFunction &function) const {
    Value x = function.operands[shape.operand];
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < cast<MemRefType>(x.getType()).getRank(); ++d)
      if (d != shape.dim)
        sizes.push_back(ix.b.createOrFold<memref::DimOp>(loc, x, d));
    return sizes;
  }
  Value product(const IndexMath &ix, ArrayRef<Value> sizes) const {
    Value all = ix.constant(1);
    for (Value size : sizes)
      all = ix.mul(all, size);
    return all;
  }
  Value linesPerTile(const IndexMath &ix, Value length) const {
    return ix.ceilDiv(ix.constant(kElementsOfTile), ix.max(length, ix.constant(1)));
  }

  void emitPrepare() {
    PrepareFunction prepare(module, loc, signature);
    IndexMath ix(prepare.builder, loc);
    Value all = length(ix, prepare), lines = product(ix, extents(ix, prepare));
    prepare.setTiles(ix.ceilDiv(lines, linesPerTile(ix, all)));
    Value buffers = ix.mul(capacity(ix, all), 2 * items.itemBytes());
    prepare.setScratchBytes(ix.add(ix.roundUp(buffers, 64), sort.numCounts() * 8));
    prepare.setWorkspaceBytes(ix.constant(0));
    prepare.finish();
  }

  void emitRun() {
    RunFunction run(module, loc, signature);
    IndexMath ix(run.builder, loc);
    operands = run.operands;
    lineLength = length(ix, run);
    held = capacity(ix, lineLength);
    viewScratch(ix, run.scratch);
    SmallVector<Value> sizes = extents(ix, run);
    Value lines = product(ix, sizes), perTile = linesPerTile(ix, lineLength);
    Value from = ix.mul(run.firstTile, perTile);
    Value to = ix.min(ix.mul(ix.add(run.firstTile, run.tileCount), perTile), lines);
    ix.forRange(from, to, 1, [&](Value number) {
      Line line{splitNumber(ix.b, loc, number, sizes)};
      sortLine(ix, line);
    });
    run.finish();
  }

  void viewScratch(const IndexMath &ix, Value scratch) {
    Value count = ix.mul(held, 2), zero = ix.constant(0);
    buffers =
        memref::ViewOp::create(ix.b, loc, MemRefType::get({ShapedType::kDynamic}, items.item), scratch, zero, count);
    Value behind = ix.roundUp(ix.mul(count, items.itemBytes()), 64);
    counts = memref::ViewOp::create(ix.b, loc, MemRefType::get({sort.numCounts()}, ix.b.getI64Type()), scratch, behind,
                                    ValueRange());
  }

  SmallVector<Value> position(const Line &line, Value at) const {
    SmallVector<Value> place(line.at);
    place.insert(place.begin() + shape.dim, at);
    return place;
  }
  Value load(const IndexMath &ix, const Line &line, Value at) const {
    return memref::LoadOp::create(ix.b, loc, operands[shape.operand], position(line, at));
  }
  void keep(const IndexMath &ix, Value key, Value at, Value place) const {
    memref::StoreOp::create(ix.b, loc, items.pack(ix, key, at), buffers, place);
  }

  void sortLine(const IndexMath &ix, const Line &line) {
    Value first = ix.min(held, lineLength), zero = ix.constant(0);
    ix.forRange(zero, first, 1, [&](Value at) { keep(ix, items.keyOf(ix, load(ix, line, at)), at, at); });
    Value count = selects() ? selectOthers(ix, line) : first;
    Value begin = sort.call(ix, buffers, counts, count, held);
    Value wanted = shape.count ? ix.constant(*shape.count) : lineLength;
    ix.forRange(zero, wanted, 1, [&](Value number) {
      Value item = memref::LoadOp::create(ix.b, loc, buffers, ix.add(begin, number));
      Value at = items.positionIn(ix, item);
      if (shape.values)
        memref::StoreOp::create(ix.b, loc, load(ix, line, at), operands[*shape.values], position(line, number));
      if (shape.positions)
        memref::StoreOp::create(ix.b, loc, arith::IndexCastOp::create(ix.b, loc, ix.b.getI64Type(), at),
                                operands[*shape.positions], position(line, number));
    });
  }

  // Of what comes behind the first buffer of a line, those that come before the last one that is wanted are kept. When
  // the buffer is full again it is sorted, and the others are dropped.

  /// What a line's loop carries: how many items there are, and the key from which on none is kept.
  struct Kept {
    Value count, limit;
    explicit Kept(ValueRange values) : count(values[0]), limit(values[1]) {}
    Kept(Value count, Value limit) : count(count), limit(limit) {}
    SmallVector<Value> values() const { return {count, limit}; }
  };

  Kept dropOthers(const IndexMath &ix) {
    Value wanted = ix.constant(*shape.count);
    Value begin = sort.call(ix, buffers, counts, held, held);
    Value isElsewhere = ix.compare(arith::CmpIPredicate::ne, begin, ix.constant(0));
    ix.forRange(ix.constant(0), ix.select(isElsewhere, wanted, ix.constant(0)), 1, [&](Value number) {
      Value item = memref::LoadOp::create(ix.b, loc, buffers, ix.add(begin, number));
      memref::StoreOp::create(ix.b, loc, item, buffers, number);
    });
    Value last = memref::LoadOp::create(ix.b, loc, buffers, ix.sub(wanted, ix.constant(1)));
    return {wanted, items.keyIn(ix, last)};
  }

  /// In the place of the last one.
  Kept insert(const IndexMath &ix, Value key, Value at) {
    Value last = ix.sub(held, ix.constant(1));
    RadixSort::insert(ix, buffers, items.pack(ix, key, at), last);
    return {held, items.keyIn(ix, memref::LoadOp::create(ix.b, loc, buffers, last))};
  }

  Kept append(const IndexMath &ix, Value key, Value at, Kept kept) {
    keep(ix, key, at, kept.count);
    Value next = ix.add(kept.count, 1);
    auto drop = [&](OpBuilder &inner, Location) {
      scf::YieldOp::create(inner, loc, dropOthers(IndexMath(inner, loc)).values());
    };
    auto goOn = [&](OpBuilder &inner, Location) { scf::YieldOp::create(inner, loc, ValueRange{next, kept.limit}); };
    return Kept(scf::IfOp::create(ix.b, loc, ix.equal(next, held), drop, goOn).getResults());
  }

  /// Of equal elements the first ones count, and this one comes behind all that are kept.
  Kept meet(const IndexMath &ix, const Line &line, Value at, Kept kept) {
    Value key = items.keyOf(ix, load(ix, line, at));
    Value isWanted = ix.compare(arith::CmpIPredicate::ult, key, kept.limit);
    auto take = [&](OpBuilder &builder, Location) {
      IndexMath in(builder, loc);
      Kept next = inserts() ? insert(in, key, at) : append(in, key, at, kept);
      scf::YieldOp::create(builder, loc, next.values());
    };
    auto leave = [&](OpBuilder &builder, Location) { scf::YieldOp::create(builder, loc, kept.values()); };
    return Kept(scf::IfOp::create(ix.b, loc, isWanted, take, leave).getResults());
  }

  Kept meetRange(const IndexMath &ix, const Line &line, Value from, Value to, Kept kept) {
    auto body = [&](OpBuilder &builder, Location, Value at, ValueRange state) {
      scf::YieldOp::create(builder, loc, meet(IndexMath(builder, loc), line, at, Kept(state)).values());
    };
    return Kept(scf::ForOp::create(ix.b, loc, from, to, ix.constant(1), kept.values(), body).getResults());
  }

  /// A bit for each element of a vector from `at` on: whether it is below the limit.
  Value bitsBelow(const IndexMath &ix, const Line &line, Value at, Value limit) {
    Value x = operands[shape.operand];
    auto type = VectorType::get({lanes}, cast<MemRefType>(x.getType()).getElementType());
    Value keys = items.keyOf(ix, vector::LoadOp::create(ix.b, loc, type, x, position(line, at)));
    Value limits = vector::BroadcastOp::create(ix.b, loc, keys.getType(), limit);
    Value areBelow = ix.compare(arith::CmpIPredicate::ult, keys, limits);
    auto bits = VectorType::get({1}, ix.b.getIntegerType(lanes));
    Value one = vector::BitCastOp::create(ix.b, loc, bits, areBelow);
    return vector::ExtractOp::create(ix.b, loc, one, 0);
  }

  /// Those elements of a vector that were below the limit, one after the other: it may have fallen since.
  Kept meetVector(const IndexMath &ix, const Line &line, Value first, Kept kept) {
    Value none = arith::ConstantOp::create(ix.b, loc, ix.b.getIntegerAttr(ix.b.getIntegerType(lanes), 0));
    SmallVector<Value> state{bitsBelow(ix, line, first, kept.limit), kept.count, kept.limit};
    auto areLeft = [&](OpBuilder &builder, Location, ValueRange inside) {
      IndexMath in(builder, loc);
      scf::ConditionOp::create(builder, loc, in.compare(arith::CmpIPredicate::ne, inside[0], none), inside);
    };
    auto meetNext = [&](OpBuilder &builder, Location, ValueRange inside) {
      IndexMath in(builder, loc);
      Value bits = inside[0], lane = math::CountTrailingZerosOp::create(builder, loc, bits);
      Value at = in.add(first, arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), lane));
      Kept next = meet(in, line, at, Kept(inside.drop_front()));
      Value one = arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(bits.getType(), 1));
      Value others = in.both(bits, in.sub(bits, one));
      scf::YieldOp::create(builder, loc, ValueRange{others, next.count, next.limit});
    };
    auto loop = scf::WhileOp::create(ix.b, loc, TypeRange(ValueRange(state)), state, areLeft, meetNext);
    return Kept(loop.getResults().drop_front());
  }

  bool isContiguous() const {
    auto type = cast<MemRefType>(operands[shape.operand].getType());
    return shape.dim == type.getRank() - 1 && type.getLayout().isIdentity();
  }

  /// The number of items that are kept in the end.
  Value selectOthers(const IndexMath &ix, const Line &line) {
    Kept kept = dropOthers(ix);
    Value from = held;
    if (isContiguous()) {
      Value rest = ix.rem(ix.sub(lineLength, held), lanes), to = ix.sub(lineLength, rest);
      auto body = [&](OpBuilder &builder, Location, Value at, ValueRange state) {
        Kept next = meetVector(IndexMath(builder, loc), line, at, Kept(state));
        scf::YieldOp::create(builder, loc, next.values());
      };
      kept = Kept(scf::ForOp::create(ix.b, loc, held, to, ix.constant(lanes), kept.values(), body).getResults());
      from = to;
    }
    return meetRange(ix, line, from, lineLength, kept).count;
  }

  ModuleOp module;
  Location loc;
  const SortShape &shape;
  const KernelSignature &signature;
  SortItems items;
  RadixSort sort;
  int64_t lanes;

  // In `run`.
  SmallVector<Value> operands;
  Value lineLength, held; ///< elements of a line, and items of a buffer
  Value buffers, counts;
};

class SortForm : public KernelForm {
public:
  explicit SortForm(const KernelSite &site) : site(site) {}

  StringRef name() const override { return "sort"; }

  LogicalResult emit(ModuleOp module) override {
    SortEmitter(module, site.kernel, *site.sort, site.signature, site.cpu.vectorBytes / 4).emit();
    site.kernel.erase();
    return success();
  }

private:
  KernelSite site;
};

} // namespace

std::unique_ptr<KernelForm> sortForm(const KernelSite &site) {
  return site.sort ? std::make_unique<SortForm>(site) : nullptr;
}

} // namespace weir::cpu
