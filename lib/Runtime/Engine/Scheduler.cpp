// Two sides of every hand-over: who adds work looks for sleepers afterwards, who goes to sleep counts itself and looks
// for work afterwards; one of the two sees the other.
#include "lib/Runtime/Engine/Scheduler.h"

#include "lib/Runtime/Threads/Spin.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <pthread.h>

namespace weir {

namespace {

constexpr int kLooks = 100; ///< some 100 ns
constexpr std::chrono::microseconds kUntilToldOnesReturn{100};
constexpr std::chrono::microseconds kUntilDone{250}; ///< of those who wait: waking one takes 30 us
constexpr uint64_t kAnyAge = std::numeric_limits<uint64_t>::max();
/// Joins of tasks that wait for many need some, too.
constexpr uint32_t slotsFor(uint32_t tasks) { return 2 * tasks; }
static_assert(slotsFor(Scheduler::kMostInFlight) * kMaxEdges < SuccessorList::kNoEdge &&
              slotsFor(Scheduler::kMostInFlight) <= ReadyQueue::kMostPlaces);

using Who = Seats::Who;

thread_local const Scheduler *workerOf = nullptr; ///< whose worker this thread is

uint64_t sequenceOf(const Task &task) { return task.sequence.load(std::memory_order_relaxed); }

} // namespace

Scheduler::Scheduler(int count, int threads, uint32_t mostInFlight, uint32_t behindGeneration)
    : seats(
          count, [](void *self) { static_cast<Scheduler *>(self)->seatLeft(); }, this),
      numWorkers(std::min(threads, seats.count())), mostInFlight(mostInFlight),
      pool(slotsFor(mostInFlight), behindGeneration), ready(slotsFor(mostInFlight)), seatStates(size_t(seats.count())),
      names(slotsFor(mostInFlight)) {}

Scheduler::~Scheduler() {
  waitForAll();
  while (numUnderWay() != 0 || numFinishing.load() != 0) // all is done, but a thread has not left the last one yet
    yieldThread();
  stopping.store(true);
  seats.idle.wakeAll();
  for (HostThread &worker : workers)
    worker.join();
}

// Submission

Scheduler::Submission::Submission(Scheduler &scheduler, TaskBody body)
    : scheduler(scheduler), lock(scheduler.submission), task(&scheduler.take(lock)), collector(task) {
  task->body = body;
  task->sequence.store(scheduler.nextSequence += Task::kSequenceStep, std::memory_order_relaxed);
  if (scheduler.gate.exists())
    waitsFor(scheduler.gate);
}

Scheduler::Submission::~Submission() {
  if (lock)
    submit();
}

/// A slot, with the lock held. While too many are under way, works without the lock.
Task &Scheduler::take(std::unique_lock<Mutex> &lock) {
  auto hasRoom = [&](uint32_t done) { return submitted.load(std::memory_order_relaxed) - done < mostInFlight; };
  while (!hasRoom(knownCompleted) && !hasRoom(knownCompleted = pool.numReturned())) {
    lock.unlock();
    seekRoom(kNever, [&] { return hasRoom(pool.numReturned()); });
    lock.lock();
  }
  return takeSlot();
}

/// There are twice as many as tasks at a time.
Task &Scheduler::takeSlot() {
  submitted.store(submitted.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return *pool.take();
}

void Scheduler::Submission::addEnd(TaskBody body, AccessList &ends) {
  end = &scheduler.takeSlot();
  end->body = body;
  end->sequence.store((scheduler.nextSequence += Task::kSequenceStep) | Task::kIsEnd, std::memory_order_relaxed);
  addEdge(scheduler.pool.refTo(*task), *end, edgesOfEnd);
  ends.addWriter(scheduler.pool.refTo(*end), [&](TaskRef earlier) { addEdge(earlier, *end, edgesOfEnd); });
}

void Scheduler::Submission::setName(uint32_t name) {
  for (Task *named : {task, end})
    if (named)
      scheduler.names[scheduler.pool.slotOf(*named)].store(name, std::memory_order_relaxed);
}

void Scheduler::Submission::setLasting() {
  for (Task *lasting : {task, end})
    if (lasting)
      lasting->sequence.fetch_or(Task::kLasts, std::memory_order_relaxed);
}

void Scheduler::Submission::reads(AccessList &storage) {
  storage.addReader(scheduler.pool.refTo(user()), scheduler.pool,
                    [this](TaskRef predecessor) { waitsFor(predecessor); });
}

void Scheduler::Submission::writes(AccessList &storage) {
  storage.addWriter(scheduler.pool.refTo(user()), [this](TaskRef predecessor) { waitsFor(predecessor); });
}

void Scheduler::Submission::addEdge(TaskRef from, Task &to, uint32_t &edgesOfIt) {
  TaskPool &pool = scheduler.pool;
  uint32_t edge = pool.slotOf(to) * kMaxEdges + edgesOfIt;
  if (pool[from.slot].successors.add(from.generation, edge, to.nextEdge[edgesOfIt]))
    ++edgesOfIt;
}

void Scheduler::Submission::waitsFor(TaskRef predecessor) {
  TaskPool &pool = scheduler.pool;
  if (pool.isDone(predecessor) || (!waitsForEnds && (sequenceOf(pool[predecessor.slot]) & Task::kIsEnd)))
    return;
  if (edges + 1 < kMaxEdges)
    return addEdge(predecessor, *collector, edges);
  // The last edge of a full one is to a join, which takes the rest. One submission needs fewer than `mostInFlight`.
  Task *join = &scheduler.takeSlot();
  join->body = nullptr;
  join->sequence.store(task->sequence.load(std::memory_order_relaxed), std::memory_order_relaxed);
  addEdge(pool.refTo(*join), *collector, edges);
  releaseJoin();
  collector = join;
  edges = 0;
  addEdge(predecessor, *collector, edges);
}

/// Its own joins are among them by now.
void Scheduler::Submission::waitsForAll() {
  uint64_t own = sequenceOf(*task);
  scheduler.pool.visitUnderWay([&](TaskRef other) {
    if (sequenceOf(scheduler.pool[other.slot]) < own)
      waitsFor(other);
  });
}

TaskRef Scheduler::Submission::submit() {
  scheduler.startWorkers();
  if (isQuick) {
    Held held = submitHeld();
    if (held.isReady)
      scheduler.runHere(*task);
    return held.ref;
  }
  TaskRef ref = scheduler.pool.refTo(user());
  releaseJoin();
  scheduler.release(*task, edgesOfTask());
  if (end)
    scheduler.release(*end, edgesOfEnd);
  lock.unlock();
  return ref;
}

Scheduler::Submission::Held Scheduler::Submission::submitHeld() {
  if (end)
    return {submit(), /*isReady=*/false};
  TaskRef ref = scheduler.pool.refTo(*task);
  releaseJoin();
  bool isReady = scheduler.hasNobodyInFront(*task, edgesOfTask());
  if (scheduler.seats.count() > 1)
    scheduler.startWorkers();
  lock.unlock();
  return {ref, isReady};
}

/// Of one that waits for nothing but its predecessors from here on. Who has none is nobody else's yet.
bool Scheduler::hasNobodyInFront(Task &task, uint32_t edges) {
  if (edges == 0)
    return task.pending.store(0, std::memory_order_relaxed), true;
  uint32_t others = Task::kBeingMade - edges;
  return task.pending.fetch_sub(others, std::memory_order_acq_rel) == others;
}

void Scheduler::release(Task &task, uint32_t edges) {
  if (!hasNobodyInFront(task, edges))
    return;
  // A join is done at once, and with it a join that waited for it; the task behind is still being submitted.
  Task *freed = &task;
  while (freed && !freed->body)
    freed = complete(*freed);
  if (freed)
    push(*freed);
}

void Scheduler::push(const Task &task) {
  ready.push(pool.slotOf(task));
  wake();
}

void Scheduler::startWorkers() {
  if (numWorkers == 0 || hasWorkers.load(std::memory_order_relaxed))
    return;
  std::lock_guard lock(starting);
  if (!workers.empty())
    return;
  for (int i = 0; i < numWorkers; ++i)
    workers.emplace_back(&Scheduler::workerLoop, this);
  seats.helpers.store(numWorkers);
  hasWorkers.store(true);
}

/// One that spins sees new work by itself.
void Scheduler::wake() {
  if (!hasWorkers.load())
    return tellWaiters();
  if (!spinning.load())
    seats.idle.wake(1);
}

// Running

void Scheduler::wakeForReady() {
  if (!ready.isEmpty())
    wake();
}

/// Work that came when no seat was free has woken nobody who could do it. When nobody works, nothing is given back, and
/// what was set aside has to find out.
void Scheduler::seatLeft() {
  wakeForReady();
  if (numAside.load() == 0)
    return;
  std::lock_guard lock(settingAside);
  if (aside.empty() || !ready.isEmpty() || seats.numFree() != seats.count() || numDetached.load() != 0)
    return;
  uint32_t oldest = aside.front();
  aside.erase(aside.begin());
  numAside.store(aside.size());
  push(pool[oldest]);
}

bool Scheduler::canRun() const { return !ready.isEmpty() && seats.hasFree(); }

/// Runs what is ready, as far as it is not younger; whether there was something.
bool Scheduler::runReady(uint64_t youngest, bool takesLasting) {
  int seat = seats.take();
  if (seat < 0)
    return false;
  bool ran = false;
  // Who adds one task mostly adds another: it isn't worth while to leave at once.
  auto next = [&] {
    std::optional<uint32_t> slot = ready.pop();
    for (int i = 0; ran && !slot && i < kLooks; ++i)
      slot = ready.pop();
    return slot;
  };
  while (std::optional<uint32_t> slot = next()) {
    Task &task = pool[*slot];
    if (sequenceOf(task) > youngest || (!takesLasting && (sequenceOf(task) & Task::kLasts))) {
      push(task);
      break;
    }
    wakeForReady();
    runFrom(&task, seat);
    ran = true;
    if (youngest != kAnyAge || !takesLasting)
      break; // what is waited for may be done
  }
  seats.leave(seat);
  return ran;
}

void Scheduler::runFrom(Task *task, int seat) {
  while (task)
    task = runOne(*task, seat);
}

/// One that can run next.
Task *Scheduler::runOne(Task &task, int seat) {
  SeatState &state = seatStates[size_t(seat)];
  state.task.store(pool.slotOf(task), std::memory_order_relaxed);
  if (task.body)
    task.body(task, seat);
  state.task.store(TaskRef::kNone, std::memory_order_relaxed);
  if (state.isLeftOpen) [[unlikely]] {
    state.isLeftOpen = false;
    return nullptr;
  }
  Task *next = complete(task);
  if (numAside.load(std::memory_order_relaxed) != 0) [[unlikely]]
    takeUpAgain();
  return next;
}

bool Scheduler::setAside(const Task &task, int seat) {
  std::lock_guard lock(settingAside);
  if (ready.isEmpty() && seats.numFree() == seats.count() - 1 && numDetached.load() == 0)
    return false;
  uint32_t slot = pool.slotOf(task);
  aside.insert(std::upper_bound(aside.begin(), aside.end(), slot,
                                [&](uint32_t a, uint32_t b) { return sequenceOf(pool[a]) < sequenceOf(pool[b]); }),
               slot);
  numAside.store(aside.size());
  seatStates[size_t(seat)].isLeftOpen = true;
  return true;
}

void Scheduler::takeUpAgain() {
  std::lock_guard lock(settingAside);
  for (uint32_t slot : aside)
    push(pool[slot]);
  aside.clear();
  numAside.store(0);
}

void Scheduler::detach(int seat) {
  numDetached.fetch_add(1);
  seatStates[size_t(seat)].isLeftOpen = true;
}

/// Who is about to set something aside has seen that the task is detached, or is seen here.
void Scheduler::finish(Task &task) {
  numFinishing.fetch_add(1);
  if (Task *next = complete(task))
    push(*next);
  numDetached.fetch_sub(1);
  if (numAside.load() != 0)
    takeUpAgain();
  numFinishing.fetch_sub(1); // nothing here is touched behind that: the scheduler may end
}

/// Frees the successors; one that can run now, the oldest. The others are for whoever comes first.
Task *Scheduler::complete(Task &task) {
  SuccessorList::Closed closed = task.successors.close();
  Task *next = nullptr;
  for (uint32_t edge = closed.firstEdge; edge != SuccessorList::kNoEdge;) {
    Task *successor = &pool[edge / kMaxEdges];
    edge = successor->nextEdge[edge % kMaxEdges];
    if (successor->pending.fetch_sub(1, std::memory_order_acq_rel) != 1)
      continue;
    if (next && sequenceOf(*next) < sequenceOf(*successor))
      std::swap(next, successor);
    if (next)
      push(*next);
    next = successor;
  }
  pool.giveBack(task);
  if (closed.isWatched || roomSeekers.load() != 0)
    tellWaiters();
  return next;
}

void Scheduler::tellWaiters() {
  {
    std::lock_guard lock(ending);
    ++endings;
  }
  ended.notify_all();
  hasTold.store(true, std::memory_order_relaxed);
}

/// One at a time looks out for tasks before it sleeps; longer if somebody has been told of an end, who takes a while to
/// wake up and mostly launches the next run then. Whoever has taken part in something looks out, too, as the next such
/// thing mostly follows at once.
void Scheduler::workerLoop() {
  workerOf = this;
  pthread_setname_np(pthread_self(), "weir-worker");
  auto isNeeded = [&] { return stopping.load() || canRun() || seats.canHelp(Who::Helper); };
  bool hasHelped = false;
  while (!stopping.load()) {
    if (runReady(kAnyAge, /*takesLasting=*/true))
      continue;
    if (seats.help(Who::Helper)) {
      hasHelped = true;
      continue;
    }
    bool looksForTasks = !spinning.exchange(true);
    bool found = (looksForTasks || hasHelped) && spinUntil(isNeeded);
    if (!found && looksForTasks && hasTold.exchange(false))
      found = spinUntil(isNeeded, kUntilToldOnesReturn);
    if (looksForTasks)
      spinning.store(false);
    hasHelped = false;
    if (!found)
      seats.idle.sleepUnless(isNeeded);
  }
}

bool Scheduler::isWorker() const { return workerOf == this; }

// Waiting

/// On a free seat; else it is left to others. What it frees is for those who wait for that.
void Scheduler::runHere(Task &task) {
  Seats::Guest guest(seats);
  int seat = seats.take();
  if (seat < 0)
    return push(task);
  if (Task *next = runOne(task, seat))
    push(*next);
  seats.leave(seat);
}

void Scheduler::runIfReady(Submission::Held held) {
  if (held.isReady)
    runHere(pool[held.ref.slot]);
}

void Scheduler::runAndWait(Submission::Held held) {
  runIfReady(held);
  wait(held.ref);
}

int Scheduler::Interlude::takeSeat() {
  if (!scheduler.pool.isDone(scheduler.gate))
    return -1;
  guest.emplace(scheduler.seats);
  return seat = scheduler.seats.take();
}

Scheduler::Interlude::~Interlude() {
  lock.unlock();
  if (seat >= 0)
    scheduler.seats.leave(seat);
}

bool Scheduler::isQuiet(const AccessList &storage) {
  std::lock_guard lock(submission);
  return storage.isQuiet(pool);
}

template <typename Done> bool Scheduler::workFor(uint64_t youngest, TaskRef watched, Time until, Done &&isDone) {
  std::optional<Seats::Guest> guest;
  while (!isDone()) {
    if (!guest)
      guest.emplace(seats);
    if (until != kNever && std::chrono::steady_clock::now() >= until)
      return false;
    bool takesLasting = until == kNever || !hasWorkers.load();
    auto isNeeded = [&] { return isDone() || (youngest == kAnyAge && canRun()) || seats.canHelp(Who::Guest); };
    if (runReady(youngest, takesLasting) || seats.help(Who::Guest) || spinUntil(isNeeded, kUntilDone))
      continue;
    guest.reset();
    std::unique_lock lock(ending);
    uint64_t seen = endings;
    lock.unlock();
    if (watched.exists() && !pool[watched.slot].successors.watch(watched.generation))
      return true;
    // Without workers, what becomes ready later is this thread's to run.
    if (isDone() || (!hasWorkers.load() && canRun()))
      continue;
    lock.lock();
    auto hasEnded = [&] { return endings != seen; };
    if (until == kNever)
      ended.wait(lock, hasEnded);
    else if (!ended.wait_until(lock, until, hasEnded))
      return isDone();
  }
  return true;
}

template <typename Done> bool Scheduler::seekRoom(Time until, Done &&isDone) {
  roomSeekers.fetch_add(1);
  bool found = workFor(kAnyAge, {}, until, isDone);
  roomSeekers.fetch_sub(1);
  return found;
}

bool Scheduler::workUntil(bool (*isMet)(void *context), void *context, Time until) {
  return seekRoom(until, [&] { return isMet(context); });
}

bool Scheduler::wait(TaskRef ref, Time until) {
  if (!ref.exists())
    return true;
  // Without workers, everything is run by those who wait. A slot that is another's by now is found done.
  uint64_t youngest = hasWorkers.load() ? sequenceOf(pool[ref.slot]) : kAnyAge;
  return workFor(youngest, ref, until, [&] { return pool.isDone(ref); });
}

TaskRef Scheduler::lastWriter(const AccessList &storage) {
  std::lock_guard lock(submission);
  return storage.lastWriter();
}

/// A task that does nothing, as there may be any number of readers.
TaskRef Scheduler::submitBehind(AccessList &storage) {
  Submission nothing(*this, nullptr);
  nothing.writes(storage);
  return nothing.submit();
}

TaskRef Scheduler::submitBehindAll() {
  if (numUnderWay() == 0)
    return {};
  Submission nothing(*this, nullptr);
  nothing.waitsForAll();
  return nothing.submit();
}

} // namespace weir
