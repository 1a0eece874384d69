// See GpuProductPhase.h.
#include "lib/Target/Gpu/Product/GpuProductPhase.h"

#include "lib/Target/Gpu/Product/GpuProductEpilogue.h"
#include "lib/Target/Gpu/Product/GpuProductPipeline.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::gpu {

ProductSizes::ProductSizes(const GpuCode &code, const GpuProduct &product, ValueRange operands, unsigned numInputs) {
  auto dim = [&](unsigned operand, int64_t d) {
    return code.b.createOrFold<memref::DimOp>(code.loc, operands[operand], d);
  };
  unsigned rank = product.batchRank();
  for (unsigned d = 0; d < rank; ++d)
    batch.push_back(dim(numInputs, d));
  m = code.index(1);
  for (unsigned d = rank; d < rank + product.rowRank(); ++d)
    m = code.mul(m, dim(numInputs, d));
  n = dim(numInputs, rank + product.rowRank());
  k = dim(product.b.operand, product.b.depthDim);
}

Value ProductSizes::tiles(const GpuCode &code, const ProductTile &tile) const {
  Value count = code.mul(code.ceilDiv(m, tile.m), code.ceilDiv(n, tile.n));
  for (Value size : batch)
    count = code.mul(count, size);
  return count;
}

namespace {

/// Blocks that follow each other share this many rows of tiles, so that what they read is still in the L2 cache.
constexpr int64_t kRowsOfTiles = 8;
/// f32 between rows of sums in shared memory that keep the rows of a warp's fragments in different banks.
constexpr int64_t kSumPadding = 8;
constexpr int64_t kSumBytes = 4;

class ProductPhase {
public:
  explicit ProductPhase(const ProductPhaseSite &site)
      : site(site), product(site.product), tile(site.tile), code(site.function.builder, site.function.loc),
        sizes(code, product, site.function.operands, site.signature.numInputs),
        thread(code.toI32(site.function.thread)) {
    locate();
  }

  void emit(bool maySplit) {
    depth = code.toI64(sizes.k);
    if (maySplit)
      takePartOfDepth();
    Value staged = stageSums();
    auto finish = [&] {
      emitEpilogue(site, place, [&](Value row, Value column, int64_t lanes) {
        return loadSums(staged, stagedOffset(row, column), lanes);
      });
    };
    if (!maySplit)
      return finish();
    code.ifElse(isSplit(), [&] { leaveSums(staged); }, finish);
  }

  void emitSplitSum() {
    emitEpilogue(site, place, [&](Value row, Value column, int64_t lanes) { return splitSum(row, column, lanes); });
  }

private:
  /// Which tile is this block's, and which part of the depth.
  void locate() {
    Value tilesM = code.toI32(code.ceilDiv(sizes.m, tile.m)), tilesN = code.toI32(code.ceilDiv(sizes.n, tile.n));
    Value perMatrix = code.mul(tilesM, tilesN), number = code.toI32(site.function.block);
    Value matrix = code.div(number, perMatrix);
    number = code.rem(number, perMatrix);
    for (Value size : llvm::reverse(sizes.batch)) {
      Value count = code.toI32(size);
      place.batch.insert(place.batch.begin(), code.toIndex(code.rem(matrix, count)));
      matrix = code.div(matrix, count);
    }
    part = matrix;
    // Down a few rows of tiles, then to the next column.
    Value perGroup = code.mul(tilesN, kRowsOfTiles);
    Value firstRow = code.mul(code.div(number, perGroup), kRowsOfTiles);
    Value rows = code.min(code.sub(tilesM, firstRow), kRowsOfTiles);
    number = code.rem(number, perGroup);
    auto start = [&](Value tiles, int64_t width) { return code.mul(code.toI64(tiles), width); };
    Value m = start(code.add(firstRow, code.rem(number, rows)), tile.m), n = start(code.div(number, rows), tile.n);
    auto left = [&](Value size, Value from, int64_t width) {
      return code.toI32(code.min(code.sub(code.toI64(size), from), width));
    };
    rowsLeft = left(sizes.m, m, tile.m);
    columnsLeft = left(sizes.n, n, tile.n);
    place.row = RowPlace(code, m, product.image ? ArrayRef(product.image->rowSizes).drop_front() : ArrayRef<int64_t>());
    place.column = code.toIndex(n);
    place.rows = code.toIndex(rowsLeft);
    place.columns = code.toIndex(columnsLeft);
  }

  std::unique_ptr<TileLoader> loaderOfA(const TileLayout &layout) {
    if (!product.image)
      return matrixLoader(code, partOf(product.a, place.row.first, rowsLeft), layout, tile, thread);
    Value base = code.pointerOf(site.function.operands[product.a.operand]);
    Value bytes = code.mul(code.toI64(place.row.first), product.image->dims[0].stride * layout.elementBytes);
    ImagePart part{.image = *product.image,
                   .pointer = code.at(base, bytes),
                   .address = LLVM::PtrToIntOp::create(code.b, code.loc, code.b.getI64Type(), base),
                   .firstRow = place.row,
                   .rowsLeft = rowsLeft,
                   .firstDepth = firstDepth ? code.toI32(firstDepth) : code.i32(0)};
    return imageLoader(code, part, layout, tile, thread);
  }

  FactorPart partOf(const ProductFactor &factor, Value side, Value sideLeft) {
    Value memory = site.function.operands[factor.operand];
    auto type = cast<MemRefType>(memory.getType());
    int64_t bytes = type.getElementTypeBitWidth() / 8;
    auto metadata = memref::ExtractStridedMetadataOp::create(code.b, code.loc, memory);
    SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
    auto stride = [&](unsigned dim) {
      return code.toI64(getValueOrCreateConstantIndexOp(code.b, code.loc, strides[dim]));
    };
    Value offset = code.mul(code.toI64(side), stride(factor.sideDim));
    if (firstDepth)
      offset = code.add(offset, code.mul(firstDepth, stride(factor.depthDim)));
    for (auto [index, dim] : llvm::zip(place.batch, factor.batchDims))
      offset = code.add(offset, code.mul(code.toI64(index), stride(dim)));
    Value base = code.pointerOf(memory);
    SmallVector<Value> alignedTo = {LLVM::PtrToIntOp::create(code.b, code.loc, code.b.getI64Type(), base)};
    for (int64_t dim = 0; dim + 1 < type.getRank(); ++dim)
      alignedTo.push_back(code.mul(stride(dim), bytes));
    return {.pointer = code.at(base, code.mul(offset, bytes)),
            .sideStride = stride(factor.sideDim),
            .depthStride = stride(factor.depthDim),
            .sideLeft = sideLeft,
            .alignedTo = alignedTo,
            .unitInner = type.getLayout().isIdentity()};
  }

  /// Leaves the tile's sums in shared memory, which it returns.
  Value stageSums() {
    bool isMma = product.onTensorCores();
    int64_t bytes = product.element.getIntOrFloatBitWidth() / 8;
    auto layoutOf = [&](const ProductFactor &factor, int64_t side) {
      return TileLayout(side, tile.k, factor.depthInner, /*swizzled=*/isMma || factor.depthInner, bytes);
    };
    TileLayout layoutA = layoutOf(product.a, tile.m), layoutB = layoutOf(product.b, tile.n);
    Value shared = sharedPointer(code.b.getI8Type(), tile.stages * (layoutA.bytes() + layoutB.bytes()));
    std::unique_ptr<TileLoader> a = loaderOfA(layoutA);
    FactorPart partB = partOf(product.b, place.column, columnsLeft);
    std::unique_ptr<TileLoader> b = matrixLoader(code, partB, layoutB, tile, thread);
    CoreSite coreSite{code, tile, layoutA, layoutB, product.multiplied, thread};
    std::unique_ptr<ProductCore> core = isMma ? mmaCore(coreSite) : fmaCore(coreSite);
    PipelineSite pipeline{code, tile, *core, layoutA, layoutB, *a, *b, shared, depth};
    SmallVector<Value> sums = pipelineSums(pipeline, code.both(a->fitsChunks(), b->fitsChunks()));
    Value staged = sharedPointer(code.b.getF32Type(), tile.m * (tile.n + kSumPadding));
    core->store(sums, staged, (tile.n + kSumPadding) * kSumBytes);
    mlir::gpu::BarrierOp::create(code.b, code.loc);
    return staged;
  }

  SmallVector<Value> pipelineSums(const PipelineSite &pipeline, Value byChunks) {
    if (std::optional<int64_t> always = GpuCode::known(byChunks))
      return emitPipeline(pipeline, *always);
    auto either = [&](bool chunks) {
      return [&pipeline, chunks](OpBuilder &b, mlir::Location loc) {
        scf::YieldOp::create(b, loc, emitPipeline(pipeline, chunks));
      };
    };
    return scf::IfOp::create(code.b, code.loc, byChunks, either(true), either(false)).getResults();
  }

  /// Stages and sums are never there at a time.
  Value sharedPointer(Type element, int64_t count) {
    return code.pointerOf(site.function.shared(element, count, /*offset=*/0));
  }

  Value stagedOffset(Value row, Value column) {
    return code.mul(code.add(code.mul(row, tile.n + kSumPadding), column), kSumBytes);
  }

  Value loadSums(Value pointer, Value offset, int64_t lanes) {
    Type f32 = code.b.getF32Type();
    Type type = lanes ? Type(VectorType::get({lanes}, f32)) : f32;
    return code.load(type, code.at(pointer, offset), lanes ? std::min(lanes * kSumBytes, kChunkBytes) : kSumBytes);
  }

  // A split depth

  Value isSplit() { return code.less(code.i64(1), code.toI64(site.function.launchScalar(kSplits))); }

  void takePartOfDepth() {
    Value partDepth = code.toI64(site.function.launchScalar(kSplitDepth));
    firstDepth = code.mul(code.toI64(part), partDepth);
    depth = code.min(code.sub(depth, firstDepth), partDepth);
  }

  /// The sums that block `number` leaves, of which it writes the rows and columns that there are.
  Value workspaceOf(Value number) {
    Value base = code.pointerOf(site.function.workspace(
        code.b.getF32Type(), arith::ConstantIndexOp::create(code.b, code.loc, 0), /*count=*/code.toIndex(number)));
    return code.at(base, code.mul(code.toI64(number), tile.m * tile.n * kSumBytes));
  }

  void leaveSums(Value staged) {
    constexpr int64_t kLanes = kChunkBytes / kSumBytes;
    int64_t vectorsPerRow = tile.n / kLanes;
    Value column = code.mul(code.rem(thread, vectorsPerRow), kLanes), row = code.div(thread, vectorsPerRow);
    Value target = workspaceOf(site.function.block);
    auto branch = scf::IfOp::create(code.b, code.loc, code.less(column, columnsLeft), /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(code.b);
    code.b.setInsertionPointToStart(branch.thenBlock());
    auto loop = scf::ForOp::create(code.b, code.loc, row, rowsLeft, code.i32(tile.threads / vectorsPerRow));
    code.b.setInsertionPointToStart(loop.getBody());
    Value sums = loadSums(staged, stagedOffset(loop.getInductionVar(), column), kLanes);
    code.store(sums, code.at(target, offsetInTile(loop.getInductionVar(), column)), kChunkBytes);
  }

  Value offsetInTile(Value row, Value column) { return code.mul(code.add(code.mul(row, tile.n), column), kSumBytes); }

  Value splitSum(Value row, Value column, int64_t lanes) {
    Value offset = offsetInTile(row, column);
    Value tiles = code.toI64(sizes.tiles(code, tile)), parts = code.toI64(site.function.launchScalar(kSplits));
    auto sumsOf = [&](Value number) {
      return loadSums(workspaceOf(code.add(code.toI64(site.function.block), code.mul(tiles, number))), offset, lanes);
    };
    auto loop = scf::ForOp::create(code.b, code.loc, code.i64(1), parts, code.i64(1), sumsOf(code.i64(0)),
                                   [&](OpBuilder &b, mlir::Location loc, Value number, ValueRange sum) {
                                     Value next = arith::AddFOp::create(b, loc, sum[0], sumsOf(number));
                                     scf::YieldOp::create(b, loc, next);
                                   });
    return loop.getResult(0);
  }

  const ProductPhaseSite &site;
  const GpuProduct &product;
  const ProductTile &tile;
  const GpuCode code;
  const ProductSizes sizes;
  Value thread; ///< i32
  BlockTilePlace place;
  Value rowsLeft, columnsLeft, part; ///< i32
  Value firstDepth, depth;           ///< i64; the first is null where it is 0
};

} // namespace

void emitProductPhase(const ProductPhaseSite &site, bool maySplit) { ProductPhase(site).emit(maySplit); }

void emitSplitSumPhase(const ProductPhaseSite &site) { ProductPhase(site).emitSplitSum(); }

} // namespace weir::gpu
