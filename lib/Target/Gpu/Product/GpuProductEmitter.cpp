// `prepare` and the phases of a product. Tiles of different shapes are phases of their own, of which `prepare` gives
// blocks to one: sizes alone decide.
#include "lib/Target/Gpu/Product/GpuProductPhase.h"

using namespace mlir;

namespace weir::gpu {
namespace {

constexpr ProductTile kLargeMma{.m = 128, .n = 128, .k = 32, .stages = 4, .threads = 128, .minBlocksPerSm = 2};
constexpr ProductTile kSmallMma{.m = 64, .n = 64, .k = 32, .stages = 4, .threads = 128, .minBlocksPerSm = 4};
constexpr ProductTile kLargeTf32{.m = 128, .n = 128, .k = 16, .stages = 4, .threads = 128, .minBlocksPerSm = 2};
constexpr ProductTile kSmallTf32{.m = 64, .n = 64, .k = 16, .stages = 4, .threads = 128, .minBlocksPerSm = 4};
constexpr ProductTile kLargeFma{.m = 128, .n = 128, .k = 16, .stages = 4, .threads = 256, .minBlocksPerSm = 1};
constexpr ProductTile kSmallFma{.m = 64, .n = 64, .k = 16, .stages = 4, .threads = 256, .minBlocksPerSm = 2};

/// From so many blocks on, large tiles leave few multiprocessors idle.
constexpr int64_t kManyBlocks = 128;
/// If small tiles are fewer than half of kSplitBlocks, the depth is split until there are about so many blocks.
constexpr int64_t kSplitBlocks = 256, kMostSplits = 16, kLeastDepth = 256;

const ProductTile &tileOf(const GpuProduct &product, const ProductTile &mma, const ProductTile &tf32,
                          const ProductTile &fma) {
  if (!product.onTensorCores())
    return fma;
  return product.multiplied.isTF32() ? tf32 : mma;
}

class GpuProductEmitter {
public:
  GpuProductEmitter(func::FuncOp kernel, const GpuProduct &product, const KernelSignature &signature)
      : kernel(kernel), product(product), signature(signature), plan(kernel),
        large(tileOf(product, kLargeMma, kLargeTf32, kLargeFma)),
        small(tileOf(product, kSmallMma, kSmallTf32, kSmallFma)) {}

  /// Also finds out which phases there are: those that may get blocks.
  void emitPrepare(ModuleOp host) {
    PrepareFunction prepare(host, kernel.getLoc(), signature);
    GpuCode code(prepare.builder, prepare.loc);
    ProductSizes sizes(code, product, prepare.operands, signature.numInputs);
    Value largeTiles = sizes.tiles(code, large), smallTiles = sizes.tiles(code, small), none = code.index(0);
    Value isWide = code.both(code.less(code.index(small.m), sizes.m), code.less(code.index(small.n), sizes.n));
    Value isLarge = code.both(isWide, code.less(code.index(kManyBlocks - 1), largeTiles));
    auto [splits, depth] = splitDepth(code, sizes, smallTiles);
    Value isSplit = code.less(code.index(1), splits), blocks = code.mul(smallTiles, splits);
    if (GpuCode::known(isLarge) != 0)
      addPhase(prepare, Kind::Large, code.select(isLarge, largeTiles, none));
    if (GpuCode::known(isLarge) != 1)
      addPhase(prepare, Kind::Small, code.select(isLarge, none, blocks));
    maySplit = GpuCode::known(isLarge) != 1 && GpuCode::known(isSplit) != 0;
    if (maySplit) {
      addPhase(prepare, Kind::SplitSum, code.select(isSplit, smallTiles, none));
      prepare.setScalar(kSplits, splits);
      prepare.setScalar(kSplitDepth, depth);
      Value bytes = code.mul(blocks, small.m * small.n * sizeof(float));
      prepare.setWorkspaceBytes(code.select(isSplit, bytes, none));
    }
    prepare.finish();
  }

  SmallVector<GpuPhase> emitPhases(mlir::gpu::GPUModuleOp device) {
    SmallVector<GpuPhase> phases;
    for (Kind kind : kinds) {
      const ProductTile &tile = kind == Kind::Large ? large : small;
      GpuPhase phase{.symbol = "phase" + std::to_string(phases.size()), .threads = static_cast<uint32_t>(tile.threads)};
      GpuFunction function(device, kernel.getLoc(), phase.symbol, signature, tile.threads);
      function.setMinBlocksPerSm(tile.minBlocksPerSm);
      ProductPhaseSite site{function, kernel, plan, product, signature, tile};
      if (kind == Kind::SplitSum)
        emitSplitSumPhase(site);
      else
        emitProductPhase(site, maySplit && kind == Kind::Small);
      function.finish();
      phase.sharedBytes = function.sharedBytes();
      phases.push_back(phase);
    }
    return phases;
  }

private:
  enum class Kind { Large, Small, SplitSum };

  void addPhase(PrepareFunction &prepare, Kind kind, Value tiles) {
    prepare.setTiles(tiles, kinds.size());
    kinds.push_back(kind);
  }

  /// Into how many parts the depth of small tiles is cut, and how deep each is but for the last. Where large tiles are
  /// chosen, small ones are so many that it is one.
  std::pair<Value, Value> splitDepth(const GpuCode &code, const ProductSizes &sizes, Value tiles) const {
    Value one = code.index(1);
    if (!ShapedType::isDynamic(product.k) && product.k < 2 * kLeastDepth)
      return {one, sizes.k};
    Value splits = code.min(code.div(code.index(kSplitBlocks), code.max(tiles, 1)), kMostSplits);
    splits = code.max(code.min(splits, code.div(sizes.k, kLeastDepth)), 1);
    Value depth = code.div(code.add(sizes.k, code.sub(splits, one)), splits);
    depth = code.max(code.mul(code.ceilDiv(depth, small.k), small.k), small.k);
    splits = code.max(code.div(code.add(sizes.k, code.sub(depth, one)), depth), 1);
    return {splits, depth};
  }

  func::FuncOp kernel;
  const GpuProduct &product;
  const KernelSignature &signature;
  const nest::NestPlan plan;
  const ProductTile large, small;
  SmallVector<Kind> kinds; ///< of the phases
  bool maySplit = false;
};

} // namespace

SmallVector<GpuPhase> emitGpuProduct(ModuleOp host, mlir::gpu::GPUModuleOp device, func::FuncOp kernel,
                                     const GpuProduct &product, const KernelSignature &signature) {
  GpuProductEmitter emitter(kernel, product, signature);
  emitter.emitPrepare(host);
  SmallVector<GpuPhase> phases = emitter.emitPhases(device);
  kernel.erase();
  return phases;
}

} // namespace weir::gpu
