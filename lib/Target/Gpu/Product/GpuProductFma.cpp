// Products of f32 by FMAs: a thread's sums are rows by columns that it shares with 15 other threads each.
#include "lib/Target/Gpu/Product/GpuProductCore.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::gpu {
namespace {

constexpr int64_t kThreadsPerSide = 16;
/// f32 in a chunk, and places along the depth in a step.
constexpr int64_t kFour = 4;

/// The places of one factor's side that belong to a thread: every 16th one where its neighbours in memory lie along the
/// depth, and four neighbours in each run of 64 where they lie along the side, so that a thread loads chunks and the
/// threads of a warp load them from different banks.
class Places {
public:
  Places(const GpuCode &code, const TileLayout &layout, Value rank) : code(code), layout(layout), rank(rank) {
    int64_t side = layout.depthInner ? layout.rows : layout.chunks * kFour;
    count = side / kThreadsPerSide;
    if (layout.depthInner)
      for (int64_t step = 0; step < layout.chunks; ++step)
        offsets.push_back(layout.offset(code, rank, code.i32(step)));
    else
      offsets.push_back(layout.offset(code, code.i32(0), rank));
  }

  /// All places at the four depths of a step: as many chunks as places.
  void load(Value tile, int64_t step, SmallVectorImpl<Value> &chunks) const {
    auto type = VectorType::get({kFour}, code.b.getF32Type());
    Value at = code.at(tile, offsets[layout.depthInner ? step : 0]);
    for (int64_t i = 0; i < count; ++i) {
      int64_t row = layout.depthInner ? i * kThreadsPerSide : step * kFour + i % kFour;
      int64_t chunk = layout.depthInner ? 0 : i / kFour * kThreadsPerSide;
      chunks.push_back(code.load(type, code.at(at, row * layout.rowBytes() + chunk * kChunkBytes), kChunkBytes));
    }
  }

  Value element(ArrayRef<Value> chunks, int64_t place, int64_t depth) const {
    Value chunk = layout.depthInner ? chunks[place] : chunks[place / kFour * kFour + depth];
    return vector::ExtractOp::create(code.b, code.loc, chunk, layout.depthInner ? depth : place % kFour);
  }

  /// Where the first place is, i32, and how far behind it another one.
  Value first() const { return layout.depthInner ? rank : code.mul(rank, kFour); }
  int64_t distance(int64_t place) const {
    return layout.depthInner ? place * kThreadsPerSide : place / kFour * kFour * kThreadsPerSide + place % kFour;
  }
  bool areNeighbours() const { return !layout.depthInner; }

  int64_t count;

private:
  const GpuCode &code;
  const TileLayout &layout;
  Value rank;
  SmallVector<Value> offsets;
};

class FmaCore : public ProductCore {
public:
  explicit FmaCore(const CoreSite &site)
      : code(site.code), tileBytesA(site.a.bytes()), depth(site.tile.k),
        a(code, site.a, code.div(site.thread, kThreadsPerSide)),
        b(code, site.b, code.rem(site.thread, kThreadsPerSide)) {}

  int64_t steps() const override { return depth / kFour; }
  int64_t numSums() const override { return a.count * b.count; }

  SmallVector<Value> load(Value stage, int64_t step) const override {
    SmallVector<Value> chunks;
    a.load(stage, step, chunks);
    b.load(code.at(stage, tileBytesA), step, chunks);
    return chunks;
  }

  void multiplyAdd(ArrayRef<Value> fragments, MutableArrayRef<Value> sums) const override {
    ArrayRef<Value> chunksA = fragments.take_front(a.count), chunksB = fragments.drop_front(a.count);
    for (int64_t k = 0; k < kFour; ++k) {
      SmallVector<Value> columns;
      for (int64_t j = 0; j < b.count; ++j)
        columns.push_back(b.element(chunksB, j, k));
      for (int64_t i = 0; i < a.count; ++i) {
        Value row = a.element(chunksA, i, k);
        for (int64_t j = 0; j < b.count; ++j) {
          Value &sum = sums[i * b.count + j];
          sum = LLVM::FMulAddOp::create(code.b, code.loc, row, columns[j], sum);
        }
      }
    }
  }

  void store(ArrayRef<Value> sums, Value matrix, int64_t rowBytes) const override {
    Value first = code.add(code.mul(a.first(), rowBytes), code.mul(b.first(), 4));
    Value at = code.at(matrix, first);
    auto four = VectorType::get({kFour}, code.b.getF32Type());
    int64_t width = b.areNeighbours() ? kFour : 1;
    for (int64_t i = 0; i < a.count; ++i)
      for (int64_t j = 0; j < b.count; j += width) {
        Value value = sums[i * b.count + j];
        if (b.areNeighbours())
          value = vector::FromElementsOp::create(code.b, code.loc, four, sums.slice(i * b.count + j, kFour));
        code.store(value, code.at(at, a.distance(i) * rowBytes + b.distance(j) * 4), width * 4);
      }
  }

private:
  const GpuCode &code;
  const int64_t tileBytesA, depth;
  Places a, b;
};

} // namespace

std::unique_ptr<ProductCore> fmaCore(const CoreSite &site) { return std::make_unique<FmaCore>(site); }

} // namespace weir::gpu
