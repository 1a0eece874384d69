// Transports over MPI, under the mpirun of each library: the cases of all transports, and what becomes of ranks whose
// others are killed or leave.
#include "lib/Runtime/Ranks/Mpi/MpiLibrary.h"
#include "unittests/Runtime/TransportCases.h"
#include "unittests/SuiteSample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace weir {
namespace {

using namespace std::chrono_literals;

/// How processes of a library are started, with settings for a small machine that others use too.
struct Launcher {
  const char *name, *plugin, *program, *options;
};

constexpr Launcher kLaunchers[] = {
    {"OpenMpi", "openmpi", "mpirun.openmpi",
     "--oversubscribe --mca plm isolated --mca pml ob1 --mca btl self,vader --mca btl_vader_single_copy_mechanism none"
     " --mca mpi_yield_when_idle 1"},
    {"OpenMpiTcp", "openmpi", "mpirun.openmpi",
     "--oversubscribe --mca plm isolated --mca pml ob1 --mca btl self,tcp --mca btl_tcp_if_include lo"
     " --mca oob_tcp_if_include lo --mca mpi_yield_when_idle 1"},
    {"Mpich", "mpich", "mpiexec.mpich", "-launcher fork"},
};

std::string pathOf(const std::string &program) {
  for (const char *folder : {"/usr/bin/", "/usr/local/bin/"})
    if (std::filesystem::exists(folder + program))
      return folder + program;
  return "";
}

/// What a launcher has left.
struct Outcome {
  int status = 0;
  std::string output, errors;
  std::vector<std::string> said; ///< by rank
};

std::string readAll(const std::filesystem::path &path) {
  std::string text;
  if (FILE *file = fopen(path.c_str(), "r")) {
    char buffer[4096];
    for (size_t count; (count = fread(buffer, 1, sizeof(buffer), file)) > 0;)
      text.append(buffer, count);
    fclose(file);
  }
  std::filesystem::remove(path);
  return text;
}

Outcome launch(const Launcher &launcher, int64_t ranks, const std::string &work) {
  std::filesystem::path base = std::filesystem::temp_directory_path() / ("weir-mpi-" + std::to_string(getpid()));
  std::string out = base.string() + ".out", err = base.string() + ".err";
  std::string command = "timeout -k 5 60 " + pathOf(launcher.program) + " " + launcher.options + " -n " +
                        std::to_string(ranks) + " " WEIR_MPI_RANK " " + work + " > " + out + " 2> " + err;
  Outcome outcome;
  outcome.status = std::system(command.c_str());
  outcome.output = readAll(out);
  outcome.errors = readAll(err);
  outcome.said.resize(size_t(ranks), "(nothing)");
  for (int64_t rank = 0; rank < ranks; ++rank) {
    std::string begin = "rank " + std::to_string(rank) + ": ";
    size_t at = ("\n" + outcome.output).find("\n" + begin);
    if (at != std::string::npos)
      outcome.said[size_t(rank)] =
          outcome.output.substr(at + begin.size(), outcome.output.find('\n', at) - at - begin.size());
  }
  return outcome;
}

class MpiTest : public testing::TestWithParam<Launcher> {
protected:
  void SetUp() override {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
    GTEST_SKIP() << "expects a library of MPI that was built with this sanitizer, which Debian's are not";
#endif
#endif
    std::filesystem::path plugin =
        std::filesystem::path(WEIR_MPI_FOLDER) / ("libweir-mpi-" + std::string(GetParam().plugin) + ".so");
    if (pathOf(GetParam().program).empty())
      GTEST_SKIP() << "expects " << GetParam().program << " to be installed (tools/dev/packages.txt)";
    if (!std::filesystem::exists(plugin))
      GTEST_SKIP() << "expects the plug-in of " << GetParam().plugin << ", which was not built for want of its headers";
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  }
};

/// A run has one in three: each starts processes.
TEST_P(MpiTest, DoesWhatAllTransportsDo) {
  for (const TransportCase &each : transportCases()) {
    if (!isDrawn(std::string(GetParam().name) + " " + each.name, 3))
      continue;
    SCOPED_TRACE(each.name);
    if (each.linkSpeed)
      setenv("WEIR_LINK_SPEED", each.linkSpeed, 1);
    Outcome outcome = launch(GetParam(), each.ranks, each.name);
    unsetenv("WEIR_LINK_SPEED");
    EXPECT_TRUE(each.isRight(outcome.said)) << outcome.output << outcome.errors;
    bool isClean = std::ranges::all_of(outcome.said, [](const std::string &said) { return said.empty(); });
    if (isClean)
      EXPECT_EQ(outcome.status, 0) << outcome.errors;
  }
}

TEST_P(MpiTest, TheWaitingNameTheKilledWhenMpirunEndsThem) {
  Outcome outcome = launch(GetParam(), 3, "WaitForTheKilled");
  EXPECT_NE(outcome.status, 0);
  EXPECT_EQ(outcome.said[1], "(nothing)");
  if (std::string(GetParam().plugin) == "openmpi") { // that of MPICH kills without a word before
    EXPECT_TRUE(contains(outcome.errors, "weir: rank 0 waits in comm.all_reduce (a.py:3) for rank 1") ||
                contains(outcome.errors, "weir: rank 2 waits in comm.all_reduce (a.py:3) for rank 1"))
        << outcome.errors;
  }
}

TEST_P(MpiTest, WhoLeavesEarlyIsNamedAndDoesNotHang) {
  Clock::time_point begin = Clock::now();
  Outcome outcome = launch(GetParam(), 3, "LeaveEarly");
  EXPECT_NE(outcome.status, 0);
  for (int rank : {0, 2})
    EXPECT_TRUE(contains(outcome.said[size_t(rank)], "waits in second for rank 1, which has ended") ||
                contains(outcome.said[size_t(rank)], "which has failed"))
        << outcome.output << outcome.errors;
  EXPECT_LT(Clock::now() - begin, 20s);
}

TEST_P(MpiTest, WhoMakesFewerTransportsIsNamed) {
  Clock::time_point begin = Clock::now();
  Outcome outcome = launch(GetParam(), 2, "JoinLess");
  EXPECT_NE(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.said[0], "rank 0 waits for others to join their world, but rank 1 has ended"))
      << outcome.output << outcome.errors;
  EXPECT_LT(Clock::now() - begin, 20s);
}

INSTANTIATE_TEST_SUITE_P(Libraries, MpiTest, testing::ValuesIn(kLaunchers),
                         [](const auto &info) { return std::string(info.param.name); });

/// What an environment says of how a process was started.
class MpiStartTest : public testing::Test {
protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }

  static void clear() {
    for (const char *name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "WEIR_MPI"})
      unsetenv(name);
  }
  static std::string start() {
    MpiStart found = MpiStart::ofEnvironment();
    return found.library + " " + std::to_string(found.ranks);
  }
  static std::string whyNotOpen(const char *library) {
    weir_world *world = nullptr;
    int32_t rank = 0;
    Status status(weir_world_open_mpi(library, &world, &rank));
    return status ? status->message : "";
  }
};

TEST_F(MpiStartTest, IsThatOfTheLibraryWhoseMpirunItWas) {
  EXPECT_EQ(start(), " 1");
  setenv("PMI_RANK", "1", 1);
  setenv("PMI_SIZE", "3", 1);
  EXPECT_EQ(start(), "mpich 3");
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  EXPECT_EQ(start(), "openmpi 4");
  EXPECT_EQ(weir_mpi_ranks(), 4);
  setenv("WEIR_MPI", "/opt/plugin.so", 1);
  EXPECT_EQ(start(), "/opt/plugin.so 4");
  setenv("WEIR_MPI", "none", 1);
  EXPECT_EQ(weir_mpi_ranks(), 1);
}

TEST_F(MpiStartTest, ProcessesThatAreAloneAndPluginsThatAreNotThereAreTold) {
  EXPECT_EQ(whyNotOpen(nullptr), "expects a process that an mpirun has started, got one that is alone");
  EXPECT_TRUE(contains(whyNotOpen("lam"), "expects a plug-in for the MPI library 'lam', got: "));
  EXPECT_TRUE(contains(whyNotOpen("/dev/null"), "expects a plug-in for the MPI library '/dev/null', got: "));
}

} // namespace
} // namespace weir
