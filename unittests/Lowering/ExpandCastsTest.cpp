// Casts of compiled code against the conversions of lib/Support/Half.h and against exact arithmetic.
#include "lib/Support/Half.h"
#include "unittests/Lowering/CompiledModule.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace weir::test {
namespace {

constexpr size_t kLanes = 8;

std::string castFunction(const std::string &name, const std::string &op, const std::string &from,
                         const std::string &to) {
  return function(name, op + " %x : " + from + " to " + to, {from}, to);
}

/// Calls `expect(value, result)` for every value.
template <typename From, typename To, typename Expect>
void forEachCast(const std::string &cpu, const std::string &op, const std::string &from, const std::string &to,
                 std::vector<From> values, Expect expect) {
  CompiledModule module(castFunction("cast", op, "vector<8x" + from + ">", "vector<8x" + to + ">"), cpu);
  ASSERT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  auto *cast = module.get<void(const From *, To *)>("cast");
  values.resize((values.size() + kLanes - 1) / kLanes * kLanes);
  To results[kLanes];
  for (size_t i = 0; i < values.size(); i += kLanes) {
    cast(&values[i], results);
    for (size_t lane = 0; lane < kLanes; ++lane)
      expect(values[i + lane], results[lane]);
  }
}

bool isQuietNaN(uint16_t pattern, int mantissaBits) {
  return (pattern & 0x7fff) >> (mantissaBits - 1) == 0x7fff >> (mantissaBits - 1);
}

/// Numbers of f64 next to where rounding to a 16-bit type changes: its values and the midpoints between them.
std::vector<double> roundingPoints(float (*widen)(uint16_t)) {
  std::vector<double> points;
  for (uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
    double value = widen(static_cast<uint16_t>(pattern)), next = widen(static_cast<uint16_t>(pattern + 1));
    double middle = value + (next - value) / 2;
    for (double point : {value, middle})
      for (double neighbour : {point, std::nextafter(point, INFINITY), std::nextafter(point, -INFINITY),
                               point * (1 + 0x1p-30), point * (1 - 0x1p-30)})
        points.push_back(neighbour);
  }
  for (double huge : {65519.0, 65519.999, 65520.0, 65536.0, 3.3961775292304957e38, 3.4e38, 1e300, 1e-300, 5e-324})
    points.insert(points.end(), {huge, -huge});
  return points;
}

class ExpandCasts : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Cpus, ExpandCasts, testing::ValuesIn(testedCpus()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ExpandCasts);

TEST_P(ExpandCasts, F32ToBF16RoundsToNearestEven) {
  std::vector<float> values;
  for (uint64_t pattern = 0; pattern < uint64_t{1} << 32; pattern += 257)
    values.push_back(std::bit_cast<float>(static_cast<uint32_t>(pattern)));
  for (double point : roundingPoints(bf16ToF32))
    values.push_back(static_cast<float>(point));
  forEachCast<float, uint16_t>(GetParam(), "arith.truncf", "f32", "bf16", values, [](float value, uint16_t result) {
    if (std::isnan(value))
      ASSERT_TRUE(isQuietNaN(result, 7));
    else
      ASSERT_EQ(result, f32ToBf16(value)) << value;
  });
}

TEST_P(ExpandCasts, F64RoundsOnce) {
  auto expectRounded = [](uint16_t (*narrow)(double), int mantissaBits) {
    return [=](double value, uint16_t result) {
      if (std::isnan(value))
        ASSERT_TRUE(isQuietNaN(result, mantissaBits));
      else
        ASSERT_EQ(result, narrow(value)) << std::hexfloat << value;
    };
  };
  forEachCast<double, uint16_t>(GetParam(), "arith.truncf", "f64", "bf16", roundingPoints(bf16ToF32),
                                expectRounded(f64ToBf16, 7));
  forEachCast<double, uint16_t>(GetParam(), "arith.truncf", "f64", "f16", roundingPoints(f16ToF32),
                                expectRounded(f64ToF16, 10));
}

template <typename To>
void testWidening(const std::string &cpu, const std::string &from, const std::string &to, float (*widen)(uint16_t)) {
  std::vector<uint16_t> patterns;
  for (uint32_t pattern = 0; pattern < 0x10000; ++pattern)
    patterns.push_back(static_cast<uint16_t>(pattern));
  forEachCast<uint16_t, To>(cpu, "arith.extf", from, to, patterns, [&](uint16_t pattern, To result) {
    To expected = widen(pattern);
    ASSERT_TRUE(std::isnan(expected) ? std::isnan(result) : result == expected) << pattern;
    ASSERT_EQ(std::signbit(result), std::signbit(expected)) << pattern;
  });
}

TEST_P(ExpandCasts, WideningIsExact) {
  testWidening<float>(GetParam(), "bf16", "f32", bf16ToF32);
  testWidening<double>(GetParam(), "bf16", "f64", bf16ToF32);
  testWidening<float>(GetParam(), "f16", "f32", f16ToF32);
  testWidening<double>(GetParam(), "f16", "f64", f16ToF32);
}

/// The nearest pattern of a 16-bit float, of two equally near ones the even one, found by comparing distances.
uint16_t nearest(long double value, float (*widen)(uint16_t), uint16_t guess) {
  uint16_t best = guess;
  auto distance = [&](uint16_t pattern) {
    // Infinity stands for the number after the largest finite one.
    long double candidate = widen(pattern);
    if (std::isinf(candidate))
      candidate = 2.0L * widen(pattern - 1) - widen(pattern - 2);
    return std::fabs(candidate - value);
  };
  for (uint16_t candidate : {static_cast<uint16_t>(guess - 1), static_cast<uint16_t>(guess + 1)}) {
    bool isNumber = (candidate & 0x7fff) <= 0x7fff && !std::isnan(widen(candidate)) && guess != 0;
    if (isNumber &&
        (distance(candidate) < distance(best) || (distance(candidate) == distance(best) && candidate % 2 == 0)))
      best = candidate;
  }
  return best;
}

template <typename Integer> std::vector<Integer> integers() {
  using Limits = std::numeric_limits<Integer>;
  std::vector<Integer> values = {0, 1, Limits::max(), Limits::min()};
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    uint64_t bits = random() >> (random() % 64);
    values.push_back(static_cast<Integer>(bits));
  }
  // Midpoints between neighbours of bf16, and what lies next to them beyond the digits of f32 and f64.
  for (int exponent = 8; exponent < Limits::digits; ++exponent)
    for (uint64_t mantissa = 256; mantissa < 512; ++mantissa) {
      uint64_t middle = mantissa << exponent >> 8;
      for (uint64_t value : {middle, middle + 1, middle - 1}) {
        values.push_back(static_cast<Integer>(value));
        values.push_back(static_cast<Integer>(~value + 1));
      }
    }
  return values;
}

template <typename Integer>
void testFromInteger(const std::string &cpu, const std::string &op, const std::string &type) {
  auto expectNearest = [](float (*widen)(uint16_t), uint16_t (*narrow)(float)) {
    return [=](Integer value, uint16_t result) {
      ASSERT_EQ(result, nearest(static_cast<long double>(value), widen, narrow(static_cast<float>(value)))) << +value;
    };
  };
  forEachCast<Integer, uint16_t>(cpu, op, type, "bf16", integers<Integer>(), expectNearest(bf16ToF32, f32ToBf16));
  forEachCast<Integer, uint16_t>(cpu, op, type, "f16", integers<Integer>(), expectNearest(f16ToF32, f32ToF16));
}

TEST_P(ExpandCasts, IntegersRoundOnce) {
  testFromInteger<int8_t>(GetParam(), "arith.sitofp", "i8");
  testFromInteger<int16_t>(GetParam(), "arith.sitofp", "i16");
  testFromInteger<int32_t>(GetParam(), "arith.sitofp", "i32");
  testFromInteger<int64_t>(GetParam(), "arith.sitofp", "i64");
  testFromInteger<uint8_t>(GetParam(), "arith.uitofp", "i8");
  testFromInteger<uint32_t>(GetParam(), "arith.uitofp", "i32");
  testFromInteger<uint64_t>(GetParam(), "arith.uitofp", "i64");
}

/// Functions for every cast of the type system, of scalars if `lanes` is 0.
std::string allCasts(int lanes) {
  std::string text;
  auto shaped = [&](const std::string &element) {
    return lanes == 0 ? element : "vector<" + std::to_string(lanes) + "x" + element + ">";
  };
  auto add = [&](const std::string &op, const std::string &from, const std::string &to) {
    std::string name = op + "_" + from + "_" + to + "_" + std::to_string(lanes);
    text += castFunction(name, "arith." + op, shaped(from), shaped(to));
  };
  const std::pair<std::string, int> floats[] = {{"f16", 16}, {"bf16", 16}, {"f32", 32}, {"f64", 64}};
  for (const auto &[from, fromWidth] : floats) {
    for (const auto &[to, toWidth] : floats)
      if (fromWidth != toWidth)
        add(fromWidth < toWidth ? "extf" : "truncf", from, to);
    for (std::string integer : {"i1", "i8", "i16", "i32", "i64"}) {
      for (std::string op : {"fptosi", "fptoui"})
        add(op, from, integer);
      for (std::string op : {"sitofp", "uitofp"})
        add(op, integer, from);
    }
  }
  return text;
}

TEST(ExpandCastsCode, CallsNoLibrary) {
  std::string text;
  for (int lanes : {0, 1, 3, 8, 16})
    text += allCasts(lanes);
  EXPECT_EQ(CompiledModule(text, kPlainCpu).undefinedSymbols(), std::vector<std::string>());
}

} // namespace
} // namespace weir::test
