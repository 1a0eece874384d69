// What a run of a plan needs for itself: flat tables with the addresses of its inputs, results, variables and arena,
// events, faults.
#pragma once

#include "lib/Runtime/Ranks/Transport.h"
#include "lib/Runtime/Threads/Seats.h"
#include "lib/Runtime/Vm/Plan.h"
#include "lib/Runtime/Vm/SharingTrial.h"

#include <atomic>

#include <chrono>

namespace weir {

/// By variable of the artifact. A run that has the same ones as the last has nothing to look at.
using VariableAddresses = std::shared_ptr<const std::vector<void *>>;

/// The addresses of one run.
struct Addresses {
  std::span<void *const> inputs, results; ///< by port
  VariableAddresses variables;
  void *arena = nullptr;
  uint64_t launch = 0; ///< what the caller of the run says of it, for the trace
};

/// A flat instruction. What kind it is says in which table of the frame `index` counts.
struct Action {
  enum class Kind : uint8_t { Launch, Copy, Fill, Record, Wait, Callback, RunProgram, GatherFaults, Collective };
  Kind kind = Kind::Launch;
  uint8_t lane = 0;
  When when = When::Each;
  bool isPlain = false; ///< a launch in each iteration, whatever the data are
  uint32_t index = 0;
  Id instruction = 0;               ///< of the job: for faults and the trace
  uint32_t lag = 0;                 ///< of a Wait
  void *const *predicate = nullptr; ///< address of a bool; null for always
};

/// A host callback's operand: what a weir_tensor over it needs.
struct CallbackOperand {
  void *const *address = nullptr;
  DType dtype = DType::F32;
  const BufferLayout *layout = nullptr;
};

class RunFrame {
public:
  static Status create(std::shared_ptr<const Plan> plan, std::shared_ptr<RunFrame> &frame);

  /// Runs all instructions, on the caller's seat and on free ones; returns when they are done. One run at a time. Of a
  /// device without queues.
  Status run(const Addresses &addresses, int seat);
  /// The same for one with queues: enqueues them, behind all that has been enqueued. Where one of the `before` fails,
  /// it writes no variable.
  void enqueue(const Addresses &addresses, int seat, std::span<const std::shared_ptr<RunFrame>> before);
  /// Waits until the device has done what was enqueued.
  Status finish();
  /// Whether the host looks at what the device has computed, between its instructions.
  bool looksAtMemory() const;
  /// Whether it waits for other ranks.
  bool meets() const { return plan->fold.meets(); }
  /// The arena of its last run: with that one, there is less to fill in.
  void *lastArena() const { return arenaBase.address; }

  std::vector<void *> inputs, results; ///< room for the addresses of a run, by port
  AccessList turns;                    ///< of its runs

  using Duration = std::chrono::nanoseconds;
  /// Of the shortest run so far; its sizes are the same each time. Not measured any more once it is tiny.
  std::atomic<Duration> duration{Duration::max()};
  SharingTrial trial; ///< of who has its turn
  /// A thread that waits, and may be interrupted, runs nothing that lasts.
  bool lasts() const { return duration.load(std::memory_order_relaxed) > std::chrono::milliseconds(20); }
  /// One that waits for something else may take part.
  bool isShort() const { return duration.load(std::memory_order_relaxed) < std::chrono::milliseconds(1); }
  /// Threads that sleep may take half as long to come, and find nothing of its data in their caches.
  bool isQuick() const { return duration.load(std::memory_order_relaxed) < std::chrono::microseconds(100); }
  /// Whether its first lane claims lanes that nobody has come for. Of what is longer, others miss little by coming
  /// late, and lanes that one thread has begun do without them to the end.
  bool claimsLanes() const { return plan->job.repeat == 1 && isQuick(); }
  Seats::Haste haste() const {
    return claimsLanes() ? Seats::Haste::Quick : isShort() ? Seats::Haste::Short : Seats::Haste::None;
  }
  /// Whether it may be better off alone: others take as long to come as some of its kernels last.
  bool triesSharing() const { return !meets() && isShort(); }
  /// To hand it over takes as long.
  bool isTiny() const { return duration.load(std::memory_order_relaxed) < std::chrono::microseconds(8); }

private:
  /// Of a run: what has become tiny in a trial, and isn't measured any more, goes the first way.
  SharingTrial::Way way() const {
    bool isChosen = triesSharing() && (trial.isDecided() || !isTiny());
    return isChosen ? trial.way() : lanes.size() > 1 ? SharingTrial::Way::Lanes : SharingTrial::Way::Shared;
  }

  friend class RunFrameBuilder;
  struct RunState;
  struct LaneState;
  struct LaneRun;
  struct CallbackAction {
    HostFunction function;
    std::vector<CallbackOperand> operands;
  };
  struct ProgramAction {
    Id instruction = 0;
    std::shared_ptr<RunFrame> program;
    void *const *operands = nullptr; ///< its inputs, then its results
    size_t numInputs = 0, numResults = 0;
    void *arena = nullptr;
  };
  /// What a rank gives to others and takes from them, at the addresses of the last run.
  struct CollectiveAction {
    Exchange exchange;
    const MemberExchange *runs = nullptr;
    void *const *source = nullptr, *const *target = nullptr;
    bool isLocal = false; ///< each has what it takes
    bool isAside = false; ///< nobody waits for it
    /// Of a device with queues: memory of the host for so many bytes from the source on, and behind them for those of
    /// the target.
    std::shared_ptr<void> staged;
    int64_t sourceBytes = 0;
    std::vector<ByteRun> written; ///< of the target: all of it in one piece, if all is taken
  };
  /// A place that holds an address: `offset` bytes behind the base that the list it stands in is about.
  struct Slot {
    void **place = nullptr;
    int64_t offset = 0;
  };
  struct Base {
    void *address = nullptr; ///< as of the last run
    std::vector<Slot> slots;
  };

  explicit RunFrame(std::shared_ptr<const Plan> plan) : plan(std::move(plan)) {}

  /// A place whose address changes from one iteration to the next. Its lane alone reads and writes it.
  struct MovingSlot {
    void **place = nullptr;
    void *const *base = nullptr; ///< the address that `offset` counts from
    int64_t offset = 0;
    int64_t step = 0; ///< iteration k has number k modulo `places` of those that begin `step` bytes apart
    uint32_t places = 1;
  };
  using MovingSlots = std::vector<MovingSlot>;

  void bind(const Addresses &addresses);
  static void beginIteration(std::span<const MovingSlots> lanes, uint32_t iteration);
  void runActions(std::span<const Action> actions, std::span<const MovingSlots> moving, Stream &stream, RunState &state,
                  int seat);
  void runLane(size_t lane, Stream &stream, RunState &state, int seat) {
    runActions(lanes[lane], std::span(&moving[lane], 1), stream, state, seat);
  }
  bool runLanes(int seat, RunState &state);
  void runFirstLane(Stream &stream, RunState &state, int seat);
  bool advance(LaneRun &run, Stream &stream, RunState &state);
  bool canGoOn(const Action &action, const LaneState &lane, const RunState &state) const;
  bool canGoOn(const LaneRun &run, const RunState &state) const;
  Status beginQueues(std::span<const std::shared_ptr<RunFrame>> before);
  void runQueue(RunState &state, int seat);
  Status joinQueues();
  /// Where the order is drawn by chance, one stream takes all.
  size_t numQueues() const { return engine().isShuffled ? 1 : lanes.size(); }
  void drainQueues();
  void runShuffled(Stream &stream, RunState &state, int seat);
  void runOne(const Action &action, Stream &stream, RunState &state, LaneState &lane);
  void runUncommon(const Action &action, Stream &stream, RunState &state, LaneState &lane);
  void failLaunch(const Action &action, int32_t code, LaneState &lane, RunState &state) const;
  Status runAction(const Action &action, Stream &stream, RunState &state, const LaneState &lane);
  bool runsIn(const Action &action, uint32_t iteration) const;
  Event &eventOf(const Action &action, uint32_t iteration) const {
    return *events[numEventCopies == 1 ? action.index : action.index * numEventCopies + iteration % numEventCopies];
  }
  void notePosition(const Action &action, const LaneState &lane) const;
  bool isSkipped(const Action &action, Stream &stream, RunState &state, const LaneState &lane) const;
  Status callBack(const CallbackAction &action, Stream &stream);
  void runBesideMeetings(Stream &stream, RunState &state, int seat);
  void runByTurns(Stream &stream, RunState &state, int seat);
  void runMeetings(size_t lane, RunState &state);
  Status meet(CollectiveAction &action, Stream &stream);
  Status exchange(CollectiveAction &action, void *source, void *target);
  Status exchangeStaged(CollectiveAction &action, Stream &stream);
  Status runProgram(const ProgramAction &action, Stream &stream, RunState &state, int seat);

  // Faults that device code left in its memory.
  Status clearFaults(Stream &stream);
  Status drainAndCheckFaults(Stream &stream, Id &instruction);
  Status gatherFaults(Stream &stream, int32_t *stop) const;
  void stopBy(int32_t *word);
  Status readFaults(Stream &stream);
  Status takeFault(Id &instruction);

  Engine &engine() const { return *plan->loaded->engine; }
  const Location &locationOf(Id instruction) const { return plan->job.instructions[instruction].location; }

  const std::shared_ptr<const Plan> plan;

  std::vector<std::vector<Action>> lanes;
  /// Those of all lanes that compute, in the order of the job's list: for one thread.
  std::vector<Action> queue;
  std::vector<std::vector<void *>> pointers; ///< by instruction: of its operands and, last, of its predicate
  std::vector<KernelLaunch> launches;
  std::vector<StridedCopy> copies;
  std::vector<StridedFill> fills;
  std::vector<std::unique_ptr<Event>> events;
  uint32_t numEventCopies = 1; ///< of each: for those who wait for what was recorded iterations ago, where none counts
  std::vector<CallbackAction> callbacks;
  std::vector<CollectiveAction> collectives;
  std::vector<ProgramAction> programs;

  /// Of a device with queues: a weir_fault whose code stops what writes variables, and one per launch, in its memory.
  std::shared_ptr<DeviceStorage> faults;
  std::shared_ptr<void> hostFaults; ///< as they are read
  bool hasFaults = false;           ///< from its last run
  int32_t *stopWord = nullptr;      ///< in `faults`, or those of the program that runs this one
  std::vector<Action> writers;      ///< of variables, in the order of the list
  std::shared_ptr<void> hostFlag;   ///< of a device with queues: a predicate, as it is read

  struct QueueEvents {
    std::unique_ptr<Event> begun, done;
    std::vector<std::unique_ptr<Event>> joined; ///< by lane, behind the first
  };
  QueueEvents queueEvents; ///< of a device with queues
  Status enqueued;         ///< what went wrong when it was
  Id failedInstruction = 0;
  bool isRead = false; ///< whether the faults are in `hostFaults` when all is done

  std::vector<Base> inputBases, resultBases, variableBases;
  VariableAddresses boundVariables;
  Base arenaBase;
  std::vector<MovingSlots> moving; ///< by lane
};

} // namespace weir
