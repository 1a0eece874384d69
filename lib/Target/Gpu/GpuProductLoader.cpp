// See GpuProductLoader.h. A thread copies one chunk of every few rows, always the same one, so that what depends on the
// chunk is computed once.
#include "lib/Target/Gpu/GpuProductLoader.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir {

constexpr int64_t kWordBytes = 4;

TileLoader::TileLoader(const GpuCode &code, const FactorPart &part, const TileLayout &layout, const ProductTile &tile,
                       Value thread)
    : code(code), part(part), layout(layout), rowsPerPass(tile.threads / layout.chunks) {
  row = code.div(thread, layout.chunks);
  chunk = code.rem(thread, layout.chunks);
  sharedOffset = layout.offset(code, row, chunk);
  Value outer = layout.depthInner ? part.sideStride : part.depthStride;
  Value inner = layout.depthInner ? part.depthStride : part.sideStride;
  innerStep = code.mul(inner, layout.elementBytes);
  Value rowBytes = code.mul(outer, layout.elementBytes);
  rowStep = code.mul(rowBytes, rowsPerPass);
  depthStep = code.mul(part.depthStride, tile.k * layout.elementBytes);
  Value column = code.mul(code.toI64(chunk), layout.elementsPerChunk());
  first = code.at(part.pointer, code.add(code.mul(code.toI64(row), rowBytes), code.mul(column, innerStep)));
  Value isUnit = part.unitInner ? code.truth(true) : code.equal(inner, 1);
  chunksFit = code.both(isUnit, isAligned(kChunkBytes));
  pairsFit = code.both(isUnit, isAligned(kWordBytes));
}

Value TileLoader::isAligned(int64_t bytes) const {
  Value all = code.truth(true);
  for (Value value : part.alignedTo)
    all = code.both(all, code.equal(code.bitAnd(value, bytes - 1), 0));
  return all;
}

bool TileLoader::mayBeAsync() const {
  return layout.elementBytes == kWordBytes || GpuCode::known(chunksFit) != 0 || GpuCode::known(pairsFit) != 0;
}

void TileLoader::copy(Value source, Value target, Value depthLeft, bool byChunks) const {
  auto by = [&](CopyFn copyChunk) { copyRows(copyChunk, source, target, depthLeft); };
  if (byChunks)
    return by(&TileLoader::copyWhole);
  code.ifElse(
      chunksFit, [&] { by(&TileLoader::copyWhole); },
      [&] {
        if (layout.elementBytes == kWordBytes)
          return by(&TileLoader::copyWords);
        code.ifElse(pairsFit, [&] { by(&TileLoader::copyPairs); }, [&] { by(&TileLoader::copyElements); });
      });
}

void TileLoader::copyRows(CopyFn copyChunk, Value source, Value target, Value depthLeft) const {
  Value rowsLeft = layout.depthInner ? part.sideLeft : depthLeft;
  Value elementsLeft = layout.depthInner ? depthLeft : part.sideLeft;
  int64_t perChunk = layout.elementsPerChunk();
  Value count = code.clamp(code.sub(elementsLeft, code.mul(chunk, perChunk)), 0, perChunk);
  target = code.at(target, sharedOffset);
  for (int64_t pass = 0; pass * rowsPerPass < layout.rows; ++pass) {
    Value exists = code.less(code.add(row, pass * rowsPerPass), rowsLeft);
    (this->*copyChunk)(code.at(target, pass * rowsPerPass * layout.rowBytes()), source,
                       code.select(exists, count, code.i32(0)));
    source = code.at(source, rowStep);
  }
}

void TileLoader::copyAsync(Value target, Value source, int64_t bytes, Value sourceBytes) const {
  auto cache = bytes == kChunkBytes ? NVVM::LoadCacheModifierKind::CG : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(code.b, code.loc, target, source, bytes, cache, sourceBytes);
}

void TileLoader::copyWhole(Value target, Value source, Value count) const {
  copyAsync(target, source, kChunkBytes, code.mul(count, layout.elementBytes));
}

void TileLoader::copyWords(Value target, Value source, Value count) const {
  for (int64_t i = 0; i < layout.elementsPerChunk(); ++i) {
    Value bytes = code.clamp(code.sub(code.mul(count, kWordBytes), i * kWordBytes), 0, kWordBytes);
    copyAsync(code.at(target, i * kWordBytes), source, kWordBytes, bytes);
    source = code.at(source, innerStep);
  }
}

void TileLoader::copyPairs(Value target, Value source, Value count) const {
  for (int64_t byte = 0; byte < kChunkBytes; byte += kWordBytes) {
    Value bytes = code.clamp(code.sub(code.mul(count, layout.elementBytes), byte), 0, kWordBytes);
    copyAsync(code.at(target, byte), code.at(source, byte), kWordBytes, bytes);
  }
}

void TileLoader::copyElements(Value target, Value source, Value count) const {
  Type element = code.b.getIntegerType(layout.elementBytes * 8);
  Value zero = arith::ConstantOp::create(code.b, code.loc, code.b.getIntegerAttr(element, 0));
  SmallVector<Value> elements;
  for (int64_t i = 0; i < layout.elementsPerChunk(); ++i) {
    auto loaded = scf::IfOp::create(
        code.b, code.loc, code.less(code.i32(i), count),
        [&](OpBuilder &b, Location loc) {
          scf::YieldOp::create(b, loc, code.load(element, source, layout.elementBytes));
        },
        [&](OpBuilder &b, Location loc) { scf::YieldOp::create(b, loc, zero); });
    elements.push_back(loaded.getResult(0));
    source = code.at(source, innerStep);
  }
  auto type = VectorType::get({layout.elementsPerChunk()}, element);
  code.store(vector::FromElementsOp::create(code.b, code.loc, type, elements), target, kChunkBytes);
}

} // namespace weir
