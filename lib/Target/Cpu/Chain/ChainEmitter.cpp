// A tile is a block of rows: their scores by a product, their weights by a nest of loops, their results by a product.
// Scores and weights of a block stay in the worker's scratch.
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
constexpr int64_t kTiles = 16; ///< for workers to share, at least, where there are rows enough

/// Rows of a block: as many as have scores and weights in half of L2, and leave work for several workers.
int64_t rowsOfBlock(RankedTensorType scores, RankedTensorType weights, const CpuThroughput &cpu) {
  int64_t bytes = scores.getShape().back() * (scores.getElementTypeBitWidth() + weights.getElementTypeBitWidth()) / 8;
  int64_t rows = std::min(cpu.l2Bytes / 2 / bytes, kMostRows);
  auto isKnown = [](int64_t size) { return !ShapedType::isDynamic(size); };
  if (llvm::all_of(scores.getShape(), isKnown))
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

RankedTensorType resultOf(const ChainPart &part) {
  return cast<RankedTensorType>(func::FuncOp(*part.function).getResultTypes()[0]);
}

class ChainEmitter {
public:
  ChainEmitter(func::FuncOp kernel, const KernelSignature &signature, RowChain &chain, BlockProduct scores,
               RowNest weights, BlockProduct values, int64_t rows, bool endsAtDiagonal)
      : kernel(kernel), signature(signature), chain(chain), scores(std::move(scores)), weights(std::move(weights)),
        values(std::move(values)), rows(rows), endsAtDiagonal(endsAtDiagonal), loc(kernel.getLoc()) {}

  void emit(ModuleOp module) {
    scores.emitFunctions(module, "scores");
    values.emitFunctions(module, "values");
    emitPrepare(module);
    emitRun(module);
    module->setAttr(kOptimizedAttr, UnitAttr::get(module.getContext()));
  }

private:
  MemRefType scoresType() const { return scores.operandTypes().back(); }
  MemRefType weightsType() const { return values.operandTypes().drop_back().back(); }
  int64_t batchRank() const { return scores.batchRank(); }

  int64_t bytesOfBlock(MemRefType type) const {
    return llvm::alignTo(rows * type.getShape().back() * type.getElementTypeBitWidth() / 8, kLine);
  }

  Value resultOf(ValueRange operands) const { return operands[signature.numInputs]; }
  int64_t bytesOfWeights() const { return chain.keepsWeights ? 0 : bytesOfBlock(weightsType()); }

  /// Sizes of the result's dimensions but the last.
  SmallVector<Value> rowSizes(const IndexMath &ix, ValueRange operands) const {
    SmallVector<Value> sizes;
    for (int64_t d = 0; d <= batchRank(); ++d)
      sizes.push_back(ix.b.createOrFold<memref::DimOp>(loc, resultOf(operands), ix.constant(d)));
    return sizes;
  }

  SmallVector<Value> own(ArrayRef<unsigned> numbers, ValueRange all) const {
    return llvm::map_to_vector(numbers, [&](unsigned number) { return all[number]; });
  }

  /// A tensor of rows of which a block, from row `first` of all on, stands in scratch at `offset`: only these may be
  /// touched. The address of its beginning is no memory of anybody's.
  Value rowsInScratch(const IndexMath &ix, MemRefType type, Value scratch, int64_t offset, Value first,
                      ArrayRef<Value> sizes) const {
    OpBuilder &b = ix.b;
    Value columns = ix.constant(type.getShape().back());
    Value before = ix.mul(ix.mul(first, columns), type.getElementTypeBitWidth() / 8);
    Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, scratch);
    Value address = ix.sub(ix.add(base, offset), before);
    auto word = [&](Value value) { return arith::IndexCastOp::create(b, loc, b.getI64Type(), value).getResult(); };
    Value pointer = LLVM::IntToPtrOp::create(b, loc, LLVM::LLVMPointerType::get(b.getContext()), word(address));
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

  void emitPrepare(ModuleOp module) {
    PrepareFunction prepare(module, loc, signature);
    IndexMath ix(prepare.builder, loc);
    SmallVector<Value> sizes = rowSizes(ix, prepare.operands);
    Value tiles = ix.ceilDiv(sizes.back(), rows);
    for (Value size : ArrayRef(sizes).drop_back())
      tiles = ix.mul(tiles, size);
    Value most = ix.min(sizes.back(), rows);
    SmallVector<Value> first = own(chain.scores.operands, prepare.operands), last;
    // Of the rows between them sizes alone are asked for.
    Value anywhere = resultOf(prepare.operands);
    first.push_back(rowsInScratch(ix, scoresType(), anywhere, 0, ix.constant(0), sizes));
    last = own(chain.values.operands, prepare.operands);
    last.push_back(rowsInScratch(ix, weightsType(), anywhere, 0, ix.constant(0), sizes));
    last.push_back(resultOf(prepare.operands));
    Value bytes = ix.max(scores.scratchBytes(ix.b, most, first), values.scratchBytes(ix.b, most, last));
    bytes = ix.max(bytes, weights.scratchBytes());
    prepare.setTiles(tiles);
    prepare.setScratchBytes(ix.add(bytes, bytesOfBlock(scoresType()) + bytesOfWeights()));
    prepare.finish();
  }

  void emitRun(ModuleOp module) {
    RunFunction run(module, loc, signature);
    IndexMath ix(run.builder, loc);
    SmallVector<Value> sizes = rowSizes(ix, run.operands);
    Value blocks = ix.ceilDiv(sizes.back(), rows);
    ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value tile) {
      Value matrix = ix.div(tile, blocks), rest = matrix;
      Value first = ix.mul(ix.sub(tile, ix.mul(matrix, blocks)), rows);
      SmallVector<Value> batch(batchRank());
      for (int64_t d = batchRank() - 1; d >= 0; --d) {
        Value outer = ix.div(rest, sizes[d]);
        batch[d] = ix.sub(rest, ix.mul(outer, sizes[d]));
        rest = outer;
      }
      RowBlock block{batch, first, ix.min(ix.sub(sizes.back(), first), rows), {}};
      if (endsAtDiagonal)
        block.seen = ix.min(ix.roundUp(ix.add(first, block.rows), kCutUnit), scoresType().getShape().back());
      emitBlock(ix, run, block, sizes, ix.add(ix.mul(matrix, sizes.back()), first));
    });
    run.finish();
  }

  /// `number`: of the block's first row among all.
  void emitBlock(const IndexMath &ix, RunFunction &run, const RowBlock &block, ArrayRef<Value> sizes, Value number) {
    int64_t ofWeights = bytesOfBlock(scoresType()), ofParts = ofWeights + bytesOfWeights();
    Value allScores = rowsInScratch(ix, scoresType(), run.scratch, 0, number, sizes);
    Value allWeights = chain.keepsWeights ? run.operands.back()
                                          : rowsInScratch(ix, weightsType(), run.scratch, ofWeights, number, sizes);
    auto view = [&](int64_t offset, Type element) -> Value {
      Value room = ix.sub(ix.b.createOrFold<memref::DimOp>(loc, run.scratch, ix.constant(0)), ix.constant(offset));
      return memref::ViewOp::create(ix.b, loc, MemRefType::get({ShapedType::kDynamic}, element), run.scratch,
                                    ix.constant(offset), ix.div(room, element.getIntOrFloatBitWidth() / 8));
    };
    Value scratch = view(ofParts, ix.b.getI8Type());
    Value blockOfScores = view(0, scoresType().getElementType());
    Value blockOfWeights = chain.keepsWeights ? Value() : view(ofWeights, weightsType().getElementType());

    SmallVector<Value> operands = own(chain.scores.operands, run.operands);
    operands.push_back(allScores);
    scores.emit(ix.b, block, operands, own(chain.scores.scalars, run.scalars), nullptr, blockOfScores, scratch);
    operands = own(chain.weights.operands, run.operands);
    operands.append({allScores, allWeights});
    weights.emit(ix.b, operands, own(chain.weights.scalars, run.scalars), scratch, number, ix.add(number, block.rows),
                 block.seen);
    if (chain.keepsWeights && block.seen)
      clearUnseen(ix, block, allWeights);
    operands = own(chain.values.operands, run.operands);
    operands.append({allWeights, resultOf(run.operands)});
    values.emit(ix.b, block, operands, own(chain.values.scalars, run.scalars), blockOfWeights, nullptr, scratch);
  }

  /// Weights of the columns that no row of the block sees are 0.
  void clearUnseen(const IndexMath &ix, const RowBlock &block, Value allWeights) {
    OpBuilder &b = ix.b;
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(weightsType().getElementType()));
    ix.forRange(block.first, ix.add(block.first, block.rows), 1, [&](Value row) {
      ix.forRange(block.seen, ix.constant(weightsType().getShape().back()), 1, [&](Value column) {
        SmallVector<Value> indices(block.batch);
        indices.append({row, column});
        memref::StoreOp::create(b, loc, zero, allWeights, indices);
      });
    });
  }

  func::FuncOp kernel;
  const KernelSignature &signature;
  RowChain &chain;
  BlockProduct scores;
  RowNest weights;
  BlockProduct values;
  int64_t rows;
  bool endsAtDiagonal; ///< a block needs as many columns as its last row has seen
  mlir::Location loc;
};

class RowChainForm : public KernelForm {
public:
  RowChainForm(const KernelSite &site, RowChain chain) : site(site), chain(std::move(chain)) {
    RankedTensorType scores = resultOf(this->chain.scores);
    allRows = scores.getDimSize(scores.getRank() - 2);
    rows = evenRows(rowsOfBlock(scores, resultOf(this->chain.weights), site.cpu), allRows);
  }

  StringRef name() const override { return "row_chain"; }

  SmallVector<Knob> knobs() override { return {{"rows", &rows, kRowUnit, kMostRows, kRowUnit, kRowUnit}}; }

  /// Nothing where one of the three parts isn't what it has to be.
  std::optional<ChainEmitter> emitter() {
    RankedTensorType ofScores = resultOf(chain.scores);
    bool isKnown = !ShapedType::isDynamic(allRows) && (allRows <= rows || allRows % rows == 0);
    int64_t blockRows = isKnown ? std::clamp<int64_t>(allRows, 1, rows) : rows;
    auto known = isKnown ? std::optional(blockRows) : std::nullopt;
    bool isCut = endsAtDiagonal(*chain.scores.function) && forgetsNegativeInfinity(*chain.weights.function);
    std::optional<BlockProduct> scores =
        BlockProduct::of(*chain.scores.function, known, isCut ? CutDimension::Columns : CutDimension::None, site.cpu);
    std::optional<BlockProduct> values =
        BlockProduct::of(*chain.values.function, known, isCut ? CutDimension::Depth : CutDimension::None, site.cpu);
    std::optional<RowNest> weights = RowNest::of(*chain.weights.function, site.nests);
    if (!scores || !weights || !values || !values->readsRows() || scores->batchRank() != ofScores.getRank() - 2 ||
        values->batchRank() != scores->batchRank())
      return std::nullopt;
    return ChainEmitter(site.kernel, site.signature, chain, std::move(*scores), std::move(*weights), std::move(*values),
                        blockRows, isCut);
  }

  LogicalResult emit(ModuleOp module) override {
    emitter()->emit(module);
    site.kernel.erase();
    return success();
  }

private:
  KernelSite site;
  RowChain chain;
  int64_t allRows, rows; ///< of scores; of a block
};

} // namespace

std::unique_ptr<KernelForm> rowChainForm(const KernelSite &site) {
  std::optional<RowChain> chain = RowChain::of(site.kernel);
  if (!chain)
    return nullptr;
  RankedTensorType ofScores = resultOf(chain->scores), ofWeights = resultOf(chain->weights);
  if (ofScores.getRank() < 2 || ShapedType::isDynamic(ofScores.getShape().back()) || ofScores.getShape().back() == 0 ||
      ofScores.getShape() != ofWeights.getShape())
    return nullptr;
  auto form = std::make_unique<RowChainForm>(site, *std::move(chain));
  return form->emitter() ? std::move(form) : nullptr;
}

} // namespace weir::cpu
