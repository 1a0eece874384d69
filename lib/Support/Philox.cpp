// Normal random numbers from uniform ones. Everything else of Philox is in the header.
#include "lib/Support/Philox.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace weir {

namespace {

double boxMuller(double u, double v, bool odd) {
  double radius = std::sqrt(-2.0 * std::log(1.0 - u));
  double angle = 2.0 * std::numbers::pi * v;
  return radius * (odd ? std::sin(angle) : std::cos(angle));
}

} // namespace

float normalF32(RandomStream stream, uint64_t i) {
  PhiloxBlock words = randomBlock(stream, i / 4);
  size_t even = i % 4 / 2 * 2;
  return static_cast<float>(boxMuller(unitFloat(words[even]), unitFloat(words[even + 1]), i % 2 != 0));
}

double normalF64(RandomStream stream, uint64_t i) {
  PhiloxBlock words = randomBlock(stream, i / 2);
  return boxMuller(unitDouble(words[0], words[1]), unitDouble(words[2], words[3]), i % 2 != 0);
}

} // namespace weir
