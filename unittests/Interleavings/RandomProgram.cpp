// Tasks change numbers, by a function whose value says in which order they ran; the program computes the same numbers
// as it submits them.
#include "unittests/Interleavings/RandomProgram.h"

#include "lib/Runtime/Engine/Scheduler.h"
#include "test/lib/Faults/Planted.h"
#include "unittests/Interleavings/Explorer.h"
#include "unittests/Interleavings/RandomLanes.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>

namespace weir {

namespace {

std::string plantedFault;

using explorer::choose;
using explorer::point;

class RandomProgram {
public:
  RandomProgram() : scheduler(1 + int(choose(4)), int(choose(5)), /*mostInFlight=*/16) {
    lists = std::vector<AccessList>(1 + choose(4));
    values.assign(lists.size(), 1);
    expected = values;
    sums = std::vector<Atomic<uint64_t>>(lists.size());
    expectedSums = std::vector<Atomic<uint64_t>>(lists.size());
  }

  /// Several threads submit and wait; in some programs one goes on with what tasks leave open.
  void run() {
    std::vector<HostThread> others;
    std::optional<HostThread> elsewhere;
    if (hasHost)
      elsewhere.emplace(&RandomProgram::goOnElsewhere, this);
    for (uint64_t i = choose(3); i > 0; --i)
      others.emplace_back(&RandomProgram::submitSome, this);
    submitSome();
    for (HostThread &other : others)
      other.join();
    scheduler.waitForAll();
    host.end();
    if (elsewhere)
      elsewhere->join();
  }

  std::string trouble;

  /// Called with all tasks done.
  void check() {
    if (values != expected)
      trouble += "values are not those of program order; ";
    for (size_t i = 0; i < sums.size(); ++i)
      if (sums[i].load() != expectedSums[i].load())
        trouble += "readers have seen other values than in program order; ";
  }

private:
  struct Operands {
    RandomProgram *program;
    size_t first, second, target;
    bool wasAside;
  };

  /// Does what it is given one after the other.
  struct Device {
    AccessList turns, ends;
    Mutex mutex;
    std::deque<Operands> queue;
  };

  /// Tasks that have been left open.
  struct Host {
    Mutex mutex;
    Condition changed;
    std::deque<Task *> tasks;
    bool isOver = false;

    void give(Task &task) {
      std::lock_guard lock(mutex);
      tasks.push_back(&task);
      changed.notify_all();
    }
    void end() {
      std::lock_guard lock(mutex);
      isOver = true;
      changed.notify_all();
    }
    Task *take() {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return isOver || !tasks.empty(); });
      if (tasks.empty())
        return nullptr;
      Task *next = tasks.front();
      tasks.pop_front();
      return next;
    }
  };

  /// Of a range; as long as the program, so that who comes too late finds it.
  struct Pieces {
    explicit Pieces(const Operands &operands) : operands(operands) {}
    const Operands operands;
    Atomic<int> done{0};
    bool isOver = false;
  };

  void submitSome() {
    std::vector<TaskRef> tasks;
    for (uint64_t i = 1 + choose(12); i > 0; --i) {
      tasks.push_back(submitOne());
      if (choose(4) == 0)
        waitFor(tasks);
    }
  }

  TaskRef submitOne() {
    size_t first = choose(lists.size()), second = choose(lists.size()), target = choose(lists.size());
    if (choose(4) == 0)
      return submitToDevice({this, first, second, target, false});
    if (hasHost && choose(8) == 0)
      return submitBarrier({this, first, second, target, false});
    Scheduler::Submission submission(scheduler, nullptr);
    submission.emplace<Operands>(this, first, second, target, false);
    submission.reads(lists[first]);
    if (choose(3) == 0) {
      submission.setBody(add);
      expectedSums[target].fetch_add(expected[first]);
    } else {
      constexpr TaskBody kMixes[] = {mix,      mixOnSeats, mixTogether,  mixOverIterations,
                                     mixLater, mixLater,   mixElsewhere, mixElsewhere};
      submission.setBody(kMixes[choose(std::size(kMixes))]);
      submission.reads(lists[second]);
      submission.writes(lists[target]);
      expected[target] = mixed(expected[first], expected[second], expected[target]);
    }
    if (choose(4) == 0)
      submission.setQuick();
    if (choose(4) != 0)
      return submission.submit();
    Scheduler::Submission::Held held = submission.submitHeld();
    scheduler.runAndWait(held);
    return held.ref;
  }

  /// It says of no list that it uses it.
  TaskRef submitBarrier(const Operands &operands) {
    Scheduler::Submission submission(scheduler, mix);
    submission.waitsForAll();
    submission.setGate();
    submission.emplace<Operands>(operands);
    uint64_t &target = expected[operands.target];
    target = mixed(expected[operands.first], expected[operands.second], target);
    return submission.submit();
  }

  TaskRef submitToDevice(const Operands &operands) {
    Scheduler::Submission submission(scheduler, giveToDevice);
    submission.writes(device.turns);
    submission.addEnd(waitForDevice, device.ends);
    submission.disregardEnds();
    submission.emplace<Operands>(operands);
    submission.emplaceInEnd<RandomProgram *>(this);
    submission.reads(lists[operands.first]);
    submission.reads(lists[operands.second]);
    submission.writes(lists[operands.target]);
    uint64_t &target = expected[operands.target];
    target = mixed(expected[operands.first], expected[operands.second], target);
    return submission.submit();
  }

  /// Something of what has been submitted.
  void waitFor(std::span<const TaskRef> tasks) {
    AccessList &list = lists[choose(lists.size())];
    switch (choose(4)) {
    case 0:
      scheduler.wait(tasks.back());
      return expectDone(tasks.last(1));
    case 1:
      scheduler.waitToRead(list);
      return;
    case 2:
      scheduler.waitToWrite(list);
      return;
    default:
      scheduler.waitForAll();
      expectDone(tasks);
    }
  }
  void expectDone(std::span<const TaskRef> tasks) {
    if (!std::ranges::all_of(tasks, [&](TaskRef task) { return scheduler.isDone(task); }))
      trouble += "a task that was waited for isn't done; ";
  }

  static uint64_t mixed(uint64_t first, uint64_t second, uint64_t target) {
    return first * 6364136223846793005 + second * 1442695040888963407 + target + 1;
  }
  /// Others may go on between the reads and the write.
  void mixNow(const Operands &operands) {
    uint64_t first = values[operands.first];
    point();
    uint64_t second = values[operands.second], target = values[operands.target];
    point();
    values[operands.target] = mixed(first, second, target);
  }

  static void add(Task &task, int) {
    auto &operands = task.as<Operands>();
    RandomProgram &program = *operands.program;
    point();
    program.sums[operands.target].fetch_add(program.values[operands.first]);
  }
  static void mix(Task &task, int) {
    auto &operands = task.as<Operands>();
    operands.program->mixNow(operands);
  }

  static void giveToDevice(Task &task, int) {
    auto &operands = task.as<Operands>();
    Device &device = operands.program->device;
    point();
    std::lock_guard lock(device.mutex);
    device.queue.push_back(operands);
  }
  /// It does nothing before somebody waits, and then no more than what he waits for.
  static void waitForDevice(Task &task, int) {
    RandomProgram &program = *task.as<RandomProgram *>();
    Device &device = program.device;
    std::unique_lock lock(device.mutex);
    if (device.queue.empty()) {
      program.trouble += "the device hasn't been given what is waited for; ";
      return;
    }
    Operands operands = device.queue.front();
    lock.unlock();
    point();
    program.mixNow(operands);
    lock.lock();
    device.queue.pop_front();
  }

  /// One of several pieces does it, others look at it too late or not at all.
  static void mixOnSeats(Task &task, int seat) {
    auto &operands = task.as<Operands>();
    auto &pieces = *operands.program->ranges.emplace_back(std::make_unique<Pieces>(operands));
    auto body = [](void *context, int, int64_t first, int64_t count) {
      auto &pieces = *static_cast<Pieces *>(context);
      point();
      if (pieces.isOver)
        pieces.operands.program->trouble += "a range was worked on after its end; ";
      if (first == 0)
        pieces.operands.program->mixNow(pieces.operands);
      pieces.done.fetch_add(int(count));
    };
    operands.program->scheduler.seats.share(seat, 3, 1, body, &pieces);
    pieces.isOver = true;
    if (pieces.done.load() != 3)
      operands.program->trouble += "a range has ended before its pieces; ";
  }

  struct TwoLanes {
    Operands &operands;
    Seats &seats;
    Seats::Haste haste;
    Atomic<uint32_t> recorded{0};

    void runSecond(int seat) {
      operands.program->mixNow(operands);
      int other = seats.take();
      if (other == seat)
        operands.program->trouble += "a lane's seat is given to others; ";
      if (other >= 0)
        seats.leave(other);
      recorded.store(1);
      recorded.notify_all();
    }
  };

  /// Two lanes, the first of which waits for the other; a quick one does that, too, if nobody has come.
  static void mixTogether(Task &task, int seat) {
    auto &operands = task.as<Operands>();
    Seats::Haste haste = operands.target % 2 == 0 ? Seats::Haste::Short : Seats::Haste::Quick;
    TwoLanes lanes{operands, operands.program->scheduler.seats, haste};
    auto body = [](void *context, int seat, int64_t lane, int64_t) {
      auto &lanes = *static_cast<TwoLanes *>(context);
      if (lane == 1 || (lanes.haste == Seats::Haste::Quick && lanes.seats.claim(seat) == 1))
        lanes.runSecond(seat);
      if (lane == 0)
        lanes.seats.helpUntil(seat, lanes.recorded, 1);
    };
    if (!lanes.seats.runTogether(seat, 2, body, &lanes, haste))
      mix(task, seat);
  }

  /// Behind lanes that repeat.
  static void mixOverIterations(Task &task, int seat) {
    RandomProgram &program = *task.as<Operands>().program;
    auto &lanes = *program.lanes.emplace_back(std::make_unique<RandomLanes>(program.scheduler.seats));
    program.trouble += lanes.run(seat);
    mix(task, seat);
  }

  /// As a task for which memory lacks the first time.
  static void mixLater(Task &task, int seat) {
    auto &operands = task.as<Operands>();
    if (!operands.wasAside) {
      operands.wasAside = true;
      if (operands.program->scheduler.setAside(task, seat))
        return;
    }
    mix(task, seat);
  }

  /// As one that is not done when its body is.
  static void mixElsewhere(Task &task, int seat) {
    RandomProgram &program = *task.as<Operands>().program;
    if (!program.hasHost)
      return mix(task, seat);
    program.scheduler.detach(seat);
    program.host.give(task);
  }
  void goOnElsewhere() {
    while (Task *task = host.take()) {
      point();
      mixNow(task->as<Operands>());
      scheduler.finish(*task);
    }
  }

  Device device;
  Host host;
  const bool hasHost = choose(2) == 0;
  std::vector<AccessList> lists;
  std::vector<uint64_t> values, expected;
  std::vector<Atomic<uint64_t>> sums, expectedSums;
  std::vector<std::unique_ptr<Pieces>> ranges;
  std::vector<std::unique_ptr<RandomLanes>> lanes; ///< as long as the program, too
  Scheduler scheduler; ///< gone before what its workers touch, who may still work where a fault is planted
};

} // namespace

bool planted(std::string_view fault) { return fault == plantedFault; }

void plant(std::string fault) { plantedFault = std::move(fault); }

std::string troubleOf(uint64_t seed, uint64_t *points) {
  std::string trouble;
  explorer::Schedule schedule = explorer::run(seed, [&] {
    RandomProgram program;
    program.run();
    program.check();
    trouble = program.trouble;
  });
  if (schedule.wasStuck)
    trouble += "all threads slept; ";
  if (schedule.wasAbandoned)
    trouble += "it came to no end; ";
  if (points)
    *points = schedule.points;
  return trouble;
}

} // namespace weir
