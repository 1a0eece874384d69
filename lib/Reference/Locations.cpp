// Finds the place in source inside nested locations.
#include "lib/Reference/Locations.h"

#include "dialects/Interfaces/CompositeNames.h"

using namespace mlir;

namespace weir {

std::string locationText(Location location) {
  std::string text = "unknown location";
  location->walk([&](Location inner) {
    auto place = dyn_cast<FileLineColLoc>(inner);
    if (!place)
      return WalkResult::advance();
    text = place.getFilename().str() + ":" + std::to_string(place.getLine()) + ":" + std::to_string(place.getColumn());
    return WalkResult::interrupt();
  });
  return text;
}

std::string opText(Operation *op) {
  std::string name = "'" + op->getName().getStringRef().str() + "' op";
  return locationText(op->getLoc()) + ": " + withComposite(name, compositeAt(op->getLoc()));
}

} // namespace weir
