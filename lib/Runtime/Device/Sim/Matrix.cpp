// ldmatrix, stmatrix and mma.sync of a whole warp, with the fragments of the PTX ISA: lane 4*g + t holds of an 8x8
// matrix the elements 2t and 2t+1 of row g.
#include "lib/Runtime/Device/Sim/Ops.h"

#include "lib/Support/Half.h"

#include <bit>
#include <cstring>

namespace weir::sim {

namespace {

constexpr uint32_t kAllLanes = ~0u, kRow = 8, kRowBytes = 16;

using Lanes = std::array<const MatrixOp *, kWarpSize>;

uint32_t groupOf(uint32_t lane) { return lane / 4; }
uint32_t threadInGroup(uint32_t lane) { return lane % 4; }

/// An 8x8 matrix of 16-bit elements.
using Tile = std::array<std::array<uint16_t, kRow>, kRow>;

uint32_t fragmentOf(const Tile &tile, uint32_t lane, bool transposed) {
  uint32_t row = groupOf(lane), column = 2 * threadInGroup(lane);
  return transposed ? tile[column][row] | uint32_t{tile[column + 1][row]} << 16
                    : tile[row][column] | uint32_t{tile[row][column + 1]} << 16;
}

void setFragment(Tile &tile, uint32_t lane, bool transposed, uint32_t fragment) {
  uint32_t row = groupOf(lane), column = 2 * threadInGroup(lane);
  (transposed ? tile[column][row] : tile[row][column]) = static_cast<uint16_t>(fragment);
  (transposed ? tile[column + 1][row] : tile[row][column + 1]) = static_cast<uint16_t>(fragment >> 16);
}

/// The row of a matrix to which lane 8 * matrix + row points.
void checkRow(Multiprocessor &processor, Thread &thread, const MatrixOp &op, MemoryAccess access) {
  processor.requireShared(thread, op.site, op.address, kRowBytes, access);
  if (processor.checks())
    processor.access(thread, op.site, op.address, kRowBytes, kRowBytes, access);
}

void loadMatrices(Thread &thread, const Lanes &lanes) {
  Multiprocessor &processor = *thread.processor;
  const MatrixOp &first = *lanes[0];
  for (uint32_t matrix = 0; matrix < first.count; ++matrix) {
    Tile tile;
    for (uint32_t row = 0; row < kRow; ++row) {
      uint32_t lane = matrix * kRow + row;
      checkRow(processor, processor.threadAt(thread.warp, lane), *lanes[lane], MemoryAccess::Load);
      std::memcpy(tile[row].data(), lanes[lane]->address, kRowBytes);
    }
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      lanes[lane]->d[matrix] = fragmentOf(tile, lane, first.transposed);
  }
}

void storeMatrices(Thread &thread, const Lanes &lanes) {
  Multiprocessor &processor = *thread.processor;
  const MatrixOp &first = *lanes[0];
  for (uint32_t matrix = 0; matrix < first.count; ++matrix) {
    Tile tile;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      setFragment(tile, lane, first.transposed, lanes[lane]->a[matrix]);
    for (uint32_t row = 0; row < kRow; ++row) {
      uint32_t lane = matrix * kRow + row;
      checkRow(processor, processor.threadAt(thread.warp, lane), *lanes[lane], MemoryAccess::Store);
      std::memcpy(lanes[lane]->address, tile[row].data(), kRowBytes);
    }
  }
}

constexpr uint32_t kM = 16, kN = 8, kMaxDepth = 16;

/// A row of B or D, which the compiler keeps in vector registers of whatever width there are.
using Row = float __attribute__((vector_size(kN * sizeof(float))));

/// The operands of one multiplication in plain order.
struct Product {
  Row b[kMaxDepth], d[kM];
  float a[kM][kMaxDepth];
};

template <uint32_t type> constexpr uint32_t kPerRegister = type == WEIR_SIM_TF32 ? 1 : 2;

float valueOfF16(uint16_t pattern) {
  if ((pattern & 0x7C00) == 0x7C00) // infinity or NaN
    return f16ToF32(pattern);
  float magnitude = std::bit_cast<float>((pattern & 0x7FFFu) << 13) * 0x1p112f;
  return std::bit_cast<float>(std::bit_cast<uint32_t>(magnitude) | (pattern & 0x8000u) << 16);
}

/// Element i of a register.
template <uint32_t type> float element(uint32_t word, uint32_t i) {
  if constexpr (type == WEIR_SIM_F16)
    return valueOfF16(static_cast<uint16_t>(word >> 16 * i));
  if constexpr (type == WEIR_SIM_BF16)
    return std::bit_cast<float>(i ? word & 0xFFFF0000 : word << 16);
  return std::bit_cast<float>(word & 0xFFFFE000); // tensor cores ignore what tf32 has no bits for
}

/// Registers of A: first rows g and g + 8 of the first half of the columns, then of the second; those of B: first the
/// first half of the rows. A half is the columns that the four lanes of a group hold in one register each.
template <uint32_t type> void gatherFactors(Product &product, const Lanes &lanes, uint32_t depth) {
  constexpr uint32_t kHalf = 4 * kPerRegister<type>;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const MatrixOp &op = *lanes[lane];
    uint32_t g = groupOf(lane), first = threadInGroup(lane) * kPerRegister<type>;
    for (uint32_t part = 0; part * kHalf < depth; ++part)
      for (uint32_t i = 0; i < kPerRegister<type>; ++i) {
        uint32_t k = part * kHalf + first + i;
        product.a[g][k] = element<type>(op.a[2 * part], i);
        product.a[g + 8][k] = element<type>(op.a[2 * part + 1], i);
        product.b[k][g] = element<type>(op.b[part], i);
      }
  }
}

/// Calls body(lane's op, number of the element in its fragment of C and D, row, column).
template <typename Body> void forSums(const Lanes &lanes, Body body) {
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    for (uint32_t i = 0; i < 4; ++i)
      body(*lanes[lane], i, groupOf(lane) + i / 2 * 8, 2 * threadInGroup(lane) + i % 2);
}

void gatherSums(Product &product, const Lanes &lanes, bool half) {
  if (half)
    forSums(lanes, [&](const MatrixOp &op, uint32_t i, uint32_t row, uint32_t column) {
      product.d[row][column] = element<WEIR_SIM_F16>(op.c[i / 2], i % 2);
    });
  else
    forSums(lanes, [&](const MatrixOp &op, uint32_t i, uint32_t row, uint32_t column) {
      product.d[row][column] = std::bit_cast<float>(op.c[i]);
    });
}

void scatterSums(const Product &product, const Lanes &lanes, bool half) {
  if (half)
    forSums(lanes, [&](const MatrixOp &op, uint32_t i, uint32_t row, uint32_t column) {
      uint32_t kept = i % 2 ? op.d[i / 2] & 0xFFFF : 0;
      op.d[i / 2] = kept | uint32_t{f32ToF16(product.d[row][column])} << i % 2 * 16;
    });
  else
    forSums(lanes, [&](const MatrixOp &op, uint32_t i, uint32_t row, uint32_t column) {
      op.d[i] = std::bit_cast<uint32_t>(float{product.d[row][column]});
    });
}

/// A product of two 11-bit mantissas is exact in a float, so this is a chain of fused multiply-adds in the order of k.
/// Tensor cores add in another order and truncate: results agree within the bound of a sum's rounding, not in bits.
void multiplyAdd(Product &product, uint32_t depth) {
  for (uint32_t i = 0; i < kM; ++i) {
    Row sum = product.d[i];
    for (uint32_t k = 0; k < depth; ++k)
      sum += product.a[i][k] * product.b[k];
    product.d[i] = sum;
  }
}

void multiply(const Lanes &lanes) {
  uint32_t kind = lanes[0]->count, depth = kind >> 8 & 0xFF;
  bool half = kind >> 16 & 1;
  Product product;
  switch (kind & 0xFF) {
  case WEIR_SIM_F16:
    gatherFactors<WEIR_SIM_F16>(product, lanes, depth);
    break;
  case WEIR_SIM_BF16:
    gatherFactors<WEIR_SIM_BF16>(product, lanes, depth);
    break;
  default:
    gatherFactors<WEIR_SIM_TF32>(product, lanes, depth);
  }
  gatherSums(product, lanes, half);
  multiplyAdd(product, depth);
  scatterSums(product, lanes, half);
}

void checkCount(Thread &thread, uint32_t site, uint32_t count) {
  if (count != 1 && count != 2 && count != 4)
    thread.processor->fail(thread, site, Problem::Operand, "1, 2 or 4 matrices", count);
}

void checkKind(Thread &thread, uint32_t site, uint32_t kind) {
  uint32_t type = kind & 0xFF, depth = kind >> 8 & 0xFF, half = kind >> 16;
  bool known = type == WEIR_SIM_TF32 ? depth == 4 || depth == 8 : type <= WEIR_SIM_BF16 && (depth == 8 || depth == 16);
  if (!known || half > (type == WEIR_SIM_F16))
    thread.processor->fail(thread, site, Problem::Operand, "a kind of mma that WEIR_SIM_MMA describes", kind);
}

/// A new op of the lane; the caller fills in the rest and calls doUnlessDeferred.
MatrixOp &note(Thread &thread, MatrixOp::Kind kind, uint32_t site, uint32_t count, uint32_t flags) {
  MatrixOp &op = thread.deferred.emplace_back();
  op.kind = kind;
  op.site = site;
  op.count = count;
  op.transposed = flags & WEIR_SIM_MATRIX_TRANSPOSED;
  return op;
}

void doUnlessDeferred(Thread &thread, uint32_t site, uint32_t flags) {
  if (!(flags & WEIR_SIM_MATRIX_DEFERRED))
    matrixFlush(thread, site);
}

/// Does what the lanes have deferred, which must be the same ops in all of them.
void runDeferred(Thread &thread) {
  Multiprocessor &processor = *thread.processor;
  size_t count = thread.deferred.size();
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    if (Thread &other = processor.threadAt(thread.warp, lane); other.deferred.size() != count)
      processor.fail(thread, thread.deferred[0].site, Problem::DivergentWarp, "all lanes to defer the same ops", count,
                     processor.actor(other, other.waitSite));
  for (size_t i = 0; i < count; ++i) {
    Lanes lanes;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      Thread &other = processor.threadAt(thread.warp, lane);
      lanes[lane] = &other.deferred[i];
      if (lanes[lane]->site != lanes[0]->site)
        processor.fail(other, lanes[lane]->site, Problem::DivergentWarp, "all lanes of the warp at the same op", {},
                       processor.actor(processor.threadAt(thread.warp, 0), lanes[0]->site));
    }
    switch (lanes[0]->kind) {
    case MatrixOp::Kind::Load:
      loadMatrices(thread, lanes);
      break;
    case MatrixOp::Kind::Store:
      storeMatrices(thread, lanes);
      break;
    case MatrixOp::Kind::Multiply:
      multiply(lanes);
    }
  }
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    processor.threadAt(thread.warp, lane).deferred.clear();
}

} // namespace

void ldmatrix(Thread &thread, uint32_t site, const void *address, uint32_t count, uint32_t flags, uint32_t *results) {
  checkCount(thread, site, count);
  MatrixOp &op = note(thread, MatrixOp::Kind::Load, site, count, flags);
  op.address = const_cast<char *>(static_cast<const char *>(address));
  op.d = results;
  doUnlessDeferred(thread, site, flags);
}

void stmatrix(Thread &thread, uint32_t site, void *address, uint32_t count, uint32_t flags, const uint32_t *values) {
  checkCount(thread, site, count);
  MatrixOp &op = note(thread, MatrixOp::Kind::Store, site, count, flags);
  op.address = static_cast<char *>(address);
  op.a = values;
  doUnlessDeferred(thread, site, flags);
}

void mma(Thread &thread, uint32_t site, uint32_t kind, uint32_t flags, const uint32_t *a, const uint32_t *b,
         const uint32_t *c, uint32_t *d) {
  checkKind(thread, site, kind);
  MatrixOp &op = note(thread, MatrixOp::Kind::Multiply, site, kind, flags);
  op.a = a;
  op.b = b;
  op.c = c;
  op.d = d;
  doUnlessDeferred(thread, site, flags);
}

void matrixFlush(Thread &thread, uint32_t site) {
  if (meet(thread, site, kAllLanes, "matrix op", nullptr))
    runDeferred(thread);
}

} // namespace weir::sim
