// Runs tasks as soon as what they wait for is done. There is no thread that schedules: who submits adds edges,
// who completes a task frees its successors and runs one of them next.
#pragma once

#include "lib/Runtime/Engine/AccessList.h"
#include "lib/Runtime/Engine/ReadyQueue.h"
#include "lib/Runtime/Engine/TaskPool.h"
#include "lib/Runtime/Threads/Seats.h"

#include <chrono>
#include <optional>
#include <vector>

namespace weir {

/// Tasks take turns on seats: so many run at a time. Workers sleep until there is something to run, or to take part in;
/// a thread that waits for a task takes a free seat and works, too.
class Scheduler {
public:
  static constexpr uint32_t kMostInFlight = 4096;

  /// At most `workers` threads, at most one per seat, which begin with the first task that nobody runs himself, or that
  /// others could take part in. With none, tasks run on threads that wait. So many tasks are under way at most, a power
  /// of 2 above kMaxEdges; then who submits works until one is done. What an earlier scheduler, whose generations this
  /// one's stand behind, has left in access lists counts as done.
  Scheduler(int seats, int workers, uint32_t mostInFlight = kMostInFlight, uint32_t behindGeneration = 0);
  /// When all tasks are done; on none of its workers.
  ~Scheduler();
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  /// A task that is being made. Others begin theirs when it has been submitted.
  class Submission {
  public:
    Submission(Scheduler &scheduler, TaskBody body);
    /// Submits, unless that has happened.
    ~Submission();
    Submission(const Submission &) = delete;
    Submission &operator=(const Submission &) = delete;

    void setBody(TaskBody body) { task->body = body; }
    /// It is cheaper run than handed over: where nothing is in front of it, and a seat is free, `submit` runs it.
    void setQuick() { isQuick = true; }
    /// The task enqueues work for a device; this one, behind it and the one before in `ends`, waits until the device
    /// has done it. It is the one that uses what is named from here on.
    void addEnd(TaskBody body, AccessList &ends);
    /// From here on the first doesn't wait for those that end others: the device keeps their order.
    void disregardEnds() { waitsForEnds = false; }
    /// As a report names it.
    void setName(uint32_t name);
    /// Threads that wait until some time leave it to workers.
    void setLasting();
    template <typename T, typename... Arguments> T &emplace(Arguments &&...arguments) {
      static_assert(sizeof(T) <= Task::kPayloadBytes && alignof(T) <= 64);
      return *new (task->payload.data()) T{std::forward<Arguments>(arguments)...};
    }
    template <typename T> void emplaceInEnd(T payload) {
      static_assert(sizeof(T) <= Task::kPayloadBytes && std::is_trivially_destructible_v<T>);
      new (end->payload.data()) T(payload);
    }
    /// Waits for who writes the storage.
    void reads(AccessList &storage);
    /// Waits for all who use the storage.
    void writes(AccessList &storage);
    void waitsFor(TaskRef predecessor);
    /// For everything that has been submitted.
    void waitsForAll();
    /// All that is submitted behind it waits for it.
    void setGate() { scheduler.gate = scheduler.pool.refTo(*task); }
    /// From here on it may run.
    TaskRef submit();
    /// The same for one who runs it himself where nothing is in front of it, by `runIfReady` or
    /// `runAndWait`.
    struct Held {
      TaskRef ref;
      bool isReady = false;
    };
    Held submitHeld();

  private:
    const Task &user() const { return end ? *end : *task; }
    uint32_t edgesOfTask() const { return collector == task ? edges : kMaxEdges; }
    void addEdge(TaskRef from, Task &to, uint32_t &edges);
    void releaseJoin() {
      if (collector != task)
        scheduler.release(*collector, edges);
    }

    Scheduler &scheduler;
    std::unique_lock<Mutex> lock;
    Task *task;
    Task *end = nullptr;
    bool waitsForEnds = true;
    Task *collector;                    ///< the task, or the join that has edges left
    uint32_t edges = 0, edgesOfEnd = 0; ///< of the collector, and of the end
    bool isQuick = false;
  };

  /// What is done without a task, as it takes less than one: between two submissions, so that what is found to be done
  /// stays so.
  class Interlude {
  public:
    explicit Interlude(Scheduler &scheduler) : scheduler(scheduler), lock(scheduler.submission) {}
    ~Interlude();
    Interlude(const Interlude &) = delete;
    Interlude &operator=(const Interlude &) = delete;

    bool isWritten(const AccessList &storage) const { return scheduler.pool.isDone(storage.lastWriter()); }
    bool isQuiet(const AccessList &storage) const { return storage.isQuiet(scheduler.pool); }
    /// One that it has until it ends, where nothing stands in front of all that is submitted; else -1.
    int takeSeat();

  private:
    Scheduler &scheduler;
    std::optional<Seats::Guest> guest;
    int seat = -1;
    std::unique_lock<Mutex> lock;
  };

  using Time = std::chrono::steady_clock::time_point;
  static constexpr Time kNever = Time::max();

  /// Those that begin with the first task otherwise.
  void startWorkers();
  void runIfReady(Submission::Held held);
  void runAndWait(Submission::Held held);
  bool isDone(TaskRef ref) const { return pool.isDone(ref); }
  /// Whether nobody who is under way uses the storage.
  bool isQuiet(const AccessList &storage);
  /// Works, on tasks that are no younger, until it is done; false where it is time to give up before, for which it
  /// begins nothing that lasts.
  bool wait(TaskRef ref, Time until = kNever);
  /// The same until a condition is met that the end of a task brings about.
  bool workUntil(bool (*isMet)(void *context), void *context, Time until);
  /// The last one that writes the storage; one that waits for all who use it; one that waits for everything.
  TaskRef lastWriter(const AccessList &storage);
  TaskRef submitBehind(AccessList &storage);
  TaskRef submitBehindAll();
  bool waitToRead(AccessList &storage, Time until = kNever) { return wait(lastWriter(storage), until); }
  bool waitToWrite(AccessList &storage, Time until = kNever) { return wait(submitBehind(storage), until); }
  bool waitForAll(Time until = kNever) { return wait(submitBehindAll(), until); }

  /// For a body that can't begin, as something lacks that others may give back: it is called again when one of them has
  /// ended. False where nobody else is at work, or about to be.
  bool setAside(const Task &task, int seat);

  /// For a body that others go on with: its task is done when one of them, on any thread, has called `finish`.
  void detach(int seat);
  void finish(Task &task);

  /// What the thread on a seat is at, for reports.
  struct Position {
    uint32_t name = 0;      ///< 0: nothing
    uint32_t awaited = 0;   ///< what it waits for, or 0
    uint32_t iteration = 0; ///< of a program that repeats
    bool isCredit = false;  ///< that it waits for a credit, which what is awaited gives back
  };
  void setPosition(int seat, const Position &position) { seatStates[size_t(seat)].position.set(position); }
  /// What is under way, by names: what threads run and are at, and tasks with those that they wait for, oldest first.
  struct Report {
    struct Running {
      uint32_t task = 0;
      Position position;
    };
    struct Waiting {
      uint32_t task = 0;
      std::vector<uint32_t> predecessors;
    };
    std::vector<Running> running;
    std::vector<Waiting> waiting;
  };
  Report report();

  /// Whether the calling thread is one of its workers.
  bool isWorker() const;
  /// At least; joins are among them.
  uint32_t numUnderWay() const {
    uint32_t done = pool.numReturned(); // first: what is submitted and done meanwhile makes up for nobody else
    return submitted.load() - done;
  }
  const TaskPool &tasks() const { return pool; }

  Seats seats;

private:
  friend class Submission;
  friend class Interlude;

  Task &take(std::unique_lock<Mutex> &lock);
  Task &takeSlot();
  void runHere(Task &task);
  bool hasNobodyInFront(Task &task, uint32_t edges);
  void release(Task &task, uint32_t edges);
  void push(const Task &task);
  void wake();

  void workerLoop();
  bool runReady(uint64_t youngest, bool takesLasting);
  void runFrom(Task *task, int seat);
  Task *runOne(Task &task, int seat);
  Task *complete(Task &task);
  void wakeForReady();
  void seatLeft();
  void takeUpAgain();
  bool canRun() const;
  template <typename Done> bool workFor(uint64_t youngest, TaskRef watched, Time until, Done &&isDone);
  template <typename Done> bool seekRoom(Time until, Done &&isDone);
  void tellWaiters();

  const int numWorkers;
  const uint32_t mostInFlight;
  TaskPool pool;
  ReadyQueue ready;
  Mutex submission;
  uint64_t nextSequence = 0;
  TaskRef gate; ///< the last one

  Atomic<uint32_t> submitted{0}; ///< how many tasks of 2^32, joins among them; written with the lock held
  uint32_t knownCompleted = 0;   ///< as of when somebody looked last, with the lock held
  alignas(64) Atomic<bool> stopping{false};
  Atomic<bool> spinning{false};    ///< one of the workers looks out for tasks
  Atomic<bool> hasTold{false};     ///< somebody who slept was told that something has ended
  Atomic<uint32_t> roomSeekers{0}; ///< how many wait for less than `mostInFlight`
  Mutex ending;
  Condition ended;
  uint64_t endings = 0; ///< of tasks that somebody waits for
  Mutex settingAside;
  std::vector<uint32_t> aside; ///< slots of tasks, oldest first
  Atomic<size_t> numAside{0};
  Atomic<uint32_t> numDetached{0};
  Atomic<uint32_t> numFinishing{0}; ///< threads, also of other devices, in `finish`
  /// Of one thread; another one that looks may find parts of two.
  struct AtomicPosition {
    Atomic<uint32_t> name{0}, awaited{0}, iteration{0};
    Atomic<bool> isCredit{false};

    void set(const Position &position);
    Position get() const;
  };
  struct alignas(64) SeatState {
    bool isLeftOpen = false; ///< what its thread runs: the body's end is not the task's
    Atomic<uint32_t> task{TaskRef::kNone};
    AtomicPosition position;
  };
  std::vector<SeatState> seatStates;
  std::vector<Atomic<uint32_t>> names; ///< by slot, of tasks that have been given one
  Mutex starting;
  Atomic<bool> hasWorkers{false};
  std::vector<HostThread> workers;
};

} // namespace weir
