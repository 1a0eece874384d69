// Locations of instructions and of the ops in shared kernels.
#include "lib/Compiler/CallLocations.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

/// Files and lines in the order in which a location holds them, which is the order of the ops it was fused from.
static SmallVector<FileLineColLoc> linesOf(mlir::Location loc) {
  SmallVector<FileLineColLoc> lines;
  loc->walk([&](mlir::Location part) {
    if (auto line = dyn_cast<FileLineColLoc>(part))
      lines.push_back(line);
    return WalkResult::advance();
  });
  return lines;
}

static Location at(std::string op, FileLineColLoc line) {
  return {std::move(op), line.getFilename().str(), line.getLine(), line.getColumn()};
}

/// "exp, add": the ops of a kernel, each once; its name where it has none.
static std::string opsOf(func::FuncOp kernel) {
  llvm::SetVector<StringRef> names;
  if (kernel.isExternal() || llvm::hasSingleElement(kernel.getBody().front()))
    return kernel.getSymName().str();
  for (Operation &op : kernel.getBody().front().without_terminator())
    names.insert(op.getName().stripDialect());
  return llvm::join(names, ", ");
}

Location instructionLocation(Operation *instruction, SymbolTableCollection &symbols) {
  std::string op = instruction->getName().stripDialect().str();
  if (auto call = dyn_cast<vm::CallOp>(instruction))
    op = opsOf(symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr()));
  SmallVector<FileLineColLoc> lines = linesOf(instruction->getLoc());
  return lines.empty() ? Location{op, {}, 0, 0} : at(op, lines.front());
}

std::vector<Location> callLocations(vm::CallOp call, const Kernel &kernel, SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  SmallVector<FileLineColLoc> own = linesOf(call.getLoc()), known = linesOf(function.getLoc());
  if (own.empty() || own == known)
    return {};
  std::vector<Location> locations;
  for (const Location &location : kernel.locations) {
    auto *place = llvm::find_if(known, [&](FileLineColLoc line) { return at(location.op, line) == location; });
    auto index = static_cast<size_t>(place - known.begin());
    bool corresponds = own.size() == known.size() && index < own.size();
    locations.push_back(at(location.op, own[corresponds ? index : 0]));
  }
  return locations;
}

} // namespace weir
