// Attributes of jobs that repeat: what they say, and whether it makes sense.
#include "dialects/Weir/Control/Repetition.h"

#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Ops.h"

using namespace mlir;

namespace weir {

int64_t repeatOf(func::FuncOp job) {
  auto repeat = job->getAttrOfType<IntegerAttr>(kRepeatAttr);
  return repeat ? repeat.getInt() : 1;
}

func::FuncOp epilogueOf(func::FuncOp job) {
  if (job->hasAttr(kRepeatAttr))
    for (auto other : job->getParentOfType<ModuleOp>().getOps<func::FuncOp>())
      if (auto of = other->getAttrOfType<FlatSymbolRefAttr>(kEpilogueOfAttr);
          of && of.getAttr() == job.getSymNameAttr())
        return other;
  return {};
}

bool isSliced(func::FuncOp job, unsigned argument) { return bool(job.getArgAttr(argument, kSlicedAttr)); }
bool isStacked(func::FuncOp job, unsigned result) { return bool(job.getResultAttr(result, kStackedAttr)); }

static LogicalResult verifyRepeat(func::FuncOp job) {
  Attribute repeat = job->getAttr(kRepeatAttr);
  if (!repeat)
    return success();
  auto number = dyn_cast<IntegerAttr>(repeat);
  if (!number || !number.getType().isInteger(32) || number.getInt() < 1)
    return job.emitOpError("expects '") << kRepeatAttr << "' to be an i32 of at least 1, got " << repeat;
  if (!job->hasAttr(kJobAttr) || job->hasAttr(kDeriveAttr) || isEpilogue(job))
    return job.emitOpError("expects '") << kRepeatAttr << "' on a job that derives nothing and is no epilogue";
  return success();
}

static LogicalResult verifyPorts(func::FuncOp job) {
  auto verifyPart = [&](StringRef name, Type type, const Twine &port) -> LogicalResult {
    if (!job->hasAttr(kRepeatAttr))
      return job.emitOpError("expects '") << name << "' in a job with '" << kRepeatAttr << "' alone, got " << port;
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.getRank() > 0)
      return success();
    return job.emitOpError("expects '") << name << "' on tensors with a dimension, got " << type << " as " << port;
  };
  for (unsigned i = 0; i < job.getNumArguments(); ++i)
    if (isSliced(job, i) && failed(verifyPart(kSlicedAttr, job.getArgumentTypes()[i], "argument #" + Twine(i))))
      return failure();
  for (unsigned i = 0; i < job.getNumResults(); ++i)
    if (isStacked(job, i) && failed(verifyPart(kStackedAttr, job.getResultTypes()[i], "result #" + Twine(i))))
      return failure();
  return success();
}

static LogicalResult verifyEpilogue(func::FuncOp epilogue, const SymbolTable &symbols) {
  if (!isEpilogue(epilogue))
    return success();
  auto name = epilogue->getAttrOfType<FlatSymbolRefAttr>(kEpilogueOfAttr);
  auto job = name ? symbols.lookup<func::FuncOp>(name.getAttr()) : func::FuncOp();
  if (!job || !job->hasAttr(kRepeatAttr) || !epilogue->hasAttr(kJobAttr) || epilogue->hasAttr(kDeriveAttr))
    return epilogue.emitOpError("expects '") << kEpilogueOfAttr << "' on a job, to name a job with '" << kRepeatAttr
                                             << "', got " << epilogue->getAttr(kEpilogueOfAttr);
  if (func::FuncOp other = epilogueOf(job); other != epilogue) {
    InFlightDiagnostic error = epilogue.emitOpError("expects to be the only epilogue of ") << name;
    error.attachNote(other.getLoc()) << "the other one is here";
    return error;
  }
  if (epilogue.getNumArguments() + epilogue.getNumResults() != 0)
    return epilogue.emitOpError("expects an epilogue to have neither arguments nor results, got ")
           << epilogue.getFunctionType();
  llvm::DenseMap<StringAttr, AssignOp> assigned;
  for (auto assign : job.getOps<AssignOp>())
    assigned[storageOf(symbols, assign.getVariableAttr().getAttr())] = assign;
  for (auto assign : epilogue.getOps<AssignOp>())
    if (AssignOp other = assigned.lookup(storageOf(symbols, assign.getVariableAttr().getAttr()))) {
      InFlightDiagnostic error = assign.emitOpError("expects a storage that each iteration of ")
                                 << name << " leaves alone";
      error.attachNote(other.getLoc()) << "it is assigned here";
      return error;
    }
  return success();
}

/// Of a function that neither repeats nor is an epilogue.
static LogicalResult verifyUsesNothingCarried(func::FuncOp function, const SymbolTable &symbols) {
  WalkResult result = function.walk([&](Operation *op) {
    auto read = dyn_cast<ReadOp>(op);
    auto assign = dyn_cast<AssignOp>(op);
    if (!read && !assign)
      return WalkResult::advance();
    auto variable = symbols.lookup<VariableOp>((read ? read.getVariableAttr() : assign.getVariableAttr()).getAttr());
    if (!variable || !variable.getCarried())
      return WalkResult::advance();
    InFlightDiagnostic error = op->emitOpError("expects a variable that outlives runs, or a job with '")
                               << kRepeatAttr << "' around it, got @" << variable.getSymName();
    error.attachNote(variable.getLoc()) << "it is carried from iteration to iteration alone";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult verifyRepetition(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (failed(verifyRepeat(function)) || failed(verifyPorts(function)) || failed(verifyEpilogue(function, symbols)))
      return failure();
    if (!function->hasAttr(kRepeatAttr) && !isEpilogue(function) && failed(verifyUsesNothingCarried(function, symbols)))
      return failure();
  }
  return success();
}

} // namespace weir
