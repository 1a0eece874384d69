// Turns groups into functions and calls of them.
#include "passes/Lowering/OutlineKernels/Passes.h"

#include "dialects/Interfaces/CompositeNames.h"
#include "dialects/Weir/Shape/Ops.h"
#include "passes/Lowering/OutlineKernels/InPlace.h"
#include "passes/Lowering/OutlineKernels/OrderByUse.h"
#include "passes/Lowering/OutlineKernels/ShareDraws.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "passes/Lowering/OutlineKernels/Passes.h.inc"

namespace {

/// "linear_relu", "add_mul": the ops that compute, a few of them, as the user wrote them: a composite op once for all
/// that it is made of.
std::string kernelName(kernel::GroupOp group) {
  constexpr unsigned kMaxNames = 4;
  SmallVector<StringRef> names;
  for (Operation &op : group.getBody().front().without_terminator()) {
    if (!isa<SemanticsInterface>(op) || isa<BroadcastOp, ConstantOp>(op))
      continue;
    StringRef composite = compositeAt(op.getLoc());
    if (composite.empty())
      names.push_back(op.getName().stripDialect());
    else if (!llvm::is_contained(names, composite))
      names.push_back(composite);
  }
  if (names.empty())
    return "move";
  SmallVector<StringRef> shown(ArrayRef(names).take_back(kMaxNames));
  if (names.size() > kMaxNames)
    shown.front() = names.front();
  return llvm::join(shown, "_");
}

class Outliner {
public:
  explicit Outliner(ModuleOp module) : module(module), symbols(module), dimPatterns(collectDimPatterns(module)) {}

  void outline(kernel::GroupOp group) {
    orderByUse(group);
    SmallVector<int64_t> inPlace = inPlaceOperands(group);
    SmallVector<Value> inner = resultSizesInside(group);
    SmallVector<int64_t> order = tensorsFirst(group);
    func::FuncOp kernel = findOrCreate(group, order);

    OpBuilder builder(group);
    IRMapping outside;
    outside.map(group.getBody().getArguments(), group.getOperands());
    SmallVector<Value> sizes =
        llvm::map_to_vector(inner, [&](Value size) { return cloneSize(builder, size, outside); });
    auto operands = llvm::map_to_vector(order, [&](int64_t i) { return group.getOperand(i); });
    for (int64_t &operand : inPlace)
      operand = operand < 0 ? -1 : std::distance(order.begin(), llvm::find(order, operand));
    DenseI64ArrayAttr inPlaceAttr =
        llvm::all_of(inPlace, [](int64_t i) { return i < 0; }) ? nullptr : builder.getDenseI64ArrayAttr(inPlace);
    auto call = kernel::CallOp::create(builder, group.getLoc(), group.getResultTypes(), kernel.getSymName(), operands,
                                       sizes, inPlaceAttr);
    remember(call);
    group.replaceAllUsesWith(call);
    group.erase();
  }

private:
  static FrozenRewritePatternSet collectDimPatterns(ModuleOp module) {
    RewritePatternSet patterns(module.getContext());
    DimOp::getCanonicalizationPatterns(patterns, module.getContext());
    return patterns;
  }

  /// Sizes of the results as values inside the group: its index arguments, constants, or sizes of its arguments.
  SmallVector<Value> resultSizesInside(kernel::GroupOp group) {
    Operation *yield = group.getBody().front().getTerminator();
    OpBuilder builder(yield);
    SmallVector<Value> sizes;
    SmallVector<Operation *> dims;
    for (Value value : yield->getOperands()) {
      auto type = cast<RankedTensorType>(value.getType());
      for (int64_t d = 0; d < type.getRank(); ++d)
        if (type.isDynamicDim(d))
          dims.push_back(DimOp::create(builder, group.getLoc(), value, d));
    }
    // A list of their uses survives the rewriting that replaces them.
    for (Operation *dim : dims)
      sizes.push_back(dim->getResult(0));
    auto anchor = kernel::YieldOp::create(builder, group.getLoc(), sizes);
    (void)applyOpPatternsGreedily(dims, dimPatterns,
                                  GreedyRewriteConfig().setStrictness(GreedyRewriteStrictness::AnyOp));
    sizes.assign(anchor.getOperands().begin(), anchor.getOperands().end());
    anchor.erase();
    return sizes;
  }

  Value cloneSize(OpBuilder &builder, Value size, IRMapping &outside) {
    if (Value known = outside.lookupOrNull(size))
      return known;
    if (auto dim = size.getDefiningOp<DimOp>()) {
      Value tensor = outside.lookup(dim.getX());
      if (auto it = sizesOf.find(tensor); it != sizesOf.end())
        return it->second[cast<RankedTensorType>(tensor.getType()).getDynamicDimIndex(dim.getDim())];
    }
    for (Value operand : size.getDefiningOp()->getOperands())
      if (operand.getType().isIndex())
        outside.map(operand, cloneSize(builder, operand, outside));
    return builder.clone(*size.getDefiningOp(), outside)->getResult(0);
  }

  void remember(kernel::CallOp call) {
    auto sizes = call.getSizes();
    for (Value result : call.getResults()) {
      int64_t count = cast<RankedTensorType>(result.getType()).getNumDynamicDims();
      sizesOf[result] = llvm::to_vector(sizes.take_front(count));
      sizes = sizes.drop_front(count);
    }
  }

  static SmallVector<int64_t> tensorsFirst(kernel::GroupOp group) {
    SmallVector<int64_t> order, scalars;
    for (auto [i, operand] : llvm::enumerate(group.getOperands()))
      (operand.getType().isIndex() ? scalars : order).push_back(i);
    llvm::append_range(order, scalars);
    return order;
  }

  /// An input of the job that may have any strides keeps them on its way into a kernel.
  static bool isStrided(Value operand) {
    auto argument = dyn_cast<BlockArgument>(operand);
    auto job = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
    return job && job.getArgAttr(argument.getArgNumber(), kernel::kStridedAttr);
  }

  /// Equal for equal kernels, and rarely for others.
  static size_t structureOf(func::FuncOp kernel) {
    llvm::hash_code hash = hash_value(kernel.getFunctionType());
    for (Operation &op : kernel.getBody().front()) {
      hash = llvm::hash_combine(hash, op.getName(), op.getRawDictionaryAttrs(), op.hashProperties());
      for (Value operand : op.getOperands())
        if (auto argument = dyn_cast<BlockArgument>(operand))
          hash = llvm::hash_combine(hash, argument.getArgNumber());
    }
    return hash;
  }

  func::FuncOp findOrCreate(kernel::GroupOp group, ArrayRef<int64_t> order) {
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    Block &source = group.getBody().front();
    SmallVector<Type> types = llvm::map_to_vector(order, [&](int64_t i) { return group.getOperand(i).getType(); });
    auto type = builder.getFunctionType(types, group.getResultTypes());
    auto kernel = func::FuncOp::create(builder, group.getLoc(), kernelName(group), type);
    kernel.setPrivate();
    kernel->setAttr(kernel::kKernelAttr, builder.getUnitAttr());
    builder.setInsertionPointToStart(kernel.addEntryBlock());
    IRMapping mapping;
    for (auto [argument, i] : llvm::zip(kernel.getArguments(), order)) {
      mapping.map(source.getArgument(i), argument);
      if (isStrided(group.getOperand(i)))
        kernel.setArgAttr(argument.getArgNumber(), kernel::kStridedAttr, builder.getUnitAttr());
    }
    // Of sizes, a kernel knows those that it is given.
    for (Operation &op : source.without_terminator())
      if (llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
        builder.clone(op, mapping);
    func::ReturnOp::create(builder, group.getLoc(),
                           llvm::map_to_vector(source.getTerminator()->getOperands(),
                                               [&](Value value) { return mapping.lookupOrDefault(value); }));
    SmallVector<func::FuncOp> &alike = kernels[structureOf(kernel)];
    for (func::FuncOp other : alike)
      if (type == other.getFunctionType() && kernel.getArgAttrsAttr() == other.getArgAttrsAttr() &&
          OperationEquivalence::isRegionEquivalentTo(&kernel.getBody(), &other.getBody(),
                                                     OperationEquivalence::IgnoreLocations)) {
        kernel.erase();
        return other;
      }
    symbols.insert(kernel);
    alike.push_back(kernel);
    return kernel;
  }

  ModuleOp module;
  SymbolTable symbols;
  FrozenRewritePatternSet dimPatterns;
  DenseMap<size_t, SmallVector<func::FuncOp>> kernels; ///< by structureOf
  DenseMap<Value, SmallVector<Value>> sizesOf;
};

struct OutlineKernels : impl::OutlineKernelsPassBase<OutlineKernels> {
  void runOnOperation() override {
    Outliner outliner(getOperation());
    SmallVector<kernel::GroupOp> groups;
    getOperation().walk([&](kernel::GroupOp group) { groups.push_back(group); });
    shareDraws(groups);
    for (kernel::GroupOp group : groups)
      outliner.outline(group);
  }
};

} // namespace

void buildLaunchPipeline(OpPassManager &passes) {
  passes.addPass(createOutlineKernelsPass());
  passes.addPass(createCSEPass());
  passes.addPass(createWriteSchedulesPass());
  passes.addPass(createVerifyLaunchesPass());
}

} // namespace weir
