// Between kernels on linalg and the generator of matrix products: recognizes the product, describes its operands, and
// lets the evaluator build the epilogue on accumulators.
#include "lib/Target/Cpu/ProductEmitter.h"

#include "lib/Target/Cpu/Gemm.h"
#include "lib/Target/Cpu/GemmFlat.h"
#include "lib/Target/Cpu/VectorEvaluator.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Nest/Product.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

using nest::NestPlan;
using nest::Position;
using nest::Positions;

namespace {

/// The numbers of a product's three loops, and how B is packed where it comes so.
struct ProductLoops {
  unsigned m, n, k;
  PackedLayout packed = {};
};

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

/// C[m, n] += A * B with A read at [m, k] or [k, m], and B at [k, n], [n, k] or in panels.
std::optional<ProductLoops> loopsOf(linalg::GenericOp generic) {
  if (generic.getNumLoops() != 3 || generic.getNumReductionLoops() != 1 || generic.getNumDpsInputs() != 2)
    return std::nullopt;
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  SmallVector<unsigned> reductions;
  generic.getReductionDims(reductions);
  if (maps[2].getNumResults() != 2 || !maps[2].isProjectedPermutation())
    return std::nullopt;
  ProductLoops loops{maps[2].getDimPosition(0), maps[2].getDimPosition(1), reductions[0]};
  auto reads = [&](AffineMap map, unsigned x, unsigned y) {
    return map.getNumResults() == 2 && map.isProjectedPermutation() &&
           ((map.getDimPosition(0) == x && map.getDimPosition(1) == y) ||
            (map.getDimPosition(0) == y && map.getDimPosition(1) == x));
  };
  if (!reads(maps[0], loops.m, loops.k))
    return std::nullopt;
  if (reads(maps[1], loops.k, loops.n))
    return loops;
  std::optional<PackedLayout> packed = packingOf(maps[1], loops.n, loops.k);
  if (!packed)
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

  GemmOperand describeOperand(unsigned input, unsigned outerLoop) {
    MemRefType type = signature.operands[operandOf(input)];
    AffineMap map = product.getMatchingIndexingMap(product.getDpsInputOperand(input));
    GemmOperand operand;
    operand.elementType = type.getElementType();
    operand.transposed = cast<AffineDimExpr>(map.getResult(0)).getPosition() != outerLoop;
    operand.unitInner = type.getLayout().isIdentity();
    operand.outerStride = operand.unitInner ? type.getDimSize(1) : ShapedType::kDynamic;
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
    d.resultStride = result.getDimSize(1);
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
    Positions positions = {{site.row, Position::Kind::Scalar, 0}, {site.column, Position::Kind::Lane, 0}};
    evaluator.define(product.getResult(0), positions, site.accumulator);
    return evaluator.evaluate(plan.output(0), positions);
  }

  /// Of m and n by the result, of k by A.
  Value sizeOf(KernelFunction &function, unsigned loop) {
    auto dim = [&](Value memory, int64_t d) -> Value {
      return memref::DimOp::create(function.builder, function.loc, memory, d);
    };
    if (loop == loops.k)
      return dim(function.operands[operandOf(0)], description.a.transposed ? 0 : 1);
    return dim(function.operands.back(), loop == loops.m ? 0 : 1);
  }

  /// The panels as an array of words.
  Value packedB(RunFunction &run, MemRefType type) {
    Value panels = run.operands[operandOf(1)];
    Value flat =
        memref::CollapseShapeOp::create(run.builder, run.loc, panels, ArrayRef<ReassociationIndices>{{0, 1, 2}});
    return viewElements(run.builder, run.loc, flat, type);
  }

  void emitPrepare(const GemmFunctions &functions) {
    PrepareFunction prepare(module, kernel.getLoc(), signature);
    Value sizes[] = {sizeOf(prepare, loops.m), sizeOf(prepare, loops.n), sizeOf(prepare, loops.k)};
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
  // The result is written where the product is: at [m, n].
  ProductLoops loops = *loopsOf(product);
  NestPlan plan(kernel);
  SmallVector<int> rowsAndColumns = {plan.loopOf(product, loops.m), plan.loopOf(product, loops.n)};
  return plan.outputLoops(0) == ArrayRef(rowsAndColumns) ? product : nullptr;
}

void emitProduct(ModuleOp module, func::FuncOp kernel, linalg::GenericOp product, const KernelSignature &signature,
                 const CpuThroughput &cpu) {
  ProductEmitter(module, kernel, product, signature, cpu).emit();
  kernel.erase();
}

} // namespace weir::cpu
