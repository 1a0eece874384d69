// See TensorTasks.h.
#include "lib/Runtime/TensorTasks.h"

namespace weir {

std::shared_ptr<const TaskFailure> failureToRead(const weir_tensor &tensor, uint64_t submitted) {
  std::shared_ptr<const TaskFailure> failed = tensor.storage->access().failure.get();
  return failed && !(tensor.storage->outlivesFailures() && failed->isSeenBefore(submitted)) ? failed : nullptr;
}

namespace {

/// So much is written before another thread would have begun.
constexpr int64_t kQuickBytes = 16 << 10;

/// Of the scheduler, that a copy or a fill is.
constexpr uint64_t kTasks = 1, kQueuedTasks = 2;

/// With references of its own to both; a fill has no source.
struct ElementTask {
  weir_tensor *source, *target;
  uint64_t bits;
  uint64_t submitted; ///< when, as failures are seen
};

std::vector<int64_t> list(std::span<const int64_t> values) { return {values.begin(), values.end()}; }

/// Also into what has no memory, as whoever was to write it has failed.
template <typename By> Status copyBy(By &by, const weir_tensor &source, const weir_tensor &target) {
  if (Status failed = target.storage->obtain("a tensor"))
    return failed;
  void *from = source.data(), *to = target.data();
  return by.copy(StridedCopy{&from, &to, byteSize(source.dtype), list(source.sizes()), list(source.steps()),
                             list(target.steps())});
}

template <typename By> Status fillBy(By &by, const weir_tensor &tensor, uint64_t bits) {
  if (Status failed = tensor.storage->obtain("a tensor"))
    return failed;
  void *place = tensor.data();
  return by.fill(StridedFill{&place, byteSize(tensor.dtype), bits, list(tensor.sizes()), list(tensor.steps())});
}

Status copyNow(const weir_tensor &source, const weir_tensor &target) { return copyBy(target.device(), source, target); }
Status fillNow(const weir_tensor &tensor, uint64_t bits) { return fillBy(tensor.device(), tensor, bits); }

bool isDense(const weir_tensor &tensor) { return isContiguous(tensor.sizes(), tensor.steps()); }

void runElementTask(Task &task, int) {
  auto [readFrom, written, bits, submitted] = task.as<ElementTask>();
  TensorRef source(readFrom), target(written);
  std::shared_ptr<Engine> engine = target->engine; // which may go with the last of its tensors
  engine->elementTasks -= kTasks;
  if (std::shared_ptr<const TaskFailure> failed = source ? failureToRead(*source, submitted) : nullptr)
    return leaveAsBefore(*target, std::move(failed));
  Trace::Span span(*engine->trace, source ? TraceKind::Copy : TraceKind::Fill, Trace::kNoName, Trace::kOnDevice);
  Status status = source ? copyNow(*source, *target) : fillNow(*target, bits);
  if (!status)
    return makeGood(*target);
  auto failed = std::make_shared<TaskFailure>(std::move(status));
  engine->keepFailure(failed);
  target->storage->fail(std::move(failed));
}

/// Of a variable of a device with queues: enqueued between the runs before and behind it, none of which waits for the
/// host.
struct QueuedElementTask {
  TensorRef source, target;
  uint64_t bits = 0, submitted = 0;
  std::unique_ptr<Event> done = nullptr;
  std::shared_ptr<const TaskFailure> failed = nullptr;
};

void enqueueElementTask(Task &task, int seat) {
  auto &queued = *task.as<QueuedElementTask *>();
  const auto &[source, target, bits, submitted, done, failed] = queued;
  queued.failed = source ? failureToRead(*source, submitted) : nullptr;
  if (queued.failed)
    return;
  Trace::Span span(*target->engine->trace, source ? TraceKind::Copy : TraceKind::Fill);
  Device &device = target->device();
  Status status = device.createEvent(queued.done);
  if (!status)
    device.enqueue(seat, [&] {
      Stream &stream = device.stream(0); // where runs begin and end
      status = source ? copyBy(stream, *source, *target) : fillBy(stream, *target, bits);
      if (!status && (status = stream.record(*queued.done)))
        stream.synchronize(); // what is enqueued uses memory of the tensors
    });
  if (status)
    queued.failed = std::make_shared<TaskFailure>(std::move(status));
}

void finishElementTask(Task &task, int) {
  std::unique_ptr<QueuedElementTask> queued(task.as<QueuedElementTask *>());
  std::shared_ptr<Engine> engine = queued->target->engine; // which may go with the last of its tensors
  engine->elementTasks -= kQueuedTasks;
  if (!queued->failed)
    if (Status late = queued->done->synchronize())
      queued->failed = std::make_shared<TaskFailure>(std::move(late));
  if (!queued->failed)
    return;
  engine->keepFailure(queued->failed);
  queued->target->storage->fail(std::move(queued->failed));
}

/// Whether the device may keep its order among runs: what it writes is no result whose failure it would make good, and
/// what it reads is there.
bool mayBeEnqueued(const weir_tensor *source, const weir_tensor &target) {
  return target.device().isQueued() && target.storage->isVariable &&
         (!source || source->engine->isQuiet(*source->storage));
}

/// Whether the caller may return before the tensor is read or written: nobody looks at its memory by its address, and
/// somebody under way uses it.
bool mayWait(const weir_tensor &tensor) {
  return !tensor.storage->isExposed() && !tensor.engine->isQuiet(*tensor.storage);
}

Status submit(const weir_tensor *source, const weir_tensor &target, uint64_t bits) {
  Engine &engine = *target.engine;
  if (Status failed = engine.whereWaitingFails())
    return failed;
  Trace::Span span(*engine.trace, TraceKind::Submit);
  span.record.value = int64_t(engine.scheduler->numUnderWay()) + 1;
  bool isEnqueued = mayBeEnqueued(source, target);
  engine.elementTasks += isEnqueued ? kQueuedTasks : kTasks;
  Scheduler::Submission submission(*engine.scheduler, isEnqueued ? enqueueElementTask : runElementTask);
  if (isEnqueued) {
    submission.writes(engine.turns);
    submission.addEnd(finishElementTask, engine.ends);
    submission.disregardEnds();
  }
  if (source)
    submission.reads(source->storage->access().list);
  submission.writes(target.storage->access().list);
  submission.setName(source ? Trace::kCopyName : Trace::kFillName);
  ElementTask now{source ? shareTensor(*source).release() : nullptr, shareTensor(target).release(), bits,
                  TaskFailure::now()};
  if (isEnqueued) {
    auto *queued = new QueuedElementTask{TensorRef(now.source), TensorRef(now.target), bits, now.submitted};
    submission.emplace<QueuedElementTask *>(queued);
    submission.emplaceInEnd(queued);
    return nullptr;
  }
  if (weir_tensor_num_elements(&target) * byteSize(target.dtype) <= kQuickBytes)
    submission.setQuick();
  submission.emplace<ElementTask>(now);
  return nullptr;
}

} // namespace

void leaveAsBefore(const weir_tensor &target, std::shared_ptr<const TaskFailure> failed) {
  target.storage->leaveAsBefore(std::move(failed));
}

void makeGood(const weir_tensor &tensor) {
  DeviceStorage &storage = *tensor.storage;
  storage.isWritten = true;
  int64_t bytes = weir_tensor_num_elements(&tensor) * byteSize(tensor.dtype);
  if (isDense(tensor) && bytes == storage.bytes())
    storage.makeGood();
}

/// From the first to behind the last byte of its elements, if those of its first one begin at `first`.
static std::pair<intptr_t, intptr_t> placesOf(const weir_tensor &tensor, intptr_t first) {
  intptr_t last = first;
  for (size_t d = 0; d < tensor.sizes().size(); ++d) {
    if (tensor.sizes()[d] == 0)
      return {first, first};
    int64_t distance = (tensor.sizes()[d] - 1) * tensor.steps()[d] * byteSize(tensor.dtype);
    (distance < 0 ? first : last) += distance;
  }
  return {first, last + byteSize(tensor.dtype)};
}

/// Views of one tensor, or tensors that were made of one array of the host's.
static bool shareMemory(const weir_tensor &source, const weir_tensor &target) {
  bool isSame = source.storage == target.storage;
  if (!isSame && !(source.storage->isExposed() && target.storage->isExposed()))
    return false;
  auto placesIn = [&](const weir_tensor &tensor) {
    return placesOf(tensor, isSame ? tensor.offset : reinterpret_cast<intptr_t>(tensor.data()));
  };
  auto [begin, end] = placesIn(source);
  auto [first, last] = placesIn(target);
  return begin < last && first < end;
}

/// As if all were read before anything is written.
Status copyInTurn(const weir_tensor &source, const weir_tensor &target) {
  if (shareMemory(source, target)) {
    TensorRef apart;
    if (Status failed = cloneTensor(source, apart))
      return failed;
    return copyInTurn(*apart, target);
  }
  bool isExposed = source.storage->isExposed() || target.storage->isExposed();
  if (source.engine == target.engine && !isExposed && (mayWait(source) || mayWait(target)))
    return submit(&source, target, 0);
  if (Status failed = source.engine->waitToRead(*source.storage))
    return failed;
  if (Status failed = target.engine->waitToWrite(*target.storage))
    return failed;
  makeGood(target);
  return copyNow(source, target);
}

Status fillInTurn(const weir_tensor &tensor, uint64_t bits) {
  if (mayWait(tensor))
    return submit(nullptr, tensor, bits);
  if (Status failed = tensor.engine->waitToWrite(*tensor.storage))
    return failed;
  makeGood(tensor);
  return fillNow(tensor, bits);
}

Status writeInTurn(const weir_tensor &tensor, const void *elements) {
  int64_t bytes = weir_tensor_num_elements(&tensor) * byteSize(tensor.dtype);
  if (isDense(tensor) && !(mayWait(tensor) && bytes <= kMostCopiedBytes)) {
    if (Status failed = tensor.engine->waitToWrite(*tensor.storage))
      return failed;
    if (Status failed = tensor.storage->obtain("a tensor"))
      return failed;
    makeGood(tensor);
    return copyToDevice(tensor, elements, bytes);
  }
  TensorRef staged;
  if (Status failed = createTensor(tensor.engine, tensor.dtype, tensor.sizes(), "a copied tensor", staged))
    return failed;
  if (Status failed = copyToDevice(*staged, elements, bytes))
    return failed;
  return copyInTurn(*staged, tensor);
}

Status copyToDevice(const weir_tensor &tensor, const void *elements, int64_t bytes) {
  Trace::Span span(*tensor.engine->trace, TraceKind::Copy, Trace::kToDeviceName, Trace::kToDevice);
  return tensor.device().write(tensor.data(), elements, bytes);
}

Status copyToHost(const weir_tensor &tensor, const void *place, void *elements, int64_t bytes) {
  Trace::Span span(*tensor.engine->trace, TraceKind::Copy, Trace::kToHostName, Trace::kToHost);
  return tensor.device().read(elements, place, bytes);
}

} // namespace weir
