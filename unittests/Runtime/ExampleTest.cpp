// examples/c/run_artifact, run as a user would.
#include "unittests/Runtime/RuntimeTest.h"

#include <cstdio>

namespace weir {
namespace {

/// What the command printed, both streams.
std::string outputOf(const std::string &command) {
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> pipe(popen((command + " 2>&1").c_str(), "r"), pclose);
  std::string text;
  for (int c; (c = std::fgetc(pipe.get())) != EOF;)
    text += char(c);
  return text;
}

TEST(Example, RunArtifact) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {3}), y = b.result("y", DType::F32, {3});
  b.call("double_f32", {x, y});
  b.finish();
  std::string path = ::testing::TempDir() + "weir_example_test.weir";
  ASSERT_EQ(writeArtifact(artifact, path), std::nullopt);
  EXPECT_EQ(outputOf(WEIR_RUN_ARTIFACT " " + path), "y[0] = 2\n");
  EXPECT_EQ(outputOf(WEIR_RUN_ARTIFACT " " + path + " main sim"), "y[0] = 2\n");
  EXPECT_EQ(outputOf(WEIR_RUN_ARTIFACT " " + path + " train"),
            "error: expects a job of the artifact ('main'), got 'train'\n");
  std::remove(path.c_str());
  EXPECT_EQ(outputOf(WEIR_RUN_ARTIFACT " " + path),
            "error: can't read artifact '" + path + "': No such file or directory\n");
}

} // namespace
} // namespace weir
