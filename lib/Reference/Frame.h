// What the interpreter's steps work on: the values of one function call, and the state of the run around it.
#pragma once

#include "lib/Reference/Interpreter.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>
#include <variant>

namespace weir {

/// Why a step failed. The interpreter adds the op where the step doesn't name one, so that of a call inside a call the
/// innermost op is named.
struct Fault {
  Fault(std::string message) : message(std::move(message)) {}
  Fault(const Failure &failure) : message(failure.message) {}

  std::string message;
  mlir::Operation *op = nullptr;
};

/// A tensor, or a host scalar (a value of type index).
using HostValue = std::variant<int64_t, std::shared_ptr<const HostTensor>>;

/// What all calls of one run share.
struct Run {
  const InterpretOptions &options;
  const VariableStore &variables; ///< as they are at the start
  VariableStore assigned;
  int64_t bytes = 0; ///< of all tensors made
  int callDepth = 0;
  std::optional<int64_t> rank = std::nullopt; ///< of one that runs with others
};

class Frame {
public:
  explicit Frame(Run &run) : run(run) {}

  const HostValue &get(mlir::Value value) const { return values.at(value); }
  const HostTensor &tensor(mlir::Value value) const { return *std::get<std::shared_ptr<const HostTensor>>(get(value)); }
  int64_t scalar(mlir::Value value) const { return std::get<int64_t>(get(value)); }
  std::vector<HostValue> get(mlir::ValueRange range) const;

  void bind(mlir::Value value, HostValue held) { values[value] = std::move(held); }
  void bind(mlir::Value value, HostTensor tensor) {
    values[value] = std::make_shared<const HostTensor>(std::move(tensor));
  }
  void bind(mlir::ValueRange range, std::vector<HostValue> held);

  Run &run;

private:
  llvm::DenseMap<mlir::Value, HostValue> values;
};

/// Books the memory of a tensor before it is made; fails where the run's limit doesn't allow it.
std::optional<Fault> reserve(Run &run, const StaticMeta &meta);

/// Runs one op: binds its results.
std::optional<Fault> runOp(mlir::Operation *op, Frame &frame);

/// Runs the block, its arguments bound, up to its terminator; then binds nothing: the results are the terminator's
/// operands.
std::optional<Fault> runBlock(mlir::Block &block, Frame &frame);

/// Results of a function, or why it failed.
std::variant<std::vector<HostValue>, Fault> runFunction(mlir::func::FuncOp function, std::vector<HostValue> inputs,
                                                        Run &run);

/// Inputs of a function as its argument types have them: tensors, or index values given as scalar i64 tensors.
Result<std::vector<HostValue>> hostValues(mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> inputs);
HostTensor tensorOf(const HostValue &value);

/// Runs a composite op as its decomposition says.
std::optional<Fault> runComposite(mlir::Operation *op, Frame &frame);

/// Runs one op: binds its results.
using Step = std::optional<Fault> (*)(mlir::Operation *op, Frame &frame);

/// How ops run that are no functions of tensors alone, by their class.
class StepTable {
public:
  template <typename Op> void add(Step step) { steps[mlir::TypeID::get<Op>()] = step; }
  Step find(mlir::Operation *op) const { return steps.lookup(op->getName().getTypeID()); }

private:
  llvm::DenseMap<mlir::TypeID, Step> steps;
};

void addControlSteps(StepTable &table);
void addHostScalarSteps(StepTable &table);
void addCommSteps(StepTable &table);

/// The name of the variable whose storage `name` stands for.
std::string storageOf(mlir::Operation *user, llvm::StringRef name);

} // namespace weir
