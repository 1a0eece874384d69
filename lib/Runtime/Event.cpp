// Events: what is submitted to one device waits for what has been submitted to another. On both sides an event is a
// task; neither side's threads wait.
#include "lib/Runtime/Engine.h"

namespace weir {

namespace {

/// Of one device, for an event of another: what is submitted behind it waits for it. A detached task.
struct Gate {
  std::shared_ptr<Engine> engine;
  Task *task = nullptr;

  void open() const { engine->scheduler->finish(*task); }
};

} // namespace

/// What an event has been recorded for last: everything that had been submitted to a device by then.
class EventRecording {
public:
  explicit EventRecording(std::shared_ptr<Engine> engine) : engine(std::move(engine)) {}

  const std::shared_ptr<Engine> engine;
  TaskRef task;

  void reach() {
    std::unique_lock lock(mutex);
    isReached = true;
    std::vector<Gate> opened = std::move(gates);
    lock.unlock();
    for (const Gate &gate : opened)
      gate.open();
  }
  bool wasReached() {
    std::lock_guard lock(mutex);
    return isReached;
  }
  /// Opens it at once if that has been reached.
  void add(Gate gate) {
    std::unique_lock lock(mutex);
    if (!isReached)
      return gates.push_back(std::move(gate));
    lock.unlock();
    gate.open();
  }

private:
  std::mutex mutex;
  bool isReached = false;
  std::vector<Gate> gates;
};

} // namespace weir

struct weir_event {
  std::mutex mutex;
  std::shared_ptr<weir::EventRecording> latest; ///< null: none yet
};

namespace weir {

namespace {

void reach(Task &task, int) {
  std::unique_ptr<std::shared_ptr<EventRecording>> recording(task.as<std::shared_ptr<EventRecording> *>());
  (*recording)->reach();
}

/// What a gate's task needs until the event's other side has it.
struct Waiting {
  std::shared_ptr<Engine> engine;
  std::shared_ptr<EventRecording> recording;
};

void waitForGate(Task &task, int seat) {
  std::unique_ptr<Waiting> waiting(task.as<Waiting *>());
  waiting->engine->scheduler->detach(seat);
  waiting->recording->add({waiting->engine, &task});
}

Status record(weir_event &event, Engine &engine) {
  std::unique_lock<std::mutex> turn;
  if (Status failed = engine.enter(turn))
    return failed;
  auto recording = std::make_shared<EventRecording>(engine.shared_from_this());
  Scheduler::Submission submission(*engine.scheduler, reach);
  submission.waitsForAll();
  submission.setName(Trace::kEventName);
  submission.emplace<std::shared_ptr<EventRecording> *>(new std::shared_ptr<EventRecording>(recording));
  recording->task = submission.submit();
  std::lock_guard lock(event.mutex);
  event.latest = std::move(recording);
  return nullptr;
}

std::shared_ptr<EventRecording> latestOf(weir_event &event) {
  std::lock_guard lock(event.mutex);
  return event.latest;
}

Status wait(weir_event &event, Engine &engine) {
  std::unique_lock<std::mutex> turn;
  if (Status failed = engine.enter(turn))
    return failed;
  std::shared_ptr<EventRecording> recording = latestOf(event);
  if (!recording)
    return nullptr;
  std::lock_guard alone(engine.betweenDevices);
  auto *waiting = new Waiting{engine.shared_from_this(), std::move(recording)};
  Scheduler::Submission submission(*engine.scheduler, waitForGate);
  submission.setGate();
  submission.setName(Trace::kEventName);
  submission.emplace<Waiting *>(waiting);
  return nullptr;
}

} // namespace
} // namespace weir

using namespace weir;

weir_status *weir_event_create(weir_event **event) {
  return guarded([&]() -> Status {
    *event = new weir_event;
    return nullptr;
  });
}

void weir_event_free(weir_event *event) { delete event; }

weir_status *weir_event_record(weir_event *event, weir_device *device) {
  return guarded([&] { return record(*event, *device->engine); });
}

weir_status *weir_event_wait(weir_event *event, weir_device *device) {
  return guarded([&] { return wait(*event, *device->engine); });
}

weir_status *weir_event_synchronize(weir_event *event) {
  return guarded([&]() -> Status {
    std::shared_ptr<EventRecording> recording = latestOf(*event);
    if (!recording)
      return nullptr;
    if (Status failed = recording->engine->whereWaitingFails())
      return failed;
    return recording->engine->waitFor(recording->task);
  });
}

int32_t weir_event_is_reached(weir_event *event) {
  std::shared_ptr<EventRecording> recording = latestOf(*event);
  if (!recording)
    return 1;
  return recording->wasReached();
}
