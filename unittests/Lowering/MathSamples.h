// Inputs for functions of floats, and the largest error that compiled code has on them.
#pragma once

#include "unittests/Lowering/CompiledModule.h"
#include "unittests/Lowering/UlpError.h"
#include "unittests/SuiteSample.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace weir::test {

inline constexpr size_t kLanes = 16;

template <typename Float> using Unary = void(const Float *, Float *);
template <typename Float> using Binary = void(const Float *, const Float *, Float *);

template <typename Float> using PatternOf = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;

template <typename Float> std::string vectorType() {
  return std::string("vector<16x") + (sizeof(Float) == 4 ? "f32>" : "f64>");
}

template <typename Float> std::string unaryFunction(const std::string &name) {
  return function(name, "math." + name + " %x : " + vectorType<Float>(), {vectorType<Float>()}, vectorType<Float>());
}

/// The largest error seen, and where.
template <typename Float> struct Worst {
  double error = 0;
  Float x = 0, y = 0, got = 0;

  void add(Float atX, Float atY, Float result, long double expected) {
    double found = ulpError(result, expected);
    if (found > error)
      *this = {found, atX, atY, result};
  }

  void expectBelow(double bound, const std::string &what) const {
    testing::Test::RecordProperty(what, std::to_string(error));
    EXPECT_LE(error, bound) << what << ": got " << got << " at x = " << x << ", y = " << y;
  }
};

template <typename Float> std::vector<Float> edges() {
  using Limits = std::numeric_limits<Float>;
  std::vector<Float> points = {0,
                               0.5,
                               1,
                               1.5,
                               2,
                               3,
                               2.0f / 3,
                               4.0f / 3,
                               104,
                               103,
                               89,
                               88,
                               87,
                               746,
                               745,
                               709,
                               710,
                               7,
                               1023,
                               127,
                               64,
                               -1,
                               Limits::infinity(),
                               Limits::max(),
                               1e-3f,
                               1e30f,
                               Limits::min(),
                               Limits::denorm_min()};
  points.push_back(std::sqrt(Float(0.5)));
  points.push_back(std::sqrt(Float(2)));
  points.push_back(std::log(Limits::max()));
  points.push_back(std::log(Limits::min()));
  points.push_back(std::log(Limits::denorm_min()));
  points.push_back(std::log(Limits::denorm_min()) - std::log(Float(2)));
  for (int k = 1; k < 150; ++k) // where exp changes from one power of two to the next
    points.push_back((Float(k) - Float(0.5)) * std::log(Float(2)));
  return points;
}

/// Numbers that are likely to go wrong with their neighbours, both signs, and a NaN.
template <typename Float> std::vector<Float> edgesAndNeighbours() {
  using Pattern = PatternOf<Float>;
  std::vector<Float> result = {std::numeric_limits<Float>::quiet_NaN(), std::numeric_limits<Float>::signaling_NaN()};
  for (Float edge : edges<Float>())
    for (int step = -40; step <= 40; ++step) {
      Float neighbour = std::bit_cast<Float>(static_cast<Pattern>(std::bit_cast<Pattern>(edge) + step));
      result.insert(result.end(), {neighbour, -neighbour});
    }
  return result;
}

template <typename Float> class Inputs {
public:
  void add(Float x) { values.push_back(x); }

  /// Every `step`th of all patterns of f32.
  void addAllF32(uint64_t step = 257) {
    for (uint64_t pattern = 0; pattern < uint64_t{1} << 32; pattern += step)
      add(std::bit_cast<float>(static_cast<uint32_t>(pattern)));
  }

  /// Patterns without regard to their value: all exponents are equally likely.
  void addPatterns(size_t count) {
    std::mt19937_64 random(1);
    for (size_t i = 0; i < count; ++i)
      add(std::bit_cast<Float>(static_cast<PatternOf<Float>>(random())));
  }

  void addBetween(Float low, Float high, size_t count) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<Float> distribution(low, high);
    for (size_t i = 0; i < count; ++i)
      add(distribution(random));
  }

  std::vector<Float> values = edgesAndNeighbours<Float>();
};

template <typename Float>
Worst<Float> worstOf(Unary<Float> *compiled, std::vector<Float> inputs, long double (*reference)(Float)) {
  inputs.resize((inputs.size() + kLanes - 1) / kLanes * kLanes, Float(1));
  Worst<Float> worst;
  Float results[kLanes];
  for (size_t i = 0; i < inputs.size(); i += kLanes) {
    compiled(&inputs[i], results);
    for (size_t lane = 0; lane < kLanes; ++lane)
      worst.add(inputs[i + lane], 0, results[lane], reference(inputs[i + lane]));
  }
  return worst;
}

template <typename Float>
Worst<Float> worstOf(Binary<Float> *compiled, std::vector<Float> xs, std::vector<Float> ys,
                     long double (*reference)(Float, Float)) {
  xs.resize((xs.size() + kLanes - 1) / kLanes * kLanes, Float(1));
  ys.resize(xs.size(), Float(1));
  Worst<Float> worst;
  Float results[kLanes];
  for (size_t i = 0; i < xs.size(); i += kLanes) {
    compiled(&xs[i], &ys[i], results);
    for (size_t lane = 0; lane < kLanes; ++lane)
      worst.add(xs[i + lane], ys[i + lane], results[lane], reference(xs[i + lane], ys[i + lane]));
  }
  return worst;
}

/// The compiled function at one number.
template <typename Float> Float resultOf(CompiledModule &module, const std::string &name, Float x) {
  Float values[kLanes] = {x}, results[kLanes];
  module.get<Unary<Float>>(name)(values, results);
  return results[0];
}

/// The result is `expected`, and has its sign if it is zero.
template <typename Float> void expectExact(CompiledModule &module, const std::string &name, Float x, Float expected) {
  Float got = resultOf(module, name, x);
  EXPECT_EQ(got, expected) << name << " of " << x;
  EXPECT_EQ(std::signbit(got), std::signbit(expected)) << name << " of " << x;
}

template <typename Float> void expectNaN(CompiledModule &module, const std::string &name, Float x) {
  EXPECT_TRUE(std::isnan(resultOf(module, name, x))) << name << " of " << x;
}

/// Odd functions that keep zeros and the smallest numbers, with their sign.
template <typename Float> void expectIdentityAtZero(CompiledModule &module, const std::string &name) {
  for (Float x : {Float(0), std::numeric_limits<Float>::denorm_min(), 3 * std::numeric_limits<Float>::denorm_min()}) {
    expectExact<Float>(module, name, x, x);
    expectExact<Float>(module, name, -x, -x);
  }
}

/// Runs the tests that take a CPU's name on the plain CPU and on this one.
class ExpandMath : public SampledTest<std::string> {};

} // namespace weir::test
