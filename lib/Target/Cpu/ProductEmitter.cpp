// Between kernels on linalg and the generator of matrix products: recognizes the product, describes its operands, and
// lets the Evaluator build the epilogue on accumulators.
#include "lib/Target/Cpu/ProductEmitter.h"

#include "lib/Target/Cpu/Evaluator.h"
#include "lib/Target/Cpu/Gemm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {
namespace {

/// The numbers of a product's three loops, and the width of B's panels where it comes packed.
struct ProductLoops {
  unsigned m, n, k;
  int64_t panel = 0;
};

/// The width of the panels if B is read as [n div panel, k, n mod panel].
std::optional<int64_t> panelOf(AffineMap b, unsigned n, unsigned k) {
  if (b.getNumResults() != 3)
    return std::nullopt;
  auto panel = dyn_cast<AffineBinaryOpExpr>(b.getResult(0)), column = dyn_cast<AffineBinaryOpExpr>(b.getResult(2));
  AffineExpr loop = getAffineDimExpr(n, b.getContext());
  bool isPacked = panel && column && panel.getKind() == AffineExprKind::FloorDiv && panel.getLHS() == loop &&
                  column.getKind() == AffineExprKind::Mod && column.getLHS() == loop &&
                  panel.getRHS() == column.getRHS() && b.getResult(1) == getAffineDimExpr(k, b.getContext());
  auto width = isPacked ? dyn_cast<AffineConstantExpr>(panel.getRHS()) : AffineConstantExpr();
  return width ? std::optional(width.getValue()) : std::nullopt;
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
  std::optional<int64_t> panel = panelOf(maps[1], loops.n, loops.k);
  if (!panel)
    return std::nullopt;
  loops.panel = *panel;
  return loops;
}

/// Whether the body is accumulator + convert(a) * convert(b), in f32 or f64.
bool isProductBody(linalg::GenericOp generic) {
  Block &body = *generic.getBody();
  auto add = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  auto mul = add ? add.getRhs().getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  if (!mul || add.getLhs() != body.getArgument(2))
    return false;
  Type accumulator = add.getType();
  auto isElement = [&](Value value, unsigned argument) {
    if (auto extend = value.getDefiningOp<arith::ExtFOp>())
      value = extend.getIn();
    return value == body.getArgument(argument);
  };
  return (accumulator.isF32() || accumulator.isF64()) && isElement(mul.getLhs(), 0) && isElement(mul.getRhs(), 1);
}

unsigned tensorNumber(BlockArgument argument) {
  return llvm::count_if(argument.getOwner()->getArguments().take_front(argument.getArgNumber()),
                        [](Value value) { return isa<RankedTensorType>(value.getType()); });
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
  }

private:
  /// A packed B was packed for sizes that were not known.
  GemmParameters parametersOf(const CpuThroughput &cpu) {
    GemmDescription d = description;
    if (loops.panel)
      d.m = d.n = d.k = ShapedType::kDynamic;
    return chooseParameters(cpu, d);
  }

  unsigned operandOf(unsigned input) { return tensorNumber(cast<BlockArgument>(product.getInputs()[input])); }

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
                      .b = loops.panel ? GemmOperand{signature.operands[operandOf(1)].getElementType()}
                                       : describeOperand(1, loops.k),
                      .accumulatorType = getElementTypeOrSelf(product.getResultTypes()[0]),
                      .resultType = result.getElementType()};
    d.packedB = loops.panel > 0;
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
    Evaluator evaluator(
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

  Value packedB(RunFunction &run, MemRefType type) {
    Value panels = run.operands[operandOf(1)];
    Value flat =
        memref::CollapseShapeOp::create(run.builder, run.loc, panels, ArrayRef<ReassociationIndices>{{0, 1, 2}});
    return flat.getType() == type ? flat : Value(memref::CastOp::create(run.builder, run.loc, type, flat));
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
    Value b = loops.panel ? packedB(run, types.b) : as(run.operands[operandOf(1)], types.b);
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

int64_t packedPanel(Type element, const CpuThroughput &cpu) {
  if (!element.isF32() && !element.isF64())
    return 0;
  GemmDescription d{.name = "product",
                    .location = UnknownLoc::get(element.getContext()),
                    .a = {element},
                    .b = {element},
                    .accumulatorType = element,
                    .resultType = element};
  d.packedB = true;
  GemmParameters parameters = chooseParameters(cpu, d);
  return parameters.nv * parameters.vectorBytes * 8 / element.getIntOrFloatBitWidth();
}

linalg::GenericOp findProduct(func::FuncOp kernel, const CpuThroughput &cpu) {
  if (kernel.getNumResults() != 1 || !NestPlan::isNest(kernel))
    return nullptr;
  linalg::GenericOp product;
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    if (generic.getNumReductionLoops() == 0)
      continue;
    if (product)
      return nullptr;
    product = generic;
  }
  if (!product || !loopsOf(product) || !isProductBody(product) ||
      !llvm::all_of(product.getInputs(), [](Value input) { return isa<BlockArgument>(input); }))
    return nullptr;
  Type element = getElementTypeOrSelf(product.getInputs()[1].getType());
  if (int64_t panel = loopsOf(product)->panel;
      panel && (panel != packedPanel(element, cpu) || element != getElementTypeOrSelf(product.getResultTypes()[0])))
    return nullptr;
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
