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

} // namespace weir
