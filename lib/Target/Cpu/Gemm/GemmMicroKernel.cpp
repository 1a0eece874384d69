// See GemmMicroKernel.h.
#include "lib/Target/Cpu/Gemm/GemmMicroKernel.h"

#include "lib/Target/Cpu/Gemm/X86/GemmDot.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kLineBytes = 64;
constexpr int64_t kMostSets = 8;
constexpr int64_t kMostTerms = 256; ///< of a chain of additions: longer ones lose digits

class RegisterTile {
public:
  RegisterTile(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
               int64_t rows)
      : form(form), ix(ix), in(context), at(place), rows(rows), vectors(place.masks.size()), size(rows * vectors),
        b(ix.b), loc(ix.loc) {}

  void emit() {
    for (int64_t i = 0; i < rows; ++i) {
      aRows.push_back(i < int64_t(at.a.size()) ? at.a[i] : ix.add(at.a[0], ix.mul(in.a.row, i)));
      cRows.push_back(in.c.at(ix, row(i), at.column));
    }
    if (at.nextBlockOfA)
      nextRows = ix.add(aRows.front(), at.nextBlockOfA);
    prefetchC();
    SmallVector<Value> sums = addPartials(sumProducts());
    if (!in.epilogue.changesSums(form) && form.partialsInC)
      return storeSums(sums, /*toC=*/true);
    ix.ifElse(
        form.severalKBlocks ? in.last : ix.truth(true), [&] { finish(sums); },
        [&] { storeSums(sums, form.partialsInC); });
  }

private:
  int64_t accumulatorSets() const;
  void prefetchC();
  SmallVector<Value> sumProducts();
  bool isOfChains(int64_t words) const;
  /// The products of words [from, to) alone.
  SmallVector<Value> sumOf(Value from, Value to);
  /// Loops over words [from, to), one for each set of accumulators in a step.
  SmallVector<Value> accumulate(Value from, Value to, int64_t sets, ArrayRef<Value> inits);
  void multiplyWord(Value step, int64_t word, MutableArrayRef<Value> sums);
  Value loadA(Value place);
  Value loadB(Value place, int64_t v);
  SmallVector<Value> addPartials(SmallVector<Value> sums);
  void storeSums(ArrayRef<Value> sums, bool toC);
  void finish(ArrayRef<Value> sums);

  Value atC(int64_t i, int64_t v) { return ix.add(cRows[i], v * form.lanes); }
  Value row(int64_t i) { return ix.add(at.row, i); }
  Value column(int64_t v) { return ix.add(at.column, v * form.lanes); }
  Value squareOffset(Value base, int64_t i, int64_t v) { return ix.add(base, (i * form.p.nv + v) * form.lanes); }

  const GemmForm &form;
  const IndexMath &ix;
  const TileContext &in;
  const TilePlace &at;
  int64_t rows, vectors, size;
  OpBuilder &b;
  Location loc;
  SmallVector<Value> aRows, cRows; ///< where they begin in A, at the K block, and in C, at the column
  Value nextRows;                  ///< where they begin at the next K block, if it is to be prefetched
};

/// Small tiles have too few chains of additions to hide their latency: words go to several sets of them in turn.
int64_t RegisterTile::accumulatorSets() const {
  int64_t sets = 1;
  while (sets < kMostSets && sets * size < form.p.chains)
    sets *= 2;
  return sets;
}

/// C is needed only after the K loop; asked for now it has arrived by then.
void RegisterTile::prefetchC() {
  if (form.d.storesItself)
    return;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t v = 0; v < vectors; ++v)
      memref::PrefetchOp::create(b, loc, in.c.data, atC(i, v), /*isWrite=*/true, /*localityHint=*/3,
                                 /*isDataCache=*/true);
}

/// Whether K blocks may have more terms than a chain. Those of f64, and of what is narrower than they, have digits
/// enough.
bool RegisterTile::isOfChains(int64_t words) const {
  auto known = IndexMath::asConstant(in.words);
  bool isOfF32 = form.p.step == MultiplyStep::Fma && form.d.accumulatorType.isF32() && form.d.a.elementType.isF32();
  return isOfF32 && form.p.kc > words && (!known || *known > words);
}

/// Long K blocks are sums of chains. While one is summed up, the sums of those before wait on the stack: that is a few
/// instructions for thousands, where a shorter K block goes through C.
SmallVector<Value> RegisterTile::sumProducts() {
  int64_t words = kMostTerms * accumulatorSets();
  Value none = ix.constant(0);
  if (!isOfChains(words))
    return sumOf(none, in.words);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(form.accumulators()));
  auto loop = scf::ForOp::create(b, loc, none, in.words, ix.constant(words), SmallVector<Value>(size, zero));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value from = loop.getInductionVar();
  SmallVector<Value> sums = sumOf(from, ix.min(ix.add(from, words), in.words));
  for (auto [sum, before] : llvm::zip(sums, loop.getRegionIterArgs()))
    sum = arith::AddFOp::create(b, loc, before, sum);
  scf::YieldOp::create(b, loc, sums);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> RegisterTile::sumOf(Value from, Value to) {
  int64_t sets = accumulatorSets();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(form.accumulators()));
  SmallVector<Value> sums(size * sets, zero);
  if (sets == 1)
    return accumulate(from, to, 1, sums);
  Value main = ix.sub(to, ix.rem(ix.sub(to, from), sets));
  sums = accumulate(from, main, sets, sums);
  for (int64_t set = 1; set < sets; ++set)
    for (int64_t i = 0; i < size; ++i)
      sums[i] = arith::AddFOp::create(b, loc, sums[i], sums[set * size + i]);
  sums.truncate(size);
  return accumulate(main, to, 1, sums);
}

SmallVector<Value> RegisterTile::accumulate(Value from, Value to, int64_t sets, ArrayRef<Value> inits) {
  auto low = IndexMath::asConstant(from), high = IndexMath::asConstant(to);
  if (low && high && *low >= *high)
    return SmallVector<Value>(inits);
  auto loop = scf::ForOp::create(b, loc, from, to, ix.constant(sets), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value word = loop.getInductionVar();
  SmallVector<Value> sums(loop.getRegionIterArgs());
  for (int64_t u = 0; u < sets; ++u) {
    if (at.nextPanel && u * form.p.prefetchBytes % kLineBytes == 0) {
      Value place = ix.add(at.nextPanel, ix.mul(ix.add(word, u), form.p.prefetchBytes / form.wordBytes()));
      memref::PrefetchOp::create(b, loc, in.b.data, place, /*isWrite=*/false, /*localityHint=*/2, true);
    }
    if (nextRows) {
      Value place = ix.add(nextRows, ix.mul(ix.add(word, u), in.a.word));
      memref::PrefetchOp::create(b, loc, in.a.data, place, /*isWrite=*/false, /*localityHint=*/2, true);
    }
    multiplyWord(word, u, MutableArrayRef(sums).slice(u * size, size));
  }
  scf::YieldOp::create(b, loc, sums);
  return SmallVector<Value>(loop.getResults());
}

/// The unrolled word is added last: where strides are known it becomes the displacement of the address.
void RegisterTile::multiplyWord(Value word, int64_t u, MutableArrayRef<Value> sums) {
  auto place = [&](Value row, Value stride) { return ix.add(ix.add(row, ix.mul(word, stride)), ix.mul(stride, u)); };
  SmallVector<Value> columns;
  for (int64_t v = 0; v < vectors; ++v)
    columns.push_back(loadB(place(at.b, in.b.word), v));
  for (int64_t i = 0; i < rows; ++i) {
    Value x = vector::BroadcastOp::create(b, loc, form.words(), loadA(place(aRows[i], in.a.word)));
    for (int64_t v = 0; v < vectors; ++v) {
      Value &sum = sums[i * vectors + v];
      if (form.p.pairs())
        sum = x86::emitBf16Dot(b, loc, sum, x, columns[v]);
      else
        sum = vector::FMAOp::create(b, loc, x, columns[v], sum);
    }
  }
}

Value RegisterTile::loadA(Value place) {
  if (form.pack == 1)
    return memref::LoadOp::create(b, loc, in.a.data, place);
  Value pair = loadVector(ix, VectorType::get({form.pack}, b.getI16Type()), in.a.data, place);
  Value bits = vector::BitCastOp::create(b, loc, VectorType::get({1}, form.word), pair);
  return vector::ExtractOp::create(b, loc, bits, 0);
}

/// Only columns that are read in place lie past N.
Value RegisterTile::loadB(Value place, int64_t v) {
  return loadVector(ix, form.words(), in.b.data, ix.add(place, v * form.lanes), form.canReadB ? at.masks[v] : Value());
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
