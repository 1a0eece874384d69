// A tile is blocks of rows of one matrix: their scores by products, what follows from these by a nest of loops, what is
// made of that by products. Scores and rows of a block stay in the worker's scratch.
#include "lib/Target/Cpu/Chain/ChainEmitter.h"

#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Native/Codegen.h"

#include "llvm/Support/MathExtras.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

RankedTensorType resultOf(const ChainPart &part, unsigned number) {
  return cast<RankedTensorType>(func::FuncOp(*part.function).getResultTypes()[number]);
}

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

namespace {

constexpr int64_t kLine = 64;
constexpr int64_t kSharedTiles = 64; ///< of several blocks, at least, where there are blocks enough
/// Of the sums of one matrix's parts, where matrices are few, and the rows of them that are joined at a time.
constexpr int64_t kMostPartBytes = 1 << 26, kJoinedRows = 64;

class ChainEmitter {
public:
  ChainEmitter(mlir::Location loc, const KernelSignature &signature, ChainCode code)
      : signature(signature), code(std::move(code)), chain(this->code.chain), loc(loc), places(placesOfRows(chain)) {}

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

  /// Of the sums that a product of columns has for one matrix.
  int64_t bytesOfSums(unsigned number) const {
    MemRefType type = valuesType(number);
    return llvm::alignTo(columns() * type.getShape().back() * type.getElementTypeBitWidth() / 8, kLine);
  }
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
      bool isInScratch = values.end && !code.sumsInParts;
      layout.sums.push_back(isInScratch ? take(ix.constant(bytesOfSums(number))) : Value());
    }
    layout.parts = end;
    return layout;
  }

  /// Of the workspace that tiles have for sums, if matrices are summed in parts.
  int64_t bytesOfPart() const {
    int64_t bytes = 0;
    for (auto [number, values] : llvm::enumerate(chain.values))
      bytes += values.ofColumns ? bytesOfSums(number) : 0;
    return bytes;
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
    if (code.sumsInParts) {
      int64_t most = std::max<int64_t>(kMostPartBytes / bytesOfPart(), 2);
      Value parts = ix.min(ix.ceilDiv(ix.constant(kTiles), ix.max(matrices, 1)), most);
      tiles.blocksOfTile = ix.max(ix.ceilDiv(tiles.blocks, parts), 1);
    } else if (!chain.sumsOverBlocks())
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
    if (code.sumsInParts) {
      prepare.setWorkspaceBytes(ix.mul(tiles.all, bytesOfPart()));
      prepare.setTiles(ix.mul(ix.div(tiles.all, ix.max(tiles.tilesOfMatrix, 1)), chunks()), 1);
    }
    prepare.finish();
  }

  void emitRun(ModuleOp module) {
    RunFunction run(module, loc, signature);
    IndexMath ix(run.builder, loc);
    Tiles tiles = tilesOf(ix, run.operands);
    Layout layout = layoutScratch(ix, run.operands);
    ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value tile) {
      Value matrix = ix.div(tile, tiles.tilesOfMatrix);
      SmallVector<Value> batch = batchOf(ix, matrix, tiles);
      Value from = ix.mul(ix.sub(tile, ix.mul(matrix, tiles.tilesOfMatrix)), tiles.blocksOfTile);
      Value to = ix.min(ix.add(from, tiles.blocksOfTile), tiles.blocks);
      MatrixSite site{ix, run, layout, tiles.sizes, matrix, batch, tile};
      emitStart(site, rowsOf(site, from, ix.sub(to, from)));
      ix.forRange(from, to, 1, [&](Value block) { emitBlock(site, rowsOf(site, block, ix.constant(1))); });
      if (!code.sumsInParts)
        emitEnds(site, ix.constant(0), ix.constant(columns()));
    });
    run.finish();
    if (code.sumsInParts)
      emitJoin(module);
  }

  SmallVector<Value> batchOf(const IndexMath &ix, Value matrix, const Tiles &tiles) const {
    SmallVector<Value> batch(batchRank());
    for (int64_t d = batchRank() - 1; d >= 0; --d) {
      Value outer = ix.div(matrix, tiles.sizes[d]);
      batch[d] = ix.sub(matrix, ix.mul(outer, tiles.sizes[d]));
      matrix = outer;
    }
    return batch;
  }

  /// Of the rows of a matrix's sums.
  int64_t chunks() const { return llvm::divideCeil(columns(), kJoinedRows); }

  /// A phase of its own: the sums of a matrix's parts are added to those of its first one.
  void emitJoin(ModuleOp module) {
    RunFunction run(module, loc, signature, 1);
    IndexMath ix(run.builder, loc);
    Tiles tiles = tilesOf(ix, run.operands);
    Layout layout = layoutScratch(ix, run.operands);
    ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value tile) {
      Value matrix = ix.div(tile, chunks()), from = ix.mul(ix.sub(tile, ix.mul(matrix, chunks())), kJoinedRows);
      Value to = ix.min(ix.add(from, kJoinedRows), columns());
      SmallVector<Value> batch = batchOf(ix, matrix, tiles);
      Value first = ix.mul(matrix, tiles.tilesOfMatrix);
      MatrixSite site{ix, run, layout, tiles.sizes, matrix, batch, first};
      for (auto [number, values] : llvm::enumerate(chain.values)) {
        if (!values.ofColumns)
          continue;
        Value sums = sumsOf(site, number);
        ix.forRange(ix.add(first, 1), ix.add(first, tiles.tilesOfMatrix), 1, [&](Value part) {
          MatrixSite other{ix, run, layout, tiles.sizes, matrix, batch, part};
          Value more = sumsOf(other, number);
          overRows(ix, sums, batch, from, to, ix.constant(0), [&](ValueRange at) -> Value {
            Value sum = memref::LoadOp::create(ix.b, loc, sums, at);
            return arith::AddFOp::create(ix.b, loc, sum, memref::LoadOp::create(ix.b, loc, more, at));
          });
        });
        if (!values.end)
          overRows(ix, resultOf(run.operands, values.result), batch, from, to, ix.constant(0),
                   [&](ValueRange at) -> Value { return memref::LoadOp::create(ix.b, loc, sums, at); });
      }
      emitEnds(site, from, to);
    });
    run.finish();
  }

  /// Stores in rows [from, to) of a matrix, from column `first` on, what `next` gives for their elements.
  void overRows(const IndexMath &ix, Value memory, ValueRange batch, Value from, Value to, Value first,
                function_ref<Value(ValueRange)> next) {
    int64_t length = cast<MemRefType>(memory.getType()).getShape().back();
    ix.forRange(from, to, 1, [&](Value row) {
      ix.forRange(first, ix.constant(length), 1, [&](Value column) {
        SmallVector<Value> at(batch);
        at.append({row, column});
        memref::StoreOp::create(ix.b, loc, next(at), memory, at);
      });
    });
  }

  /// Where the code of a tile's matrix is built.
  struct MatrixSite {
    const IndexMath &ix;
    RunFunction &run;
    const Layout &layout;
    ArrayRef<Value> sizes; ///< of rows
    Value matrix;          ///< its number
    ArrayRef<Value> batch;
    Value tile; ///< its number, by which its part of the workspace is found

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
    const IndexMath &ix = at.ix;
    SmallVector<Value> sizes(at.sizes);
    sizes.back() = ix.constant(columns());
    Value first = ix.mul(at.matrix, columns());
    if (code.sumsInParts) {
      int64_t before = 0;
      for (unsigned other = 0; other < number; ++other)
        before += chain.values[other].ofColumns ? bytesOfSums(other) : 0;
      Value base = memref::ExtractAlignedPointerAsIndexOp::create(ix.b, loc, at.run.workspace);
      Value address = ix.add(ix.add(base, ix.mul(at.tile, bytesOfPart())), before);
      return rowsFrom(ix, valuesType(number), address, first, sizes);
    }
    return at.layout.sums[number] ? inScratch(at, valuesType(number), at.layout.sums[number], first, sizes)
                                  : resultOf(at.run.operands, chain.values[number].result);
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

  /// What is elementwise behind the sums of products of columns, for rows [from, to) of a matrix.
  void emitEnds(const MatrixSite &at, Value from, Value to) {
    for (auto [number, values] : llvm::enumerate(chain.values)) {
      if (!code.ends[number])
        continue;
      SmallVector<Value> operands = own(values.end->operands, at.run.operands);
      operands.append({sumsOf(at, number), resultOf(at.run.operands, values.result)});
      Value first = at.ix.mul(at.matrix, columns());
      code.ends[number]->emit(at.ix.b, operands, own(values.end->scalars, at.run.scalars), scratchOfParts(at),
                              at.ix.add(first, from), at.ix.add(first, to), nullptr);
    }
  }

  void clear(const IndexMath &ix, Value memory, ValueRange batch, Value from, Value to, Value first) {
    Type element = cast<MemRefType>(memory.getType()).getElementType();
    Value zero = arith::ConstantOp::create(ix.b, loc, ix.b.getZeroAttr(element));
    overRows(ix, memory, batch, from, to, first, [&](ValueRange) { return zero; });
  }

  const KernelSignature &signature;
  ChainCode code;
  RowChain &chain;
  mlir::Location loc;
  SmallVector<std::optional<unsigned>> places; ///< of rows
};

} // namespace

void emitChain(ModuleOp module, mlir::Location loc, const KernelSignature &signature, ChainCode code) {
  ChainEmitter(loc, signature, std::move(code)).emit(module);
}

} // namespace weir::cpu
