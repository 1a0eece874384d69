// Products on tensor cores: mma.sync.m16n8 with fragments of 32 bytes along the depth, 16 of bf16 and f16 or 8 of tf32.
// Names of lanes and registers are those of the PTX ISA: lane 4 * g + t holds of the sums the elements 2t and 2t + 1 of
// the rows g and g + 8.
#include "lib/Target/Gpu/Product/GpuProductCore.h"

#include "lib/Target/Gpu/GpuFunction.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::gpu {
namespace {

constexpr int64_t kM = 16, kN = 8, kDepthBytes = 32, kRegisterBytes = 4;
/// A load is of 16 places along the side and kDepthBytes of the depth, four registers of each lane.
constexpr int64_t kBlock = 16, kMatrix = 8, kMatrices = 4;
constexpr int64_t kWarpsPerSide = 2;

/// One factor's fragments of a warp.
class Fragments {
public:
  virtual ~Fragments() = default;
  /// The four registers of 16 places from 16 * `block` on.
  virtual void load(Value tile, int64_t block, int64_t step, SmallVectorImpl<Value> &registers) const = 0;
};

/// By ldmatrix.x4: four matrices of 8 rows of 16 bytes, transposed where the depth is not inner.
class MatrixFragments : public Fragments {
public:
  /// Each lane gives ldmatrix the address of a row of a matrix. The matrices are those of the first and the last eight
  /// places along the side and the depth; in the order of the registers, of A the side changes fastest, of B the depth.
  MatrixFragments(const GpuCode &code, const TileLayout &layout, Value lane, Value firstSide, bool isA)
      : code(code), layout(layout) {
    bool rowFastest = isA == layout.depthInner; // whether the second matrix is below the first, in shared memory
    Value inMatrix = code.rem(lane, kMatrix), matrix = code.div(lane, kMatrix);
    Value second = code.rem(matrix, 2), third = code.div(matrix, 2);
    Value row = code.add(inMatrix, code.mul(rowFastest ? second : third, kMatrix));
    Value chunk = rowFastest ? third : second;
    // What rows add to an address is a constant, what chunks add is not, because they are swizzled.
    if (layout.depthInner) {
      row = code.add(row, firstSide);
      for (int64_t step = 0; step < layout.chunks / 2; ++step)
        offsets.push_back(layout.offset(code, row, code.add(chunk, 2 * step)));
    } else {
      chunk = code.add(chunk, code.div(firstSide, kMatrix));
      for (int64_t block = 0; block < layout.chunks / 2 / kWarpsPerSide; ++block)
        offsets.push_back(layout.offset(code, row, code.add(chunk, 2 * block)));
    }
  }

  void load(Value tile, int64_t block, int64_t step, SmallVectorImpl<Value> &registers) const override {
    int64_t variant = layout.depthInner ? step : block, rows = kBlock * (layout.depthInner ? block : step);
    Value address = code.at(code.at(tile, offsets[variant]), rows * layout.rowBytes());
    Type i32 = code.b.getI32Type();
    auto type = LLVM::LLVMStructType::getLiteral(code.b.getContext(), SmallVector<Type>(kMatrices, i32));
    auto transposed = layout.depthInner ? NVVM::MMALayout::row : NVVM::MMALayout::col;
    auto shape = NVVM::LdStMatrixShapeAttr::get(code.b.getContext(), kMatrix, kMatrix);
    Value loaded = NVVM::LdMatrixOp::create(code.b, code.loc, type, address, kMatrices, transposed, shape,
                                            NVVM::LdStMatrixEltType::B16);
    for (int64_t i = 0; i < kMatrices; ++i)
      registers.push_back(LLVM::ExtractValueOp::create(code.b, code.loc, loaded, i));
  }

private:
  const GpuCode &code;
  const TileLayout &layout;
  SmallVector<Value> offsets;
};

/// Word by word, where the depth of tf32 is not inner: ldmatrix transposes 2-byte elements only.
class Words : public Fragments {
public:
  /// A lane's words are at the places g and g + 8 and the depths t and t + 4; in the order of the registers, of A the
  /// side changes fastest, of B the depth. Blocks alternate between two offsets, because chunks are swizzled.
  Words(const GpuCode &code, const TileLayout &layout, Value lane, Value firstSide, bool isA)
      : code(code), layout(layout) {
    Value g = code.div(lane, 4), t = code.rem(lane, 4);
    int64_t perChunk = layout.elementsPerChunk();
    for (int64_t block = 0; block < kBlocks; ++block)
      for (int64_t i = 0; i < kMatrices; ++i) {
        int64_t far = isA ? i % 2 : i / 2, deep = isA ? i / 2 : i % 2;
        Value side = code.add(code.add(firstSide, g), block * kBlock + far * kMatrix);
        Value chunk = layout.offset(code, code.add(t, 4 * deep), code.div(side, perChunk));
        offsets.push_back(code.add(chunk, code.mul(code.rem(side, perChunk), kRegisterBytes)));
      }
  }

  void load(Value tile, int64_t block, int64_t step, SmallVectorImpl<Value> &registers) const override {
    int64_t behind = block / kBlocks * kBlocks * kBlock * kRegisterBytes + step * 8 * layout.rowBytes();
    for (int64_t i = 0; i < kMatrices; ++i) {
      Value address = code.at(code.at(tile, offsets[block % kBlocks * kMatrices + i]), behind);
      registers.push_back(code.load(code.b.getI32Type(), address, kRegisterBytes));
    }
  }

private:
  /// 32 places are eight chunks, of which swizzling makes a permutation.
  static constexpr int64_t kBlocks = 2;

  const GpuCode &code;
  const TileLayout &layout;
  SmallVector<Value> offsets;
};

std::unique_ptr<Fragments> fragments(const GpuCode &code, const TileLayout &layout, Value lane, Value firstSide,
                                     bool isA) {
  if (layout.elementBytes == kRegisterBytes && !layout.depthInner)
    return std::make_unique<Words>(code, layout, lane, firstSide, isA);
  return std::make_unique<MatrixFragments>(code, layout, lane, firstSide, isA);
}

class MmaCore : public ProductCore {
public:
  explicit MmaCore(const CoreSite &site)
      : code(site.code), multiplied(site.multiplied), tileBytesA(site.a.bytes()), warpM(site.tile.m / kWarpsPerSide),
        warpN(site.tile.n / kWarpsPerSide), depth(site.tile.k), depthOfStep(kDepthBytes / site.a.elementBytes),
        lane(code.rem(site.thread, kWarpSize)),
        row(code.mul(code.rem(code.div(site.thread, kWarpSize), kWarpsPerSide), warpM)),
        column(code.mul(code.div(code.div(site.thread, kWarpSize), kWarpsPerSide), warpN)),
        a(fragments(code, site.a, lane, row, /*isA=*/true)), b(fragments(code, site.b, lane, column, /*isA=*/false)) {}

  int64_t steps() const override { return depth / depthOfStep; }
  int64_t numSums() const override { return warpM * warpN / kWarpSize; }

  SmallVector<Value> load(Value stage, int64_t step) const override {
    SmallVector<Value> registers;
    for (int64_t block = 0; block < warpM / kBlock; ++block)
      a->load(stage, block, step, registers);
    Value tileB = code.at(stage, tileBytesA);
    for (int64_t block = 0; block < warpN / kBlock; ++block)
      b->load(tileB, block, step, registers);
    return registers;
  }

  void multiplyAdd(ArrayRef<Value> fragments, MutableArrayRef<Value> sums) const override {
    constexpr int64_t kRowRegisters = kDepthBytes / kRegisterBytes;
    constexpr int64_t kRegistersA = kM * kRowRegisters / kWarpSize, kRegistersB = kN * kRowRegisters / kWarpSize;
    SmallVector<Value> operands = llvm::map_to_vector(fragments, [&](Value word) { return asOperand(word); });
    auto factors = ArrayRef(operands);
    auto factorsB = factors.drop_front(warpM / kM * kRegistersA);
    SmallVector<Value> results;
    for (int64_t i = 0; i < warpM / kM; ++i)
      for (int64_t j = 0; j < warpN / kN; ++j)
        results.push_back(multiply(factors.slice(i * kRegistersA, kRegistersA),
                                   factorsB.slice(j * kRegistersB, kRegistersB), sums.slice(results.size() * 4, 4)));
    for (auto [i, sum] : llvm::enumerate(sums))
      sum = LLVM::ExtractValueOp::create(code.b, code.loc, results[i / 4], static_cast<int64_t>(i % 4));
  }

  void store(ArrayRef<Value> sums, Value matrix, int64_t rowBytes) const override {
    Value g = code.div(lane, 4), t = code.rem(lane, 4);
    Value first = code.add(code.mul(code.add(row, g), rowBytes), code.mul(code.add(column, code.mul(t, 2)), 4));
    Value at = code.at(matrix, first);
    auto pair = VectorType::get({2}, code.b.getF32Type());
    for (auto [i, sum] : llvm::enumerate(sums)) {
      if (i % 2)
        continue;
      int64_t tile = i / 4, below = i % 4 / 2 * 8, tilesPerRow = warpN / kN;
      int64_t offset = (tile / tilesPerRow * kM + below) * rowBytes + tile % tilesPerRow * kN * 4;
      Value both = vector::FromElementsOp::create(code.b, code.loc, pair, ValueRange{sum, sums[i + 1]});
      code.store(both, code.at(at, offset), /*alignment=*/8);
    }
  }

private:
  /// mma takes bf16 and tf32 as words, f16 as pairs. Of a word of f32 it would cut off bits: they are rounded.
  Value asOperand(Value word) const {
    if (multiplied.isBF16())
      return word;
    if (multiplied.isF16())
      return LLVM::BitcastOp::create(code.b, code.loc, VectorType::get({2}, multiplied), word);
    Value number = LLVM::BitcastOp::create(code.b, code.loc, code.b.getF32Type(), word);
    return NVVM::ConvertFloatToTF32Op::create(code.b, code.loc, code.b.getI32Type(), number, NVVM::FPRoundingMode::RNA);
  }

  Value multiply(ArrayRef<Value> a, ArrayRef<Value> b, ArrayRef<Value> c) const {
    using NVVM::MMALayout, NVVM::MMATypes;
    MMATypes type = multiplied.isBF16() ? MMATypes::bf16 : multiplied.isF16() ? MMATypes::f16 : MMATypes::tf32;
    auto result = LLVM::LLVMStructType::getLiteral(code.b.getContext(), SmallVector<Type>(4, code.b.getF32Type()));
    return NVVM::MmaOp::create(code.b, code.loc, result, a, b, c, ArrayRef<int64_t>{kM, kN, depthOfStep},
                               /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt, std::array{type, type},
                               std::array{MMALayout::row, MMALayout::col});
  }

  const GpuCode &code;
  const Type multiplied;
  const int64_t tileBytesA, warpM, warpN, depth, depthOfStep;
  Value lane, row, column; ///< of the warp in the tile
  std::unique_ptr<Fragments> a, b;
};

} // namespace

std::unique_ptr<ProductCore> mmaCore(const CoreSite &site) { return std::make_unique<MmaCore>(site); }

} // namespace weir::gpu
