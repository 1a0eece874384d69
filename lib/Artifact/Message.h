// Text of error messages from pieces. Knows nothing of what the messages are about.
#pragma once

#include <sstream>
#include <string>

namespace weir {

/// message("expects ", 2, " inputs, got ", 3)
template <typename... Pieces> std::string message(const Pieces &...pieces) {
  std::ostringstream stream;
  (stream << ... << pieces);
  return stream.str();
}

} // namespace weir
