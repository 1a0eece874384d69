// What all users of one device share: its memory, the arenas and scratch of programs, and the scheduler that runs what
// is submitted.
#pragma once

#include "lib/Runtime/Engine/Scheduler.h"
#include "lib/Runtime/Memory/Allocator.h"
#include "lib/Runtime/Ranks/Membership.h"
#include "lib/Runtime/Threads/SideThread.h"
#include "lib/Runtime/Trace/Trace.h"

#include <random>

namespace weir {

class Engine : public std::enable_shared_from_this<Engine> {
public:
  /// As many threads as were asked for, where the device uses the host's; 0: one per core. The limit of memory is
  /// in bytes.
  Engine(std::shared_ptr<Device> device, const weir_device_options &options);
  ~Engine();

  /// Takes the lock of those who submit, and of whoever changes variables, threads or the trace. Fails inside a host
  /// callback of a run, which would wait for itself.
  Status enter(std::unique_lock<std::mutex> &lock);
  /// The same for one who may not wait; false where he would have to, or it fails.
  bool tryToEnter(std::unique_lock<std::mutex> &lock);

  /// What the caller of this thread's launches says of them (weir_set_launch_number).
  static uint64_t launchNumber();

  /// Marks its thread as one that is inside a host callback.
  class CallbackScope {
  public:
    explicit CallbackScope(const Engine &engine);
    ~CallbackScope();

  private:
    const Engine *const outer;
  };

  /// For what has been submitted: whatever writes the storage, or uses it, or everything. Fails inside a host callback
  /// where there is something to wait for, and as those failed who were to write.
  Status waitToRead(DeviceStorage &storage);
  Status waitToWrite(DeviceStorage &storage);
  Status waitForAll();
  /// The same, but tells nobody of what failed.
  Status drain();
  /// For one that was submitted; tells nobody either.
  Status waitFor(TaskRef task);
  void runAndWait(Scheduler::Submission::Held held);
  /// For one who is about to submit a run: those that are under way hold little memory by their inputs.
  Status waitForRoom();
  /// A run that is submitted holds its input until it has ended.
  void hold(DeviceStorage &input);
  void letGo(DeviceStorage &input);
  /// Asked by these now and then; where the answer is not 0 they fail, with WEIR_INTERRUPTED.
  void setInterrupt(int32_t (*isInterrupted)(void *context), void *context);
  /// Whether anybody has waited, for all or to read something, since this was asked last.
  bool takeLookedAt() {
    return lookedAt.load(std::memory_order_relaxed) && lookedAt.exchange(false, std::memory_order_relaxed);
  }
  /// Whether nobody under way uses it.
  bool isQuiet(DeviceStorage &storage);
  /// A failure inside a host callback of a run.
  Status whereWaitingFails() const;

  /// Where nobody waits for the status of a task; `waitForAll` and whoever reads its results are told.
  void keepFailure(std::shared_ptr<const TaskFailure> failed);
  /// Frees it on a thread of the caller's, as what the caller has lent may go to Python.
  void releaseLater(std::shared_ptr<DeviceStorage> storage);

  /// Where the host's functions are called.
  SideThread &hostFunctions() { return *hostThread; }

  /// An arena of at least so many bytes for one run, which gives it back; that at `preferred`, if it can be.
  Status leaseArena(int64_t bytes, const void *preferred, std::shared_ptr<DeviceStorage> &arena);
  /// Memory for the results of a run, or none. Arenas that no run has make room.
  Status obtainAll(std::span<const std::shared_ptr<DeviceStorage>> results);
  void returnArena(std::shared_ptr<DeviceStorage> arena);
  /// Calls `take` for a task that needs memory. False where there is none as long as others have it: the task is set
  /// aside until one of them has ended.
  template <typename Take> bool takeMemoryFor(const Task &task, int seat, Status &status, Take &&take) {
    status = take();
    if (!status || status->code != WEIR_OUT_OF_MEMORY)
      return true;
    if (scheduler->setAside(task, seat))
      return false;
    status = take(); // the last one of them may have ended meanwhile
    return true;
  }

  // With the lock held.
  /// Becomes a rank, once.
  Status join(World &world, int64_t rank);
  /// Sees to it that the scratch of every seat has this many bytes.
  Status reserveScratch(int64_t bytesPerSeat);
  int64_t reservedScratch() const { return scratchPerSeat; }
  int threads() const { return scheduler->seats.count(); }
  Status setThreads(int threads);
  /// Gives all memory that nobody uses back to the system.
  void trim();
  /// Whether reports have to say where runs are: WEIR_TIMEOUT asks for some.
  bool isWatched() const { return timeout.count() > 0; }
  /// Whether one run follows the other: the device takes work from one thread, or their order is drawn by chance.
  bool runsTakeTurns() const { return device->isQueued() || isShuffled; }

  /// How many runs of a program may be under way.
  size_t mostFrames(bool writesVariables) const;

  const std::shared_ptr<Device> device;
  const std::shared_ptr<Trace> trace;
  const std::shared_ptr<Allocator> allocator;
  const bool poison, isShuffled;
  const bool completesEachCall; ///< as WEIR_SYNC=1 asks
  const int frames;             ///< as was asked for; 0: as the program needs
  std::mt19937_64 shuffle;      ///< of the order of instructions, where that is random
  AccessList turns;             ///< of runs that take them
  AccessList ends;              ///< of runs that a device with queues does later
  /// Held, of all devices that are concerned, by who submits what makes a task of one device wait for one of another:
  /// so devices have such tasks in one order, and no two of them wait for each other.
  std::mutex betweenDevices;
  std::unique_ptr<Membership> membership; ///< of a device that is a rank
  AccessList hostTurns;                   ///< of functions of the host, which keep the order of the program
  std::unique_ptr<Scheduler> scheduler;
  std::atomic<uint64_t> elementTasks{0}; ///< copies and fills under way, among the scheduler's tasks

private:
  void begin(int threads);
  void abandonThreads();
  template <typename Wait> Status waitInSlices(Wait &&wait);
  bool hasRoom() const;
  void reportBlocked(double seconds);
  void renewAfterFork();
  bool dropArenas();
  void releaseScratch();
  void releaseOld();
  Status unseenFailure();

  const std::chrono::duration<double> timeout; ///< after so long who waits tells what is under way; 0: never
  int32_t (*isInterrupted)(void *context) = nullptr;
  void *interruptContext = nullptr;
  std::mutex submitting;
  std::atomic<bool> lookedAt{false};
  std::shared_ptr<DeviceStorage> scratch;
  int64_t scratchPerSeat = 0;
  std::mutex leasing;
  std::vector<std::shared_ptr<DeviceStorage>> arenas; ///< that no run has; the one used last is the last
  std::atomic<int64_t> heldBytes{0};                  ///< by runs under way
  std::unique_ptr<SideThread> hostThread;
  std::atomic<int> forksSeen;
  std::mutex renewing;

  std::atomic<bool> hasOld{false};
  std::mutex keeping;
  std::vector<std::shared_ptr<const TaskFailure>> failures;
  std::vector<std::shared_ptr<DeviceStorage>> old;
};

} // namespace weir

struct weir_device {
  std::shared_ptr<weir::Engine> engine;
};
