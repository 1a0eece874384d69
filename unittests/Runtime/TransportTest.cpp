// Exchanges between ranks, as threads of one process and as processes of one host: right bytes, or a status that says
// who is missing or elsewhere.
#include "lib/Runtime/Ranks/SharedWorld.h"
#include "unittests/Runtime/TransportCases.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace weir {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<SharedWorld> worldOf(std::variant<std::shared_ptr<SharedWorld>, Status> made) {
  if (auto *failed = std::get_if<Status>(&made))
    throw std::runtime_error((*failed)->message);
  return std::get<std::shared_ptr<SharedWorld>>(made);
}

std::vector<std::string> onThreads(int64_t numRanks, const Work &work) {
  std::shared_ptr<SharedWorld> world = SharedWorld::ofThreads(numRanks);
  std::vector<std::string> results(numRanks);
  std::vector<std::thread> threads;
  for (int64_t rank = 0; rank < numRanks; ++rank)
    threads.emplace_back([&, rank] { results[rank] = work(*makeTransport(world, rank)); });
  for (std::thread &thread : threads)
    thread.join();
  return results;
}

std::string worldName() { return "weir-test-" + std::to_string(getpid()); }

/// Processes that open a world by its name. What they say goes through pipes.
std::vector<std::string> onProcesses(int64_t numRanks, const Work &work,
                                     const std::function<void(const std::vector<pid_t> &)> &meanwhile = nullptr) {
  std::shared_ptr<SharedWorld> world = worldOf(SharedWorld::create(worldName(), numRanks));
  std::vector<pid_t> processes;
  std::vector<int> pipes;
  for (int64_t rank = 0; rank < numRanks; ++rank) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      std::string said =
          work(*makeTransport(worldOf(SharedWorld::open("weir-test-" + std::to_string(getppid()))), rank));
      (void)!write(ends[1], said.data(), said.size());
      _exit(0);
    }
    close(ends[1]);
    processes.push_back(child);
    pipes.push_back(ends[0]);
  }
  if (meanwhile)
    meanwhile(processes);
  std::vector<std::string> results;
  for (int64_t rank = 0; rank < numRanks; ++rank) {
    std::string said;
    char buffer[4096];
    for (ssize_t count; (count = read(pipes[rank], buffer, sizeof(buffer))) > 0;)
      said.append(buffer, static_cast<size_t>(count));
    close(pipes[rank]);
    waitpid(processes[rank], nullptr, 0);
    results.push_back(said);
  }
  SharedWorld::unlink(worldName());
  return results;
}

std::string joined(const std::vector<std::string> &said) {
  std::string all;
  for (const std::string &each : said)
    all += each + "\n";
  return all;
}

class TransportConformance : public testing::TestWithParam<std::tuple<bool, TransportCase>> {};

TEST_P(TransportConformance, Holds) {
  const auto &[areProcesses, each] = GetParam();
  if (each.linkSpeed)
    setenv("WEIR_LINK_SPEED", each.linkSpeed, 1);
  Clock::time_point begin = Clock::now();
  std::vector<std::string> said = areProcesses ? onProcesses(each.ranks, each.work) : onThreads(each.ranks, each.work);
  unsetenv("WEIR_LINK_SPEED");
  EXPECT_TRUE(each.isRight(said)) << joined(said);
  EXPECT_LT(Clock::now() - begin, 15s) << "somebody has waited until the deadline";
}

INSTANTIATE_TEST_SUITE_P(Transport, TransportConformance,
                         testing::Combine(testing::Bool(),
                                          testing::ValuesIn(transportCases().begin(), transportCases().end())),
                         [](const auto &info) {
                           return std::string(std::get<1>(info.param).name) +
                                  (std::get<0>(info.param) ? "InProcesses" : "OnThreads");
                         });

TEST(Transport, ARankAloneMeetsItself) {
  EXPECT_EQ(onThreads(1, [](Transport &transport) { return touch(transport, "x"); }), std::vector<std::string>(1));
}

TEST(Transport, AKilledProcessIsNamed) {
  Work work = [](Transport &transport) -> std::string {
    if (std::string said = touch(transport, "first"); !said.empty() || transport.rank() == 1)
      return pause(), said;
    return touch(transport, "second");
  };
  auto said = onProcesses(3, work, [](const std::vector<pid_t> &processes) {
    std::this_thread::sleep_for(200ms);
    kill(processes[1], SIGKILL); // nobody waits for it yet
  });
  for (int rank : {0, 2})
    EXPECT_TRUE(contains(said[rank], "waits in second for rank 1, which has gone away") ||
                contains(said[rank], "which has failed"))
        << said[rank];
}

TEST(Transport, AStoppedProcessIsNamedAtTheDeadline) {
  Work work = [](Transport &transport) -> std::string {
    if (std::string said = touch(transport, "first"); !said.empty())
      return said;
    if (transport.rank() == 1)
      raise(SIGSTOP);
    // What was given before the deadline is there.
    std::string said = touch(transport, "second", 1, 300ms);
    return transport.rank() == 1 ? touch(transport, "third") : said;
  };
  auto said = onProcesses(2, work, [](const std::vector<pid_t> &processes) {
    std::this_thread::sleep_for(1s);
    kill(processes[1], SIGCONT);
  });
  EXPECT_TRUE(contains(said[0], "rank 0 waited in second until its time was over (WEIR_TIMEOUT) for rank 1"))
      << said[0];
  EXPECT_TRUE(contains(said[1], "for rank 0, which has failed")) << said[1];
}

TEST(Transport, WorldsByName) {
  auto missing = SharedWorld::open("weir-no-such-world");
  ASSERT_TRUE(std::holds_alternative<Status>(missing));
  EXPECT_TRUE(contains(std::get<Status>(missing)->message, "expects to open the memory of ranks 'weir-no-such-world'"));
  auto world = worldOf(SharedWorld::create(worldName(), 2));
  EXPECT_TRUE(std::holds_alternative<Status>(SharedWorld::create(worldName(), 2))) << "the name is taken";
  EXPECT_TRUE(std::holds_alternative<Status>(SharedWorld::create("weir-of-none", 0)));
  EXPECT_EQ(worldOf(SharedWorld::open(worldName()))->numRanks(), 2);
  SharedWorld::unlink(worldName());
}

} // namespace
} // namespace weir
