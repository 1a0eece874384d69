// Exchanges between ranks, as threads of one process and as processes of one host: right bytes, or a status that says
// who is missing or elsewhere.
#include "lib/Runtime/Ranks/SharedWorld.h"
#include "lib/Support/Philox.h"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace weir {
namespace {

using namespace std::chrono_literals;

using Work = std::function<std::string(Transport &transport)>;

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

Clock::time_point soon(Clock::duration time = 20s) { return Clock::now() + time; }

/// The byte number `at` of what a rank gives to another in a round.
std::byte byteOf(int64_t from, int64_t to, uint64_t round, uint64_t at) {
  return static_cast<std::byte>(from * 71 + to * 13 + round * 7 + at * 3 + at / 251);
}

/// Rounds of exchanges in groups, of drawn sizes, in several strips; "" if all bytes are right.
std::string drawnRounds(Transport &transport, uint64_t seed, uint64_t rounds, uint64_t most) {
  int64_t numRanks = transport.numRanks(), self = transport.rank();
  for (uint64_t round = 0; round < rounds; ++round) {
    // All ranks, or those of the same parity.
    bool isWhole = randomBits(seed, 0, 0, round) % 2 == 0;
    Exchange exchange{.group = {}, .what = "round " + std::to_string(round), .give = {}, .take = {}};
    for (int64_t rank = 0; rank < numRanks; ++rank)
      if (isWhole || rank % 2 == self % 2)
        exchange.group.push_back(rank);
    std::vector<std::vector<std::byte>> given, taken;
    auto sizeOf = [&](int64_t from, int64_t to) { return randomBits(seed, from * 64 + to, 1, round) % most; };
    for (int64_t peer : exchange.group) {
      given.emplace_back(sizeOf(self, peer));
      for (uint64_t at = 0; at < given.back().size(); ++at)
        given.back()[at] = byteOf(self, peer, round, at);
      taken.emplace_back(sizeOf(peer, self));
    }
    auto strips = [&](std::vector<std::byte> &bytes, size_t pieces) {
      std::vector<Strip> all;
      for (size_t piece = 0; piece < pieces; ++piece) {
        size_t begin = bytes.size() * piece / pieces, end = bytes.size() * (piece + 1) / pieces;
        all.push_back({bytes.data() + begin, end - begin});
      }
      return all;
    };
    for (size_t member = 0; member < exchange.group.size(); ++member) {
      exchange.give.push_back(strips(given[member], 1 + round % 3));
      exchange.take.push_back(strips(taken[member], 1 + round % 4));
    }
    if (Status failed = transport.run(exchange, soon()))
      return failed->message;
    for (size_t member = 0; member < exchange.group.size(); ++member)
      for (uint64_t at = 0; at < taken[member].size(); ++at)
        if (taken[member][at] != byteOf(exchange.group[member], self, round, at))
          return "wrong byte " + std::to_string(at) + " of round " + std::to_string(round);
  }
  return "";
}

TEST(Transport, BytesArriveOnThreads) {
  for (int64_t ranks : {1, 2, 3, 5}) {
    Work work = [](Transport &transport) { return drawnRounds(transport, 7, 60, 5000); };
    for (const std::string &said : onThreads(ranks, work))
      EXPECT_EQ(said, "");
  }
}

TEST(Transport, BytesArriveInProcesses) {
  for (int64_t ranks : {2, 4}) {
    Work work = [](Transport &transport) { return drawnRounds(transport, 8, 40, 5000); };
    for (const std::string &said : onProcesses(ranks, work))
      EXPECT_EQ(said, "");
  }
}

TEST(Transport, MoreThanAWireHolds) {
  Work work = [](Transport &transport) { return drawnRounds(transport, 9, 4, 5 << 20); };
  for (const std::string &said : onThreads(3, work))
    EXPECT_EQ(said, "");
}

/// An exchange of one byte with each member.
std::string touch(Transport &transport, const std::string &what, size_t bytes = 1, Clock::duration time = 20s) {
  std::vector<std::byte> given(16), taken(16 * static_cast<size_t>(transport.numRanks()));
  Exchange exchange{.group = {}, .what = what, .give = {}, .take = {}};
  for (int64_t rank = 0; rank < transport.numRanks(); ++rank) {
    exchange.group.push_back(rank);
    exchange.give.push_back({{given.data(), rank == transport.rank() ? 1 : bytes}});
    exchange.take.push_back({{taken.data() + 16 * rank, 1}});
  }
  Status failed = transport.run(exchange, soon(time));
  return failed ? failed->message : "";
}

bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

TEST(Transport, RanksInDifferentCollectivesAreTold) {
  auto said = onThreads(2, [](Transport &transport) {
    return touch(transport, transport.rank() == 0 ? "comm.all_reduce (a.py:3)" : "comm.all_gather (a.py:4)");
  });
  bool isTold = contains(said[0], "expects all members of a group to meet in one collective, got rank 0 in "
                                  "comm.all_reduce (a.py:3) and rank 1 in comm.all_gather (a.py:4)") ||
                contains(said[1], "got rank 1 in comm.all_gather (a.py:4) and rank 0 in comm.all_reduce (a.py:3)");
  EXPECT_TRUE(isTold) << said[0] << "\n" << said[1];
  EXPECT_NE(said[0], "");
  EXPECT_NE(said[1], "");
}

TEST(Transport, AnotherNumberOfBytesIsTold) {
  auto said = onThreads(2, [](Transport &transport) { return touch(transport, "x", transport.rank() == 0 ? 2 : 1); });
  EXPECT_EQ(said[1], "expects rank 0 to give 1 bytes in x, got 2");
}

TEST(Transport, WhoIsNotThereIsNamed) {
  auto said = onThreads(3, [](Transport &transport) -> std::string {
    if (transport.rank() == 1) {
      std::this_thread::sleep_for(400ms);
      return "";
    }
    return touch(transport, "comm.all_reduce (a.py:3)", 1, 100ms);
  });
  for (int rank : {0, 2})
    EXPECT_TRUE(contains(said[rank], "for rank 1")) << said[rank];
}

TEST(Transport, WhoHasEndedIsNamedBeforeTheTimeIsOver) {
  auto begin = Clock::now();
  auto said = onThreads(
      3, [](Transport &transport) -> std::string { return transport.rank() == 1 ? "" : touch(transport, "x"); });
  for (int rank : {0, 2})
    EXPECT_TRUE(contains(said[rank], "for rank 1, which has ended") || contains(said[rank], "which has failed"))
        << said[rank];
  EXPECT_LT(Clock::now() - begin, 10s);
}

TEST(Transport, ARankThatHasFailedMeetsNobody) {
  auto said = onThreads(2, [](Transport &transport) -> std::string {
    std::string first = touch(transport, transport.rank() == 0 ? "x" : "y");
    return first.empty() ? first : touch(transport, "z");
  });
  for (const std::string &each : said)
    EXPECT_TRUE(contains(each, "meets nobody in z, as it has failed: ")) << each;
}

TEST(Transport, GroupsOfNoRanksAreRefused) {
  auto said = onThreads(2, [](Transport &transport) -> std::string {
    Exchange exchange{.group = {0, 1, 2}, .what = "x", .give = {{}, {}, {}}, .take = {{}, {}, {}}};
    Status failed = transport.run(exchange, soon());
    return failed ? failed->message : "";
  });
  EXPECT_EQ(said[1], "expects strips for each member of a group of ranks below 2 with rank 1 among them, in x");
}

TEST(Transport, AFailureReachesAll) {
  auto said = onThreads(3, [](Transport &transport) { return touch(transport, transport.rank() == 2 ? "y" : "x"); });
  for (const std::string &each : said)
    EXPECT_NE(each, "");
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

TEST(Transport, ASlowLinkTakesItsTime) {
  setenv("WEIR_LINK_SPEED", "2e6", 1);
  std::vector<std::string> said = onThreads(2, [](Transport &transport) {
    std::vector<std::byte> given(100'000), taken(given.size());
    Exchange exchange{.group = {0, 1}, .what = "slow", .give = {{}, {}}, .take = {{}, {}}};
    auto other = static_cast<size_t>(1 - transport.rank());
    exchange.give[other] = {{given.data(), given.size()}};
    exchange.take[other] = {{taken.data(), taken.size()}};
    Clock::time_point start = Clock::now();
    Status failed = transport.run(exchange, soon());
    // Those of the last piece may be read before their time is over.
    bool isSlow = Clock::now() - start > 45ms;
    return failed ? std::string(failed->message) : isSlow && transport.bytesSent() == 100'000 ? "" : "too fast";
  });
  unsetenv("WEIR_LINK_SPEED");
  EXPECT_EQ(said, std::vector<std::string>(2));
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
