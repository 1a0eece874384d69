// Between kernels on linalg and the generator of matrix products: recognizes the product, describes its operands, and
// lets the evaluator build the epilogue on accumulators.
#include "lib/Target/Cpu/Product/ProductEmitter.h"

#include "lib/Target/Cpu/Gemm/Gemm.h"
#include "lib/Target/Cpu/Gemm/GemmFlat.h"
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Nest/Product.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::NestPlan;
using nest::Positions;

namespace {

/// The numbers of a product's loops, and how B is packed where it comes so.
struct ProductLoops {
  SmallVector<unsigned> batch;
  unsigned m, n, k;
  PackedLayout packed = {};
};

unsigned loopAt(AffineMap map, int64_t dim) { return map.getDimPosition(dim); }

/// Whether the map is of the batch's dimensions in order, then of a matrix with dimensions `x` and `y` in either order.
bool readsMatrix(AffineMap map, const ProductLoops &loops, unsigned x, unsigned y) {
  unsigned rank = loops.batch.size();
  return map.isProjectedPermutation() && map.getNumResults() == rank + 2 && map.isFunctionOfDim(x) &&
         map.isFunctionOfDim(y) &&
         llvm::all_of(llvm::seq(rank), [&](unsigned dim) { return loopAt(map, dim) == loops.batch[dim]; });
}

/// `x` and `c` if the expression is x op c.
std::optional<std::pair<AffineExpr, int64_t>> withConstant(AffineExpr expression, AffineExprKind kind) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  auto constant = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS()) : AffineConstantExpr();
  if (!constant || binary.getKind() != kind)
    return std::nullopt;
  return std::pair(binary.getLHS(), constant.getValue());
}

/// How B is packed if it is read where weir.pack puts element [k, n].
std::optional<PackedLayout> packingOf(AffineMap b, unsigned nLoop, unsigned kLoop) {
  if (b.getNumResults() != 3)
    return std::nullopt;
  AffineExpr n = getAffineDimExpr(nLoop, b.getContext()), k = getAffineDimExpr(kLoop, b.getContext());
  auto panel = withConstant(b.getResult(0), AffineExprKind::FloorDiv);
  auto group = withConstant(b.getResult(1), AffineExprKind::FloorDiv);
  PackedLayout layout{.panel = panel ? panel->second : 0, .group = group ? group->second : 1};
  if (layout.panel < 1 || layout.group < 1)
    return std::nullopt;
  uint64_t width = layout.panel, height = layout.group;
  AffineExpr expected[] = {n.floorDiv(width), k.floorDiv(height), n % width * height + k % height};
  return b.getResults() == ArrayRef(expected) ? std::optional(layout) : std::nullopt;
}

/// C[batch, m, n] += A * B with A read at [m, k] or [k, m], and B at [k, n], [n, k] or, without a batch, in panels.
std::optional<ProductLoops> loopsOf(linalg::GenericOp generic) {
  if (generic.getNumReductionLoops() != 1 || generic.getNumDpsInputs() != 2 || generic.getNumLoops() < 3)
    return std::nullopt;
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  AffineMap c = maps[2];
  int64_t rank = c.getNumResults();
  if (rank + 1 != generic.getNumLoops() || !c.isProjectedPermutation())
    return std::nullopt;
  SmallVector<unsigned> reductions;
  generic.getReductionDims(reductions);
  ProductLoops loops{{}, loopAt(c, rank - 2), loopAt(c, rank - 1), reductions[0]};
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    loops.batch.push_back(loopAt(c, dim));
  if (!readsMatrix(maps[0], loops, loops.m, loops.k))
    return std::nullopt;
  if (readsMatrix(maps[1], loops, loops.k, loops.n))
    return loops;
  std::optional<PackedLayout> packed = packingOf(maps[1], loops.n, loops.k);
  if (!packed || !loops.batch.empty())
    return std::nullopt;
  loops.packed = *packed;
  return loops;
}

bool isProductBody(linalg::GenericOp generic) {
  Type accumulator = nest::productAccumulator(generic);
  return accumulator && (accumulator.isF32() || accumulator.isF64());
}

class ProductEmitter {
public:
  ProductEmitter(ModuleOp module, func::FuncOp kernel, linalg::GenericOp product, const KernelSignature &signature,
                 const CpuThroughput &cpu)
      : module(module), kernel(kernel), product(product), signature(signature), loops(*loopsOf(product)), plan(kernel),
        description(describe()), parameters(parametersOf(cpu)) {}

  void emit() {
    OpBuilder builder(module.getContext());
    builder.setInsertionPointToEnd(module.getBody());
    GemmFunctions functions =
        emitGemmFunctions(builder, module, description, parameters,
                          [&](OpBuilder &at, mlir::Location, const EpilogueSite &site) { return epilogue(at, site); });
    emitPrepare(functions);
    emitRun(functions);
    module->setAttr(kOptimizedAttr, builder.getUnitAttr());
  }

private:
  bool isPacked() const { return loops.packed.panel > 0; }

  /// A packed B was packed for sizes that were not known.
  GemmParameters parametersOf(const CpuThroughput &cpu) {
    GemmDescription d = description;
    if (isPacked())
      d.m = d.n = d.k = ShapedType::kDynamic;
    return chooseParameters(cpu, d);
  }

  unsigned operandOf(unsigned input) { return nest::tensorNumber(cast<BlockArgument>(product.getInputs()[input])); }

  AffineMap mapOf(unsigned input) { return product.getMatchingIndexingMap(product.getDpsInputOperand(input)); }

  GemmOperand describeOperand(unsigned input, unsigned outerLoop) {
    MemRefType type = signature.operands[operandOf(input)];
    unsigned outer = loops.batch.size();
    GemmOperand operand;
    operand.elementType = type.getElementType();
    operand.transposed = loopAt(mapOf(input), outer) != outerLoop;
    operand.unitInner = type.getLayout().isIdentity();
    operand.outerStride = type.getStridesAndOffset().first[outer];
    return operand;
  }

  GemmDescription describe() {
    MemRefType result = signature.operands.back();
    SmallVector<int64_t> sizes = cast<linalg::LinalgOp>(product.getOperation()).getStaticLoopRanges();
    GemmDescription d{.name = "product",
                      .location = kernel.getLoc(),
                      .a = describeOperand(0, loops.m),
                      .b = isPacked() ? GemmOperand{signature.operands[operandOf(1)].getElementType()}
                                      : describeOperand(1, loops.k),
                      .accumulatorType = getElementTypeOrSelf(product.getResultTypes()[0]),
                      .resultType = result.getElementType()};
    d.packedB = isPacked();
    d.batchRank = static_cast<int64_t>(loops.batch.size());
    d.resultStride = result.getDimSize(d.batchRank + 1);
    d.m = sizes[loops.m];
    d.n = sizes[loops.n];
    d.k = sizes[loops.k];
    // An operand of the epilogue may be the result's memory where their types allow the planner to say so.
    d.resultAliased = llvm::is_contained(ArrayRef(signature.operands).drop_back(), result);
    llvm::append_range(d.epilogueTypes, signature.operands);
    d.epilogueTypes.append(signature.numScalars, IndexType::get(module.getContext()));
    return d;
  }

  Value epilogue(OpBuilder &builder, const EpilogueSite &site) {
    int64_t lanes = cast<VectorType>(site.accumulator.getType()).getNumElements();
    unsigned numOperands = signature.operands.size();
    VectorEvaluator evaluator(
        plan, kernel,
        {builder, site.operands.take_front(numOperands), site.operands.drop_front(numOperands), signature.numInputs},
        lanes, site.mask);
    Positions positions;
    for (Value index : site.batch)
      positions.push_back({index, DimPosition::Kind::Scalar, 0});
    positions.append({{site.row, DimPosition::Kind::Scalar, 0}, {site.column, DimPosition::Kind::Lane, 0}});
    evaluator.define(product.getResult(0), positions, site.accumulator);
    return evaluator.evaluate(plan.output(0), positions);
  }

  /// Of k by A, of the others by the result.
  Value sizeOf(KernelFunction &function, unsigned loop) {
    Value memory = loop == loops.k ? function.operands[operandOf(0)] : function.operands.back();
    AffineMap map = loop == loops.k ? mapOf(0) : mapOfResult();
    auto dim = map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
    return memref::DimOp::create(function.builder, function.loc, memory, *dim);
  }

  AffineMap mapOfResult() { return product.getIndexingMapsArray().back(); }

  /// The panels as an array of words.
  Value packedB(RunFunction &run, MemRefType type) {
    Value panels = run.operands[operandOf(1)];
    Value flat =
        memref::CollapseShapeOp::create(run.builder, run.loc, panels, ArrayRef<ReassociationIndices>{{0, 1, 2}});
    return viewElements(run.builder, run.loc, flat, type);
  }

  void emitPrepare(const GemmFunctions &functions) {
    PrepareFunction prepare(module, kernel.getLoc(), signature);
    Value products;
    for (unsigned loop : loops.batch) {
      Value size = sizeOf(prepare, loop);
      products = products ? arith::MulIOp::create(prepare.builder, prepare.loc, products, size).getResult() : size;
    }
    SmallVector<Value> sizes;
    if (products)
      sizes.push_back(products);
    for (unsigned loop : {loops.m, loops.n, loops.k})
      sizes.push_back(sizeOf(prepare, loop));
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
    Value b = isPacked() ? packedB(run, types.b) : as(run.operands[operandOf(1)], types.b);
    SmallVector<Value> arguments = {as(run.operands[operandOf(0)], types.a), b, as(run.operands.back(), types.c)};
    llvm::append_range(arguments, run.operands);
    llvm::append_range(arguments, run.scalars);
    for (int64_t i = 0; i < functions.scalars; ++i)
      arguments.push_back(run.launchScalar(i));
    arguments.append({run.scratch, run.firstTile, run.tileCount});
    func::CallOp::create(run.builder, run.loc, functions.run, arguments);
    run.finish();
  }

  ModuleOp module;
  func::FuncOp kernel;
  linalg::GenericOp product;
  const KernelSignature &signature;
  ProductLoops loops;
  NestPlan plan;
  GemmDescription description;
  GemmParameters parameters;
};

} // namespace

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
  d.packedB = true;
  PackedB packed = packedB(d, chooseParameters(cpu, d));
  if (packed.word.getIntOrFloatBitWidth() != packed.group * element.getIntOrFloatBitWidth())
    return {};
  return {.panel = packed.columns, .group = packed.group};
}

/// Whether the products of a batch are too small to be packed each: nests of loops then take less time, if they read B
/// along its rows and find rows of C that they can take together (bench/gemm/README.md).
static bool areSmall(linalg::GenericOp product, const ProductLoops &loops) {
  constexpr int64_t kLeast = 8, kLeastWhereNestsAreFast = 32, kRowsTogether = 4;
  SmallVector<int64_t> sizes = cast<linalg::LinalgOp>(product.getOperation()).getStaticLoopRanges();
  int64_t m = sizes[loops.m], n = sizes[loops.n];
  AffineMap b = product.getIndexingMapsArray()[1];
  bool readsRows = loopAt(b, b.getNumResults() - 1) == loops.n;
  bool isFastNest = readsRows && !ShapedType::isDynamic(m) && m % kRowsTogether == 0;
  int64_t least = isFastNest ? kLeastWhereNestsAreFast : kLeast;
  auto isBelow = [&](int64_t size) { return !ShapedType::isDynamic(size) && size < least; };
  return !loops.batch.empty() && (isBelow(m) || isBelow(n));
}

linalg::GenericOp findProduct(func::FuncOp kernel, const CpuThroughput &cpu) {
  if (kernel.getNumResults() != 1 || !NestPlan::isNest(kernel))
    return nullptr;
  linalg::GenericOp product = nest::onlyReduction(kernel);
  if (!product || !loopsOf(product) || !isProductBody(product) ||
      !llvm::all_of(product.getInputs(), [](Value input) { return isa<BlockArgument>(input); }))
    return nullptr;
  Type element = getElementTypeOrSelf(product.getInputs()[1].getType());
  if (PackedLayout packed = loopsOf(product)->packed; packed.panel > 0) {
    PackedLayout read = packedLayout(element, cpu);
    bool isRead = packed.panel == read.panel && packed.group == read.group;
    if (!isRead || accumulatorOf(element) != getElementTypeOrSelf(product.getResultTypes()[0]))
      return nullptr;
  }
  ProductLoops loops = *loopsOf(product);
  if (areSmall(product, loops))
    return nullptr;
  // The result is written where the product is: at [batch, m, n].
  NestPlan plan(kernel);
  SmallVector<unsigned> written(loops.batch);
  written.append({loops.m, loops.n});
  bool isThere = llvm::equal(plan.outputLoops(0), written,
                             [&](int output, unsigned loop) { return output == plan.loopOf(product, loop); });
  return isThere ? product : nullptr;
}

void emitProduct(ModuleOp module, func::FuncOp kernel, linalg::GenericOp product, const KernelSignature &signature,
                 const CpuThroughput &cpu) {
  ProductEmitter(module, kernel, product, signature, cpu).emit();
  kernel.erase();
}

} // namespace weir::cpu
