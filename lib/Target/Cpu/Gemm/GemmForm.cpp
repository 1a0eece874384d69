// See GemmForm.h.
#include "lib/Target/Cpu/Gemm/GemmForm.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace weir::cpu {
namespace {

bool isStatic(int64_t size) { return !ShapedType::isDynamic(size); }

MemRefType strided(Type element, ArrayRef<int64_t> sizes, int64_t outer, int64_t inner) {
  auto layout = StridedLayoutAttr::get(element.getContext(), ShapedType::kDynamic, {outer, inner});
  return MemRefType::get(sizes, element, layout);
}

} // namespace

GemmForm::GemmForm(const GemmDescription &description, const GemmParameters &parameters)
    : d(description), p(parameters), accumulator(d.accumulatorType) {
  pack = p.pairs() ? 2 : 1;
  word = p.pairs() ? Type(IntegerType::get(context(), 32)) : accumulator;
  lanes = p.vectorBytes * 8 / accumulator.getIntOrFloatBitWidth();
  nr = p.nv * lanes;
  bool evenK = !isStatic(d.k) || d.k % 2 == 0;
  bool wholeDepth = d.depthUnit % kTileDepth == 0 || (isStatic(d.k) && d.k % kTileDepth == 0);
  bool wholeTiles = (!isStatic(d.m) || d.m % kTileRows == 0) && wholeDepth; // a run looks at an M that is not known
  bool readsPairs = !d.a.transposed && d.a.unitInner && (isTiled() ? wholeTiles : evenK);
  canReadA = d.a.gathered || (p.pairs() ? readsPairs : d.a.elementType == word);
  canReadB =
      !d.packedB && !d.b.gathered && p.readBToM > 0 && d.b.elementType == word && !d.b.transposed && d.b.unitInner;
  severalKBlocks = !isStatic(d.k) || d.k > p.kc;
  partialsInC = d.resultType == accumulator && !d.resultAliased && !d.storesItself && !isTiled();
  assert(!(d.a.gathered && d.a.transposed && pack > 1) && "pairs are read along K");
}

VectorType GemmForm::masks() const { return vectorOf(IntegerType::get(context(), 1)); }

MemRefType GemmForm::flat(Type element) const { return MemRefType::get({ShapedType::kDynamic}, element); }

MemRefType GemmForm::matrix(const GemmOperand &operand) const {
  int64_t rows = &operand == &d.a ? d.m : d.k, columns = &operand == &d.a ? d.k : d.n;
  if (operand.transposed)
    std::swap(rows, columns);
  int64_t inner = operand.unitInner ? 1 : ShapedType::kDynamic;
  return strided(operand.elementType, {rows, columns}, operand.outerStride, inner);
}

Type GemmForm::gatheredBits(const GemmOperand &operand) const {
  bool isNarrow = operand.elementType.getIntOrFloatBitWidth() == 16;
  return isNarrow ? Type(IntegerType::get(context(), 16)) : operand.elementType;
}

Type GemmForm::slabElement() const { return isTiled() ? Type(IntegerType::get(context(), 16)) : word; }

/// Beyond a K block there is room for one vector: rows a power of two apart would be in one set of L1.
int64_t GemmForm::gatheredDepth() const {
  int64_t unit = lanes * pack, most = isStatic(d.k) ? std::min(d.k, p.kc) : p.kc;
  return (most + unit - 1) / unit * unit + unit;
}

MemRefType GemmForm::resultMatrix() const { return strided(d.resultType, {d.m, d.n}, d.resultStride, 1); }

int64_t GemmForm::mostDepth() const { return isStatic(d.k) ? std::min(d.k, p.kc) : p.kc; }

bool GemmForm::streamsB() const {
  return isTiled() && !d.a.gathered && mostDepth() * (p.mr + nr) * 2 > p.l1Bytes * 3 / 4;
}

bool GemmForm::prefetchesBlocks() const {
  bool isLong = mostDepth() * p.nc * 2 > p.l2Bytes / 4;
  return isTiled() && d.packedB && !d.a.gathered && isLong && p.prefetchBytes > 0;
}

bool GemmForm::asksForA() const {
  constexpr int64_t kProductsOfLine = 24; // a line for fewer of them is more than memory gives
  bool isInPlace = canReadA && d.a.transposed && !d.a.gathered && !isTiled();
  return isInPlace && severalKBlocks && p.mr * p.nv >= kProductsOfLine && p.prefetchBytes > 0;
}

bool GemmForm::spreadsRows() const { return !isTiled() && (isStatic(d.m) || p.mr <= 4); }

SmallVector<int64_t> GemmForm::rowVariants() const {
  if (isTiled())
    return {p.mr};
  if (!spreadsRows())
    return {1, 2, p.mr - 1, p.mr};
  SmallVector<int64_t> rows;
  if (!isStatic(d.m)) {
    for (int64_t row = 1; row <= p.mr; ++row)
      rows.push_back(row);
    return rows;
  }
  int64_t tiles = std::max<int64_t>(1, (d.m + p.mr - 1) / p.mr), base = d.m / tiles;
  rows.push_back(base);
  if (d.m % tiles != 0)
    rows.push_back(base + 1);
  return rows;
}

SmallVector<ColumnVariant> GemmForm::columnVariants(bool &unmaskedFull) const {
  SmallVector<ColumnVariant> variants;
  unmaskedFull = false;
  if (isTiled()) // B has zeros past N, and what finishes the sums leaves them out
    return {{p.nv, p.nv}};
  if (isStatic(d.n)) {
    int64_t tail = d.n % nr, vectors = (tail + lanes - 1) / lanes;
    if (tail)
      variants.push_back({vectors, tail % lanes ? vectors - 1 : vectors});
    if (d.n < nr && d.n > 0)
      return variants;
    if (vectors == p.nv && p.freeMasks)
      return variants; // serves full panels too
    unmaskedFull = vectors == p.nv;
    variants.push_back({p.nv, p.nv});
    return variants;
  }
  if (p.nv > 1)
    variants.push_back({1, 0});
  variants.push_back({p.nv, p.nv > 1 ? 1 : 0});
  unmaskedFull = !p.freeMasks;
  if (unmaskedFull)
    variants.push_back({p.nv, p.nv});
  return variants;
}

} // namespace weir::cpu
