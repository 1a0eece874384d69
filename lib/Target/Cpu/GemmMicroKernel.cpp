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
    prefetchC();
    SmallVector<Value> sums = addPartials(sumProducts());
    if (!in.epilogue.changesSums(form) && form.partialsInC)
      return storeSums(sums, /*toC=*/true);
    ix.ifElse(
        form.severalKBlocks ? in.last : ix.truth(true), [&] { finish(sums); },
        [&] { storeSums(sums, form.partialsInC); });
  }

private:
  int64_t unroll() const;
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
};

/// Smaller tiles are unrolled further, to have as many products in a step and chains enough to hide latency. Masked
/// loads of B are not unrolled beside many accumulators: LLVM hoists them all and spills.
int64_t RegisterTile::unroll() const {
  const GemmParameters &p = form.p;
  int64_t unroll = p.unroll;
  while (unroll < kMostUnroll && (unroll * size < p.unroll * p.mr * p.nv / 2 || unroll * size < p.chains))
    unroll *= 2;
  bool masked = in.b && llvm::any_of(at.masks, [](Value mask) { return static_cast<bool>(mask); });
  while (masked && unroll > 1 && size + unroll * vectors > p.mr * p.nv + p.nv)
    unroll /= 2;
  return unroll;
}

/// C is needed only after the K loop; asked for now it has arrived by then.
void RegisterTile::prefetchC() {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t v = 0; v < vectors; ++v)
      memref::PrefetchOp::create(b, loc, in.c, ValueRange{row(i), column(v)}, /*isWrite=*/true, /*localityHint=*/3,
                                 /*isDataCache=*/true);
}

SmallVector<Value> RegisterTile::sumProducts() {
  int64_t step = unroll(), sets = 1;
  while (sets * 2 <= step && sets * size < form.p.chains)
    sets *= 2;
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
  Value k = ix.add(ix.add(in.k0, ix.mul(word, form.pack)), u * form.pack);
  if (form.pack == 1)
    return memref::LoadOp::create(b, loc, in.a,
                                  form.d.a.transposed ? ValueRange{k, row(i)} : ValueRange{row(i), k});
  Value pair = loadVector(ix, VectorType::get({form.pack}, form.d.a.elementType), in.a, {row(i), k});
  Value bits = vector::BitCastOp::create(b, loc, VectorType::get({1}, form.word), pair);
  return vector::ExtractOp::create(b, loc, bits, 0);
}

Value RegisterTile::loadB(Value word, Value panelOffset, int64_t u, int64_t v) {
  if (in.b)
    return loadVector(ix, form.words(), in.b, {ix.add(ix.add(in.k0, word), u), column(v)}, at.masks[v]);
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
                          ? loadVector(ix, form.accumulators(), in.c, {row(i), column(v)}, at.masks[v])
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
        storeVector(ix, sums[i * vectors + v], in.c, {row(i), column(v)}, at.masks[v]);
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
      storeVector(ix, results[i * vectors + v], in.c, {row(i), column(v)}, at.masks[v]);
}

} // namespace

void emitRegisterTile(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
                      int64_t rows) {
  RegisterTile(form, ix, context, place, rows).emit();
}

} // namespace weir::cpu
