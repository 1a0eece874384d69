// See BlockProduct.h.
#include "lib/Target/Cpu/Chain/BlockProduct.h"

#include "lib/Target/Cpu/Gemm/GemmBlocking.h"
#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Cpu/Gemm/GemmPack.h"
#include "lib/Target/Cpu/Nest/KernelSlice.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

std::optional<BlockProduct> BlockProduct::of(func::FuncOp part, const BlockKind &kind, const CpuThroughput &cpu) {
  std::optional<nest::Contraction> sum = nest::findContraction(part);
  std::optional<MatrixProduct> product = sum ? asProductOfMatrices(*sum) : std::nullopt;
  if (!product || sum->loops.rows.size() != 1 || sum->loops.columns.size() != 1 || sum->loops.depth.size() != 1)
    return std::nullopt;
  return BlockProduct(part, *product, kind, cpu);
}

/// B is packed once for all blocks of a matrix where each reads all of it and they wouldn't read it as it stands.
BlockProduct::BlockProduct(func::FuncOp part, const MatrixProduct &product, const BlockKind &kind,
                           const CpuThroughput &cpu)
    : part(part), loc(part.getLoc()), product(product), kind(kind), signature(std::make_unique<KernelSignature>(part)),
      plan(std::make_unique<nest::NestPlan>(part)), description(describe()),
      parameters(chooseParameters(cpu, description)) {
  bool readsB = GemmForm(description, parameters).canReadB && kind.rows && *kind.rows <= parameters.readBToM;
  if (!kind.ofDepth && kind.cut != CutDimension::Depth && !readsB) {
    description.packedB = true;
    description.packedDepth = kTileDepth;
  }
}

GemmDescription BlockProduct::describe() const {
  auto operandOf = [&](const nest::ProductFactor &factor, bool transposed) {
    return describeOperand(signature->operands[factor.operand], batchRank(), transposed);
  };
  MemRefType result = signature->operands.back();
  const nest::ContractionLoops &loops = product.sum.loops;
  GemmDescription d{.name = "product",
                    .location = loc,
                    .a = operandOf(product.a, !product.a.depthInner),
                    .b = operandOf(product.b, product.b.depthInner),
                    .accumulatorType = product.sum.accumulator,
                    .resultType = result.getElementType()};
  d.resultStride = result.getDimSize(batchRank() + 1);
  int64_t rows = kind.rows.value_or(ShapedType::kDynamic), depth = product.sum.sizes[loops.depth[0]];
  auto known = [&](CutDimension dimension, unsigned loop) {
    return kind.cut == dimension ? ShapedType::kDynamic : product.sum.sizes[loop];
  };
  d.m = kind.ofDepth ? known(CutDimension::Rows, loops.rows[0]) : rows;
  d.n = known(CutDimension::Columns, loops.columns[0]);
  d.k = kind.ofDepth ? rows : known(CutDimension::Depth, loops.depth[0]);
  if (kind.cut == CutDimension::Depth && depth % kCutUnit == 0)
    d.depthUnit = kCutUnit;
  d.resultAliased = llvm::is_contained(ArrayRef(signature->operands).drop_back(), result);
  auto index = IndexType::get(loc.getContext());
  llvm::append_range(d.epilogueTypes, signature->operands);
  d.epilogueTypes.append(signature->numScalars + batchRank() + 1, index); // of the block: batch and first row of C
  return d;
}

/// The same with B as memory has it.
GemmDescription BlockProduct::unpacked() const {
  GemmDescription d = description;
  d.packedB = false;
  return d;
}

void BlockProduct::emitFunctions(ModuleOp module, StringRef name, ArrayRef<const BlockProduct *> others) {
  std::string text = textOf(part);
  for (const BlockProduct *other : others)
    if (kind == other->kind && text == textOf(other->part)) {
      functions = other->functions, pack = other->pack;
      return;
    }
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  description.name = name.str();
  auto finish = [&](OpBuilder &at, mlir::Location, const EpilogueSite &site) { return epilogue(at, site); };
  functions = emitGemmFunctions(builder, module, description, parameters, {finish});
  functions.prepare.setPrivate();
  functions.run.setPrivate();
  if (packsB())
    pack = packBFunction(GemmForm(unpacked(), parameters), builder, module);
}

Value BlockProduct::epilogue(OpBuilder &builder, const EpilogueSite &site) const {
  unsigned numBlock = batchRank() + 1;
  ValueRange scalars = site.operands.drop_front(signature->operands.size()).drop_back(numBlock);
  ValueRange block = site.operands.take_back(numBlock);
  Value row = IndexMath(builder, loc).add(block.back(), site.row);
  return finishProduct(builder, {*plan, part, *signature, product}, site, scalars, block.drop_back(), row);
}

SmallVector<Value, 3> BlockProduct::sizes(OpBuilder &builder, Value rows, Value seen, ValueRange operands) const {
  auto size = [&](const nest::ProductFactor &factor, unsigned dim, CutDimension dimension) {
    if (kind.cut == dimension && seen)
      return seen;
    Value number = arith::ConstantIndexOp::create(builder, loc, dim);
    return builder.createOrFold<memref::DimOp>(loc, operands[factor.operand], number);
  };
  Value m = kind.ofDepth ? size(product.a, product.a.sideDim, CutDimension::Rows) : rows;
  Value k = kind.ofDepth ? rows : size(product.b, product.b.depthDim, CutDimension::Depth);
  return {m, size(product.b, product.b.sideDim, CutDimension::Columns), k};
}

SmallVector<Value> BlockProduct::prepare(OpBuilder &builder, ValueRange sizes) const {
  return SmallVector<Value>(func::CallOp::create(builder, loc, functions.prepare, sizes).getResults());
}

/// Enough for any block of at most so many rows.
Value BlockProduct::scratchBytes(OpBuilder &builder, Value rows, ValueRange operands) const {
  IndexMath ix(builder, loc);
  SmallVector<Value, 3> most = sizes(builder, rows, nullptr, operands);
  // Fewer rows may take more tiles: those that fill no tile are cut into pairs.
  GemmForm form(description, parameters);
  bool variesRows = !kind.ofDepth || kind.cut == CutDimension::Rows;
  if (variesRows && !form.spreadsRows() && !form.isTiled())
    most[0] = ix.mul(ix.add(ix.div(most[0], parameters.mr), parameters.mr / 2), parameters.mr);
  SmallVector<Value> ofRows{most[0]}, ofDepth{most[2]};
  if (variesRows && form.isTiled() && form.canReadA) // whole row tiles are read in place, others are packed
    ofRows.push_back(ix.max(ix.sub(most[0], ix.constant(1)), 1));
  if (kind.ofDepth || kind.cut == CutDimension::Depth) // blocks of K are even: a part's may be longer than the whole's
    ofDepth.push_back(ix.min(most[2], parameters.kc));
  Value bytes = ix.constant(0);
  for (Value m : ofRows)
    for (Value k : ofDepth)
      bytes = ix.max(bytes, prepare(builder, {m, most[1], k})[1]);
  return bytes;
}

Type BlockProduct::packedElement() const { return packedB(description, parameters).word; }

/// Words from one packed panel to the next, and how many panels there are.
static std::pair<Value, Value> packedSizes(const IndexMath &ix, const GemmForm &form, Value n, Value k) {
  return {ix.mul(wordsOf(form, ix, k), form.nr), countPanels(form, ix, n)};
}

SmallVector<Value> BlockProduct::rowSizes(OpBuilder &builder, ValueRange operands) const {
  auto size = [&](unsigned dim) {
    Value number = arith::ConstantIndexOp::create(builder, loc, dim);
    return builder.createOrFold<memref::DimOp>(loc, operands[product.a.operand], number);
  };
  SmallVector<Value> all = llvm::map_to_vector(product.a.batchDims, size);
  all.push_back(size(product.a.sideDim));
  return all;
}

Value BlockProduct::packedBytes(OpBuilder &builder, ValueRange operands) const {
  IndexMath ix(builder, loc);
  SmallVector<Value, 3> all = sizes(builder, ix.constant(1), nullptr, operands);
  GemmForm form(description, parameters);
  auto [stride, panels] = packedSizes(ix, form, all[1], all[2]);
  return ix.mul(ix.mul(stride, panels), form.wordBytes());
}

/// A part of a matrix of a batch: of dimension `rowDim` from the block's first row on, of the other from its beginning;
/// `sizes` are for what the type doesn't know.
static Value matrixOf(OpBuilder &builder, mlir::Location loc, Value memory, MemRefType type, const RowBlock &block,
                      std::optional<unsigned> rowDim, ArrayRef<Value> dims) {
  unsigned batchRank = block.batch.size();
  SmallVector<OpFoldResult> offsets(block.batch), sizes(batchRank, builder.getIndexAttr(1));
  for (unsigned d = 0; d < 2; ++d) {
    offsets.push_back(d + batchRank == rowDim ? OpFoldResult(block.first) : builder.getIndexAttr(0));
    sizes.push_back(type.isDynamicDim(d) ? OpFoldResult(dims[d]) : builder.getIndexAttr(type.getDimSize(d)));
  }
  SmallVector<OpFoldResult> strides(batchRank + 2, builder.getIndexAttr(1));
  return memref::SubViewOp::create(builder, loc, type, memory, offsets, sizes, strides);
}

/// A matrix of rows, one behind the other, each with room for `length` elements.
static Value inScratch(OpBuilder &builder, mlir::Location loc, Value memory, MemRefType type, int64_t length,
                       ArrayRef<Value> dims) {
  SmallVector<OpFoldResult> sizes, strides{builder.getIndexAttr(length), builder.getIndexAttr(1)};
  for (unsigned d = 0; d < 2; ++d)
    sizes.push_back(type.isDynamicDim(d) ? OpFoldResult(dims[d]) : builder.getIndexAttr(type.getDimSize(d)));
  return memref::ReinterpretCastOp::create(builder, loc, type, memory, OpFoldResult(builder.getIndexAttr(0)), sizes,
                                           strides);
}

static SmallVector<Value> ordered(bool swap, Value outer, Value inner) {
  return swap ? SmallVector<Value>{inner, outer} : SmallVector<Value>{outer, inner};
}

void BlockProduct::emitPack(OpBuilder &builder, const RowBlock &whole, ValueRange operands, Value packed) const {
  IndexMath ix(builder, loc);
  SmallVector<Value, 3> all = sizes(builder, whole.rows, whole.seen, operands);
  GemmDescription plain = unpacked();
  GemmForm form(plain, parameters);
  auto [stride, panels] = packedSizes(ix, form, all[1], all[2]);
  Value b = matrixOf(builder, loc, operands[product.b.operand], gemmTypes(plain, parameters).b, whole, std::nullopt,
                     ordered(plain.b.transposed, all[2], all[1]));
  Value none = ix.constant(0);
  func::CallOp::create(builder, loc, pack, ValueRange{b, packed, none, panels, none, all[2], stride});
}

void BlockProduct::emit(OpBuilder &builder, const RowBlock &block, ValueRange operands, ValueRange scalars,
                        const BlockMemory &memory, Value scratch) const {
  SmallVector<Value, 3> size = sizes(builder, block.rows, block.seen, operands);
  SmallVector<Value> launch = prepare(builder, size);
  Value m = size[0], n = size[1], k = size[2], none = arith::ConstantIndexOp::create(builder, loc, 0);
  GemmTypes types = gemmTypes(description, parameters);
  SmallVector<Value> ofA = ordered(description.a.transposed, m, k), ofC{m, n};
  SmallVector<Value> ofB = ordered(description.b.transposed, k, n);
  auto lengthOf = [&](unsigned operand) { return signature->operands[operand].getShape().back(); };
  auto dimension = [](unsigned dim) { return std::optional(dim); };
  auto rowsOfA = dimension(kind.ofDepth ? product.a.depthDim : product.a.sideDim);
  auto rowsOfB = kind.ofDepth ? dimension(product.b.depthDim) : std::nullopt;
  auto rowsOfC = kind.ofDepth ? std::nullopt : dimension(batchRank());
  Value memoryA = operands[product.a.operand], memoryB = operands[product.b.operand];
  SmallVector<Value> arguments{memory.a ? inScratch(builder, loc, memory.a, types.a, lengthOf(product.a.operand), ofA)
                                        : matrixOf(builder, loc, memoryA, types.a, block, rowsOfA, ofA),
                               packsB() ? memory.packedB
                                        : matrixOf(builder, loc, memoryB, types.b, block, rowsOfB, ofB),
                               memory.c ? inScratch(builder, loc, memory.c, types.c, lengthOf(operands.size() - 1), ofC)
                                        : matrixOf(builder, loc, operands.back(), types.c, block, rowsOfC, ofC)};
  llvm::append_range(arguments, operands);
  llvm::append_range(arguments, scalars);
  llvm::append_range(arguments, block.batch);
  arguments.push_back(kind.ofDepth ? none : block.first);
  llvm::append_range(arguments, ArrayRef(launch).drop_front(3));
  arguments.append({scratch, none, launch[0]});
  func::CallOp::create(builder, loc, functions.run, arguments);
}

} // namespace weir::cpu
