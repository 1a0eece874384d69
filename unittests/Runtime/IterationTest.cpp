// Jobs that repeat, on every device.
#include "unittests/Runtime/Conformance.h"
#include "unittests/Runtime/RandomGraph.h"

namespace weir {
namespace {

TEST_P(Conformance, IterationsKeepTheirOrder) {
  for (uint32_t seed = 0; seed < 12; ++seed) {
    uint32_t repeat = 1 + seed % 7;
    std::vector<std::vector<int64_t>> expected;
    Artifact artifact = repeatedGraph(seed, 1 + seed % 5, repeat, expected);
    std::vector<int64_t> x;
    for (uint32_t k = 0; k < repeat; ++k)
      x.push_back(5 + 3 * int64_t(k));
    for (uint64_t shuffle : {0, 1}) {
      Harness h = open({.threads = 4, .poison = 1, .shuffle_seed = shuffle * (seed + 1)});
      JobHandle job = h.job(h.load(artifact), "main");
      for (int round = 0; round < 3; ++round) {
        auto results = h.run(job, list(h.tensor(x)), expected.size());
        for (size_t i = 0; i < expected.size(); ++i)
          ASSERT_EQ(valuesOf<int64_t>(results[i]), expected[i]) << "seed " << seed << ", result " << i;
      }
    }
  }
}

/// w -= the sum of the parts of g, which the first iteration begins, each adds to and the last one uses.
TEST_P(Conformance, Accumulation) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {300}, {}, {}});
  JobBuilder b(artifact, "main");
  b.repeat(5);
  Id g = b.slicedInput("g", DType::F32, {300}), sum = b.carried(DType::F32, {300});
  Id other = b.registers(2, DType::F32, {300}), w = b.variable("w");
  Id cleared = b.only(When::First, b.add(Fill{sum, 0}, 0));
  Id prepared = b.add(Copy{g, other}, 1);
  Id added = b.call("subtract_f32", {sum, other}, 0, {cleared, prepared});
  b.only(When::Last, b.call("subtract_f32", {w, sum}, 1, {added}));
  b.finish();
  for (int threads : {1, 2}) {
    Harness h = open({.threads = threads, .poison = 1});
    JobHandle job = h.job(h.load(artifact), "main");
    for (int round = 1; round < 4; ++round) {
      h.run(job, list(h.tensor(std::vector<float>(1500, 2))), 0);
      EXPECT_EQ(valuesOf<float>(h.variable("w")), std::vector<float>(300, float(10 * round)));
    }
  }
}

/// Of several that of the earliest is reported; what is enqueued of later iterations runs all the same.
TEST_P(Conformance, FaultsOfOneIteration) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  b.repeat(6);
  Id index = b.slicedInput("index", DType::I64, {2}), table = b.input("table", DType::F32, {2});
  b.call("gather_f32", {index, table, b.stackedResult("y", DType::F32, {2})});
  b.finish();
  Harness h = open();
  JobHandle job = h.job(h.load(artifact), "main");
  std::vector<int64_t> good(12, 1), bad = good;
  bad[6] = 5;
  bad[8] = 7;
  for (int round = 0; round < 3; ++round) {
    std::vector<TensorHandle> results;
    EXPECT_EQ(messageOf(h.tryRun(job, list(h.tensor(bad), h.tensor<float>({1, 2})), results, 1), WEIR_KERNEL_FAULT),
              "expects an index from 0 to 1, got 5");
    auto right = h.run(job, list(h.tensor(good), h.tensor<float>({1, 2})), 1);
    EXPECT_EQ(valuesOf<float>(right[0]), std::vector<float>(12, 2));
  }
}

} // namespace
} // namespace weir
