// The end of a process in which threads still work.
#include "python/bindings/Interruptible.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace weir::python {

/// Until what is cancelled asks whether it is: that of a kernel takes less.
constexpr std::chrono::seconds kPatience{2};

void Interruptible::exitBesideThreads(int status, void *threads) {
  if ((*static_cast<const std::shared_ptr<Threads> *>(threads))->running == 0)
    return;
  std::fflush(nullptr);
  _exit(status);
}

std::shared_ptr<Interruptible::Turns> Interruptible::makeTurns() {
  return std::make_shared<Turns>(std::max(1u, std::thread::hardware_concurrency()));
}

void Interruptible::forget() const {
  threads->running = 0;
  threads->turns = makeTurns();
}

std::shared_ptr<void> Interruptible::countThread() const {
  ++threads->running;
  return {nullptr, [threads = threads](void *) { --threads->running; }};
}

/// Handlers of exit run in the reverse order of their registration: this one before the destructors of all that the
/// thread has made up to now. It never gives back its share in the count.
void Interruptible::endBesideThreads() const { on_exit(exitBesideThreads, new std::shared_ptr(threads)); }

void Interruptible::stayWherePythonHasEnded() const {
  if (!threads->areEnding || std::this_thread::get_id() == threads->whoEnds)
    return;
  WithoutGil others;
  stayForEver();
}

void Interruptible::end() const {
  threads->whoEnds = std::this_thread::get_id();
  threads->areEnding = true;
  WithoutGil others;
  auto until = std::chrono::steady_clock::now() + kPatience;
  while (threads->running != 0 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (threads->running != 0)
    endBesideThreads();
}

} // namespace weir::python
