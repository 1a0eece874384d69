// Makes sizes of arguments `?`, and infers types from there.
#include "lib/Fuzz/DynamicSizes.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Fuzz/ProgramInputs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace weir::fuzz {

namespace {

class SizeRewriter {
public:
  SizeRewriter(func::FuncOp job, ArrayRef<int64_t> sizes) : job(job), block(job.getBody().front()), sizes(sizes) {}

  LogicalResult run() {
    for (BlockArgument argument : block.getArguments())
      makeDynamic(argument);
    for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
      if (failed(rewrite(&op)))
        return failure();
    job.setType(
        FunctionType::get(job.getContext(), block.getArgumentTypes(), block.getTerminator()->getOperandTypes()));
    return success();
  }

private:
  void makeDynamic(BlockArgument argument) {
    auto type = cast<RankedTensorType>(argument.getType());
    SmallVector<int64_t> shape(type.getShape());
    for (auto [dim, size] : llvm::enumerate(shape))
      if (llvm::is_contained(sizes, size)) {
        givenBy.try_emplace(size, argument, static_cast<int64_t>(dim));
        size = ShapedType::kDynamic;
      }
    argument.setType(type.clone(shape));
  }

  LogicalResult rewrite(Operation *op) {
    if (op->hasTrait<ResultSized>())
      return askForSizes(op), success();
    if (auto gradient = dyn_cast<GradientOp>(op))
      for (auto [wrt, result] : llvm::zip_equal(gradient.getWrt(), gradient.getResults()))
        result.setType(wrt.getType());
    if (auto assign = dyn_cast<AssignOp>(op))
      restoreSizes(assign);
    return isa<InferTypeOpInterface>(op) ? inferAgain(op) : success();
  }

  /// The sizes of the result that arguments have are read from there.
  void askForSizes(Operation *op) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (auto constant = dyn_cast<ConstantOp>(op); constant && !constant.getValue().isSplat())
      return;
    OpBuilder builder(op);
    SmallVector<int64_t> shape(type.getShape());
    SmallVector<Value> operands(op->getOperands());
    for (int64_t &size : shape)
      if (auto given = givenBy.find(size); given != givenBy.end()) {
        auto [argument, dim] = given->second;
        operands.push_back(DimOp::create(builder, op->getLoc(), argument, dim));
        size = ShapedType::kDynamic;
      }
    op->setOperands(operands);
    op->getResult(0).setType(type.clone(shape));
  }

  /// A variable's sizes are static.
  void restoreSizes(AssignOp assign) {
    auto variable = SymbolTable::lookupNearestSymbolFrom<VariableOp>(assign, assign.getVariableAttr());
    Type type = variable.getTypeAttr().getValue();
    if (assign.getValue().getType() == type)
      return;
    OpBuilder builder(firstAssign());
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, cast<RankedTensorType>(type).getRank()));
    Value value = BroadcastOp::create(builder, assign.getLoc(), type, assign.getValue(), ValueRange(),
                                      builder.getDenseI64ArrayAttr(dims));
    assign.getValueMutable().assign(value);
  }

  /// Between assigns stands nothing.
  Operation *firstAssign() { return *block.getOps<AssignOp>().begin(); }

  static LogicalResult inferAgain(Operation *op) {
    SmallVector<Type> types;
    if (failed(cast<InferTypeOpInterface>(op).inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                                                               op->getAttrDictionary(), op->getPropertiesStorage(),
                                                               op->getRegions(), types)))
      return failure();
    for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
      result.setType(type);
    return success();
  }

  func::FuncOp job;
  Block &block;
  ArrayRef<int64_t> sizes;
  DenseMap<int64_t, std::pair<BlockArgument, int64_t>> givenBy;
};

} // namespace

OwningOpRef<ModuleOp> withDynamicSizes(ModuleOp module) {
  OwningOpRef<ModuleOp> dynamic(module.clone());
  auto sizes = module->getAttrOfType<DenseI64ArrayAttr>(kDynamicAttr);
  if (!sizes)
    return dynamic;
  for (auto function : dynamic->getOps<func::FuncOp>())
    if (failed(SizeRewriter(function, sizes).run()))
      return nullptr;
  if (failed(verify(*dynamic)))
    return nullptr;
  return dynamic;
}

} // namespace weir::fuzz
