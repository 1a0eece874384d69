// The kernel dialect: registration of targets, syntax and verification of groups and calls.
#include "dialects/Kernel/Kernel.h"

#include "dialects/Kernel/KeptPasses.h"
#include "dialects/Kernel/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#include <set>

using namespace mlir;

#include "dialects/Kernel/Dialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Kernel/Attributes.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/Kernel/Ops.cpp.inc"

namespace weir::kernel {

void KernelDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Kernel/Attributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Kernel/Ops.cpp.inc"
      >();
  addInterfaces<KeptPasses>();
}

void KernelDialect::addTarget(std::unique_ptr<TargetInterface> target) { targets.push_back(std::move(target)); }

const TargetInterface *KernelDialect::findTarget(StringRef name) const {
  for (const auto &target : targets)
    if (target->name() == name)
      return target.get();
  return nullptr;
}

SmallVector<StringRef> KernelDialect::targetNames() const {
  return llvm::map_to_vector(targets, [](const auto &target) { return target->name(); });
}

/// Loops of one generic are never one.
static LogicalResult verifyLoops(Operation *op, Attribute attribute) {
  auto generic = dyn_cast<linalg::LinalgOp>(op);
  auto loops = dyn_cast<DenseI64ArrayAttr>(attribute);
  if (!generic || !loops)
    return op->emitOpError("expects '") << kLoopsAttr << "' to be an array of i64 on an op of linalg, got "
                                        << attribute;
  if (loops.size() != generic.getNumLoops())
    return op->emitOpError("expects '") << kLoopsAttr << "' to have a number for each loop, got " << loops.size()
                                        << " for " << generic.getNumLoops();
  std::set<int64_t> met;
  for (int64_t loop : loops.asArrayRef())
    if (loop < -1 || (loop >= 0 && !met.insert(loop).second))
      return op->emitOpError("expects '") << kLoopsAttr << "' to have -1 and different numbers, got " << attribute;
  return success();
}

static LogicalResult verifySchedule(Operation *op, Attribute attribute) {
  if (isa<DictionaryAttr>(attribute) && op->hasAttr(kKernelAttr))
    return success();
  return op->emitOpError("expects '") << kScheduleAttr << "' to be a dictionary on a function with '" << kKernelAttr
                                      << "', got " << attribute;
}

LogicalResult KernelDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == kScheduleAttr)
    return verifySchedule(op, attribute.getValue());
  return attribute.getName() == kLoopsAttr ? verifyLoops(op, attribute.getValue()) : success();
}

static ModuleOp moduleOf(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  return module ? module : op->getParentOfType<ModuleOp>();
}

TargetAttr targetAttrOf(Operation *op) { return moduleOf(op)->getAttrOfType<TargetAttr>(kTargetAttr); }

FailureOr<const TargetInterface *> targetOf(Operation *op) {
  TargetAttr attribute = targetAttrOf(op);
  if (!attribute)
    return op->emitError("expects the module to have the attribute '") << kTargetAttr << "'";
  auto *dialect = op->getContext()->getOrLoadDialect<KernelDialect>();
  const TargetInterface *target = dialect->findTarget(attribute.getName());
  if (!target)
    return op->emitError("expects a registered target, one of: ")
           << llvm::join(dialect->targetNames(), ", ") << "; got " << attribute.getName();
  return target;
}

FailureOr<StreamCosts> streamCostsOf(Operation *op) {
  TargetAttr described = targetAttrOf(op);
  if (!described)
    return StreamCosts();
  FailureOr<const TargetInterface *> target = targetOf(op);
  return failed(target) ? FailureOr<StreamCosts>() : (*target)->streamCosts(described.getDescription());
}

// group: kernel.group(%a = %0 : type, …) -> types { … }

ParseResult GroupOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  auto parseBinding = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(parser.parseArgument(argument) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()) || parser.parseColonType(argument.type));
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseBinding))
    return failure();
  for (const OpAsmParser::Argument &argument : arguments)
    types.push_back(argument.type);
  return failure(parser.parseOptionalArrowTypeList(state.types) ||
                 parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
                 parser.parseRegion(*state.addRegion(), arguments) ||
                 parser.resolveOperands(operands, types, parser.getNameLoc(), state.operands));
}

void GroupOp::print(OpAsmPrinter &printer) {
  printer << "(";
  llvm::interleaveComma(llvm::zip(getBody().getArguments(), getOperands()), printer, [&](auto pair) {
    auto [argument, operand] = pair;
    printer << argument << " = " << operand << " : " << operand.getType();
  });
  printer << ")";
  printer.printOptionalArrowTypeList(getResultTypes());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult GroupOp::verify() {
  if (getBody().getArgumentTypes() != getOperandTypes())
    return emitOpError("expects its region's arguments to have the operands' types");
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  if (!yield || yield.getOperandTypes() != getResultTypes())
    return emitOpError("expects a kernel.yield of the results' types at the end of its region");
  return success();
}

// call

LogicalResult CallOp::verify() {
  int64_t expected = 0;
  for (Type type : getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      expected += tensor.getNumDynamicDims();
  if (static_cast<int64_t>(getSizes().size()) != expected)
    return emitOpError("expects one size per `?` dimension of its results, got ")
           << getSizes().size() << " for " << expected;
  auto inPlace = getInPlace();
  if (!inPlace)
    return success();
  if (inPlace->size() != getNumResults())
    return emitOpError("expects in_place to have one entry per result, got ")
           << inPlace->size() << " for " << getNumResults();
  for (auto [position, type] : llvm::zip(*inPlace, getResultTypes()))
    if (position < -1 || position >= static_cast<int64_t>(getInputs().size()) ||
        (position >= 0 && getInputs()[position].getType() != type))
      return emitOpError("expects in_place to hold -1 or the position of an operand of the result's type ")
             << type << ", got " << position;
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!callee || !callee->hasAttr(kKernelAttr))
    return emitOpError("expects a function with the attribute '") << kKernelAttr << "' named " << getCalleeAttr();
  FunctionType type = callee.getFunctionType();
  if (type.getInputs() != getInputs().getTypes() || type.getResults() != getResultTypes())
    return emitOpError("expects the types of ") << getCalleeAttr() << ", which are " << type;
  return success();
}

} // namespace weir::kernel
