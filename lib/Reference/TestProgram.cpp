// Takes test functions apart: checks become results, constants inputs, sizes `?`.
#include "lib/Reference/TestProgram.h"

#include "dialects/Check/Ops.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Dialect.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Reference/Elements.h"
#include "lib/Reference/Locations.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace weir {

namespace {

RankedTensorType withoutSizes(RankedTensorType type) {
  return RankedTensorType::get(SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic), type.getElementType());
}

class Rewriter {
public:
  Rewriter(TestProgram &program, TestForm form)
      : program(program), block(program.function.getBody().front()), isDynamic(form == TestForm::Dynamic) {}

  std::optional<Failure> run() {
    takeChecks();
    for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
      if (auto failure = rewrite(&op))
        return failure;
    program.function.setType(FunctionType::get(program.function.getContext(), block.getArgumentTypes(),
                                               block.getTerminator()->getOperandTypes()));
    program.function->setAttr(kJobAttr, UnitAttr::get(program.function.getContext()));
    return std::nullopt;
  }

private:
  /// What checks compare becomes results.
  void takeChecks() {
    SmallVector<Value> results;
    for (auto check : llvm::make_early_inc_range(block.getOps<check::CheckInterface>())) {
      results.append({check.getActual(), check.getExpected()});
      program.checks.push_back({opText(check), check.getTolerance()});
      check->erase();
    }
    block.getTerminator()->setOperands(results);
  }

  std::optional<Failure> rewrite(Operation *op) {
    if (auto constant = dyn_cast<ConstantOp>(op); constant && isInput(constant))
      return hoist(constant, cast<ElementsAttr>(constant.getValue()));
    if (!isDynamic)
      return std::nullopt;
    if (op->hasTrait<ResultSized>()) {
      dropResultSizes(op);
      return std::nullopt;
    }
    if (isa<InferTypeOpInterface>(op) && isa<SemanticsInterface>(op))
      return inferAgain(op);
    bool isTensor = llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
    if (isTensor || op->getNumResults() == 0)
      return Failure{opText(op) + " expects to be replaced by ops whose sizes may become `?`"};
    return std::nullopt;
  }

  static bool isSplat(Value value) {
    auto constant = value.getDefiningOp<ConstantOp>();
    return constant && cast<ElementsAttr>(constant.getValue()).isSplat();
  }

  /// Constants that are no splats, and splats that are results or that an op would otherwise have as its only operands.
  static bool isInput(ConstantOp constant) {
    auto type = cast<RankedTensorType>(constant.getType());
    if (!type.hasStaticShape())
      return false;
    if (!isSplat(constant) || type.getNumElements() == 0)
      return true;
    return llvm::any_of(constant->getUsers(), [](Operation *user) {
      return user->hasTrait<OpTrait::IsTerminator>() || llvm::all_of(user->getOperands(), [](Value operand) {
               return operand.getType().isIndex() || isSplat(operand);
             });
    });
  }

  Value addInput(HostTensor tensor, RankedTensorType type, Location loc) {
    program.inputs.push_back(std::move(tensor));
    return block.addArgument(isDynamic ? withoutSizes(type) : type, loc);
  }

  std::optional<Failure> hoist(ConstantOp constant, ElementsAttr value) {
    auto type = cast<RankedTensorType>(constant.getType());
    Result<HostTensor> tensor = tensorOf(value, staticMetaOf(type));
    if (!tensor)
      return tensor.failure();
    constant.replaceAllUsesWith(addInput(std::move(*tensor), type, constant.getLoc()));
    constant.erase();
    return std::nullopt;
  }

  /// Where the result's sizes are static, the op takes them from an input of that shape: the sizes of inputs are all
  /// that a program knows of numbers at launch.
  void dropResultSizes(Operation *op) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (type.getNumDynamicDims() == type.getShape().size())
      return;
    SmallVector<Value> operands, given;
    for (Value operand : op->getOperands())
      (operand.getType().isIndex() ? given : operands).push_back(operand);
    Sizes sizes;
    for (DimSize size : metaOf(type).shape)
      sizes.push_back(size.knownOr(0));
    auto carrierType = cast<RankedTensorType>(type.clone(IntegerType::get(op->getContext(), 1)));
    Value carrier = addInput(HostTensor::zeros({DType::Bool, std::move(sizes)}), carrierType, op->getLoc());
    OpBuilder builder(op);
    auto next = given.begin();
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      operands.push_back(type.isDynamicDim(dim) ? *next++ : Value(DimOp::create(builder, op->getLoc(), carrier, dim)));
    op->setOperands(operands);
    op->getResult(0).setType(withoutSizes(type));
  }

  std::optional<Failure> inferAgain(Operation *op) {
    SmallVector<Type> types;
    if (failed(cast<InferTypeOpInterface>(op).inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                                                               op->getAttrDictionary(), op->getPropertiesStorage(),
                                                               op->getRegions(), types)))
      return Failure{opText(op) + " expects results that follow from its operands"};
    for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
      result.setType(type);
    return std::nullopt;
  }

  TestProgram &program;
  Block &block;
  bool isDynamic;
};

} // namespace

Result<TestProgram> testProgram(func::FuncOp test, TestForm form) {
  TestProgram program;
  program.module = cast<ModuleOp>(test->getParentOp()->clone());
  for (auto function : llvm::make_early_inc_range(program.module->getOps<func::FuncOp>())) {
    if (function.getSymName() == test.getSymName())
      program.function = function;
    else if (function.isPublic())
      function.erase();
  }
  if (!program.function.getBody().hasOneBlock() || program.function.getNumArguments() != 0)
    return Failure{opText(test) + " expects a test function to have one block and no arguments"};
  if (auto failure = Rewriter(program, form).run())
    return *failure;
  return program;
}

std::optional<Failure> checkResults(const TestProgram &program, ArrayRef<HostTensor> results) {
  if (results.size() != 2 * program.checks.size())
    return Failure{"expects " + std::to_string(2 * program.checks.size()) + " results, got " +
                   std::to_string(results.size())};
  for (auto [i, check] : llvm::enumerate(program.checks))
    if (auto failure = compareTensors(results[2 * i], results[2 * i + 1], check.tolerance))
      return Failure{check.op + " " + failure->message};
  return std::nullopt;
}

} // namespace weir
