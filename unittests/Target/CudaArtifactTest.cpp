// What an artifact says of cuda's kernels, for the runtime to hold against the GPU at load.
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Compiler/Compile.h"
#include "lib/Target/Cuda/Ptxas.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

constexpr const char *kProduct = R"mlir(
func.func @job(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xbf16> attributes {weir.job} {
  %y = weir.matmul %a, %b : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}
)mlir";

/// Cubins name the registers that ptxas counted; of PTX, which the driver assembles, nobody knows them before.
TEST(CudaKernelsInArtifacts, NameWhatABlockNeeds) {
  Result<std::vector<uint8_t>> bytes = compileModule(kProduct, {.target = "cuda"});
  ASSERT_TRUE(bool(bytes)) << bytes.message();
  Result<Artifact> artifact = readArtifact(*bytes);
  ASSERT_TRUE(bool(artifact));
  std::vector<std::string> archs;
  for (const Kernel &kernel : artifact->kernels)
    for (const KernelImage &image : kernel.images) {
      archs.push_back(image.arch);
      EXPECT_EQ(image.target, "cuda");
      bool isCubin = llvm::StringRef(image.arch).starts_with("sm_");
      for (const KernelPhase &phase : image.phases) {
        EXPECT_EQ(phase.registers > 0, isCubin) << image.arch;
        EXPECT_EQ(phase.threads % 32, 0u);
        EXPECT_GT(phase.sharedBytes, 0u) << "tiles of a product";
      }
    }
  bool assembles = cuda::findPtxas().has_value();
  std::vector<std::string> expected{"compute_80", assembles ? "sm_80" : "compute_90a"};
  if (assembles)
    expected.push_back("sm_90a");
  std::sort(archs.begin(), archs.end());
  EXPECT_EQ(archs, expected);
}

} // namespace
} // namespace weir
