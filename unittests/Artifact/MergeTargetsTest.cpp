// One artifact of those for one target each.
#include "lib/Artifact/MergeTargets.h"
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Artifact/SelectTarget.h"
#include "lib/Artifact/Verify.h"
#include "unittests/Artifact/SampleArtifact.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

Artifact part(const std::string &target) { return selectTarget(sampleArtifact(), target); }

std::vector<uint8_t> bytesOf(const Artifact &artifact) {
  Result<std::vector<uint8_t>> bytes = serialize(artifact);
  EXPECT_TRUE(bool(bytes));
  return bytes ? *bytes : std::vector<uint8_t>();
}

TEST(MergeTargets, WhatWasMergedIsSelectedAgain) {
  Result<Artifact> whole = mergeTargets({part("cpu"), part("sim"), part("cuda")});
  ASSERT_TRUE(bool(whole)) << whole.message();
  EXPECT_EQ(verify(*whole), std::nullopt);
  EXPECT_EQ(targetsOf(*whole), (std::vector<std::string>{"cpu", "sim", "cuda"}));
  for (const char *target : {"cpu", "sim", "cuda"})
    EXPECT_EQ(bytesOf(selectTarget(*whole, target)), bytesOf(part(target))) << target;
}

TEST(MergeTargets, OneIsItself) {
  Result<Artifact> whole = mergeTargets({sampleArtifact()});
  ASSERT_TRUE(bool(whole));
  EXPECT_EQ(bytesOf(*whole), bytesOf(sampleArtifact()));
}

TEST(MergeTargets, KernelsOfOneModuleAreOne) {
  Result<Artifact> whole = mergeTargets({part("sim"), part("cuda"), part("cpu")});
  ASSERT_TRUE(bool(whole));
  ASSERT_EQ(whole->kernels.size(), 2u);
  EXPECT_EQ(whole->kernels[0].images.size(), 3u) << "sim, and cuda for two architectures";
  EXPECT_EQ(whole->constants.size(), 2u);
  EXPECT_EQ(whole->variables.size(), 4u);
}

/// An image for sim adds sites behind the places of faults.
TEST(MergeTargets, TheLongerTableOfLocationsHoldsForBoth) {
  for (bool simIsFirst : {true, false}) {
    Artifact sim = part("sim"), cuda = part("cuda");
    sim.kernels[0].locations.push_back({"llvm.store", "model.py", 6, 1, {}});
    Result<Artifact> whole = simIsFirst ? mergeTargets({sim, cuda}) : mergeTargets({cuda, sim});
    ASSERT_TRUE(bool(whole));
    ASSERT_EQ(whole->kernels.size(), 1u);
    EXPECT_EQ(whole->kernels[0].locations, sim.kernels[0].locations);
  }
}

TEST(MergeTargets, KernelsThatDifferStayApart) {
  const std::function<void(Kernel &)> changes[] = {
      [](Kernel &kernel) { kernel.images[0].sourceHash = "beef"; },
      [](Kernel &kernel) { kernel.images[0].sourceHash.clear(); },
      [](Kernel &kernel) { kernel.host = Bytes(std::vector<uint8_t>(40, 1)); },
      [](Kernel &kernel) { kernel.prepareOffset = 4; },
      [](Kernel &kernel) { kernel.operands[0].dtype = DType::F64; },
      [](Kernel &kernel) { kernel.numScalars = 0; },
      [](Kernel &kernel) { kernel.locations[0].line = 6; },
  };
  for (const auto &change : changes) {
    Artifact sim = part("sim");
    change(sim.kernels[0]);
    Result<Artifact> whole = mergeTargets({sim, part("cuda")});
    ASSERT_TRUE(bool(whole));
    EXPECT_EQ(whole->kernels.size(), 2u);
    EXPECT_EQ(std::get<Call>(whole->jobs[1].instructions[0].body).kernel, 1u) << "cuda's job calls its own";
  }
}

TEST(MergeTargets, VariablesAreTheSameForAll) {
  Artifact sim = part("sim");
  sim.variables[0].initial.reset();
  Result<Artifact> whole = mergeTargets({part("cpu"), sim});
  ASSERT_FALSE(bool(whole));
  EXPECT_EQ(whole.message(), "expects variable 'w' to be the same for all targets, got two");
}

TEST(MergeTargets, FeaturesAreThoseOfAll) {
  Artifact sim = part("sim");
  sim.cpuFeatures = {"fma", "f16c"};
  sim.runtimeFeatures = {"simulator"};
  Result<Artifact> whole = mergeTargets({part("cpu"), sim});
  ASSERT_TRUE(bool(whole));
  EXPECT_EQ(whole->cpuFeatures, (std::vector<std::string>{"avx2", "fma", "f16c"}));
  EXPECT_EQ(whole->runtimeFeatures, (std::vector<std::string>{"collectives", "simulator"}));
}

} // namespace
} // namespace weir
