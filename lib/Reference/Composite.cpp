// Composite ops: their meaning is that of their decomposition.
#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Semantics.h"
#include "lib/Reference/Frame.h"

#include "mlir/IR/OwningOpRef.h"

using namespace mlir;

namespace weir {

/// The op's decomposition as a function of operands of these types, in no module.
static Result<OwningOpRef<func::FuncOp>> decomposed(Operation *op, ArrayRef<Type> operands) {
  Result<Metas> results = cast<SemanticsInterface>(op).inferResults(metasOf(operands), plainAttributes(op));
  if (!results)
    return results.failure();
  OpBuilder builder(op->getContext());
  auto type = builder.getFunctionType(operands, llvm::map_to_vector(*results, [&](const TensorMeta &meta) -> Type {
                                        return typeOf(meta, op->getContext());
                                      }));
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(op->getLoc(), "decomposition", type);
  Block *block = function->addEntryBlock();
  builder.setInsertionPointToStart(block);
  Operation *composite = op->cloneWithoutRegions();
  composite->setOperands(block->getArguments());
  for (auto [result, known] : llvm::zip_equal(composite->getResults(), type.getResults()))
    result.setType(known);
  builder.insert(composite);
  func::ReturnOp::create(builder, op->getLoc(), cast<DecompositionInterface>(composite).decompose(builder));
  composite->erase();
  return function;
}

std::optional<Fault> runComposite(Operation *op, Frame &frame) {
  SmallVector<Type> types;
  for (Value operand : op->getOperands())
    types.push_back(operand.getType().isIndex() ? operand.getType()
                                                : Type(typeOf(frame.tensor(operand).meta, op->getContext())));
  Result<OwningOpRef<func::FuncOp>> function = decomposed(op, types);
  if (!function)
    return Fault(function.failure());
  auto outcome = runFunction(**function, frame.get(op->getOperands()), frame.run);
  if (auto *fault = std::get_if<Fault>(&outcome))
    return Fault(fault->message); // at this op: those of the decomposition are gone
  frame.bind(op->getResults(), std::get<std::vector<HostValue>>(std::move(outcome)));
  return std::nullopt;
}

Result<std::vector<HostTensor>> evaluateComposite(Operation *op, ArrayRef<HostTensor> operands,
                                                  const InterpretOptions &options) {
  SmallVector<Type> types;
  std::vector<HostValue> values;
  for (const HostTensor &operand : operands) {
    types.push_back(typeOf(operand.meta, op->getContext()));
    values.push_back(std::make_shared<const HostTensor>(operand));
  }
  Result<OwningOpRef<func::FuncOp>> function = decomposed(op, types);
  if (!function)
    return function.failure();
  VariableStore none;
  Run run{.options = options, .variables = none, .assigned = {}};
  auto outcome = runFunction(**function, std::move(values), run);
  if (auto *fault = std::get_if<Fault>(&outcome))
    return Failure{fault->message};
  std::vector<HostTensor> results;
  for (const HostValue &value : std::get<std::vector<HostValue>>(outcome))
    results.push_back(*std::get<std::shared_ptr<const HostTensor>>(value));
  return results;
}

} // namespace weir
