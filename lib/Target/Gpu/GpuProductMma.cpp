// Products on tensor cores: mma.sync.m16n8k16 with fragments by ldmatrix. Names of lanes and registers are those of the
// PTX ISA: lane 4 * g + t holds of the sums the elements 2t and 2t + 1 of the rows g and g + 8.
#include "lib/Target/Gpu/GpuProductCore.h"

#include "lib/Target/Gpu/GpuFunction.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir {
namespace {

constexpr int64_t kM = 16, kN = 8, kK = 16;
/// ldmatrix.x4 loads 16 places along the side and 16 along the depth, as four matrices of 8 by 8.
constexpr int64_t kBlock = 16, kMatrix = 8, kMatrices = 4;
constexpr int64_t kWarpsPerSide = 2;

/// One factor's fragments of a warp.
class Fragments {
public:
  /// Each lane gives ldmatrix the address of a row of a matrix. The matrices are those of the first and the last eight
  /// places along the side and the depth; in the order of the registers, of A the side changes fastest, of B the depth.
  Fragments(const GpuCode &code, const TileLayout &layout, Value lane, Value firstSide, bool isA)
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

  /// The four registers of 16 places from 16 * `block` on.
  void load(Value tile, int64_t block, int64_t step, SmallVectorImpl<Value> &registers) const {
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

class MmaCore : public ProductCore {
public:
  explicit MmaCore(const CoreSite &site)
      : code(site.code), element(site.element), tileBytesA(site.a.bytes()), warpM(site.tile.m / kWarpsPerSide),
        warpN(site.tile.n / kWarpsPerSide), depth(site.tile.k), lane(code.rem(site.thread, kWarpSize)),
        row(code.mul(code.rem(code.div(site.thread, kWarpSize), kWarpsPerSide), warpM)),
        column(code.mul(code.div(code.div(site.thread, kWarpSize), kWarpsPerSide), warpN)),
        a(code, site.a, lane, row, /*isA=*/true), b(code, site.b, lane, column, /*isA=*/false) {}

  int64_t steps() const override { return depth / kK; }
  int64_t numSums() const override { return warpM * warpN / kWarpSize; }

  SmallVector<Value> load(Value stage, int64_t step) const override {
    SmallVector<Value> registers;
    for (int64_t block = 0; block < warpM / kBlock; ++block)
      a.load(stage, block, step, registers);
    Value tileB = code.at(stage, tileBytesA);
    for (int64_t block = 0; block < warpN / kBlock; ++block)
      b.load(tileB, block, step, registers);
    return registers;
  }

  void multiplyAdd(ArrayRef<Value> fragments, MutableArrayRef<Value> sums) const override {
    constexpr int64_t kRegistersA = kM * kK / 2 / kWarpSize, kRegistersB = kN * kK / 2 / kWarpSize;
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
  /// mma takes bf16 as words, f16 as pairs.
  Value asOperand(Value word) const {
    if (element.isBF16())
      return word;
    return LLVM::BitcastOp::create(code.b, code.loc, VectorType::get({2}, element), word);
  }

  Value multiply(ArrayRef<Value> a, ArrayRef<Value> b, ArrayRef<Value> c) const {
    using NVVM::MMALayout, NVVM::MMATypes;
    MMATypes type = element.isBF16() ? MMATypes::bf16 : MMATypes::f16;
    auto result = LLVM::LLVMStructType::getLiteral(code.b.getContext(), SmallVector<Type>(4, code.b.getF32Type()));
    return NVVM::MmaOp::create(code.b, code.loc, result, a, b, c, ArrayRef<int64_t>{kM, kN, kK},
                               /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt, std::array{type, type},
                               std::array{MMALayout::row, MMALayout::col});
  }

  const GpuCode &code;
  const Type element;
  const int64_t tileBytesA, warpM, warpN, depth;
  Value lane, row, column; ///< of the warp in the tile
  Fragments a, b;
};

} // namespace

std::unique_ptr<ProductCore> mmaCore(const CoreSite &site) { return std::make_unique<MmaCore>(site); }

} // namespace weir
