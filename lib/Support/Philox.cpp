// Normal random numbers from uniform ones. Everything else of Philox is in the header.
#include "lib/Support/Philox.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace weir {

namespace {

std::array<double, 2> boxMuller(double u, double v) {
  double radius = std::sqrt(-2.0 * std::log(1.0 - u));
  double angle = 2.0 * std::numbers::pi * v;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

std::array<float, 2> normalsF32(uint32_t u, uint32_t v) {
  auto [even, odd] = boxMuller(unitFloat(u), unitFloat(v));
  return {static_cast<float>(even), static_cast<float>(odd)};
}

// What the words of a block are, in order.

void uniforms(const PhiloxBlock &words, float *to) { std::transform(words.begin(), words.end(), to, unitFloat); }
void uniforms(const PhiloxBlock &words, double *to) {
  to[0] = unitDouble(words[0], words[1]);
  to[1] = unitDouble(words[2], words[3]);
}
void normals(const PhiloxBlock &words, float *to) {
  for (size_t pair : {0, 2})
    std::ranges::copy(normalsF32(words[pair], words[pair + 1]), to + pair);
}
void normals(const PhiloxBlock &words, double *to) {
  std::ranges::copy(boxMuller(unitDouble(words[0], words[1]), unitDouble(words[2], words[3])), to);
}

/// Whole blocks go to their place at once.
template <typename T, typename FromBlock> void fill(RandomStream stream, std::span<T> elements, FromBlock fromBlock) {
  constexpr size_t kOfBlock = sizeof(PhiloxBlock) / sizeof(T);
  size_t whole = elements.size() / kOfBlock, rest = elements.size() % kOfBlock;
  for (size_t block = 0; block < whole; ++block)
    fromBlock(randomBlock(stream, block), elements.data() + block * kOfBlock);
  std::array<T, kOfBlock> last;
  if (rest > 0)
    fromBlock(randomBlock(stream, whole), last.data());
  std::copy_n(last.begin(), rest, elements.end() - static_cast<std::ptrdiff_t>(rest));
}

} // namespace

void fillUniform(RandomStream stream, std::span<float> elements) {
  fill(stream, elements, [](const PhiloxBlock &words, float *to) { uniforms(words, to); });
}
void fillUniform(RandomStream stream, std::span<double> elements) {
  fill(stream, elements, [](const PhiloxBlock &words, double *to) { uniforms(words, to); });
}
void fillNormal(RandomStream stream, std::span<float> elements) {
  fill(stream, elements, [](const PhiloxBlock &words, float *to) { normals(words, to); });
}
void fillNormal(RandomStream stream, std::span<double> elements) {
  fill(stream, elements, [](const PhiloxBlock &words, double *to) { normals(words, to); });
}

float normalF32(RandomStream stream, uint64_t i) {
  PhiloxBlock words = randomBlock(stream, i / 4);
  size_t even = i % 4 / 2 * 2;
  return normalsF32(words[even], words[even + 1])[i % 2];
}

double normalF64(RandomStream stream, uint64_t i) {
  PhiloxBlock words = randomBlock(stream, i / 2);
  return boxMuller(unitDouble(words[0], words[1]), unitDouble(words[2], words[3]))[i % 2];
}

} // namespace weir
