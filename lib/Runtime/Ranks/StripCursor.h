// A way through strips of memory.
#pragma once

#include "lib/Runtime/Ranks/Transport.h"

#include <algorithm>

namespace weir {

/// A position in strips that lie behind each other.
class Cursor {
public:
  explicit Cursor(std::span<const Strip> strips) : strips(strips) {}

  uint64_t left() const {
    uint64_t bytes = 0;
    for (size_t i = strip; i < strips.size(); ++i)
      bytes += strips[i].size;
    return bytes - at;
  }

  /// Calls `visit(data, size)` for pieces of up to `most` bytes together, and goes on behind them.
  template <typename Visit> void advance(uint64_t most, Visit visit) {
    while (most > 0 && strip < strips.size()) {
      size_t piece = std::min<uint64_t>(most, strips[strip].size - at);
      if (piece > 0)
        visit(strips[strip].data + at, piece);
      most -= piece;
      at += piece;
      if (at == strips[strip].size) {
        ++strip;
        at = 0;
      }
    }
  }

private:
  std::span<const Strip> strips;
  size_t strip = 0;
  uint64_t at = 0;
};

} // namespace weir
