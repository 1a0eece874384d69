// What needs no wires.
#include "lib/Runtime/Ranks/StripCursor.h"

#include <cstring>

namespace weir {

Status copyStrips(std::span<const Strip> give, std::span<const Strip> take, const std::string &what) {
  Cursor from(give), to(take);
  if (from.left() != to.left())
    return failure(WEIR_INTERNAL, message("expects a rank to take from itself what it gives in ", what, ", ", to.left(),
                                          " bytes, got ", from.left()));
  from.advance(from.left(), [&](std::byte *data, size_t size) {
    to.advance(size, [&](std::byte *target, size_t piece) {
      memcpy(target, data, piece);
      data += piece;
    });
  });
  return nullptr;
}

} // namespace weir
