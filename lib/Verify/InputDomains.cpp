// The domains of ops' operands, and the way back from an operand to the input that it is.
#include "lib/Verify/InputDomains.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
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

} // namespace

bool InputDomain::contains(double number) const {
  return number >= least && number <= most && !(leastIsOutside && number == least) &&
         !(mostIsOutside && number == most) && !(nonZero && number == 0);
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
  function.walk([&](Operation *op) {
    for (const OperandDomain &domain : operandDomains(op->getName().getStringRef()))
      restrict(op->getOperand(domain.operand), domainOf(domain, op));
  });
}

void InputDomains::restrict(Value value, const InputDomain &domain) {
  while (Value before = stepBack(value))
    value = before;
  auto merge = [&](InputDomain &held) {
    if (domain.least >= held.least) {
      held.leastIsOutside = domain.leastIsOutside || (held.leastIsOutside && held.least == domain.least);
      held.least = domain.least;
    }
    if (domain.most <= held.most) {
      held.mostIsOutside = domain.mostIsOutside || (held.mostIsOutside && held.most == domain.most);
      held.most = domain.most;
    }
    held.nonZero |= domain.nonZero;
    held.isFinite |= domain.isFinite;
    held.below.append(domain.below);
    held.isDefault = false;
  };
  if (isa<BlockArgument>(value))
    return merge(arguments[value]);
  if (auto read = value.getDefiningOp<ReadOp>()) {
    SymbolTable symbols(read->getParentOfType<ModuleOp>());
    merge(variables[storageOf(symbols, read.getVariableAttr().getAttr()).str()]);
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
