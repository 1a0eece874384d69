// Opens MPI when it is asked for, and ends it with the process.
#include "lib/Runtime/Ranks/Mpi/MpiWorld.h"
#include "lib/Runtime/Ranks/Mpi/MpiTransport.h"
#include "lib/Runtime/Ranks/WaitNotice.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

namespace weir {

namespace {

constexpr auto kNap = std::chrono::milliseconds(1);
/// With others where one has failed.
constexpr auto kLinger = std::chrono::seconds(3);
/// For finalizing, once all others are about to.
constexpr auto kToFinalize = std::chrono::seconds(10);

Clock::time_point deadlineOfEnvironment() {
  const char *text = std::getenv("WEIR_TIMEOUT");
  double asked = text ? std::strtod(text, nullptr) : 0;
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(asked > 0 ? asked : 60));
}

} // namespace

Status MpiWorld::open(const std::string &name, std::shared_ptr<MpiWorld> &world) {
  // Never freed: what others send may arrive until the process has ended.
  static auto &opened = *new std::shared_ptr<MpiWorld>;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (!opened) {
    std::shared_ptr<MpiWorld> made(new MpiWorld);
    if (Status failed = made->begin(name))
      return failed;
    opened = std::move(made);
    on_exit([](int status, void *) { opened->end(status); }, nullptr);
  }
  world = opened;
  return nullptr;
}

Status MpiWorld::begin(const std::string &name) {
  std::string chosen = name.empty() ? MpiStart::ofEnvironment().library : name;
  if (chosen.empty())
    return failure(WEIR_INVALID_ARGUMENT, "expects a process that an mpirun has started, got one that is alone");
  if (Status failed = MpiLibrary::open(chosen, library))
    return failed;
  if (Status failed = library->initialize())
    return failed;
  Dl_info here{};
  if (dladdr(reinterpret_cast<void *>(&weir_world_open_mpi), &here) && here.dli_fname)
    dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE); // is called when the process exits
  WaitNotice::writeOnTermination();
  return library->call("finding its rank", &weir_mpi_plugin::place, &self, &ranks);
}

Status MpiWorld::connect(int64_t rank, Way way, std::unique_ptr<Transport> &transport) {
  if (rank != self)
    return failure(WEIR_INVALID_ARGUMENT,
                   message("expects this process to be rank ", self, ", as MPI says, got ", rank));
  std::lock_guard lock(mutex);
  auto line = std::make_unique<MpiLine>(*library, self, ranks);
  if (Status failed = line->connect(deadlineOfEnvironment(), [&] { return whoIsGone(); })) {
    (void)line.release(); // MPI may yet write to it
    isBroken = true;
    return failed;
  }
  lines.push_back(std::move(line));
  transport = makeMpiTransport(*lines.back(), self, way, paceOf(self));
  return nullptr;
}

/// A rank that has ended before it has made as many transports as this one.
std::string MpiWorld::whoIsGone() {
  for (std::unique_ptr<MpiLine> &line : lines) {
    line->listen();
    if (int32_t gone = line->whoHasSaidGoodbye(); gone >= 0)
      return message("but rank ", gone, " has ended");
  }
  return "";
}

void MpiWorld::end(int status) {
  if (library->isOver()) // for a fork it is; or somebody else has finalized it
    return;
  std::lock_guard lock(mutex);
  for (std::unique_ptr<MpiLine> &line : lines)
    line->sayGoodbye();
  if (awaitOthers()) {
    if (library->isOurs())
      finalize();
    return;
  }
  if (status != 0)
    return;
  // An mpirun takes the first exit without finalizing for the end of all, and may take its status for that of all.
  fprintf(stderr, "weir: rank %d ends with status 1, as ranks have failed\n", self);
  fflush(nullptr);
  _exit(1);
}

/// Until all are about to exit. If one has failed, a short while, in which the others can print that they have, too,
/// before mpirun ends them; then it is false. Finalizing would wait as long, but looks without a pause.
bool MpiWorld::awaitOthers() {
  Clock::time_point deadline = Clock::time_point::max();
  auto all = [&](auto property) { return std::ranges::all_of(lines, property); };
  while (true) {
    for (std::unique_ptr<MpiLine> &line : lines)
      line->listen();
    isBroken |= !all([](auto &line) { return !line->isBroken(); });
    if (all([](auto &line) { return line->haveAllSaidGoodbye(); }))
      return !isBroken;
    Clock::time_point now = Clock::now();
    if (isBroken && deadline == Clock::time_point::max())
      deadline = now + kLinger;
    if (now > deadline)
      return false;
    std::this_thread::sleep_for(kNap);
  }
}

void MpiWorld::finalize() {
  for (std::unique_ptr<MpiLine> &line : lines)
    line->settle();
  if (!lines.empty())
    std::thread([this] {
      std::this_thread::sleep_for(kToFinalize);
      if (isFinalized.load())
        return;
      constexpr char kText[] = "weir: MPI was not finalized in time, though all ranks have ended\n";
      (void)!write(STDERR_FILENO, kText, sizeof(kText) - 1);
      _exit(1);
    }).detach();
  library->finalize();
  isFinalized.store(true);
}

} // namespace weir
