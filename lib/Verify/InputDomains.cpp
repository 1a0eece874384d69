// The domains of ops' operands, and the way back from an operand to the input that it is.
#include "lib/Verify/InputDomains.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Ops.h"

using namespace mlir;

namespace weir {

namespace {

enum class Kind { Interval, NonZero, Finite, Index };

/// What an operand of an op must be. The records say it in words; hyper-parameters of optimizers, of which they say
/// nothing, stay where training has them.
struct OperandDomain {
  StringLiteral op;
  unsigned operand;
  Kind kind;
  double least = 0, most = 0;
};

constexpr OperandDomain kDomains[] = {
    {"weir.div", 1, Kind::NonZero},
    {"weir.fmod", 1, Kind::NonZero},
    {"weir.remainder", 1, Kind::NonZero},
    {"weir.floor_divide", 1, Kind::NonZero},
    {"weir.pow", 0, Kind::Interval, 0.125, 4},
    {"weir.log", 0, Kind::Interval, 0.125, 4},
    {"weir.log2", 0, Kind::Interval, 0.125, 4},
    {"weir.log10", 0, Kind::Interval, 0.125, 4},
    {"weir.log1p", 0, Kind::Interval, -0.875, 4},
    {"weir.sqrt", 0, Kind::Interval, 0.125, 4},
    {"weir.rsqrt", 0, Kind::Interval, 0.125, 4},
    {"weir.asin", 0, Kind::Interval, -1, 1},
    {"weir.acos", 0, Kind::Interval, -1, 1},
    {"weir.gather", 1, Kind::Index},
    {"weir.scatter", 1, Kind::Index},
    {"weir.scatter_add", 1, Kind::Index},
    {"weir.conv", 1, Kind::Finite},
    {"weir.conv_packed", 1, Kind::Finite},
    {"weir.conv_winograd", 0, Kind::Finite},
    {"weir.conv_winograd", 1, Kind::Finite},
    {"weir.conv_transpose", 1, Kind::Finite},
    {"weir.conv_kernel_gradient", 1, Kind::Finite},
    {"weir.adam_update", 3, Kind::Interval, 0.125, 1},     // v: a mean of squares
    {"weir.adam_update", 4, Kind::Interval, 0.0625, 0.25}, // learning rate
    {"weir.adam_update", 5, Kind::Interval, 0.5, 0.9},
    {"weir.adam_update", 6, Kind::Interval, 0.5, 0.9},
    {"weir.adam_update", 7, Kind::Interval, 0.001, 0.01},   // eps
    {"weir.adam_update", 9, Kind::Interval, 1, 4},          // step
    {"weir.adamw_update", 3, Kind::Interval, 0.125, 1},     // v: a mean of squares
    {"weir.adamw_update", 4, Kind::Interval, 0.0625, 0.25}, // learning rate
    {"weir.adamw_update", 5, Kind::Interval, 0.5, 0.9},
    {"weir.adamw_update", 6, Kind::Interval, 0.5, 0.9},
    {"weir.adamw_update", 7, Kind::Interval, 0.001, 0.01}, // eps
    {"weir.adamw_update", 9, Kind::Interval, 1, 4},        // step
};

InputDomain domainOf(const OperandDomain &record, Operation *op) {
  InputDomain domain;
  domain.isDefault = false;
  if (record.kind == Kind::Interval) {
    domain.least = record.least;
    domain.most = record.most;
  } else if (record.kind == Kind::NonZero) {
    domain.nonZero = true;
  } else if (record.kind == Kind::Finite) {
    domain.isFinite = true;
  } else {
    domain.below.emplace_back(op->getOperand(0), cast<IntegerAttr>(op->getAttr("dim")).getInt());
  }
  return domain;
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

void InputDomains::add(func::FuncOp function) {
  function.walk([&](Operation *op) {
    for (const OperandDomain &record : kDomains)
      if (op->getName().getStringRef() == record.op)
        restrict(op->getOperand(record.operand), domainOf(record, op));
  });
}

void InputDomains::restrict(Value value, const InputDomain &domain) {
  while (Value before = stepBack(value))
    value = before;
  auto merge = [&](InputDomain &held) {
    held.least = held.isDefault ? domain.least : std::max(held.least, domain.least);
    held.most = held.isDefault ? domain.most : std::min(held.most, domain.most);
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

bool InputDomains::hasDomain(StringRef op) {
  return llvm::any_of(kDomains, [&](const OperandDomain &record) { return record.op == op; });
}

InputDomain InputDomains::ofVariable(const std::string &storage) const {
  auto found = variables.find(storage);
  return found == variables.end() ? InputDomain() : found->second;
}

} // namespace weir
