// Counter-based random numbers (Philox 4x32 with 10 rounds): element i of a draw is a pure function of seed, ordinal,
// step and i, so ranks and workers agree without talking. Header-only and free of state; knows no tensors.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace weir {

using PhiloxBlock = std::array<uint32_t, 4>;

/// The bijection of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011), of `counter` under `key`.
constexpr PhiloxBlock philox4x32(PhiloxBlock counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = uint64_t{0xD2511F53} * counter[0];
    uint64_t product1 = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(product0)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

/// Names one draw of a tensor: the user's seed, the op's number in trace order, and the step of the job.
struct RandomStream {
  uint64_t seed = 0;
  uint32_t ordinal = 0;
  uint32_t step = 0;
};

/// The four words of elements 4*block .. 4*block+3.
constexpr PhiloxBlock randomBlock(RandomStream stream, uint64_t block) {
  return philox4x32({static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32), stream.ordinal, stream.step},
                    {static_cast<uint32_t>(stream.seed), static_cast<uint32_t>(stream.seed >> 32)});
}

/// Word i of the stream; for tensors, i is the row-major index in the global tensor.
constexpr uint32_t randomBits(uint64_t seed, uint32_t ordinal, uint32_t step, uint64_t i) {
  return randomBlock({seed, ordinal, step}, i / 4)[i % 4];
}

/// 24 bits of a word, in [0, 1): exact in f32.
constexpr float unitFloat(uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24f; }

/// 53 bits of two words, in [0, 1): the upper 27 of `high` above the upper 26 of `low`.
constexpr double unitDouble(uint32_t high, uint32_t low) {
  return static_cast<double>((uint64_t{high} >> 5 << 26) | (low >> 6)) * 0x1p-53;
}

/// Uniform in [0, 1). Element i of an f32 draw takes word i, of an f64 draw words 2*i (high) and 2*i+1 (low).
constexpr float uniformF32(RandomStream stream, uint64_t i) { return unitFloat(randomBlock(stream, i / 4)[i % 4]); }
constexpr double uniformF64(RandomStream stream, uint64_t i) {
  PhiloxBlock words = randomBlock(stream, i / 2);
  return i % 2 == 0 ? unitDouble(words[0], words[1]) : unitDouble(words[2], words[3]);
}

/// Standard normal by Box-Muller. Elements 2*p and 2*p+1 are r*cos(t) and r*sin(t), where u and v are the uniform
/// elements 2*p and 2*p+1 of the same type, r = sqrt(-2*log(1-u)) and t = 2*pi*v. Both are computed in f64 (1-u is
/// exact and never 0); the f32 value is the f64 one rounded once. So |normalF32| < 5.77 and |normalF64| < 8.58.
float normalF32(RandomStream stream, uint64_t i);
double normalF64(RandomStream stream, uint64_t i);

/// The first elements of a draw, bit by bit what they are one by one, but each block and each radius once.
void fillUniform(RandomStream stream, std::span<float> elements);
void fillUniform(RandomStream stream, std::span<double> elements);
void fillNormal(RandomStream stream, std::span<float> elements);
void fillNormal(RandomStream stream, std::span<double> elements);

} // namespace weir
