// See the header.
#include "unittests/Runtime/RandomGraph.h"
#include "unittests/Runtime/JobBuilder.h"

#include <random>

namespace weir {

Artifact randomGraph(uint32_t seed, uint32_t numStreams, std::vector<int64_t> &expected) {
  std::mt19937 random(seed);
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  std::vector<Id> buffers = {b.input("x", DType::I64, {})};
  std::vector<std::optional<Id>> writers = {std::nullopt};
  std::vector<int64_t> values = {5};
  auto pick = [&] { return buffers.size() - 1 - random() % std::min<size_t>(buffers.size(), 12); };
  for (int i = 0; i < 200; ++i) {
    size_t source = pick();
    Id target = b.arena(DType::I64, {});
    std::vector<Id> predecessors;
    if (writers[source])
      predecessors.push_back(*writers[source]);
    writers.push_back(b.call("next_i64", {buffers[source], target}, uint32_t(random() % numStreams), predecessors));
    buffers.push_back(target);
    values.push_back(values[source] + 1);
  }
  for (int i = 0; i < 8; ++i) {
    size_t source = pick();
    Id out = b.result("out" + std::to_string(i), DType::I64, {});
    std::vector<Id> predecessors;
    if (writers[source])
      predecessors.push_back(*writers[source]);
    b.add(Copy{buffers[source], out}, uint32_t(random() % numStreams), predecessors);
    expected.push_back(values[source]);
  }
  b.finish();
  return artifact;
}

namespace {

/// Numbers that are one value in the first iteration and grow by the same in each.
class RepeatedGraph {
public:
  RepeatedGraph(uint32_t seed, uint32_t numStreams, uint32_t repeat)
      : random(seed), numStreams(numStreams), artifact(testArtifact()), b(begin()) {
    b.repeat(repeat);
    Id x = b.slicedInput("x", DType::I64, {1});
    numbers.push_back({b.view(x, {}, 0, {}), 5, 3, {}});
  }

  Artifact build(std::vector<std::vector<int64_t>> &expected) {
    for (int i = 0; i < 4; ++i)
      addCounter(i);
    for (int i = 0; i < 60; ++i)
      addNext();
    for (int i = 0; i < 8; ++i)
      expected.push_back(addResult(i));
    b.finish();
    return std::move(artifact);
  }

private:
  struct Number {
    Id buffer;
    int64_t first, growth;
    std::optional<Id> writer;
  };

  JobBuilder begin() {
    for (const char *name : {"v0", "v1"})
      artifact.variables.push_back({name, DType::I64, {}, {}, {}});
    return JobBuilder(artifact, "main");
  }
  uint32_t stream() { return uint32_t(random() % numStreams); }
  const Number &pick() { return numbers[numbers.size() - 1 - random() % std::min<size_t>(numbers.size(), 12)]; }
  static std::vector<Id> behind(const Number &number) {
    return number.writer ? std::vector<Id>{*number.writer} : std::vector<Id>();
  }

  /// That keeps its value from one iteration to the next: 1 in the first one, where it begins with 0.
  void addCounter(int i) {
    bool isVariable = i < 2;
    Id buffer = isVariable ? b.variable("v" + std::to_string(i)) : b.carried(DType::I64, {});
    Id cleared = b.only(When::First, b.add(Fill{buffer, 0}, stream()));
    numbers.push_back({buffer, 1, 1, b.call("next_i64", {buffer, buffer}, stream(), {cleared})});
  }

  void addNext() {
    Number source = pick();
    Id target = b.registers(1 + uint32_t(random() % std::min(b.job.repeat, 4u)), DType::I64, {});
    Id writer = b.call("next_i64", {source.buffer, target}, stream(), behind(source));
    numbers.push_back({target, source.first + 1, source.growth, writer});
  }

  /// All iterations' numbers, or the last one's.
  std::vector<int64_t> addResult(int i) {
    Number source = pick();
    std::vector<int64_t> values;
    for (uint32_t k = 0; k < b.job.repeat; ++k)
      values.push_back(source.first + source.growth * k);
    std::string name = "out" + std::to_string(i);
    if (i % 4 != 3) {
      Id stacked = b.stackedResult(name, DType::I64, {1});
      b.add(Copy{source.buffer, b.view(stacked, {}, 0, {})}, stream(), behind(source));
      return values;
    }
    Id written = b.add(Copy{source.buffer, b.result(name, DType::I64, {})}, stream(), behind(source));
    if (i > 3)
      b.only(When::Last, written);
    return {values.back()};
  }

  std::mt19937 random;
  const uint32_t numStreams;
  Artifact artifact;
  JobBuilder b;
  std::vector<Number> numbers;
};

} // namespace

Artifact repeatedGraph(uint32_t seed, uint32_t numStreams, uint32_t repeat,
                       std::vector<std::vector<int64_t>> &expected) {
  return RepeatedGraph(seed, numStreams, repeat).build(expected);
}

} // namespace weir
