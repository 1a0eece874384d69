// Between kernels on linalg and the generator of matrix products: recognizes the product, describes its operands, and lets
// the Evaluator build the epilogue on accumulators.
#include "lib/Target/Cpu/ProductEmitter.h"

#include "lib/Target/Cpu/Evaluator.h"
#include "lib/Target/Cpu/Gemm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {
namespace {

/// The numbers of a product's three loops.
struct ProductLoops {
  unsigned m, n, k;
};

std::optional<ProductLoops> loopsOf(linalg::GenericOp generic) {
  auto isMatrix = [](Type type) { return cast<RankedTensorType>(type).getRank() == 2; };
  if (!llvm::all_of(generic->getOperandTypes(), isMatrix))
    return std::nullopt;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(cast<linalg::LinalgOp>(generic.getOperation()));
  if (failed(dims) || !dims->batch.empty() || dims->m.size() != 1 || dims->n.size() != 1 || dims->k.size() != 1)
    return std::nullopt;
  return ProductLoops{dims->m[0], dims->n[0], dims->k[0]};
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
        description(describe()), parameters(chooseParameters(cpu, description)) {}

  void emit() {
    OpBuilder builder(module.getContext());
    builder.setInsertionPointToEnd(module.getBody());
    GemmFunctions functions = emitGemmFunctions(
        builder, module, description, parameters,
        [&](OpBuilder &at, mlir::Location, const EpilogueSite &site) { return epilogue(at, site); });
    emitPrepare(functions);
    emitRun(functions);
  }

private:
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
                      .b = describeOperand(1, loops.k),
                      .accumulatorType = getElementTypeOrSelf(product.getResultTypes()[0]),
                      .resultType = result.getElementType()};
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

  Value sizeOf(KernelFunction &function, unsigned loop) {
    for (unsigned input = 0; input < 2; ++input) {
      AffineMap map = product.getMatchingIndexingMap(product.getDpsInputOperand(input));
      for (auto [d, position] : llvm::enumerate(map.getResults()))
        if (cast<AffineDimExpr>(position).getPosition() == loop)
          return memref::DimOp::create(function.builder, function.loc, function.operands[operandOf(input)], d);
    }
    llvm_unreachable("each loop of a product indexes an operand");
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
    SmallVector<Value> arguments = {as(run.operands[operandOf(0)], types.a), as(run.operands[operandOf(1)], types.b),
                                    as(run.operands.back(), types.c)};
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

linalg::GenericOp findProduct(func::FuncOp kernel) {
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
