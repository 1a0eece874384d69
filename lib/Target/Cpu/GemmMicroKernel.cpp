// See GemmMicroKernel.h.
#include "lib/Target/Cpu/GemmMicroKernel.h"

#include "lib/Target/Cpu/X86/GemmDot.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kLineBytes = 64;
constexpr int64_t kMostUnroll = 8;

class RegisterTile {
public:
  RegisterTile(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
               int64_t rows)
      : form(form), ix(ix), in(context), at(place), rows(rows), vectors(place.masks.size()), size(rows * vectors),
        b(ix.b), loc(ix.loc) {}

  void emit() {
    for (int64_t i = 0; i < rows; ++i) {
      cRows.push_back(in.c.at(ix, row(i), at.column));
      if (in.a)
        aRows.push_back(form.d.a.transposed ? in.a.at(ix, in.k0, row(i)) : in.a.at(ix, row(i), in.k0));
    }
    prefetchC();
    SmallVector<Value> sums = addPartials(sumProducts());
    if (!in.epilogue.changesSums(form) && form.partialsInC)
      return storeSums(sums, /*toC=*/true);
    ix.ifElse(
        form.severalKBlocks ? in.last : ix.truth(true), [&] { finish(sums); },
        [&] { storeSums(sums, form.partialsInC); });
  }

private:
  struct Steps {
    int64_t words, sets;
  };
  Steps steps() const;
  void prefetchC();
  SmallVector<Value> sumProducts();
  /// Loops over words [from, to) in steps of `step`; word u of a step goes to accumulator set u % sets.
  SmallVector<Value> accumulate(Value from, Value to, int64_t step, int64_t sets, ArrayRef<Value> inits);
  void multiplyWord(Value step, int64_t word, MutableArrayRef<Value> sums);
  Value loadA(Value word, Value slabOffset, int64_t u, int64_t row);
  Value loadB(Value word, Value panelOffset, int64_t u, int64_t v);
  SmallVector<Value> addPartials(SmallVector<Value> sums);
  void storeSums(ArrayRef<Value> sums, bool toC);
  void finish(ArrayRef<Value> sums);

  Value atC(int64_t i, int64_t v) { return ix.add(cRows[i], v * form.lanes); }
  Value row(int64_t i) { return i < int64_t(at.rows.size()) ? at.rows[i] : ix.add(at.row, i); }
  Value column(int64_t v) { return ix.add(at.column, v * form.lanes); }
  Value squareOffset(Value base, int64_t i, int64_t v) { return ix.add(base, (i * form.p.nv + v) * form.lanes); }

  const GemmForm &form;
  const IndexMath &ix;
  const TileContext &in;
  const TilePlace &at;
  int64_t rows, vectors, size;
  OpBuilder &b;
  Location loc;
  SmallVector<Value> aRows, cRows; ///< where they begin in flat A, at the K block, and C, at the column
};

/// The words of a step of the K loop and the sets of accumulators they go to in turn. Smaller tiles are unrolled
/// further; where their chains are too few to hide latency, they have several sets and one word for each. Masked loads
/// of B are not unrolled beside many accumulators: LLVM hoists them all and spills.
RegisterTile::Steps RegisterTile::steps() const {
  const GemmParameters &p = form.p;
  Steps steps{p.unroll, 1};
  while (steps.sets < kMostUnroll && steps.sets * size < p.chains)
    steps.sets *= 2;
  while (steps.words < kMostUnroll && steps.words * size < p.unroll * p.mr * p.nv / 2)
    steps.words *= 2;
  if (steps.sets > 1)
    steps.words = steps.sets;
  bool masked = in.b && llvm::any_of(at.masks, [](Value mask) { return static_cast<bool>(mask); });
  while (masked && steps.words > steps.sets && size + steps.words * vectors > p.mr * p.nv + p.nv)
    steps.words /= 2;
  return steps;
}

/// C is needed only after the K loop; asked for now it has arrived by then.
void RegisterTile::prefetchC() {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t v = 0; v < vectors; ++v)
      memref::PrefetchOp::create(b, loc, in.c.data, atC(i, v), /*isWrite=*/true, /*localityHint=*/3,
                                 /*isDataCache=*/true);
}

SmallVector<Value> RegisterTile::sumProducts() {
  auto [step, sets] = steps();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(form.accumulators()));
  SmallVector<Value> sums(size * sets, zero);
  Value main = ix.sub(in.words, ix.rem(in.words, step));
  if (step > 1)
    sums = accumulate(ix.constant(0), main, step, sets, sums);
  for (int64_t set = 1; set < sets; ++set)
    for (int64_t i = 0; i < size; ++i)
      sums[i] = arith::AddFOp::create(b, loc, sums[i], sums[set * size + i]);
  sums.truncate(size);
  return accumulate(step > 1 ? main : ix.constant(0), in.words, 1, 1, sums);
}

SmallVector<Value> RegisterTile::accumulate(Value from, Value to, int64_t step, int64_t sets, ArrayRef<Value> inits) {
  auto low = IndexMath::asConstant(from), high = IndexMath::asConstant(to);
  if (low && high && *low >= *high)
    return SmallVector<Value>(inits);
  auto loop = scf::ForOp::create(b, loc, from, to, ix.constant(step), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value word = loop.getInductionVar();
  const int64_t lineWords = kLineBytes / form.wordBytes(), each = form.p.prefetchLines * lineWords;
  SmallVector<Value> sums(loop.getRegionIterArgs());
  for (int64_t u = 0; u < step; ++u) {
    if (at.nextPanel && step > 1 && u % form.p.unroll == 0)
      for (int64_t line = 0; line < form.p.prefetchLines; ++line) {
        int64_t ahead = u / form.p.unroll * each + line * lineWords;
        Value place = ix.add(ix.add(at.nextPanel, ix.mul(ix.div(word, form.p.unroll), each)), ahead);
        memref::PrefetchOp::create(b, loc, in.panels, place, /*isWrite=*/false, /*localityHint=*/2, true);
      }
    multiplyWord(word, u, MutableArrayRef(sums).slice(u % sets * size, size));
  }
  scf::YieldOp::create(b, loc, sums);
  return SmallVector<Value>(loop.getResults());
}

void RegisterTile::multiplyWord(Value word, int64_t u, MutableArrayRef<Value> sums) {
  Value slabOffset = in.a ? Value() : ix.add(at.slab, ix.mul(word, form.p.mr));
  Value panelOffset = in.b ? Value() : ix.add(at.panel, ix.mul(word, form.nr));
  SmallVector<Value> columns;
  for (int64_t v = 0; v < vectors; ++v)
    columns.push_back(loadB(word, panelOffset, u, v));
  for (int64_t i = 0; i < rows; ++i) {
    Value scalar = loadA(word, slabOffset, u, i);
    Value x = vector::BroadcastOp::create(b, loc, form.words(), scalar);
    for (int64_t v = 0; v < vectors; ++v) {
      Value &sum = sums[i * vectors + v];
      if (form.p.bf16Dot)
        sum = x86::emitBf16Dot(b, loc, sum, x, columns[v]);
      else
        sum = vector::FMAOp::create(b, loc, x, columns[v], sum);
    }
  }
}

Value RegisterTile::loadA(Value word, Value slabOffset, int64_t u, int64_t i) {
  if (!in.a)
    return memref::LoadOp::create(b, loc, in.slab, ix.add(slabOffset, u * form.p.mr + i));
  // The unrolled step is added last: it becomes the displacement of the address.
  Value stride = form.d.a.transposed ? in.a.outer : in.a.inner;
  Value place = ix.add(ix.add(aRows[i], ix.mul(ix.mul(word, form.pack), stride)), ix.mul(stride, u * form.pack));
  if (form.pack == 1)
    return memref::LoadOp::create(b, loc, in.a.data, place);
  Value pair = loadVector(ix, VectorType::get({form.pack}, b.getI16Type()), in.a.data, place);
  Value bits = vector::BitCastOp::create(b, loc, VectorType::get({1}, form.word), pair);
  return vector::ExtractOp::create(b, loc, bits, 0);
}

Value RegisterTile::loadB(Value word, Value panelOffset, int64_t u, int64_t v) {
  if (in.b) {
    Value place = in.b.at(ix, ix.add(ix.add(in.k0, word), u), column(v));
    return loadVector(ix, form.words(), in.b.data, place, at.masks[v]);
  }
  return loadVector(ix, form.words(), in.panels, ix.add(panelOffset, u * form.nr + v * form.lanes));
}

SmallVector<Value> RegisterTile::addPartials(SmallVector<Value> sums) {
  if (!form.severalKBlocks)
    return sums;
  SmallVector<Type> types(size, form.accumulators());
  auto choice = scf::IfOp::create(b, loc, types, in.first, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, loc, sums);
  b.setInsertionPointToStart(choice.elseBlock());
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t v = 0; v < vectors; ++v) {
      Value partial = form.partialsInC
                          ? loadVector(ix, form.accumulators(), in.c.data, atC(i, v), at.masks[v])
                          : loadVector(ix, form.accumulators(), in.partials, squareOffset(at.partials, i, v));
      Value &sum = sums[i * vectors + v];
      sum = arith::AddFOp::create(b, loc, sum, partial);
    }
  scf::YieldOp::create(b, loc, sums);
  return SmallVector<Value>(choice.getResults());
}

void RegisterTile::storeSums(ArrayRef<Value> sums, bool toC) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t v = 0; v < vectors; ++v)
      if (toC)
        storeVector(ix, sums[i * vectors + v], in.c.data, atC(i, v), at.masks[v]);
      else
        storeVector(ix, sums[i * vectors + v], in.partials, squareOffset(at.partials, i, v));
}

/// All vectors are finished before the first is stored: an epilogue's loads stay shared between rows that way.
void RegisterTile::finish(ArrayRef<Value> sums) {
  if (in.epilogue.deferred) {
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t v = 0; v < vectors; ++v)
        storeVector(ix, sums[i * vectors + v], in.stage, squareOffset(ix.constant(0), i, v));
    return;
  }
  SmallVector<Value> results;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t v = 0; v < vectors; ++v)
      results.push_back(finishVector(form, ix, in.epilogue,
                                     {sums[i * vectors + v], row(i), column(v), at.masks[v], in.batch, in.operands}));
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t v = 0; v < vectors; ++v)
      storeVector(ix, results[i * vectors + v], in.c.data, atC(i, v), at.masks[v]);
}

} // namespace

void emitRegisterTile(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
                      int64_t rows) {
  RegisterTile(form, ix, context, place, rows).emit();
}

} // namespace weir::cpu
