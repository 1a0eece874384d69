// Shapes as users of Python write them.
#include "lib/Support/ShapeText.h"

#include "lib/Support/Shape.h"

namespace weir {

std::string tupleText(std::span<const DimSize> shape) {
  std::string text;
  for (DimSize size : shape)
    text += (text.empty() ? "" : ", ") + toString(size);
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::string tupleText(std::span<const int64_t> sizes) { return tupleText(shapeOf(sizes)); }

} // namespace weir
