// See GatheredProduct.h.
#include "lib/Target/Cpu/Product/GatheredProduct.h"

#include "lib/Target/Cpu/Gemm/Gemm.h"
#include "lib/Target/Cpu/Gemm/GemmFlat.h"
#include "lib/Target/Cpu/Gemm/GemmKnobs.h"
#include "lib/Target/Cpu/Nest/SiteEvaluator.h"
#include "lib/Target/Cpu/Product/Gather.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Native/Codegen.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::NestPlan;
using nest::Positions;

namespace {

/// Below these a product has less to do than what stands around it.
constexpr int64_t kLeastRows = 2, kLeastColumns = 8, kLeastDepth = 8;

class GatheredProductForm : public KernelForm {
public:
  GatheredProductForm(const KernelSite &site, ProductLoops product)
      : kernel(site.kernel), loops(std::move(product)), signature(site.signature), cpu(site.cpu), plan(kernel),
        description(describe()), parameters(chooseParameters(cpu, description)) {
    for (auto [operand, side] : {std::pair(&description.a, &this->loops.a), {&description.b, &this->loops.b}}) {
      if (!operand->gathered)
        continue;
      // Pairs are read along the depth, and put together there.
      if (parameters.pairs() && side == &this->loops.a)
        side->depthInner = true, operand->transposed = false;
      if (!parameters.pairs())
        operand->elementType = description.accumulatorType;
    }
  }

  StringRef name() const override { return "gathered_product"; }
  SmallVector<Knob> knobs() override { return knobsOf(description, cpu, parameters); }
  std::string problem() const override { return problemOf(cpu, parameters); }

  LogicalResult emit(ModuleOp into) override {
    module = into;
    OpBuilder builder(module.getContext());
    builder.setInsertionPointToEnd(module.getBody());
    auto finish = [&](OpBuilder &at, mlir::Location, const EpilogueSite &site) { return epilogue(at, site); };
    auto gatherA = [&](OpBuilder &at, mlir::Location loc, const GatherSite &site) {
      gather(IndexMath(at, loc), loops.a, loops.rows, !description.a.transposed, site);
    };
    auto gatherB = [&](OpBuilder &at, mlir::Location loc, const GatherSite &site) {
      gather(IndexMath(at, loc), loops.b, loops.columns, description.b.transposed, site);
    };
    GemmFunctions functions = emitGemmFunctions(builder, module, description, parameters, {finish, gatherA, gatherB});
    emitPrepare(functions);
    emitRun(functions);
    module->setAttr(kOptimizedAttr, builder.getUnitAttr());
    kernel.erase();
    return success();
  }

private:
  ArrayRef<int64_t> sizes() const { return loops.sum.sizes; }

  int64_t points(ArrayRef<unsigned> of) {
    int64_t count = 1;
    for (unsigned loop : of)
      if (ShapedType::isDynamic(sizes()[loop]))
        return ShapedType::kDynamic;
      else
        count *= sizes()[loop];
    return count;
  }

  MemRefType typeOf(const ProductSide &side) const { return signature.operands[side.access.operand]; }

  GemmOperand describe(const ProductSide &side, ArrayRef<unsigned> ofSide, bool transposed) {
    GemmOperand operand{loops.sum.element(side.factor)};
    operand.gathered = !side.isMatrix;
    operand.transposed = transposed;
    if (operand.gathered)
      return operand;
    ArrayRef<unsigned> inner = side.depthInner ? ArrayRef(loops.depth) : ofSide;
    ArrayRef<unsigned> outer = side.depthInner ? ofSide : ArrayRef(loops.depth);
    operand.unitInner = stepOf(side, inner) == 1;
    operand.outerStride = stepOf(side, outer).value_or(ShapedType::kDynamic);
    return operand;
  }

  /// The last loop that has several iterations is that of a matrix's dimension.
  std::optional<int64_t> stepOf(const ProductSide &side, ArrayRef<unsigned> of) {
    for (unsigned loop : llvm::reverse(of))
      if (sizes()[loop] != 1)
        return memoryStep(side.access, typeOf(side), loop);
    return 1;
  }

  GemmDescription describe() {
    MemRefType result = signature.operands.back();
    GemmDescription d{.name = "product",
                      .location = kernel.getLoc(),
                      .a = describe(loops.a, loops.rows, !loops.a.depthInner),
                      .b = describe(loops.b, loops.columns, loops.b.depthInner),
                      .accumulatorType = loops.sum.accumulator,
                      .resultType = result.getElementType()};
    d.batchRank = loops.batch.size();
    d.m = points(loops.rows), d.n = points(loops.columns), d.k = points(loops.depth);
    d.storesItself = !loops.storesMatrix;
    d.resultAliased = llvm::is_contained(ArrayRef(signature.operands).drop_back(), result);
    llvm::append_range(d.epilogueTypes, signature.operands);
    d.epilogueTypes.append(signature.numScalars, IndexType::get(kernel.getContext()));
    return d;
  }

  VectorEvaluator::Scope scope(OpBuilder &builder, ValueRange operands) {
    unsigned count = signature.operands.size();
    return {builder, operands.take_front(count), operands.drop_front(count), signature.numInputs};
  }

  SmallVector<Value> extents(OpBuilder &builder, ValueRange operands) {
    VectorEvaluator evaluator(plan, kernel, scope(builder, operands), 1);
    SmallVector<Value> values;
    for (unsigned loop = 0; loop < sizes().size(); ++loop)
      values.push_back(ShapedType::isDynamic(sizes()[loop])
                           ? evaluator.extent(plan.loopOf(loops.sum.generic, loop))
                           : arith::ConstantIndexOp::create(builder, kernel.getLoc(), sizes()[loop]).getResult());
    return values;
  }

  void gather(const IndexMath &ix, const ProductSide &side, ArrayRef<unsigned> ofSide, bool depthInner,
              const GatherSite &site) {
    Type target = cast<MemRefType>(site.target.getType()).getElementType();
    int64_t lanes = parameters.vectorBytes * 8 / target.getIntOrFloatBitWidth();
    int64_t narrowest =
        std::min(target.getIntOrFloatBitWidth(), loops.sum.element(side.factor).getIntOrFloatBitWidth());
    Gather form{
        side,    loops.batch, depthInner ? ofSide : ArrayRef(loops.depth), depthInner ? ArrayRef(loops.depth) : ofSide,
        sizes(), lanes,       parameters.freeMasks || narrowest >= 32};
    emitGather(ix, form, site, site.operands[side.access.operand], extents(ix.b, site.operands));
  }

  /// The indices of loops that run one inside the other, from the number of a point; of vectors alike.
  void split(OpBuilder &b, ArrayRef<unsigned> of, Value number, ArrayRef<Value> extents, DimPosition::Kind kind,
             MutableArrayRef<DimPosition> at) {
    mlir::Location loc = kernel.getLoc();
    auto wide = [&](Value x) -> Value {
      Type type = number.getType();
      return isa<VectorType>(type) ? vector::BroadcastOp::create(b, loc, type, x).getResult() : x;
    };
    for (auto [i, loop] : llvm::enumerate(llvm::reverse(of))) {
      bool isOutermost = i + 1 == of.size();
      Value size = isOutermost ? Value() : wide(extents[loop]);
      Value index = isOutermost ? number : b.createOrFold<arith::RemUIOp>(loc, number, size);
      at[loop] = {index, kind, 0};
      if (!isOutermost)
        number = b.createOrFold<arith::DivUIOp>(loc, number, size);
    }
  }

  Value epilogue(OpBuilder &builder, const EpilogueSite &site) {
    IndexMath ix(builder, kernel.getLoc());
    int64_t lanes = cast<VectorType>(site.accumulator.getType()).getNumElements();
    MemRefType result = signature.operands.back();
    SiteEvaluator evaluator(plan, kernel, scope(builder, site.operands), lanes, site.mask, result.getShape());
    SmallVector<Value> sizesOfLoops = extents(builder, site.operands);
    SmallVector<DimPosition> at(sizes().size(), {ix.constant(0), DimPosition::Kind::Scalar, 0});
    for (auto [loop, index] : llvm::zip(loops.batch, site.batch))
      at[loop] = {index, DimPosition::Kind::Scalar, 0};
    split(builder, loops.rows, site.row, sizesOfLoops, DimPosition::Kind::Scalar, at);
    placeColumns(builder, site.column, lanes, sizesOfLoops, at);
    linalg::GenericOp generic = loops.sum.generic;
    AffineMap c = generic.getIndexingMapsArray().back();
    Positions positions =
        llvm::map_to_vector(llvm::seq(c.getNumResults()), [&](unsigned d) { return at[c.getDimPosition(d)]; });
    if (loops.storesMatrix && result.getLayout().isIdentity())
      evaluator.setSite(positions, placeInResult(ix, site, sizesOfLoops));
    evaluator.define(generic->getResult(0), positions, site.accumulator);
    Value value = evaluator.evaluate(plan.output(0), positions);
    if (loops.storesMatrix)
      return value;
    evaluator.store(site.operands[signature.operands.size() - 1], value, positions);
    return {};
  }

  /// Lanes lie along the columns: along one loop, or along several, each of which then has an index for each lane.
  void placeColumns(OpBuilder &builder, Value column, int64_t lanes, ArrayRef<Value> extents,
                    MutableArrayRef<DimPosition> at) {
    if (loops.columns.size() == 1) {
      at[loops.columns[0]] = {column, DimPosition::Kind::Lane, 0};
      return;
    }
    mlir::Location loc = kernel.getLoc();
    auto type = VectorType::get({lanes}, builder.getIndexType());
    Value number = arith::AddIOp::create(builder, loc, vector::BroadcastOp::create(builder, loc, type, column),
                                         vector::StepOp::create(builder, loc, type));
    split(builder, loops.columns, number, extents, DimPosition::Kind::Vector, at);
  }

  /// Of the vector's first element.
  Value placeInResult(const IndexMath &ix, const EpilogueSite &site, ArrayRef<Value> extents) {
    linalg::GenericOp generic = loops.sum.generic;
    AffineMap c = generic.getIndexingMapsArray().back();
    SmallVector<Value> steps(sizes().size());
    Value step = ix.constant(1);
    for (unsigned d = c.getNumResults(); d-- > 0;) {
      steps[c.getDimPosition(d)] = step;
      step = ix.mul(step, extents[c.getDimPosition(d)]);
    }
    Value place = ix.add(site.column, ix.mul(site.row, steps[loops.rows.back()]));
    for (auto [loop, index] : llvm::zip(loops.batch, site.batch))
      place = ix.add(place, ix.mul(index, steps[loop]));
    return place;
  }

  // The two functions

  Value product(const IndexMath &ix, ArrayRef<unsigned> of, ArrayRef<Value> extents) {
    Value count = ix.constant(1);
    for (unsigned loop : of)
      count = ix.mul(count, extents[loop]);
    return count;
  }

  void emitPrepare(const GemmFunctions &functions) {
    PrepareFunction prepare(module, kernel.getLoc(), signature);
    IndexMath ix(prepare.builder, prepare.loc);
    SmallVector<Value> given(prepare.operands);
    llvm::append_range(given, prepare.scalars);
    SmallVector<Value> counts = extents(prepare.builder, given);
    SmallVector<Value> arguments;
    if (!loops.batch.empty())
      arguments.push_back(product(ix, loops.batch, counts));
    for (ArrayRef<unsigned> of : {ArrayRef(loops.rows), ArrayRef(loops.columns), ArrayRef(loops.depth)})
      arguments.push_back(product(ix, of, counts));
    auto call = func::CallOp::create(prepare.builder, prepare.loc, functions.prepare, arguments);
    prepare.setTiles(call.getResult(0));
    prepare.setScratchBytes(call.getResult(1));
    prepare.setWorkspaceBytes(call.getResult(2));
    for (int64_t i = 0; i < functions.scalars; ++i)
      prepare.setScalar(i, call.getResult(3 + i));
    prepare.finish();
  }

  /// The memory as [batch..., outer, inner], with the steps of these loops in it.
  Value viewAs(const IndexMath &ix, MemRefType type, Value memory, const nest::FactorAccess &access,
               ArrayRef<unsigned> outer, ArrayRef<unsigned> inner, ArrayRef<Value> extents) {
    OpBuilder &b = ix.b;
    auto metadata = memref::ExtractStridedMetadataOp::create(b, ix.loc, memory);
    auto stepOf = [&](unsigned loop) {
      Value step = ix.constant(0);
      for (auto [dim, stride] : llvm::zip(access.dims, metadata.getStrides()))
        if (dim.steps[loop] != 0)
          step = ix.add(step, ix.mul(stride, dim.steps[loop]));
      return step;
    };
    auto lastStep = [&](ArrayRef<unsigned> of) {
      for (unsigned loop : llvm::reverse(of))
        if (sizes()[loop] != 1)
          return stepOf(loop);
      return ix.constant(1);
    };
    auto [knownStrides, knownOffset] = type.getStridesAndOffset();
    auto known = [&](int64_t fact, Value value) -> OpFoldResult {
      return ShapedType::isDynamic(fact) ? OpFoldResult(value) : OpFoldResult(b.getIndexAttr(fact));
    };
    SmallVector<OpFoldResult> counts, steps;
    for (auto [i, loop] : llvm::enumerate(loops.batch)) {
      counts.push_back(known(type.getDimSize(i), extents[loop]));
      steps.push_back(known(knownStrides[i], stepOf(loop)));
    }
    for (ArrayRef<unsigned> of : {outer, inner}) {
      size_t dim = counts.size();
      counts.push_back(known(type.getDimSize(dim), product(ix, of, extents)));
      steps.push_back(known(knownStrides[dim], lastStep(of)));
    }
    Value base = viewElements(b, ix.loc, metadata.getBaseBuffer(),
                              MemRefType::Builder(cast<MemRefType>(metadata.getBaseBuffer().getType()))
                                  .setElementType(type.getElementType()));
    return memref::ReinterpretCastOp::create(b, ix.loc, type, base, OpFoldResult(metadata.getOffset()), counts, steps);
  }

  void emitRun(const GemmFunctions &functions) {
    RunFunction run(module, kernel.getLoc(), signature);
    IndexMath ix(run.builder, run.loc);
    GemmTypes types = gemmTypes(description, parameters);
    SmallVector<Value> given(run.operands);
    llvm::append_range(given, run.scalars);
    SmallVector<Value> counts = extents(run.builder, given);
    auto viewOf = [&](MemRefType type, const ProductSide &side, ArrayRef<unsigned> ofSide, bool depthInner) {
      ArrayRef<unsigned> depth = loops.depth;
      return viewAs(ix, type, run.operands[side.access.operand], side.access, depthInner ? ofSide : depth,
                    depthInner ? depth : ofSide, counts);
    };
    SmallVector<Value> arguments{viewOf(types.a, loops.a, loops.rows, !description.a.transposed),
                                 viewOf(types.b, loops.b, loops.columns, description.b.transposed),
                                 viewAs(ix, types.c, run.operands.back(), accessOfResult(loops.sum, signature),
                                        loops.rows, loops.columns, counts)};
    llvm::append_range(arguments, given);
    for (int64_t i = 0; i < functions.scalars; ++i)
      arguments.push_back(run.launchScalar(i));
    arguments.append({run.scratch, run.firstTile, run.tileCount});
    func::CallOp::create(run.builder, run.loc, functions.run, arguments);
    run.finish();
  }

  ModuleOp module; ///< while code is emitted
  func::FuncOp kernel;
  ProductLoops loops;
  const KernelSignature &signature;
  CpuThroughput cpu;
  NestPlan plan;
  GemmDescription description;
  GemmParameters parameters;
};

} // namespace

/// The contraction as a product; none where nests of loops take less time.
static std::optional<ProductLoops> asGatheredProduct(const nest::Contraction &sum, const KernelSignature &signature) {
  linalg::GenericOp generic = sum.generic;
  if (!(sum.accumulator.isF32() || sum.accumulator.isF64()) || generic.getNumDpsInputs() != 2)
    return std::nullopt;
  std::optional<ProductLoops> loops = productLoops(sum, signature);
  if (!loops)
    return std::nullopt;
  auto isBelow = [&](ArrayRef<unsigned> of, int64_t least) {
    int64_t count = 1;
    for (unsigned loop : of)
      if (ShapedType::isDynamic(sum.sizes[loop]))
        return false;
      else
        count *= sum.sizes[loop];
    return count < least;
  };
  bool isPlain = loops->a.isMatrix && loops->b.isMatrix && loops->rows.size() == 1 && loops->columns.size() == 1 &&
                 loops->depth.size() == 1 && loops->storesMatrix;
  if (isPlain || isBelow(loops->rows, kLeastRows) || isBelow(loops->columns, kLeastColumns) ||
      isBelow(loops->depth, kLeastDepth))
    return std::nullopt;
  return loops;
}

std::unique_ptr<KernelForm> gatheredProductForm(const KernelSite &site) {
  std::optional<ProductLoops> loops = site.sum ? asGatheredProduct(*site.sum, site.signature) : std::nullopt;
  return loops ? std::make_unique<GatheredProductForm>(site, *std::move(loops)) : nullptr;
}

} // namespace weir::cpu
