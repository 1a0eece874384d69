// Ranks on devices of each kind: what they give and take passes through memory of the host.
#include "unittests/Runtime/Conformance.h"
#include "unittests/Runtime/RanksTest.h"

namespace weir {
namespace {

class RanksConformance : public Conformance {
protected:
  Together open(const Artifact &artifact, int32_t ranks = 2, weir_device_options options = {.threads = 1}) {
    return Together(artifact, ranks, options, GetParam().device);
  }
};

INSTANTIATE_TEST_SUITE_P(Devices, RanksConformance, kDevices, nameOf);

/// Runs follow each other, and nobody waits for them: what one gives is what it has computed by then.
TEST_P(RanksConformance, Meet) {
  for (int32_t ranks : {1, 2, 3})
    for (bool someAside : {false, true}) {
      constexpr int kLength = 5, kRuns = 10;
      Artifact artifact = testArtifact();
      addMeetings(artifact, ranks, kLength, someAside);
      Together together = open(artifact, ranks);
      expectMeetings(together, kLength, kRuns);
    }
}

TEST_P(RanksConformance, MeetInOneOrderWhereInstructionsAreShuffled) {
  Artifact artifact = testArtifact();
  addMeetings(artifact, 2, 4, /*someAside=*/true);
  for (uint64_t seed = 1; seed < 5; ++seed) {
    Together together = open(artifact, 2, {.threads = 1, .poison = 1, .shuffle_seed = seed});
    EXPECT_EQ(
        together.messages({"meetings", "meetings"}, [](Harness &h, int) { return list(h.tensor<float>({1, 2})); }),
        (std::vector<std::string>{"", ""}));
  }
}

/// Rows of what ranks have of columns: each takes pieces, and nothing is written between them.
TEST_P(RanksConformance, TakePieces) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "turn");
  Id x = b.input("x", DType::F32, {4, 2}), y = b.result("y", DType::F32, {2, 4});
  b.add(Collective{x, y, {4, 4}, {split(1)}, {split(0)}, {2}, {0, 1}}, kMeetings);
  b.finish();
  Together together = open(artifact);
  together.onEach([](Harness &h, const ArtifactHandle &loaded, float rank) {
    Floats columns;
    for (float row = 0; row < 4; ++row)
      for (float column = 0; column < 2; ++column)
        columns.push_back(10 * row + 2 * rank + column);
    std::vector<TensorHandle> results = h.run(h.job(loaded, "turn"), list(h.tensor<float>(columns, {4, 2})), 1);
    float first = 20 * rank, next = first + 10;
    EXPECT_EQ(valuesOf<float>(results[0]),
              (Floats{first, first + 1, first + 2, first + 3, next, next + 1, next + 2, next + 3}));
  });
}

TEST_P(RanksConformance, CutWithoutMeeting) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "cut");
  Id x = b.input("x", DType::F32, {4}), doubled = b.arena(DType::F32, {4}), y = b.result("y", DType::F32, {2});
  b.call("double_f32", {x, doubled});
  b.add(Collective{doubled, y, {4}, {{}}, {split(0)}, {2}, {0, 1}});
  b.finish();
  Together together = open(artifact);
  Harness &h = *together.harness[1];
  std::vector<TensorHandle> results = h.run(h.job(together.loaded[1], "cut"), list(h.tensor<float>({1, 2, 3, 4})), 1);
  EXPECT_EQ(valuesOf<float>(results[0]), (Floats{6, 8}));
}

/// Of data that are wrong on one rank, which the device says before others take anything.
TEST_P(RanksConformance, AFailureIsToldToAllAndChangesNothing) {
  Artifact artifact = testArtifact();
  addGather(artifact);
  Together together = open(artifact);
  std::vector<std::string> said = together.messages({"gather", "gather"}, [](Harness &h, int rank) {
    return list(h.tensor<int64_t>({0, rank == 1 ? 5 : 1}), h.tensor<float>({3, 4}));
  });
  EXPECT_NE(said[0].find("for rank 1, which has failed: "), std::string::npos) << said[0];
  EXPECT_NE(said[0].find(said[1]), std::string::npos) << said[0] << "\n" << said[1];
  EXPECT_NE(said[1].find("index"), std::string::npos) << said[1];
  for (const std::unique_ptr<Harness> &h : together.harness)
    EXPECT_EQ(valuesOf<float>(h->variable("w")), (Floats{0, 0}));
}

} // namespace
} // namespace weir
