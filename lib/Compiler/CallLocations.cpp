// Locations of instructions and of the ops in shared kernels.
#include "lib/Compiler/CallLocations.h"

#include "dialects/Interfaces/CompositeNames.h"
#include "dialects/Weir/IR/Dialect.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

namespace {

/// A line of the user's, and the composite op there, if there is one.
struct NamedLine {
  FileLineColLoc line;
  StringRef composite;
  bool operator==(const NamedLine &) const = default;
};

} // namespace

static void addPlaces(mlir::Location loc, StringRef composite, SmallVector<NamedLine> &places) {
  loc->walk([&](mlir::Location part) {
    if (auto line = dyn_cast<FileLineColLoc>(part))
      places.push_back({line, composite});
    StringRef inside = composite.empty() ? compositeNamedBy(part) : StringRef();
    if (inside.empty())
      return WalkResult::advance();
    for (mlir::Location within : cast<FusedLoc>(part).getLocations())
      addPlaces(within, inside, places);
    return WalkResult::skip();
  });
}

/// In the order in which a location holds them, which is the order of the ops it was fused from.
static SmallVector<NamedLine> placesOf(mlir::Location loc) {
  SmallVector<NamedLine> places;
  addPlaces(loc, "", places);
  return places;
}

static Location at(std::string op, FileLineColLoc line) {
  return {std::move(op), line.getFilename().str(), line.getLine(), line.getColumn(), {}};
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

/// "model.0, model.1": each layer once.
static std::string layersOf(mlir::Location loc) {
  llvm::SetVector<StringRef> layers;
  loc->walk([&](mlir::Location part) {
    auto named = dyn_cast<NameLoc>(part);
    if (StringRef name = named ? named.getName().getValue() : StringRef(); name.consume_front(kLayerPrefix))
      layers.insert(name);
    return WalkResult::advance();
  });
  return llvm::join(layers, ", ");
}

Location instructionLocation(Operation *instruction, SymbolTableCollection &symbols) {
  std::string op = instruction->getName().stripDialect().str();
  if (auto call = dyn_cast<vm::CallOp>(instruction))
    op = opsOf(symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr()));
  SmallVector<NamedLine> places = placesOf(instruction->getLoc());
  Location location = places.empty() ? Location{op, {}, 0, 0, {}} : at(op, places.front().line);
  location.layer = layersOf(instruction->getLoc());
  return location;
}

/// Whether an op that stands at this place, as sourceLocation (lib/Target/Native/Codegen.h) says it, has this location.
static bool isOf(const Location &location, const NamedLine &place) {
  return at(location.op, place.line) == location &&
         StringRef(location.op).ends_with(withComposite("", place.composite));
}

std::vector<Location> callLocations(vm::CallOp call, const Kernel &kernel, SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  SmallVector<NamedLine> own = placesOf(call.getLoc()), known = placesOf(function.getLoc());
  if (own.empty() || own == known)
    return {};
  std::vector<Location> locations;
  for (const Location &location : kernel.locations) {
    auto *place = llvm::find_if(known, [&](const NamedLine &other) { return isOf(location, other); });
    auto index = static_cast<size_t>(place - known.begin());
    StringRef op = location.op;
    if (place != known.end())
      op.consume_back(withComposite("", place->composite));
    bool corresponds = own.size() == known.size() && index < own.size();
    locations.push_back(corresponds ? at(withComposite(op, own[index].composite), own[index].line)
                                    : at(op.str(), own.front().line));
  }
  return locations;
}

} // namespace weir
