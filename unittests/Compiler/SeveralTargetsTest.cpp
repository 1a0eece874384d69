// Artifacts for several targets: what is in them, and which lists are refused.
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Artifact/SelectTarget.h"
#include "lib/Compiler/Compile.h"

#include <gtest/gtest.h>

#include <set>

namespace weir {
namespace {

/// Kernels of several forms, one with a check that can fail, and a constant operand that cpu packs.
constexpr const char *kModule = R"mlir(
weir.variable @w : tensor<24x16xf32>
func.func @run(%x: tensor<40x24xf32>, %i: tensor<3x24xi64>)
    -> (tensor<40x16xf32>, tensor<f32>, tensor<24x40xf32>, tensor<3x24xf32>) attributes {weir.job} {
  %w = weir.read @w : tensor<24x16xf32>
  %product = weir.matmul %x, %w : (tensor<40x24xf32>, tensor<24x16xf32>) -> tensor<40x16xf32>
  %relu = weir.relu %product : (tensor<40x16xf32>) -> tensor<40x16xf32>
  %sum = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<40x24xf32>) -> tensor<f32>
  %transposed = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<40x24xf32>) -> tensor<24x40xf32>
  %chosen = weir.gather %x, %i {dim = 0 : i64} : (tensor<40x24xf32>, tensor<3x24xi64>) -> tensor<3x24xf32>
  return %relu, %sum, %transposed, %chosen : tensor<40x16xf32>, tensor<f32>, tensor<24x40xf32>, tensor<3x24xf32>
}
)mlir";

Artifact compileFor(const std::string &targets) {
  Result<std::vector<uint8_t>> bytes = compileModule(kModule, {.target = targets});
  if (!bytes) {
    ADD_FAILURE() << bytes.message();
    return {};
  }
  Result<Artifact> artifact = readArtifact(std::move(*bytes));
  EXPECT_TRUE(bool(artifact));
  return *std::move(artifact);
}

std::set<std::string> targetsOf(const Kernel &kernel) {
  std::set<std::string> targets;
  for (const KernelImage &image : kernel.images)
    targets.insert(image.target);
  return targets;
}

std::set<std::string> hashesOf(const Kernel &kernel) {
  std::set<std::string> hashes;
  for (const KernelImage &image : kernel.images)
    hashes.insert(image.sourceHash);
  return hashes;
}

std::string messageFor(CompileOptions options, const char *module = kModule) {
  Result<std::vector<uint8_t>> bytes = compileModule(module, options);
  return bytes ? "none" : bytes.message();
}

TEST(SeveralTargets, ImagesOfGpusComeFromOneModule) {
  for (const char *targets : {"sim,cuda", "cuda,sim"}) {
    Artifact artifact = compileFor(targets);
    EXPECT_GE(artifact.kernels.size(), 2u) << "a product, and all else";
    EXPECT_EQ(artifact.jobs.size(), 2u);
    for (const Kernel &kernel : artifact.kernels) {
      EXPECT_EQ(targetsOf(kernel), (std::set<std::string>{"cuda", "sim"})) << kernel.name;
      EXPECT_EQ(hashesOf(kernel).size(), 1u) << kernel.name;
      EXPECT_EQ(hashesOf(kernel).begin()->size(), 32u) << kernel.name;
    }
  }
}

TEST(SeveralTargets, KernelsOfOneProgramHaveHashesOfTheirOwn) {
  std::set<std::string> hashes;
  Artifact artifact = compileFor("sim");
  for (const Kernel &kernel : artifact.kernels)
    hashes.merge(hashesOf(kernel));
  EXPECT_EQ(hashes.size(), artifact.kernels.size());
}

TEST(SeveralTargets, EachIsWhatItIsAlone) {
  Artifact whole = compileFor("cpu,sim,naive");
  EXPECT_EQ(weir::targetsOf(whole), (std::vector<std::string>{"cpu", "sim", "naive"}));
  for (const char *target : {"cpu", "sim", "naive"}) {
    Artifact alone = compileFor(target), selected = selectTarget(whole, target);
    ASSERT_EQ(selected.kernels.size(), alone.kernels.size()) << target;
    EXPECT_EQ(selected.jobs.size(), alone.jobs.size()) << target;
    EXPECT_EQ(selected.variables.size(), alone.variables.size()) << target;
    for (size_t i = 0; i < alone.kernels.size(); ++i) {
      const KernelImage &ours = selected.kernels[i].images.at(0), &theirs = alone.kernels[i].images.at(0);
      EXPECT_TRUE(std::equal(ours.code.data(), ours.code.data() + ours.code.size(), theirs.code.data(),
                             theirs.code.data() + theirs.code.size()))
          << target << " " << alone.kernels[i].name;
    }
  }
}

TEST(SeveralTargets, ListsThatAreRefused) {
  EXPECT_EQ(messageFor({.target = "cpu,cpu"}), "expects targets with commas between, each once, got 'cpu,cpu'");
  EXPECT_EQ(messageFor({.target = "cpu,"}), "expects targets with commas between, each once, got 'cpu,'");
  EXPECT_EQ(messageFor({.target = ""}), "expects targets with commas between, each once, got ''");
  EXPECT_NE(messageFor({.target = "cpu,abacus"}).find("expects a target, one of: cpu, cuda, naive, sim; got abacus"),
            std::string::npos);
  EXPECT_EQ(messageFor({.target = "cpu,sim", .machine = "x86-64-v3"}),
            "expects one target where a machine is named, got cpu,sim for x86-64-v3");
}

TEST(SeveralTargets, AModuleForOneTargetIsRefused) {
  constexpr const char *module = R"mlir(module attributes {kernel.target = #kernel.target<"sim", {}>} {})mlir";
  EXPECT_EQ(messageFor({.target = "cpu,sim"}, module),
            "expects a module without a target where several are named, got one for sim and cpu,sim");
  EXPECT_EQ(messageFor({.target = "cpu"}, module), "none") << "its own holds";
}

} // namespace
} // namespace weir
