// Row-major numbering of positions.
#include "lib/Reference/Positions.h"

namespace weir {

int64_t offsetOf(const Position &position, const Sizes &shape) {
  int64_t offset = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    offset = offset * shape[dim] + position[dim];
  return offset;
}

Position positionAt(int64_t offset, const Sizes &shape) {
  Position position(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; offset /= shape[dim])
    position[dim] = offset % shape[dim];
  return position;
}

Position inWhole(Position position, const Box &box) {
  for (size_t dim = 0; dim < position.size(); ++dim)
    position[dim] += box[dim].begin;
  return position;
}

std::string positionText(const Position &position) {
  std::string text;
  for (int64_t i : position)
    text += (text.empty() ? "" : ", ") + std::to_string(i);
  return "[" + text + "]";
}

} // namespace weir
