// See BlockProduct.h.
#include "lib/Target/Cpu/Chain/BlockProduct.h"

#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;

std::optional<BlockProduct> BlockProduct::of(func::FuncOp part, std::optional<int64_t> rows, const CpuThroughput &cpu) {
  std::optional<nest::Contraction> sum = nest::findContraction(part);
  std::optional<MatrixProduct> product = sum ? asProductOfMatrices(*sum) : std::nullopt;
  if (!product || sum->loops.rows.size() != 1 || sum->loops.columns.size() != 1 || sum->loops.depth.size() != 1)
    return std::nullopt;
  return BlockProduct(part, *product, rows, cpu);
}

BlockProduct::BlockProduct(func::FuncOp part, const MatrixProduct &product, std::optional<int64_t> rows,
                           const CpuThroughput &cpu)
    : part(part), loc(part.getLoc()), product(product), signature(std::make_unique<KernelSignature>(part)),
      plan(std::make_unique<nest::NestPlan>(part)), description(describe(rows)),
      parameters(chooseParameters(cpu, description)) {}

GemmDescription BlockProduct::describe(std::optional<int64_t> rows) const {
  auto operandOf = [&](const nest::ProductFactor &factor, bool transposed) {
    MemRefType type = signature->operands[factor.operand];
    GemmOperand operand{type.getElementType()};
    operand.transposed = transposed;
    operand.unitInner = type.getLayout().isIdentity();
    operand.outerStride = type.getStridesAndOffset().first[batchRank()];
    return operand;
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
  d.n = product.sum.sizes[loops.columns[0]];
  d.k = product.sum.sizes[loops.depth[0]];
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
  int64_t lanes = cast<VectorType>(site.accumulator.getType()).getNumElements();
  unsigned numOperands = signature->operands.size(), numBlock = batchRank() + 1;
  ValueRange scalars = site.operands.drop_front(numOperands).drop_back(numBlock);
  ValueRange block = site.operands.take_back(numBlock);
  VectorEvaluator evaluator(
      *plan, part, {builder, site.operands.take_front(numOperands), scalars, signature->numInputs}, lanes, site.mask);
  nest::Positions positions;
  for (Value index : block.drop_back())
    positions.push_back({index, DimPosition::Kind::Scalar, 0});
  Value row = IndexMath(builder, loc).add(block.back(), site.row);
  positions.append({{row, DimPosition::Kind::Scalar, 0}, {site.column, DimPosition::Kind::Lane, 0}});
  evaluator.define(product.sum.generic->getResult(0), positions, site.accumulator);
  return evaluator.evaluate(plan->output(0), positions);
}

Value BlockProduct::size(OpBuilder &builder, ValueRange operands, unsigned operand, unsigned dim) const {
  return builder.createOrFold<memref::DimOp>(loc, operands[operand],
                                             arith::ConstantIndexOp::create(builder, loc, dim).getResult());
}

SmallVector<Value> BlockProduct::prepare(OpBuilder &builder, Value rows, ValueRange operands) const {
  Value columns = size(builder, operands, product.b.operand, product.b.sideDim);
  Value depth = size(builder, operands, product.a.operand, product.a.depthDim);
  return SmallVector<Value>(
      func::CallOp::create(builder, loc, functions.prepare, ValueRange{rows, columns, depth}).getResults());
}

Value BlockProduct::scratchBytes(OpBuilder &builder, Value rows, ValueRange operands) const {
  return prepare(builder, rows, operands)[1];
}

namespace {

/// A matrix of a batch, or `rows` of it along `dim`.
Value matrixOf(OpBuilder &builder, mlir::Location loc, Value memory, MemRefType type, const RowBlock &block,
               std::optional<unsigned> dim) {
  unsigned batchRank = block.batch.size();
  SmallVector<OpFoldResult> offsets(block.batch), sizes(batchRank, builder.getIndexAttr(1));
  for (unsigned d = batchRank; d < batchRank + 2; ++d) {
    int64_t known = type.getDimSize(d - batchRank);
    offsets.push_back(d == dim ? OpFoldResult(block.first) : builder.getIndexAttr(0));
    if (!ShapedType::isDynamic(known))
      sizes.push_back(builder.getIndexAttr(known));
    else
      sizes.push_back(d == dim ? block.rows : memref::DimOp::create(builder, loc, memory, d).getResult());
  }
  SmallVector<OpFoldResult> strides(batchRank + 2, builder.getIndexAttr(1));
  return memref::SubViewOp::create(builder, loc, type, memory, offsets, sizes, strides);
}

} // namespace

void BlockProduct::emit(OpBuilder &builder, const RowBlock &block, ValueRange operands, ValueRange scalars, Value a,
                        Value c, Value scratch) const {
  SmallVector<Value> plan = prepare(builder, block.rows, operands);
  GemmTypes types = gemmTypes(description, parameters);
  auto inScratch = [&](Value memory, MemRefType type) -> Value {
    Attribute one = builder.getIndexAttr(1), columns = builder.getIndexAttr(type.getDimSize(1));
    OpFoldResult rows = type.isDynamicDim(0) ? OpFoldResult(block.rows) : builder.getIndexAttr(type.getDimSize(0));
    return memref::ReinterpretCastOp::create(builder, loc, type, memory, OpFoldResult(builder.getIndexAttr(0)),
                                             ArrayRef<OpFoldResult>{rows, columns},
                                             ArrayRef<OpFoldResult>{columns, one});
  };
  SmallVector<Value> arguments{
      a ? inScratch(a, types.a)
        : matrixOf(builder, loc, operands[product.a.operand], types.a, block, product.a.sideDim),
      matrixOf(builder, loc, operands[product.b.operand], types.b, block, std::nullopt),
      c ? inScratch(c, types.c) : matrixOf(builder, loc, operands.back(), types.c, block, batchRank())};
  llvm::append_range(arguments, operands);
  llvm::append_range(arguments, scalars);
  llvm::append_range(arguments, block.batch);
  arguments.push_back(block.first);
  llvm::append_range(arguments, ArrayRef(plan).drop_front(3));
  Value none = arith::ConstantIndexOp::create(builder, loc, 0);
  arguments.append({scratch, none, plan[0]});
  func::CallOp::create(builder, loc, functions.run, arguments);
}

} // namespace weir::cpu
