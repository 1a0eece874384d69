// Shapes as users of Python write them.
#include "lib/Support/ShapeText.h"

#include "lib/Support/Shape.h"

namespace weir {

std::string tupleText(std::span<const int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : ", ") + (size == kDynamic ? "?" : std::to_string(size));
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

} // namespace weir
