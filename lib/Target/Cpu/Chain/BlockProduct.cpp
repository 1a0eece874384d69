// See BlockProduct.h.
#include "lib/Target/Cpu/Chain/BlockProduct.h"

#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

std::optional<BlockProduct> BlockProduct::of(func::FuncOp part, std::optional<int64_t> rows, CutDimension cut,
                                             const CpuThroughput &cpu) {
  std::optional<nest::Contraction> sum = nest::findContraction(part);
  std::optional<MatrixProduct> product = sum ? asProductOfMatrices(*sum) : std::nullopt;
  if (!product || sum->loops.rows.size() != 1 || sum->loops.columns.size() != 1 || sum->loops.depth.size() != 1)
    return std::nullopt;
  return BlockProduct(part, *product, rows, cut, cpu);
}

BlockProduct::BlockProduct(func::FuncOp part, const MatrixProduct &product, std::optional<int64_t> rows,
                           CutDimension cut, const CpuThroughput &cpu)
    : part(part), loc(part.getLoc()), product(product), cut(cut), signature(std::make_unique<KernelSignature>(part)),
      plan(std::make_unique<nest::NestPlan>(part)), description(describe(rows)),
      parameters(chooseParameters(cpu, description)) {}

GemmDescription BlockProduct::describe(std::optional<int64_t> rows) const {
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
  d.m = rows.value_or(ShapedType::kDynamic);
  int64_t columns = product.sum.sizes[loops.columns[0]], depth = product.sum.sizes[loops.depth[0]];
  d.n = cut == CutDimension::Columns ? ShapedType::kDynamic : columns;
  d.k = cut == CutDimension::Depth ? ShapedType::kDynamic : depth;
  if (cut == CutDimension::Depth && depth % kCutUnit == 0)
    d.depthUnit = kCutUnit;
  d.resultAliased = llvm::is_contained(ArrayRef(signature->operands).drop_back(), result);
  auto index = IndexType::get(loc.getContext());
  llvm::append_range(d.epilogueTypes, signature->operands);
  d.epilogueTypes.append(signature->numScalars + batchRank() + 1, index); // of the block: batch and first row
  return d;
}

void BlockProduct::emitFunctions(ModuleOp module, StringRef name) {
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  description.name = name.str();
  auto finish = [&](OpBuilder &at, mlir::Location, const EpilogueSite &site) { return epilogue(at, site); };
  functions = emitGemmFunctions(builder, module, description, parameters, {finish});
  functions.prepare.setPrivate();
  functions.run.setPrivate();
}

Value BlockProduct::epilogue(OpBuilder &builder, const EpilogueSite &site) const {
  unsigned numBlock = batchRank() + 1;
  ValueRange scalars = site.operands.drop_front(signature->operands.size()).drop_back(numBlock);
  ValueRange block = site.operands.take_back(numBlock);
  Value row = IndexMath(builder, loc).add(block.back(), site.row);
  return finishProduct(builder, {*plan, part, *signature, product}, site, scalars, block.drop_back(), row);
}

static Value sizeOf(OpBuilder &builder, mlir::Location loc, Value memory, unsigned dim) {
  return builder.createOrFold<memref::DimOp>(loc, memory,
                                             arith::ConstantIndexOp::create(builder, loc, dim).getResult());
}

Value BlockProduct::columns(OpBuilder &builder, ValueRange operands, Value seen) const {
  return cut == CutDimension::Columns && seen ? seen
                                              : sizeOf(builder, loc, operands[product.b.operand], product.b.sideDim);
}

Value BlockProduct::depth(OpBuilder &builder, ValueRange operands, Value seen) const {
  return cut == CutDimension::Depth && seen ? seen
                                            : sizeOf(builder, loc, operands[product.a.operand], product.a.depthDim);
}

SmallVector<Value> BlockProduct::prepare(OpBuilder &builder, Value rows, Value seen, ValueRange operands) const {
  SmallVector<Value> sizes{rows, columns(builder, operands, seen), depth(builder, operands, seen)};
  return SmallVector<Value>(func::CallOp::create(builder, loc, functions.prepare, sizes).getResults());
}

Value BlockProduct::scratchBytes(OpBuilder &builder, Value rows, ValueRange operands) const {
  IndexMath ix(builder, loc);
  // Fewer rows may take more tiles: those that fill no tile are cut into pairs.
  GemmForm form(description, parameters);
  if (!form.spreadsRows() && !form.isTiled())
    rows = ix.mul(ix.add(ix.div(rows, parameters.mr), parameters.mr / 2), parameters.mr);
  Value bytes = prepare(builder, rows, nullptr, operands)[1];
  if (cut != CutDimension::Depth)
    return bytes;
  // Blocks of K are even: those of a part may be longer than those of the whole.
  Value most = ix.min(depth(builder, operands, nullptr), parameters.kc);
  return ix.max(bytes, prepare(builder, rows, most, operands)[1]);
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

void BlockProduct::emit(OpBuilder &builder, const RowBlock &block, ValueRange operands, ValueRange scalars, Value a,
                        Value c, Value scratch) const {
  SmallVector<Value> launch = prepare(builder, block.rows, block.seen, operands);
  Value n = columns(builder, operands, block.seen), k = depth(builder, operands, block.seen);
  GemmTypes types = gemmTypes(description, parameters);
  auto ordered = [](bool swap, Value outer, Value inner) {
    return swap ? SmallVector<Value>{inner, outer} : SmallVector<Value>{outer, inner};
  };
  SmallVector<Value> ofA = ordered(description.a.transposed, block.rows, k), ofC{block.rows, n};
  SmallVector<Value> ofB = ordered(description.b.transposed, k, n);
  auto lengthOf = [&](unsigned operand) { return signature->operands[operand].getShape().back(); };
  Value memoryA = operands[product.a.operand], memoryB = operands[product.b.operand];
  SmallVector<Value> arguments{a ? inScratch(builder, loc, a, types.a, lengthOf(product.a.operand), ofA)
                                 : matrixOf(builder, loc, memoryA, types.a, block, product.a.sideDim, ofA),
                               matrixOf(builder, loc, memoryB, types.b, block, std::nullopt, ofB),
                               c ? inScratch(builder, loc, c, types.c, lengthOf(operands.size() - 1), ofC)
                                 : matrixOf(builder, loc, operands.back(), types.c, block, batchRank(), ofC)};
  llvm::append_range(arguments, operands);
  llvm::append_range(arguments, scalars);
  llvm::append_range(arguments, block.batch);
  arguments.push_back(block.first);
  llvm::append_range(arguments, ArrayRef(launch).drop_front(3));
  Value none = arith::ConstantIndexOp::create(builder, loc, 0);
  arguments.append({scratch, none, launch[0]});
  func::CallOp::create(builder, loc, functions.run, arguments);
}

} // namespace weir::cpu
