// See GemmTileKernel.h.
#include "lib/Target/Cpu/Gemm/GemmTileKernel.h"

#include "lib/Target/Cpu/Gemm/X86/GemmTiles.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kLineBytes = 64;

class TileKernel {
public:
  TileKernel(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
             int64_t height)
      : form(form), ix(ix), in(context), at(place), height(height), width(form.p.nv), b(ix.b), loc(ix.loc) {}

  void emit() {
    SmallVector<Value> sums = accumulate(startingSums());
    if (!form.severalKBlocks)
      return store(sums, in.stage, ix.constant(0));
    ix.ifElse(in.last, [&] { store(sums, in.stage, ix.constant(0)); }, [&] { store(sums, in.partials, at.partials); });
  }

private:
  /// The place of a tile in a square of sums.
  Value placeOf(Value square, int64_t i, int64_t j) { return ix.add(square, i * kTileRows * form.nr + j * kTileWords); }

  SmallVector<Value> zeros() {
    SmallVector<Value> sums;
    for (int64_t tile = 0; tile < height * width; ++tile)
      sums.push_back(x86::emitTileZero(b, loc));
    return sums;
  }

  SmallVector<Value> startingSums() {
    if (!form.severalKBlocks)
      return zeros();
    SmallVector<Type> types(height * width, x86::tileType(b, x86::TileKind::F32));
    auto choice = scf::IfOp::create(b, loc, types, in.first, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(b, loc, zeros());
    b.setInsertionPointToStart(choice.elseBlock());
    SmallVector<Value> sums;
    for (int64_t i = 0; i < height; ++i)
      for (int64_t j = 0; j < width; ++j)
        sums.push_back(x86::emitTileLoad(b, loc, x86::TileKind::F32, in.partials, placeOf(at.partials, i, j),
                                         ix.constant(form.nr)));
    scf::YieldOp::create(b, loc, sums);
    return SmallVector<Value>(choice.getResults());
  }

  Value loadRows(int64_t i, Value word) {
    Value place = ix.add(ix.add(at.a[0], ix.mul(in.a.row, i * kTileRows)), ix.mul(word, ix.constant(form.pack)));
    return x86::emitTileLoad(b, loc, x86::TileKind::Bf16Pairs, in.a.data, place, in.a.row);
  }

  Value loadColumns(int64_t j, Value word) {
    Value place = ix.add(ix.add(at.b, ix.mul(word, in.b.word)), j * kTileWords);
    return x86::emitTileLoad(b, loc, x86::TileKind::Bf16Pairs, in.b.data, place, in.b.word,
                             /*streams=*/form.streamsB());
  }

  /// The share of one product of those in a step.
  void prefetchNext(Value word, int64_t product) {
    if (!at.nextPanel)
      return;
    int64_t lines = kTileWords * form.p.prefetchBytes / kLineBytes, products = height * width;
    Value step = ix.add(at.nextPanel, ix.mul(word, at.nextWord));
    for (int64_t line = lines * product / products; line < lines * (product + 1) / products; ++line)
      memref::PrefetchOp::create(b, loc, in.b.data, ix.add(step, line * kLineBytes / form.wordBytes()),
                                 /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
  }

  SmallVector<Value> accumulate(ArrayRef<Value> inits) {
    auto loop = scf::ForOp::create(b, loc, ix.constant(0), in.words, ix.constant(kTileWords), inits);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value word = loop.getInductionVar();
    // Each operand just before its first product: loads and products take turns.
    SmallVector<Value> sums(loop.getRegionIterArgs()), columns(width);
    for (int64_t i = 0; i < height; ++i) {
      Value row = loadRows(i, word);
      for (int64_t j = 0; j < width; ++j) {
        if (i == 0)
          columns[j] = loadColumns(j, word);
        Value &sum = sums[i * width + j];
        sum = x86::emitTileProduct(b, loc, sum, row, columns[j]);
        prefetchNext(word, i * width + j);
      }
    }
    scf::YieldOp::create(b, loc, sums);
    return SmallVector<Value>(loop.getResults());
  }

  void store(ArrayRef<Value> sums, Value memory, Value square) {
    for (int64_t i = 0; i < height; ++i)
      for (int64_t j = 0; j < width; ++j)
        x86::emitTileStore(b, loc, sums[i * width + j], memory, placeOf(square, i, j), ix.constant(form.nr));
  }

  const GemmForm &form;
  const IndexMath &ix;
  const TileContext &in;
  const TilePlace &at;
  int64_t height, width; ///< in tiles
  OpBuilder &b;
  Location loc;
};

} // namespace

void emitTiles(const GemmForm &form, const IndexMath &ix, const TileContext &context, const TilePlace &place,
               Value rows) {
  int64_t height = form.p.mr / kTileRows;
  if (height == 1)
    return TileKernel(form, ix, context, place, 1).emit();
  ix.ifElse(
      ix.atLeast(ix.constant((height - 1) * kTileRows), rows),
      [&] { TileKernel(form, ix, context, place, height - 1).emit(); },
      [&] { TileKernel(form, ix, context, place, height).emit(); });
}

} // namespace weir::cpu
