// A process that an mpirun starts: does what the case of this name says, or what is written here, and prints what it
// has to say behind its rank.
#include "lib/Runtime/Ranks/Mpi/MpiWorld.h"
#include "unittests/Runtime/TransportCases.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace weir {
namespace {

using namespace std::chrono_literals;

void print(int64_t rank, const std::string &text) {
  std::string line = "rank " + std::to_string(rank) + ": " + text + "\n"; // in one piece
  (void)!write(STDOUT_FILENO, line.data(), line.size());
}

/// Whoever waits is to say so when mpirun ends it.
std::string waitForTheKilled(Transport &transport) {
  std::string said = touch(transport, "first");
  if (transport.rank() == 1) {
    std::this_thread::sleep_for(300ms); // so that others are seen to wait
    raise(SIGKILL);
  }
  return said.empty() ? touch(transport, "comm.all_reduce (a.py:3)") : said;
}

/// Leaves others without what it owes them.
std::string leaveEarly(Transport &transport) {
  std::string said = touch(transport, "first");
  if (transport.rank() == 1)
    exit(3);
  return said.empty() ? touch(transport, "second") : said;
}

const Work *find(const std::string &name) {
  static const std::vector<std::pair<std::string, Work>> ofMpi = {{"WaitForTheKilled", waitForTheKilled},
                                                                  {"LeaveEarly", leaveEarly}};
  for (const auto &[known, work] : ofMpi)
    if (known == name)
      return &work;
  for (const TransportCase &each : transportCases())
    if (each.name == name)
      return &each.work;
  return nullptr;
}

int runAs(const std::string &name) {
  const Work *work = find(name == "JoinLess" ? "BytesArrive" : name);
  std::shared_ptr<MpiWorld> world;
  Status failed = MpiWorld::open("", world);
  // Two at a time, as a device's and that of its process are.
  std::unique_ptr<Transport> beside, transport;
  if (!failed)
    failed = world->connect(world->rank(), World::Way::Aside, beside);
  bool joinsLess = name == "JoinLess";
  if (joinsLess && !failed && world->rank() == 1)
    return 3;
  if (!failed)
    failed = world->connect(world->rank(), World::Way::Awaited, transport);
  if (joinsLess && failed)
    print(world->rank(), failed->message);
  if (failed || !work) {
    fprintf(stderr, "%s\n", failed ? failed->message.c_str() : "expects the name of a case");
    return 1;
  }
  if (std::string said = touch(*beside, "hello"); !said.empty())
    print(world->rank(), said);
  std::string said = (*work)(*transport);
  print(world->rank(), said);
  return 0;
}

} // namespace
} // namespace weir

int main(int argc, char **argv) { return weir::runAs(argc > 1 ? argv[1] : ""); }
