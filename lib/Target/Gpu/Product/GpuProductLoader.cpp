// See GpuProductLoader.h. A thread copies one chunk of every few rows, always the same one, so that what depends on the
// chunk is computed once.
#include "lib/Target/Gpu/Product/GpuProductLoader.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::gpu {

TileLoader::TileLoader(const GpuCode &code, const TileLayout &layout, const ProductTile &tile, Value thread)
    : code(code), layout(layout), rowsPerPass(tile.threads / layout.chunks), row(code.div(thread, layout.chunks)),
      chunk(code.rem(thread, layout.chunks)), sharedOffset(layout.offset(code, row, chunk)) {}

void TileLoader::copyAsync(Value target, Value source, int64_t bytes, Value sourceBytes) const {
  auto cache = bytes == kChunkBytes ? NVVM::LoadCacheModifierKind::CG : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(code.b, code.loc, target, source, bytes, cache, sourceBytes);
}

Value TileLoader::loadElement(Value source, Value exists) const {
  Type element = code.b.getIntegerType(layout.elementBytes * 8);
  Value zero = arith::ConstantOp::create(code.b, code.loc, code.b.getIntegerAttr(element, 0));
  auto loaded = scf::IfOp::create(
      code.b, code.loc, exists,
      [&](OpBuilder &b, mlir::Location loc) {
        scf::YieldOp::create(b, loc, code.load(element, source, layout.elementBytes));
      },
      [&](OpBuilder &b, mlir::Location loc) { scf::YieldOp::create(b, loc, zero); });
  return loaded.getResult(0);
}

void TileLoader::storeElements(ArrayRef<Value> elements, Value target) const {
  int64_t count = elements.size();
  auto type = VectorType::get({count}, elements.front().getType());
  code.store(vector::FromElementsOp::create(code.b, code.loc, type, elements), target, count * layout.elementBytes);
}

Value TileLoader::elementsIn(Value count) const {
  int64_t perChunk = layout.elementsPerChunk();
  return code.clamp(code.sub(count, code.mul(chunk, perChunk)), 0, perChunk);
}

Value TileLoader::areMultiples(ArrayRef<Value> values, int64_t bytes) const {
  Value all = code.truth(true);
  for (Value value : values)
    all = code.both(all, code.equal(code.bitAnd(value, bytes - 1), 0));
  return all;
}

namespace {

class MatrixLoader : public TileLoader {
public:
  MatrixLoader(const GpuCode &code, const FactorPart &part, const TileLayout &layout, const ProductTile &tile,
               Value thread)
      : TileLoader(code, layout, tile, thread), part(part) {
    Value outer = layout.depthInner ? part.sideStride : part.depthStride;
    Value inner = layout.depthInner ? part.depthStride : part.sideStride;
    innerStep = code.mul(inner, layout.elementBytes);
    Value rowBytes = code.mul(outer, layout.elementBytes);
    rowStep = code.mul(rowBytes, rowsPerPass);
    depthStep = code.mul(part.depthStride, tile.k * layout.elementBytes);
    Value column = code.mul(code.toI64(chunk), layout.elementsPerChunk());
    first = code.at(part.pointer, code.add(code.mul(code.toI64(row), rowBytes), code.mul(column, innerStep)));
    Value isUnit = part.unitInner ? code.truth(true) : code.equal(inner, 1);
    chunksFit = code.both(isUnit, areMultiples(part.alignedTo, kChunkBytes));
    pairsFit = code.both(isUnit, areMultiples(part.alignedTo, kWordBytes));
  }

  bool mayBeAsync() const override {
    return layout.elementBytes == kWordBytes || GpuCode::known(chunksFit) != 0 || GpuCode::known(pairsFit) != 0;
  }
  Value start() const override { return first; }
  Value next(Value source) const override { return code.at(source, depthStep); }

  void copy(Value source, Value target, Value depthLeft, bool byChunks) const override {
    auto by = [&](CopyFn copyChunk) { copyRows(copyChunk, source, target, depthLeft); };
    if (byChunks)
      return by(&MatrixLoader::copyWhole);
    code.ifElse(
        chunksFit, [&] { by(&MatrixLoader::copyWhole); },
        [&] {
          if (layout.elementBytes == kWordBytes)
            return by(&MatrixLoader::copyWords);
          code.ifElse(pairsFit, [&] { by(&MatrixLoader::copyPairs); }, [&] { by(&MatrixLoader::copyElements); });
        });
  }

private:
  /// Of a chunk, the first `count` elements are there.
  using CopyFn = void (MatrixLoader::*)(Value target, Value source, Value count) const;

  void copyRows(CopyFn copyChunk, Value source, Value target, Value depthLeft) const {
    Value rowsLeft = layout.depthInner ? part.sideLeft : depthLeft;
    Value count = elementsIn(layout.depthInner ? depthLeft : part.sideLeft);
    target = code.at(target, sharedOffset);
    for (int64_t pass = 0; pass * rowsPerPass < layout.rows; ++pass) {
      Value exists = code.less(code.add(row, pass * rowsPerPass), rowsLeft);
      (this->*copyChunk)(code.at(target, pass * rowsPerPass * layout.rowBytes()), source,
                         code.select(exists, count, code.i32(0)));
      source = code.at(source, rowStep);
    }
  }

  void copyWhole(Value target, Value source, Value count) const {
    copyAsync(target, source, kChunkBytes, code.mul(count, layout.elementBytes));
  }

  void copyWords(Value target, Value source, Value count) const {
    for (int64_t i = 0; i < layout.elementsPerChunk(); ++i) {
      Value bytes = code.clamp(code.sub(code.mul(count, kWordBytes), i * kWordBytes), 0, kWordBytes);
      copyAsync(code.at(target, i * kWordBytes), source, kWordBytes, bytes);
      source = code.at(source, innerStep);
    }
  }

  void copyPairs(Value target, Value source, Value count) const {
    for (int64_t byte = 0; byte < kChunkBytes; byte += kWordBytes) {
      Value bytes = code.clamp(code.sub(code.mul(count, layout.elementBytes), byte), 0, kWordBytes);
      copyAsync(code.at(target, byte), code.at(source, byte), kWordBytes, bytes);
    }
  }

  void copyElements(Value target, Value source, Value count) const {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < layout.elementsPerChunk(); ++i) {
      elements.push_back(loadElement(source, code.less(code.i32(i), count)));
      source = code.at(source, innerStep);
    }
    storeElements(elements, target);
  }

  const FactorPart part;
  Value first, rowStep, depthStep, innerStep; ///< steps in bytes
  Value pairsFit;
};

} // namespace

std::unique_ptr<TileLoader> matrixLoader(const GpuCode &code, const FactorPart &part, const TileLayout &layout,
                                         const ProductTile &tile, Value thread) {
  return std::make_unique<MatrixLoader>(code, part, layout, tile, thread);
}

} // namespace weir::gpu
