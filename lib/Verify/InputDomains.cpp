// The domains of ops' operands, and the way back from an operand to the input that it is.
#include "lib/Verify/InputDomains.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Verify/OperandDomains.h"

using namespace mlir;

namespace weir {

namespace {

/// Numbers of programs are at most so large, unless an op wants larger ones.
constexpr double kOrdinary = 2, kOrdinaryAbove = 4;
/// How far ordinary numbers stay away from an end that is outside of the domain.
constexpr double kMargin = 0.125;

InputDomain domainOf(const OperandDomain &domain, Operation *op) {
  InputDomain result{.least = domain.least,
                     .most = domain.most,
                     .leastIsOutside = domain.leastIsOutside,
                     .mostIsOutside = domain.mostIsOutside,
                     .nonZero = domain.nonZero,
                     .isFinite = domain.isFinite,
                     .below = {},
                     .isDefault = false};
  if (domain.table < 0)
    return result;
  Value table = op->getOperand(domain.table);
  int64_t dim = domain.tableDim;
  if (!domain.tableDimAttr.empty())
    dim = cast<IntegerAttr>(op->getAttr(domain.tableDimAttr)).getInt();
  result.below.emplace_back(table, dim < 0 ? dim + cast<ShapedType>(table.getType()).getRank() : dim);
  return result;
}

/// The one tensor whose elements the op moves or repeats; null for ops that compute.
Value movedOperand(Operation *op) {
  if (!isa<SemanticsInterface>(op) || isa<ElementwiseInterface>(op))
    return nullptr;
  Value moved;
  for (Value operand : op->getOperands()) {
    if (operand.getType().isIndex())
      continue;
    if (moved)
      return nullptr;
    moved = operand;
  }
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  bool reduces = failed(rule) ||
                 llvm::any_of(rule->factors, [](const Factor &factor) { return factor.kind == FactorKind::Reduction; });
  return reduces ? nullptr : moved;
}

/// A group's operand behind its region's argument, what a movement moves, or null at the end of the way.
Value stepBack(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    return isa<func::FuncOp>(owner) ? Value() : owner->getOperand(argument.getArgNumber());
  }
  return movedOperand(value.getDefiningOp());
}

/// What an op calls, of functions of weir ops; null for other ops.
func::FuncOp calleeOf(Operation *op) {
  FlatSymbolRefAttr callee;
  if (auto call = dyn_cast<CallOp>(op))
    callee = call.getCalleeAttr();
  else if (auto launch = dyn_cast<kernel::CallOp>(op))
    callee = launch.getCalleeAttr();
  return callee ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, callee) : func::FuncOp();
}

} // namespace

bool InputDomain::contains(double number) const {
  return number >= least && number <= most && !(leastIsOutside && number == least) &&
         !(mostIsOutside && number == most) && !(nonZero && number == 0);
}

void InputDomain::restrict(const InputDomain &to) {
  if (to.least >= least) {
    leastIsOutside = to.leastIsOutside || (leastIsOutside && least == to.least);
    least = to.least;
  }
  if (to.most <= most) {
    mostIsOutside = to.mostIsOutside || (mostIsOutside && most == to.most);
    most = to.most;
  }
  nonZero |= to.nonZero;
  isFinite |= to.isFinite;
  below.append(to.below);
  isDefault = false;
}

std::pair<double, double> InputDomain::ordinaryPart() const {
  if (!isInterval())
    return {-kOrdinary, kOrdinary};
  double low = std::isfinite(least) ? least : std::min(-kOrdinaryAbove, most - kOrdinaryAbove);
  double high = std::isfinite(most) ? most : std::max(kOrdinaryAbove, least + kOrdinaryAbove);
  double margin = std::min(kMargin, (high - low) / 4);
  return {low + (leastIsOutside ? margin : 0), high - (mostIsOutside ? margin : 0)};
}

void InputDomains::add(func::FuncOp function) {
  SmallVector<func::FuncOp> callers;
  add(function, callers);
}

void InputDomains::add(func::FuncOp function, SmallVectorImpl<func::FuncOp> &callers) {
  callers.push_back(function);
  function.walk([&](Operation *op) {
    for (const OperandDomain &domain : operandDomains(op->getName().getStringRef()))
      restrict(op->getOperand(domain.operand), domainOf(domain, op));
    func::FuncOp callee = calleeOf(op);
    if (!callee || llvm::is_contained(callers, callee))
      return;
    InputDomains inside;
    inside.add(callee, callers);
    addCall(op, callee, inside);
  });
  callers.pop_back();
}

/// Operands are what the callee's arguments have to be, its variables are the caller's.
void InputDomains::addCall(Operation *call, func::FuncOp callee, const InputDomains &inside) {
  for (BlockArgument argument : callee.getArguments()) {
    if (!inside.arguments.contains(argument) || argument.getArgNumber() >= call->getNumOperands())
      continue;
    InputDomain domain = inside.ofArgument(argument);
    llvm::erase_if(domain.below, [](const auto &size) { return !isa<BlockArgument>(size.first); });
    for (auto &[table, dim] : domain.below)
      table = call->getOperand(cast<BlockArgument>(table).getArgNumber());
    restrict(call->getOperand(argument.getArgNumber()), domain);
  }
  for (const auto &[name, domain] : inside.variables)
    variables[name].restrict(domain);
}

void InputDomains::restrict(Value value, const InputDomain &domain) {
  while (Value before = stepBack(value))
    value = before;
  if (isa<BlockArgument>(value))
    return arguments[value].restrict(domain);
  if (auto read = value.getDefiningOp<ReadOp>()) {
    SymbolTable symbols(read->getParentOfType<ModuleOp>());
    variables[storageOf(symbols, read.getVariableAttr().getAttr()).str()].restrict(domain);
  }
}

bool InputDomains::haveIntervals() const {
  return llvm::any_of(arguments, [](const auto &entry) { return entry.second.isInterval(); }) ||
         llvm::any_of(variables, [](const auto &entry) { return entry.second.isInterval(); });
}

InputDomain InputDomains::ofVariable(const std::string &storage) const {
  auto found = variables.find(storage);
  return found == variables.end() ? InputDomain() : found->second;
}

} // namespace weir
