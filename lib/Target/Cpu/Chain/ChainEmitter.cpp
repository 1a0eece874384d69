// A tile is blocks of rows of one matrix: their scores by products, what follows from these by a nest of loops, what is
// made of that by products. Scores and rows of a block stay in the worker's scratch.
#include "lib/Target/Cpu/Chain/ChainEmitter.h"

#include "lib/Target/Cpu/Chain/BlockProduct.h"
#include "lib/Target/Cpu/Chain/RowChain.h"
#include "lib/Target/Cpu/Chain/SeenColumns.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Native/Codegen.h"

#include "llvm/Support/MathExtras.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kLine = 64, kRowUnit = 16, kMostRows = 192;
constexpr int64_t kTiles = 16;       ///< for workers to share, at least, where there are rows enough
constexpr int64_t kSharedTiles = 64; ///< of several blocks, at least, where there are blocks enough

RankedTensorType resultOf(const ChainPart &part, unsigned number = 0) {
  return cast<RankedTensorType>(func::FuncOp(*part.function).getResultTypes()[number]);
}

/// Scores whose place in scratch each of the rows takes: they are read where they are written. None for what has its
/// own, and for what is kept.
SmallVector<std::optional<unsigned>> placesOfRows(const RowChain &chain) {
  SmallVector<std::optional<unsigned>> places;
  for (auto [number, kept] : llvm::enumerate(chain.kept)) {
    std::optional<unsigned> &place = places.emplace_back();
    for (unsigned score = 0; score < chain.scores.size() && !kept && !place; ++score)
      if (resultOf(chain.scores[score]) == resultOf(chain.rows, number) && !llvm::is_contained(places, score))
        place = score;
  }
  return places;
}

/// Of scratch, for a row of everything in it.
int64_t bytesOfRow(const RowChain &chain) {
  int64_t bytes = 0;
  auto add = [&](RankedTensorType type) { bytes += type.getShape().back() * type.getElementTypeBitWidth() / 8; };
  for (const ChainPart &part : chain.scores)
    add(resultOf(part));
  for (auto [number, place] : llvm::enumerate(placesOfRows(chain)))
    if (!place)
      add(resultOf(chain.rows, number));
  return bytes;
}

/// Rows of a block: as many as half of L2 has room for, and leave work for several workers.
int64_t rowsOfBlock(const RowChain &chain, const CpuThroughput &cpu) {
  int64_t rows = std::min(cpu.l2Bytes / 2 / bytesOfRow(chain), kMostRows);
  RankedTensorType scores = resultOf(chain.scores[0]);
  auto isKnown = [](int64_t size) { return !ShapedType::isDynamic(size); };
  if (!chain.sumsOverBlocks() && llvm::all_of(scores.getShape(), isKnown))
    rows = std::min(rows, scores.getNumElements() / scores.getShape().back() / kTiles);
  return std::max(rows / kRowUnit * kRowUnit, kRowUnit);
}

/// Those, or as many as blocks can all have.
int64_t evenRows(int64_t most, int64_t all) {
  if (ShapedType::isDynamic(all))
    return most;
  for (int64_t rows = most; rows >= std::max(most / 2, kRowUnit); rows -= kRowUnit)
    if (all % rows == 0)
      return rows;
  return most;
}

/// A chain with the code of its parts.
struct ChainCode {
  RowChain &chain;
  std::vector<BlockProduct> scores;
  RowNest rows;
  std::vector<BlockProduct> values;
  std::vector<std::optional<RowNest>> ends; ///< of the values
  int64_t rowsOfBlock;
  bool endsAtDiagonal; ///< a block needs as many columns as its last row has seen
};

class ChainEmitter {
public:
  ChainEmitter(func::FuncOp kernel, const KernelSignature &signature, ChainCode code)
      : signature(signature), code(std::move(code)), chain(this->code.chain), loc(kernel.getLoc()),
        places(placesOfRows(chain)) {}

  void emit(ModuleOp module) {
    SmallVector<const BlockProduct *> emitted;
    auto emitFunctions = [&](StringRef name, std::vector<BlockProduct> &products) {
      for (auto [number, product] : llvm::enumerate(products)) {
        product.emitFunctions(module, name.str() + std::to_string(number), emitted);
        emitted.push_back(&product);
      }
    };
    emitFunctions("scores", code.scores);
    emitFunctions("values", code.values);
    emitPrepare(module);
    emitRun(module);
    module->setAttr(kOptimizedAttr, UnitAttr::get(module.getContext()));
  }

private:
  /// Where what a worker needs stands in its scratch, by bytes. Null: nowhere.
  struct Layout {
    SmallVector<Value> scores, rows, packedScores, packedValues, sums;
    Value parts; ///< of nests and products, one after the other
  };

  MemRefType scoresType(unsigned number) const { return code.scores[number].operandTypes().back(); }
  MemRefType rowsType(unsigned number) const {
    RankedTensorType type = cpu::resultOf(chain.rows, number);
    return MemRefType::get(type.getShape(), type.getElementType());
  }
  MemRefType valuesType(unsigned number) const { return code.values[number].operandTypes().back(); }
  int64_t columns() const { return scoresType(0).getShape().back(); }
  int64_t batchRank() const { return code.scores[0].batchRank(); }

  int64_t bytesOfBlock(MemRefType type) const {
    return llvm::alignTo(code.rowsOfBlock * columns() * type.getElementTypeBitWidth() / 8, kLine);
  }

  SmallVector<Value> own(ArrayRef<unsigned> numbers, ValueRange all) const {
    return llvm::map_to_vector(numbers, [&](unsigned number) { return all[number]; });
  }
  Value resultOf(ValueRange operands, unsigned number) const { return operands[signature.numInputs + number]; }

  Layout layoutScratch(const IndexMath &ix, ValueRange operands) const {
    Layout layout;
    Value end = ix.constant(0);
    auto take = [&](Value bytes) {
      Value offset = end;
      end = ix.add(end, bytes);
      return offset;
    };
    for (unsigned number = 0; number < code.scores.size(); ++number)
      layout.scores.push_back(take(ix.constant(bytesOfBlock(scoresType(number)))));
    for (auto [number, place] : llvm::enumerate(places)) {
      Value &offset = layout.rows.emplace_back();
      if (place)
        offset = layout.scores[*place];
      else if (!chain.kept[number])
        offset = take(ix.constant(bytesOfBlock(rowsType(number))));
    }
    auto packed = [&](const BlockProduct &product, const ChainPart &part) {
      return product.packsB() ? take(ix.roundUp(product.packedBytes(ix.b, own(part.operands, operands)), kLine))
                              : Value();
    };
    for (auto [product, part] : llvm::zip(code.scores, chain.scores))
      layout.packedScores.push_back(packed(product, part));
    for (auto [number, values] : llvm::enumerate(chain.values)) {
      layout.packedValues.push_back(packed(code.values[number], values.part));
      MemRefType type = valuesType(number);
      int64_t bytes = columns() * type.getShape().back() * type.getElementTypeBitWidth() / 8;
      layout.sums.push_back(values.end ? take(ix.constant(llvm::alignTo(bytes, kLine))) : Value());
    }
    layout.parts = end;
    return layout;
  }

  /// A tensor of rows of which some, from number `first` of all on, stand at `address`: only these may be touched. The
  /// address of its beginning is no memory of anybody's. `sizes` are those of all dimensions but the last.
  Value rowsFrom(const IndexMath &ix, MemRefType type, Value address, Value first, ArrayRef<Value> sizes) const {
    OpBuilder &b = ix.b;
    Value columns = ix.constant(type.getShape().back());
    Value before = ix.mul(ix.mul(first, columns), type.getElementTypeBitWidth() / 8);
    auto word = [&](Value value) { return arith::IndexCastOp::create(b, loc, b.getI64Type(), value).getResult(); };
    Value start = word(ix.sub(address, before));
    Value pointer = LLVM::IntToPtrOp::create(b, loc, LLVM::LLVMPointerType::get(b.getContext()), start);
    LLVMTypeConverter converter(b.getContext());
    auto descriptor = MemRefDescriptor::poison(b, loc, converter.convertType(type));
    descriptor.setAllocatedPtr(b, loc, pointer);
    descriptor.setAlignedPtr(b, loc, pointer);
    descriptor.setConstantOffset(b, loc, 0);
    Value stride = ix.constant(1);
    for (int64_t d = type.getRank() - 1; d >= 0; --d) {
      Value size = d + 1 == type.getRank() ? columns : sizes[d];
      descriptor.setSize(b, loc, d, word(size));
      descriptor.setStride(b, loc, d, word(stride));
      stride = ix.mul(stride, size);
    }
    return UnrealizedConversionCastOp::create(b, loc, type, Value(descriptor)).getResult(0);
  }

  /// How the blocks of all matrices are cut into tiles, from sizes alone.
  struct Tiles {
    SmallVector<Value> sizes; ///< of rows: of the batch, and of a matrix
    Value blocks, blocksOfTile, tilesOfMatrix, all;
  };

  Tiles tilesOf(const IndexMath &ix, ValueRange operands) const {
    Tiles tiles;
    tiles.sizes = code.scores[0].rowSizes(ix.b, own(chain.scores[0].operands, operands));
    tiles.blocks = ix.ceilDiv(tiles.sizes.back(), code.rowsOfBlock);
    Value matrices = ix.constant(1);
    for (Value size : ArrayRef(tiles.sizes).drop_back())
      matrices = ix.mul(matrices, size);
    tiles.blocksOfTile = ix.max(tiles.blocks, 1);
    if (!chain.sumsOverBlocks())
      tiles.blocksOfTile = ix.max(ix.min(ix.div(ix.mul(matrices, tiles.blocks), kSharedTiles), tiles.blocks), 1);
    tiles.tilesOfMatrix = ix.ceilDiv(tiles.blocks, tiles.blocksOfTile);
    tiles.all = ix.mul(matrices, tiles.tilesOfMatrix);
    return tiles;
  }

  void emitPrepare(ModuleOp module) {
    PrepareFunction prepare(module, loc, signature);
    IndexMath ix(prepare.builder, loc);
    Tiles tiles = tilesOf(ix, prepare.operands);
    Layout layout = layoutScratch(ix, prepare.operands);
    Value most = ix.min(tiles.sizes.back(), code.rowsOfBlock), bytes = ix.constant(code.rows.scratchBytes());
    // Of what is in scratch sizes alone are asked for.
    Value nowhere = ix.constant(0);
    auto anywhere = [&](MemRefType type) { return rowsFrom(ix, type, nowhere, nowhere, tiles.sizes); };
    for (auto [number, product] : llvm::enumerate(code.scores)) {
      SmallVector<Value> operands = own(chain.scores[number].operands, prepare.operands);
      operands.push_back(anywhere(scoresType(number)));
      bytes = ix.max(bytes, product.scratchBytes(ix.b, most, operands));
    }
    for (auto [number, product] : llvm::enumerate(code.values)) {
      SmallVector<Value> operands = own(chain.values[number].part.operands, prepare.operands);
      operands.push_back(anywhere(rowsType(chain.values[number].rows)));
      operands.append(chain.values[number].ofColumns ? 2 : 1, anywhere(valuesType(number)));
      bytes = ix.max(bytes, product.scratchBytes(ix.b, most, operands));
      if (code.ends[number])
        bytes = ix.max(bytes, ix.constant(code.ends[number]->scratchBytes()));
    }
    prepare.setTiles(tiles.all);
    prepare.setScratchBytes(ix.add(bytes, layout.parts));
    prepare.finish();
  }

  void emitRun(ModuleOp module) {
    RunFunction run(module, loc, signature);
    IndexMath ix(run.builder, loc);
    Tiles tiles = tilesOf(ix, run.operands);
    Layout layout = layoutScratch(ix, run.operands);
    ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value tile) {
      Value matrix = ix.div(tile, tiles.tilesOfMatrix), rest = matrix;
      SmallVector<Value> batch(batchRank());
      for (int64_t d = batchRank() - 1; d >= 0; --d) {
        Value outer = ix.div(rest, tiles.sizes[d]);
        batch[d] = ix.sub(rest, ix.mul(outer, tiles.sizes[d]));
        rest = outer;
      }
      Value from = ix.mul(ix.sub(tile, ix.mul(matrix, tiles.tilesOfMatrix)), tiles.blocksOfTile);
      Value to = ix.min(ix.add(from, tiles.blocksOfTile), tiles.blocks);
      MatrixSite site{ix, run, layout, tiles.sizes, matrix, batch};
      emitStart(site, rowsOf(site, from, ix.sub(to, from)));
      ix.forRange(from, to, 1, [&](Value block) { emitBlock(site, rowsOf(site, block, ix.constant(1))); });
      emitEnds(site);
    });
    run.finish();
  }

  /// Where the code of a tile's matrix is built.
  struct MatrixSite {
    const IndexMath &ix;
    RunFunction &run;
    const Layout &layout;
    ArrayRef<Value> sizes; ///< of rows
    Value matrix;          ///< its number
    ArrayRef<Value> batch;

    Value rowNumber(Value row) const { return ix.add(ix.mul(matrix, sizes.back()), row); }
  };

  /// The rows of so many blocks.
  RowBlock rowsOf(const MatrixSite &at, Value block, Value count) const {
    const IndexMath &ix = at.ix;
    Value first = ix.mul(block, code.rowsOfBlock);
    RowBlock rows{at.batch, first, ix.min(ix.sub(at.sizes.back(), first), ix.mul(count, code.rowsOfBlock)), {}};
    if (code.endsAtDiagonal)
      rows.seen = ix.min(ix.roundUp(ix.add(first, rows.rows), kCutUnit), columns());
    return rows;
  }

  Value viewScratch(const MatrixSite &at, Value offset, Type element) const {
    if (!offset)
      return nullptr;
    const IndexMath &ix = at.ix;
    Value bytes = ix.sub(ix.b.createOrFold<memref::DimOp>(loc, at.run.scratch, ix.constant(0)), offset);
    return memref::ViewOp::create(ix.b, loc, MemRefType::get({ShapedType::kDynamic}, element), at.run.scratch, offset,
                                  ix.div(bytes, element.getIntOrFloatBitWidth() / 8));
  }
  Value scratchOfParts(const MatrixSite &at) const { return viewScratch(at, at.layout.parts, at.ix.b.getI8Type()); }

  Value inScratch(const MatrixSite &at, MemRefType type, Value offset, Value first, ArrayRef<Value> sizes) const {
    Value base = memref::ExtractAlignedPointerAsIndexOp::create(at.ix.b, loc, at.run.scratch);
    return rowsFrom(at.ix, type, at.ix.add(base, offset), first, sizes);
  }

  /// What the sums of a product of columns stand in, over all matrices.
  Value sumsOf(const MatrixSite &at, unsigned number) const {
    if (!at.layout.sums[number])
      return resultOf(at.run.operands, chain.values[number].result);
    SmallVector<Value> sizes(at.sizes);
    sizes.back() = at.ix.constant(columns());
    return inScratch(at, valuesType(number), at.layout.sums[number], at.ix.mul(at.matrix, columns()), sizes);
  }

  /// What blocks share, of which `all` is the whole: packed operands, and sums that begin with 0.
  void emitStart(const MatrixSite &at, const RowBlock &all) {
    auto pack = [&](const BlockProduct &product, const ChainPart &part, Value offset) {
      if (offset)
        product.emitPack(at.ix.b, all, own(part.operands, at.run.operands),
                         viewScratch(at, offset, product.packedElement()));
    };
    for (auto [product, part, offset] : llvm::zip(code.scores, chain.scores, at.layout.packedScores))
      pack(product, part, offset);
    for (auto [product, values, offset] : llvm::zip(code.values, chain.values, at.layout.packedValues))
      pack(product, values.part, offset);
    for (auto [number, values] : llvm::enumerate(chain.values))
      if (values.ofColumns)
        clear(at.ix, sumsOf(at, number), at.batch, at.ix.constant(0), at.ix.constant(columns()), at.ix.constant(0));
  }

  void emitBlock(const MatrixSite &at, const RowBlock &block) {
    const IndexMath &ix = at.ix;
    RunFunction &run = at.run;
    Value number = at.rowNumber(block.first), scratch = scratchOfParts(at);
    SmallVector<Value> allScores, allRows;
    for (unsigned i = 0; i < code.scores.size(); ++i)
      allScores.push_back(inScratch(at, scoresType(i), at.layout.scores[i], number, at.sizes));
    for (auto [i, kept] : llvm::enumerate(chain.kept))
      allRows.push_back(kept ? resultOf(run.operands, *kept)
                             : inScratch(at, rowsType(i), at.layout.rows[i], number, at.sizes));

    for (auto [i, product] : llvm::enumerate(code.scores)) {
      SmallVector<Value> operands = own(chain.scores[i].operands, run.operands);
      operands.push_back(allScores[i]);
      BlockMemory memory{
          .packedB = product.packsB() ? viewScratch(at, at.layout.packedScores[i], product.packedElement()) : Value(),
          .c = viewScratch(at, at.layout.scores[i], scoresType(i).getElementType())};
      product.emit(ix.b, block, operands, own(chain.scores[i].scalars, run.scalars), memory, scratch);
    }
    SmallVector<Value> operands = own(chain.rows.operands, run.operands);
    llvm::append_range(operands, allScores);
    llvm::append_range(operands, allRows);
    code.rows.emit(ix.b, operands, own(chain.rows.scalars, run.scalars), scratch, number, ix.add(number, block.rows),
                   block.seen);
    for (auto [i, kept] : llvm::enumerate(chain.kept))
      if (kept && block.seen)
        clear(ix, allRows[i], block.batch, block.first, ix.add(block.first, block.rows), block.seen);
    for (unsigned i = 0; i < code.values.size(); ++i)
      emitValues(at, block, i, allRows[chain.values[i].rows], scratch);
  }

  void emitValues(const MatrixSite &at, const RowBlock &block, unsigned number, Value rows, Value scratch) {
    const RowChain::Values &values = chain.values[number];
    const BlockProduct &product = code.values[number];
    SmallVector<Value> operands = own(values.part.operands, at.run.operands);
    operands.push_back(rows);
    Value result = values.ofColumns ? sumsOf(at, number) : resultOf(at.run.operands, values.result);
    operands.append(values.ofColumns ? 2 : 1, result); // where sums begin is where they stand
    Type element = rowsType(values.rows).getElementType();
    BlockMemory memory{.a = viewScratch(at, at.layout.rows[values.rows], element),
                       .packedB = product.packsB()
                                      ? viewScratch(at, at.layout.packedValues[number], product.packedElement())
                                      : Value()};
    product.emit(at.ix.b, block, operands, own(values.part.scalars, at.run.scalars), memory, scratch);
  }

  /// What is elementwise behind the sums of products of columns.
  void emitEnds(const MatrixSite &at) {
    for (auto [number, values] : llvm::enumerate(chain.values)) {
      if (!code.ends[number])
        continue;
      SmallVector<Value> operands = own(values.end->operands, at.run.operands);
      operands.append({sumsOf(at, number), resultOf(at.run.operands, values.result)});
      Value first = at.ix.mul(at.matrix, columns());
      code.ends[number]->emit(at.ix.b, operands, own(values.end->scalars, at.run.scalars), scratchOfParts(at), first,
                              at.ix.add(first, columns()), nullptr);
    }
  }

  /// Zeros in rows [from, to) of a matrix, from column `first` on.
  void clear(const IndexMath &ix, Value memory, ValueRange batch, Value from, Value to, Value first) {
    OpBuilder &b = ix.b;
    auto type = cast<MemRefType>(memory.getType());
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
    ix.forRange(from, to, 1, [&](Value row) {
      ix.forRange(first, ix.constant(type.getShape().back()), 1, [&](Value column) {
        SmallVector<Value> indices(batch);
        indices.append({row, column});
        memref::StoreOp::create(b, loc, zero, memory, indices);
      });
    });
  }

  const KernelSignature &signature;
  ChainCode code;
  RowChain &chain;
  mlir::Location loc;
  SmallVector<std::optional<unsigned>> places; ///< of rows
};

class RowChainForm : public KernelForm {
public:
  RowChainForm(const KernelSite &site, RowChain chain) : site(site), chain(std::move(chain)) {
    RankedTensorType scores = resultOf(this->chain.scores[0]);
    allRows = scores.getDimSize(scores.getRank() - 2);
    rows = evenRows(rowsOfBlock(this->chain, site.cpu), allRows);
  }

  StringRef name() const override { return "row_chain"; }

  SmallVector<Knob> knobs() override { return {{"rows", &rows, kRowUnit, kMostRows, kRowUnit, kRowUnit}}; }

  /// Nothing where one of the parts isn't what it has to be.
  std::optional<ChainEmitter> emitter() {
    bool isKnown = !ShapedType::isDynamic(allRows) && (allRows <= rows || allRows % rows == 0);
    int64_t blockRows = isKnown ? std::clamp<int64_t>(allRows, 1, rows) : rows;
    std::optional<RowNest> nest = RowNest::of(*chain.rows.function, site.nests);
    if (!nest)
      return std::nullopt;
    ChainCode code{chain, {}, std::move(*nest), {}, {}, blockRows, isCut()};
    auto known = isKnown ? std::optional(blockRows) : std::nullopt;
    if (!addScores(code, known) || !addValues(code, known))
      return std::nullopt;
    return ChainEmitter(site.kernel, site.signature, std::move(code));
  }

  LogicalResult emit(ModuleOp module) override {
    emitter()->emit(module);
    site.kernel.erase();
    return success();
  }

private:
  /// Whether columns that scores leave out change nothing.
  bool isCut() {
    func::FuncOp ofRows = *chain.rows.function;
    auto scores = ofRows.getArguments().take_back(chain.scores.size());
    return llvm::any_of(llvm::zip(chain.scores, scores), [&](auto one) {
      return endsAtDiagonal(*std::get<0>(one).function) && forgetsNegativeInfinity(ofRows, std::get<1>(one));
    });
  }

  bool addScores(ChainCode &code, std::optional<int64_t> known) {
    CutDimension cut = code.endsAtDiagonal ? CutDimension::Columns : CutDimension::None;
    for (ChainPart &part : chain.scores) {
      std::optional<BlockProduct> product = BlockProduct::of(*part.function, {false, known, cut}, site.cpu);
      if (!product || product->batchRank() != resultOf(part).getRank() - 2)
        return false;
      code.scores.push_back(std::move(*product));
    }
    return true;
  }

  bool addValues(ChainCode &code, std::optional<int64_t> known) {
    for (RowChain::Values &values : chain.values) {
      CutDimension cut = values.ofColumns ? CutDimension::Rows : CutDimension::Depth;
      BlockKind kind{values.ofColumns, known, code.endsAtDiagonal ? cut : CutDimension::None};
      std::optional<BlockProduct> product = BlockProduct::of(*values.part.function, kind, site.cpu);
      std::optional<RowNest> &end = code.ends.emplace_back();
      if (values.end)
        end = RowNest::of(*values.end->function, site.nests);
      if (!product || product->readsRows() == values.ofColumns || (values.end && !end) ||
          product->batchRank() != code.scores[0].batchRank())
        return false;
      code.values.push_back(std::move(*product));
    }
    return true;
  }

  KernelSite site;
  RowChain chain;
  int64_t allRows, rows; ///< of scores; of a block
};

} // namespace

std::unique_ptr<KernelForm> rowChainForm(const KernelSite &site) {
  std::optional<RowChain> chain = RowChain::of(site.kernel);
  if (!chain)
    return nullptr;
  RankedTensorType scores = resultOf(chain->scores[0]);
  if (scores.getRank() < 2 || ShapedType::isDynamic(scores.getShape().back()) || scores.getShape().back() == 0)
    return nullptr;
  auto hasItsShape = [&](Type type) { return cast<RankedTensorType>(type).getShape() == scores.getShape(); };
  if (!llvm::all_of(chain->scores, [&](const ChainPart &part) { return hasItsShape(resultOf(part)); }) ||
      !llvm::all_of(func::FuncOp(*chain->rows.function).getResultTypes(), hasItsShape))
    return nullptr;
  auto form = std::make_unique<RowChainForm>(site, *std::move(chain));
  return form->emitter() ? std::move(form) : nullptr;
}

} // namespace weir::cpu
