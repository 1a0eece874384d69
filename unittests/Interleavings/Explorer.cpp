// Switches between the threads' fibers.
#include "unittests/Interleavings/Explorer.h"
#include "lib/Runtime/Device/Sim/Fiber.h"

#include <cassert>
#include <memory>
#include <random>
#include <vector>

namespace weir::explorer {

namespace {

constexpr size_t kStackBytes = size_t(256) << 10;
constexpr uint64_t kMostPoints = 10'000'000;
constexpr int kMostRescues = 100;

struct ExploredThread {
  explicit ExploredThread(size_t number) : fiber(kStackBytes, unsigned(number)) {}

  sim::Fiber fiber;
  std::function<void()> body;
  const void *sleepsOn = nullptr;
  bool hasEnded = true;
};

class Explorer {
public:
  Schedule run(uint64_t seed, const std::function<void()> &program);
  void point();
  uint64_t choose(uint64_t count) { return random() % count; }
  void sleepOn(const void *what);
  void wake(const void *what, bool all);
  size_t spawn(std::function<void()> body);
  void join(size_t number);

  bool isRunning = false;
  Schedule schedule;

private:
  static void begin(void *self);
  void end();
  void switchTo(size_t next, bool last = false);
  size_t chooseNext();
  void rescue();
  void abandon();

  std::vector<std::unique_ptr<ExploredThread>> threads; ///< of this program and of earlier ones
  size_t numThreads = 0, current = 0;
  sim::Fiber outside;
  std::mt19937_64 random;
  uint64_t switchOneIn = 1;
  int rescues = 0;
  std::vector<size_t> candidates;
};

Explorer explorer;

/// Some schedules change threads at nearly each point, others seldom.
Schedule Explorer::run(uint64_t seed, const std::function<void()> &program) {
  random.seed(seed);
  switchOneIn = uint64_t(2) << (2 * choose(3));
  schedule = {};
  rescues = 0;
  numThreads = 0;
  isRunning = true;
  current = spawn(program);
  outside.switchTo(threads[current]->fiber);
  isRunning = false;
  return schedule;
}

size_t Explorer::spawn(std::function<void()> body) {
  size_t number = numThreads++;
  if (number == threads.size())
    threads.push_back(std::make_unique<ExploredThread>(number));
  ExploredThread &thread = *threads[number];
  thread.body = std::move(body);
  thread.sleepsOn = nullptr;
  thread.hasEnded = false;
  thread.fiber.start(&Explorer::begin, this);
  return number;
}

void Explorer::begin(void *self) {
  auto &explorer = *static_cast<Explorer *>(self);
  explorer.threads[explorer.current]->body();
  explorer.end();
}

/// Its fiber never runs again, unless it is started.
void Explorer::end() {
  ExploredThread &thread = *threads[current];
  thread.hasEnded = true;
  wake(&thread, /*all=*/true);
  bool isOver = true;
  for (size_t i = 0; i < numThreads; ++i)
    isOver &= threads[i]->hasEnded;
  if (isOver)
    thread.fiber.switchTo(outside, /*last=*/true);
  switchTo(chooseNext(), /*last=*/true);
}

void Explorer::switchTo(size_t next, bool last) {
  if (next == current)
    return;
  sim::Fiber &from = threads[current]->fiber;
  current = next;
  from.switchTo(threads[next]->fiber, last);
}

/// One that is awake.
size_t Explorer::chooseNext() {
  while (true) {
    candidates.clear();
    for (size_t i = 0; i < numThreads; ++i)
      if (!threads[i]->hasEnded && !threads[i]->sleepsOn)
        candidates.push_back(i);
    if (!candidates.empty())
      return candidates[choose(candidates.size())];
    rescue();
  }
}

/// Whoever sleeps looks again whether he has to: after a wake-up that was lost, the program ends all the same.
void Explorer::rescue() {
  schedule.wasStuck = true;
  if (++rescues > kMostRescues)
    abandon();
  for (size_t i = 0; i < numThreads; ++i)
    threads[i]->sleepsOn = nullptr;
}

/// What the threads have stays as it is.
void Explorer::abandon() {
  schedule.wasAbandoned = true;
  threads[current]->fiber.switchTo(outside, /*last=*/true);
}

void Explorer::point() {
  if (++schedule.points > kMostPoints)
    abandon();
  if (choose(switchOneIn) == 0)
    switchTo(chooseNext());
}

void Explorer::sleepOn(const void *what) {
  threads[current]->sleepsOn = what;
  switchTo(chooseNext());
}

void Explorer::wake(const void *what, bool all) {
  candidates.clear();
  for (size_t i = 0; i < numThreads; ++i)
    if (threads[i]->sleepsOn == what)
      candidates.push_back(i);
  if (!all && !candidates.empty())
    candidates = {candidates[choose(candidates.size())]};
  for (size_t i : candidates)
    threads[i]->sleepsOn = nullptr;
}

void Explorer::join(size_t number) {
  while (!threads[number]->hasEnded)
    sleepOn(threads[number].get());
}

} // namespace

Schedule run(uint64_t seed, const std::function<void()> &program) { return explorer.run(seed, program); }

void point() {
  if (explorer.isRunning)
    explorer.point();
}

uint64_t pointsPassed() { return explorer.schedule.points; }

uint64_t choose(uint64_t count) { return explorer.choose(count); }

void sleepOn(const void *what) {
  assert(explorer.isRunning && "nobody would wake it");
  explorer.sleepOn(what);
}

void wakeOne(const void *what) { explorer.wake(what, /*all=*/false); }

void wakeAll(const void *what) { explorer.wake(what, /*all=*/true); }

size_t spawn(std::function<void()> body) { return explorer.spawn(std::move(body)); }

void join(size_t thread) { explorer.join(thread); }

} // namespace weir::explorer
