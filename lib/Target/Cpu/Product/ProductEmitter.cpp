// Between kernels on linalg and the generator of matrix products: says which products it has code for, describes their
// operands, and lets the evaluator build the epilogue on accumulators.
#include "lib/Target/Cpu/Product/ProductEmitter.h"

#include "lib/Target/Cpu/Gemm/Gemm.h"
#include "lib/Target/Cpu/Gemm/GemmFlat.h"
#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmKnobs.h"
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Native/Codegen.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::NestPlan;
using nest::Positions;

namespace {

class ProductForm : public KernelForm {
public:
  ProductForm(const KernelSite &site, MatrixProduct product)
      : kernel(site.kernel), product(std::move(product)), signature(site.signature), cpu(site.cpu), plan(kernel),
        description(describe()), parameters(suggestedParameters()) {}

  StringRef name() const override { return "product"; }
  SmallVector<Knob> knobs() override { return knobsOf(description, cpu, parameters); }
  std::string problem() const override { return problemOf(cpu, parameters); }

  LogicalResult emit(ModuleOp into) override {
    module = into;
    OpBuilder builder(module.getContext());
    builder.setInsertionPointToEnd(module.getBody());
    auto finish = [&](OpBuilder &at, mlir::Location, const EpilogueSite &site) { return epilogue(at, site); };
    GemmFunctions functions = emitGemmFunctions(builder, module, description, parameters, {finish});
    emitPrepare(functions);
    emitRun(functions);
    module->setAttr(kOptimizedAttr, builder.getUnitAttr());
    kernel.erase();
    return success();
  }

private:
  bool isPacked() const { return product.packed.panel > 0; }
  unsigned batchRank() const { return product.a.batchDims.size(); }

  /// A packed B was packed for rows and columns that were not known.
  GemmParameters suggestedParameters() const {
    GemmDescription d = description;
    if (isPacked())
      d.m = d.n = ShapedType::kDynamic;
    return chooseParameters(cpu, d);
  }

  GemmOperand describeOperand(const nest::ProductFactor &factor, bool transposed) {
    return cpu::describeOperand(signature.operands[factor.operand], batchRank(), transposed);
  }

  GemmDescription describe() {
    MemRefType result = signature.operands.back();
    const nest::ContractionLoops &loops = product.sum.loops;
    GemmDescription d{.name = "product",
                      .location = kernel.getLoc(),
                      .a = describeOperand(product.a, !product.a.depthInner),
                      .b = isPacked() ? GemmOperand{product.sum.element(1)}
                                      : describeOperand(product.b, product.b.depthInner),
                      .accumulatorType = product.sum.accumulator,
                      .resultType = result.getElementType()};
    d.packedB = isPacked();
    d.packedDepth = product.packed.depth;
    d.batchRank = batchRank();
    d.resultStride = result.getDimSize(d.batchRank + 1);
    d.m = product.sum.sizes[loops.rows[0]];
    d.n = product.sum.sizes[loops.columns[0]];
    d.k = product.sum.sizes[loops.depth[0]];
    // An operand of the epilogue may be the result's memory where their types allow the planner to say so.
    d.resultAliased = llvm::is_contained(ArrayRef(signature.operands).drop_back(), result);
    llvm::append_range(d.epilogueTypes, signature.operands);
    d.epilogueTypes.append(signature.numScalars, IndexType::get(kernel.getContext()));
    return d;
  }

  Value epilogue(OpBuilder &builder, const EpilogueSite &site) {
    ValueRange scalars = site.operands.drop_front(signature.operands.size());
    return finishProduct(builder, {plan, kernel, signature, product}, site, scalars, site.batch, site.row);
  }

  /// The panels as an array of words.
  Value packedB(RunFunction &run, MemRefType type) {
    Value panels = run.operands[product.b.operand];
    Value flat =
        memref::CollapseShapeOp::create(run.builder, run.loc, panels, ArrayRef<ReassociationIndices>{{0, 1, 2}});
    return viewElements(run.builder, run.loc, flat, type);
  }

  void emitPrepare(const GemmFunctions &functions) {
    PrepareFunction prepare(module, kernel.getLoc(), signature);
    auto sizeOf = [&](Value memory, unsigned dim) -> Value {
      return memref::DimOp::create(prepare.builder, prepare.loc, memory, dim);
    };
    Value result = prepare.operands.back(), products;
    for (unsigned dim = 0; dim < batchRank(); ++dim) {
      Value size = sizeOf(result, dim);
      products = products ? arith::MulIOp::create(prepare.builder, prepare.loc, products, size).getResult() : size;
    }
    SmallVector<Value> sizes;
    if (products)
      sizes.push_back(products);
    sizes.append({sizeOf(result, batchRank()), sizeOf(result, batchRank() + 1),
                  sizeOf(prepare.operands[product.a.operand], product.a.depthDim)});
    auto call = func::CallOp::create(prepare.builder, prepare.loc, functions.prepare, sizes);
    prepare.setTiles(call.getResult(0));
    prepare.setScratchBytes(call.getResult(1));
    prepare.setWorkspaceBytes(call.getResult(2));
    for (int64_t i = 0; i < functions.scalars; ++i)
      prepare.setScalar(i, call.getResult(3 + i));
    prepare.finish();
  }

  void emitRun(const GemmFunctions &functions) {
    RunFunction run(module, kernel.getLoc(), signature);
    GemmTypes types = gemmTypes(description, parameters);
    auto as = [&](Value memory, MemRefType type) -> Value {
      return memory.getType() == type ? memory : Value(memref::CastOp::create(run.builder, run.loc, type, memory));
    };
    Value b = isPacked() ? packedB(run, types.b) : as(run.operands[product.b.operand], types.b);
    SmallVector<Value> arguments = {as(run.operands[product.a.operand], types.a), b, as(run.operands.back(), types.c)};
    llvm::append_range(arguments, run.operands);
    llvm::append_range(arguments, run.scalars);
    for (int64_t i = 0; i < functions.scalars; ++i)
      arguments.push_back(run.launchScalar(i));
    arguments.append({run.scratch, run.firstTile, run.tileCount});
    func::CallOp::create(run.builder, run.loc, functions.run, arguments);
    run.finish();
  }

  ModuleOp module; ///< while code is emitted
  func::FuncOp kernel;
  MatrixProduct product;
  const KernelSignature &signature;
  CpuThroughput cpu;
  NestPlan plan;
  GemmDescription description;
  GemmParameters parameters;
};

} // namespace

GemmOperand describeOperand(MemRefType type, unsigned batchRank, bool transposed) {
  GemmOperand operand;
  operand.elementType = type.getElementType();
  operand.transposed = transposed;
  operand.unitInner = type.getLayout().isIdentity();
  operand.outerStride = type.getStridesAndOffset().first[batchRank];
  return operand;
}

Value finishProduct(OpBuilder &builder, const ProductKernel &of, const EpilogueSite &site, ValueRange scalars,
                    ValueRange batch, Value row) {
  int64_t lanes = cast<VectorType>(site.accumulator.getType()).getNumElements();
  ValueRange operands = site.operands.take_front(of.signature.operands.size());
  VectorEvaluator evaluator(of.plan, of.kernel, {builder, operands, scalars, of.signature.numInputs}, lanes, site.mask);
  Positions positions;
  for (Value index : batch)
    positions.push_back({index, DimPosition::Kind::Scalar, 0});
  positions.append({{row, DimPosition::Kind::Scalar, 0}, {site.column, DimPosition::Kind::Lane, 0}});
  linalg::GenericOp sum = of.product.sum.generic;
  evaluator.define(sum->getResult(0), positions, site.accumulator);
  return evaluator.evaluate(of.plan.output(0), positions);
}

/// The type that packed operands of `element` are multiplied and summed in.
static Type accumulatorOf(Type element) {
  return element.isBF16() ? Type(Float32Type::get(element.getContext())) : element;
}

PackedLayout packedLayout(Type element, const CpuThroughput &cpu) {
  if (!element.isF32() && !element.isF64() && !element.isBF16())
    return {};
  GemmDescription d{.name = "product",
                    .location = UnknownLoc::get(element.getContext()),
                    .a = {element},
                    .b = {element},
                    .accumulatorType = accumulatorOf(element),
                    .resultType = accumulatorOf(element)};
  d.packedB = true, d.packedDepth = kTileDepth;
  PackedB packed = packedB(d, chooseParameters(cpu, d));
  if (packed.word.getIntOrFloatBitWidth() != packed.group * element.getIntOrFloatBitWidth())
    return {};
  return {.panel = packed.columns, .group = packed.group, .depth = packed.depth};
}

/// Whether the products of a batch are too small to be packed each: nests of loops then take less time, if they read B
/// along its rows and find rows of C that they can take together (bench/gemm/README.md).
static bool areSmall(const nest::Contraction &sum, const nest::ProductFactor &b) {
  constexpr int64_t kLeast = 8, kLeastWhereNestsAreFast = 32, kRowsTogether = 4;
  int64_t m = sum.sizes[sum.loops.rows[0]], n = sum.sizes[sum.loops.columns[0]];
  bool isFastNest = !b.depthInner && !ShapedType::isDynamic(m) && m % kRowsTogether == 0;
  int64_t least = isFastNest ? kLeastWhereNestsAreFast : kLeast;
  auto isBelow = [&](int64_t size) { return !ShapedType::isDynamic(size) && size < least; };
  return !sum.loops.batch.empty() && (isBelow(m) || isBelow(n));
}

/// Whether each element of the larger factor is read once, row by row: the memory's speed is the nests', too, and their
/// sums of rows are more exact.
static bool isOfVector(const nest::Contraction &sum, const nest::ProductFactor &a, const nest::ProductFactor &b) {
  return (sum.sizes[sum.loops.columns[0]] == 1 && a.depthInner) || (sum.sizes[sum.loops.rows[0]] == 1 && b.depthInner);
}

/// Whether B is read where weir.pack puts element [k, n].
static bool readsPacked(const nest::Contraction &sum, PackedLayout layout) {
  if (layout.panel < 1 || !sum.loops.batch.empty())
    return false;
  uint64_t width = layout.panel, height = layout.group;
  AffineMap b = sum.access[1];
  AffineExpr n = getAffineDimExpr(sum.loops.columns[0], b.getContext());
  AffineExpr k = getAffineDimExpr(sum.loops.depth[0], b.getContext());
  AffineExpr expected[] = {n.floorDiv(width), k.floorDiv(height), n % width * height + k % height};
  return b.getResults() == ArrayRef(expected);
}

static bool batchIsFirst(const nest::ProductFactor &factor) {
  return llvm::equal(factor.batchDims, llvm::seq<unsigned>(factor.batchDims.size()));
}

std::optional<MatrixProduct> asProductOfMatrices(const nest::Contraction &sum) {
  linalg::GenericOp generic = sum.generic;
  std::optional<nest::ProductFactor> a = nest::productFactor(sum, 0), b = nest::productFactor(sum, 1);
  bool isProduct = nest::isInOrder(sum) && a && b && batchIsFirst(*a) && batchIsFirst(*b) &&
                   (sum.accumulator.isF32() || sum.accumulator.isF64()) && generic.getNumDpsInputs() == 2;
  return isProduct ? std::optional(MatrixProduct{sum, *a, *b, {}}) : std::nullopt;
}

/// The product that the sum of a kernel with one result is, if it is one for `productForm`.
static std::optional<MatrixProduct> asProduct(const nest::Contraction &sum, const CpuThroughput &cpu) {
  linalg::GenericOp generic = sum.generic;
  std::optional<nest::ProductFactor> a = nest::productFactor(sum, 0), b = nest::productFactor(sum, 1);
  if (!nest::isInOrder(sum) || !a || !batchIsFirst(*a) || !(sum.accumulator.isF32() || sum.accumulator.isF64()) ||
      generic.getNumDpsInputs() != 2)
    return std::nullopt;
  if (b && batchIsFirst(*b))
    return areSmall(sum, *b) || isOfVector(sum, *a, *b) ? std::nullopt : asProductOfMatrices(sum);
  auto panels = dyn_cast<BlockArgument>(sum.factor(1));
  PackedLayout packed = packedLayout(sum.element(1), cpu);
  if (!panels || !readsPacked(sum, packed) || accumulatorOf(sum.element(1)) != sum.accumulator)
    return std::nullopt;
  // Panels end with the last row, or with whole tiles; other zeros behind them nests leave alone.
  int64_t words = cast<RankedTensorType>(panels.getType()).getDimSize(1), k = sum.sizes[sum.loops.depth[0]];
  bool isWhole = !ShapedType::isDynamic(words) && words * packed.group % packed.depth == 0;
  if (!isWhole)
    packed.depth = 1;
  if (!ShapedType::isDynamic(words) && !ShapedType::isDynamic(k) &&
      words != static_cast<int64_t>(llvm::alignTo(k, std::max(packed.depth, packed.group))) / packed.group)
    return std::nullopt;
  return MatrixProduct{sum, *a, {.operand = nest::tensorNumber(panels)}, packed};
}

std::unique_ptr<KernelForm> productForm(const KernelSite &site) {
  std::optional<MatrixProduct> product = site.sum ? asProduct(*site.sum, site.cpu) : std::nullopt;
  return product ? std::make_unique<ProductForm>(site, *std::move(product)) : nullptr;
}

} // namespace weir::cpu
