// See WinogradTile.h.
#include "lib/Target/Cpu/Winograd/WinogradTile.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

using winograd::kReached;
using winograd::kTerms;
using winograd::kTile;

Value LaneVectors::zero(const IndexMath &ix) const {
  return arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(type));
}

Value LaneVectors::load(const IndexMath &ix, Value array, Value place) const {
  return vector::LoadOp::create(ix.b, ix.loc, type, array, place);
}

void LaneVectors::store(const IndexMath &ix, Value vector, Value array, Value place) {
  vector::StoreOp::create(ix.b, ix.loc, vector, array, place);
}

Value LaneVectors::arrayIn(const IndexMath &ix, Value memory, int64_t first, int64_t elements) const {
  Type element = type.getElementType();
  Value offset = ix.constant(first * element.getIntOrFloatBitWidth() / 8);
  return memref::ViewOp::create(ix.b, ix.loc, MemRefType::get({elements}, element), memory, offset, ValueRange());
}

Value signedSum(const IndexMath &ix, ArrayRef<int> signs, ArrayRef<Value> vectors) {
  Value sum;
  auto join = [&](int wanted) {
    for (auto [sign, vector] : llvm::zip_equal(signs, vectors)) {
      if (sign != wanted)
        continue;
      if (sum)
        sum = sign > 0 ? arith::AddFOp::create(ix.b, ix.loc, sum, vector).getResult()
                       : arith::SubFOp::create(ix.b, ix.loc, sum, vector).getResult();
      else
        sum = sign > 0 ? vector : arith::NegFOp::create(ix.b, ix.loc, vector).getResult();
    }
  };
  join(1);
  join(-1);
  return sum;
}

SmallVector<Value> orZeros(const IndexMath &ix, const LaneVectors &vectors, Value condition, int64_t count,
                           function_ref<SmallVector<Value>()> body) {
  auto choice =
      scf::IfOp::create(ix.b, ix.loc, SmallVector<Type>(count, vectors.type), condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(ix.b);
  ix.b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(ix.b, ix.loc, body());
  ix.b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(ix.b, ix.loc, SmallVector<Value>(count, vectors.zero(ix)));
  return SmallVector<Value>(choice.getResults());
}

void TiledImage::transform(const IndexMath &ix, const Tile &tile, Value channel, Value terms, Value place,
                           int64_t stride) const {
  SmallVector<SmallVector<Value>> byTerm(kTerms); // of a line; then the four lines
  for (int64_t k = 0; k < kReached; ++k) {
    SmallVector<Value> line = loadLine(ix, tile, channel, k);
    for (int64_t r = 0; r < kTerms; ++r)
      byTerm[r].push_back(signedSum(ix, winograd::kInput[r], line));
  }
  for (int64_t q = 0; q < kTerms; ++q)
    for (int64_t r = 0; r < kTerms; ++r)
      LaneVectors::store(ix, signedSum(ix, winograd::kInput[q], byTerm[r]), terms,
                         ix.add(place, (q * kTerms + r) * stride));
}

/// The four positions of line `k` of a tile; zeros outside of the image.
SmallVector<Value> TiledImage::loadLine(const IndexMath &ix, const Tile &tile, Value channel, int64_t k) const {
  const WinogradDim &lines = dims[0], &inLine = dims[1];
  Value line = ix.add(ix.mul(tile.line, kTile), k - lines.low);
  auto loadAll = [&] {
    Value first = ix.add(ix.mul(ix.add(ix.mul(tile.image, lines.extent), line), inLine.extent), -inLine.low);
    Value place = ix.add(ix.mul(ix.add(first, ix.mul(tile.number, kTile)), channels), channel);
    SmallVector<Value> loaded(kReached, vectors.zero(ix));
    for (int64_t l = 0; l < kReached; ++l)
      if (int64_t at = kTile * tile.piece.first + l - inLine.low; at >= 0 && at < inLine.extent)
        loaded[l] = vectors.load(ix, array, ix.add(place, l * channels));
    return loaded;
  };
  if (k >= lines.low && (lines.tiles() - 1) * kTile + k - lines.low < lines.extent)
    return loadAll();
  Value isInside = ix.both(ix.atLeast(line, ix.constant(0)), ix.less(line, ix.constant(lines.extent)));
  return orZeros(ix, vectors, isInside, kReached, loadAll);
}

} // namespace weir::cpu
