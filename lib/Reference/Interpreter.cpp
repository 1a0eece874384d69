// The interpreter's spine: blocks, ops by their interface, regions that only group, and located failures.
#include "lib/Reference/Interpreter.h"

#include "dialects/Check/Ops.h"
#include "dialects/Interfaces/Decomposition.h"
#include "lib/Reference/Evaluate.h"
#include "lib/Reference/Frame.h"
#include "lib/Reference/Locations.h"

using namespace mlir;

namespace weir {

std::vector<HostValue> Frame::get(ValueRange range) const {
  std::vector<HostValue> held;
  for (Value value : range)
    held.push_back(get(value));
  return held;
}

void Frame::bind(ValueRange range, std::vector<HostValue> held) {
  for (auto [value, one] : llvm::zip_equal(range, held))
    bind(value, std::move(one));
}

std::optional<Fault> reserve(Run &run, const StaticMeta &meta) {
  constexpr int64_t bytesPerElement = 8;
  Result<int64_t> count = checkedNumElements(meta.shape);
  if (!count)
    return Fault(count.failure());
  int64_t limit = run.options.memoryLimit;
  if (*count > (limit - run.bytes) / bytesPerElement)
    return Fault("expects the values of a run to take at most " + std::to_string(limit) + " bytes, got " +
                 toString(meta) + " beside " + std::to_string(run.bytes) + " bytes");
  run.bytes += *count * bytesPerElement;
  return std::nullopt;
}

/// An op that computes tensors from tensors, by its eval.
static std::optional<Fault> runEval(Operation *op, Frame &frame) {
  Metas metas;
  Tensors operands;
  SmallVector<int64_t> sizes;
  for (Value operand : op->getOperands()) {
    if (operand.getType().isIndex())
      sizes.push_back(frame.scalar(operand));
    else
      metas.push_back(frame.tensor(operand).meta);
  }
  Result<EvalScope> scope = wholeScope(op, metas, sizes, frame.run.options.widened);
  if (!scope)
    return Fault(scope.failure());
  for (const EvalValue &result : scope->results)
    if (auto fault = reserve(frame.run, result.whole))
      return fault;
  for (Value operand : op->getOperands())
    if (!operand.getType().isIndex())
      operands.push_back(frame.tensor(operand));
  Result<Tensors> results = evaluate(op, operands, *scope);
  if (!results)
    return Fault(results.failure());
  if (frame.run.options.afterOp)
    frame.run.options.afterOp(op, *scope, operands, *results);
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), *results))
    frame.bind(value, std::move(tensor));
  return std::nullopt;
}

static std::optional<Fault> runCheck(check::CheckInterface op, Frame &frame) {
  std::optional<Failure> failure =
      compareTensors(frame.tensor(op.getActual()), frame.tensor(op.getExpected()), op.getTolerance());
  return failure ? std::optional<Fault>(*failure) : std::nullopt;
}

/// Ops that only group others, whatever dialect they are of: one region of one block, whose arguments are the op's
/// operands and whose terminator's operands are its results.
static bool isGroup(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return false;
  Block &block = op->getRegion(0).front();
  return block.mightHaveTerminator() && block.getArgumentTypes() == op->getOperandTypes() &&
         block.getTerminator()->getOperandTypes() == op->getResultTypes();
}

static std::optional<Fault> runGroup(Operation *op, Frame &frame) {
  Block &block = op->getRegion(0).front();
  frame.bind(block.getArguments(), frame.get(op->getOperands()));
  if (auto fault = runBlock(block, frame))
    return fault;
  frame.bind(op->getResults(), frame.get(block.getTerminator()->getOperands()));
  return std::nullopt;
}

static const StepTable &steps() {
  static const StepTable table = [] {
    StepTable table;
    addControlSteps(table);
    addHostScalarSteps(table);
    addCommSteps(table);
    return table;
  }();
  return table;
}

std::optional<Fault> runOp(Operation *op, Frame &frame) {
  if (isa<EvalInterface>(op))
    return runEval(op, frame);
  if (isa<DecompositionInterface>(op))
    return runComposite(op, frame);
  if (auto check = dyn_cast<check::CheckInterface>(op))
    return runCheck(check, frame);
  if (Step step = steps().find(op))
    return step(op, frame);
  if (isGroup(op))
    return runGroup(op, frame);
  return Fault(isa<CallOpInterface>(op) ? "expects calls to be written as weir.call"
                                        : "expects an op that the interpreter knows");
}

std::optional<Fault> runBlock(Block &block, Frame &frame) {
  for (Operation &op : block.without_terminator()) {
    std::optional<Fault> fault = runOp(&op, frame);
    if (!fault)
      continue;
    if (!fault->op)
      fault->op = &op;
    return fault;
  }
  return std::nullopt;
}

std::variant<std::vector<HostValue>, Fault> runFunction(func::FuncOp function, std::vector<HostValue> inputs,
                                                        Run &run) {
  auto fail = [&](std::string message) {
    Fault fault(std::move(message));
    fault.op = function;
    return fault;
  };
  if (!function.getBody().hasOneBlock())
    return fail("expects a body of one block in function " + function.getSymName().str());
  Block &block = function.getBody().front();
  Frame frame(run);
  for (auto [i, argument] : llvm::enumerate(block.getArguments())) {
    auto *tensor = std::get_if<std::shared_ptr<const HostTensor>>(&inputs[i]);
    if (!tensor)
      continue;
    if (auto failure = checkFits("input #" + std::to_string(i), metaOf(cast<RankedTensorType>(argument.getType())),
                                 (*tensor)->meta))
      return fail(failure->message);
  }
  frame.bind(block.getArguments(), std::move(inputs));
  if (auto fault = runBlock(block, frame))
    return std::move(*fault);
  return frame.get(block.getTerminator()->getOperands());
}

Result<std::vector<HostValue>> hostValues(func::FuncOp function, ArrayRef<HostTensor> inputs) {
  if (inputs.size() != function.getNumArguments())
    return Failure{"expects " + std::to_string(function.getNumArguments()) + " inputs, got " +
                   std::to_string(inputs.size())};
  std::vector<HostValue> values;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    bool isScalar = inputs[i].meta == StaticMeta{DType::I64, {}};
    if (!isa<RankedTensorType>(type) && !(type.isIndex() && isScalar))
      return Failure{"expects inputs to be tensors, or scalar i64 tensors for index arguments; input #" +
                     std::to_string(i) + " isn't"};
    if (type.isIndex())
      values.push_back(inputs[i].integers[0]);
    else
      values.push_back(std::make_shared<const HostTensor>(inputs[i]));
  }
  return values;
}

HostTensor tensorOf(const HostValue &value) {
  if (auto *tensor = std::get_if<std::shared_ptr<const HostTensor>>(&value))
    return **tensor;
  HostTensor scalar = HostTensor::zeros({DType::I64, {}});
  scalar.integers[0] = std::get<int64_t>(value);
  return scalar;
}

Result<std::vector<HostTensor>> interpret(func::FuncOp function, ArrayRef<HostTensor> inputs, VariableStore &variables,
                                          const InterpretOptions &options) {
  auto located = [](Operation *op, const std::string &message) { return Failure{opText(op) + " " + message}; };
  Result<std::vector<HostValue>> values = hostValues(function, inputs);
  if (!values)
    return located(function, values.message());
  Run run{.options = options, .variables = variables, .assigned = {}};
  auto results = runFunction(function, std::move(*values), run);
  if (auto *fault = std::get_if<Fault>(&results))
    return located(fault->op, fault->message);
  for (auto &[name, value] : run.assigned)
    variables[name] = std::move(value);
  Tensors tensors;
  for (const HostValue &value : std::get<std::vector<HostValue>>(results))
    tensors.push_back(tensorOf(value));
  return tensors;
}

} // namespace weir
