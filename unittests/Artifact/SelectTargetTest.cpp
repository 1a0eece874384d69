// What a device of one target sees of an artifact for several.
#include "lib/Artifact/SelectTarget.h"
#include "lib/Artifact/Verify.h"
#include "unittests/Artifact/SampleArtifact.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

using Texts = std::vector<std::string>;

template <typename T> Texts namesOf(const std::vector<T> &entries) {
  Texts names;
  for (const T &entry : entries)
    names.push_back(entry.name);
  return names;
}

TEST(SelectTarget, TargetsInTheOrderOfJobs) {
  EXPECT_EQ(targetsOf(sampleArtifact()), (Texts{"cpu", "cuda", "sim"}));
  EXPECT_EQ(targetsOf(Artifact()), Texts());
}

TEST(SelectTarget, Cuda) {
  Artifact selected = selectTarget(sampleArtifact(), "cuda");
  EXPECT_EQ(verify(selected), std::nullopt);
  EXPECT_EQ(namesOf(selected.jobs), (Texts{"inner", "outer"}));
  ASSERT_EQ(selected.kernels.size(), 1u);
  EXPECT_EQ(selected.kernels[0].images.size(), 2u) << "one per architecture";
  EXPECT_EQ(std::get<Call>(selected.jobs[0].instructions[0].body).kernel, 0u);
  EXPECT_EQ(std::get<RunProgram>(selected.jobs[1].instructions[0].body).job, 0u);
  EXPECT_EQ(selected.jobs[0].targets, Texts{"cuda"});
  EXPECT_EQ(targetsOf(selected), Texts{"cuda"});
}

TEST(SelectTarget, VariablesThatOnlyOtherTargetsUseAreDropped) {
  Artifact selected = selectTarget(sampleArtifact(), "cuda");
  EXPECT_EQ(namesOf(selected.variables), (Texts{"w", "tied", "tiled"}))
      << "tied is used by nobody, packed by cpu alone";
  EXPECT_EQ(selected.variables[1].aliasOf, Id(0));
  EXPECT_EQ(std::get<VariableStorage>(selected.jobs[0].buffers[0].storage).variable, 2u);
}

/// The variable that an alias stands for stays, though no job for the target names it.
TEST(SelectTarget, AliasesKeepTheirVariable) {
  Artifact selected = selectTarget(sampleArtifact(), "sim");
  EXPECT_EQ(verify(selected), std::nullopt);
  EXPECT_EQ(namesOf(selected.jobs), Texts{"inner"});
  EXPECT_EQ(namesOf(selected.variables), (Texts{"w", "tied", "tiled"}));
}

TEST(SelectTarget, SelectingTwiceIsSelectingOnce) {
  Artifact artifact = selectTarget(sampleArtifact(), "cpu");
  EXPECT_EQ(verify(artifact), std::nullopt);
  EXPECT_EQ(namesOf(artifact.variables), (Texts{"w", "tied", "packed"}));
  Artifact again = selectTarget(artifact, "cpu");
  EXPECT_EQ(namesOf(again.jobs), namesOf(artifact.jobs));
  EXPECT_EQ(namesOf(again.variables), namesOf(artifact.variables));
  EXPECT_EQ(again.kernels.size(), 1u);
}

TEST(SelectTarget, NobodysTarget) {
  Artifact selected = selectTarget(sampleArtifact(), "tpu");
  EXPECT_EQ(verify(selected), std::nullopt);
  EXPECT_TRUE(selected.jobs.empty());
  EXPECT_TRUE(selected.kernels.empty());
}

} // namespace
} // namespace weir
