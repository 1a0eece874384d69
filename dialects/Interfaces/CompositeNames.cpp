// The name is the metadata of a fused location.
#include "dialects/Interfaces/CompositeNames.h"

#include "dialects/Interfaces/Decomposition.h"

using namespace mlir;

namespace weir {

constexpr StringLiteral kDialect = "weir.", kGradient = "_grad";

static Location named(const Twine &name, Location loc) {
  return FusedLoc::get({loc}, StringAttr::get(loc.getContext(), name), loc.getContext());
}

StringRef compositeNamedBy(Location part) {
  auto fused = dyn_cast<FusedLoc>(part);
  auto name = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  StringRef mnemonic = name ? name.getValue() : StringRef();
  return mnemonic.consume_front(kDialect) ? mnemonic : StringRef();
}

StringRef compositeAt(Location loc) {
  StringRef found;
  loc->walk([&](Location part) {
    found = compositeNamedBy(part);
    return found.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return found;
}

std::string withComposite(StringRef op, StringRef composite) {
  return composite.empty() ? op.str() : (op + " of " + composite).str();
}

Location insideComposite(Operation *composite) {
  Location loc = composite->getLoc();
  return compositeAt(loc).empty() ? named(composite->getName().getStringRef(), loc) : loc;
}

Location insideGradient(Operation *op) {
  Location loc = isa<DecompositionInterface>(op) ? insideComposite(op) : op->getLoc();
  StringRef composite = compositeAt(loc);
  return composite.empty() || composite.ends_with(kGradient) ? loc : named(kDialect + composite + kGradient, loc);
}

} // namespace weir
