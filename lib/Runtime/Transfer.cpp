// A transfer is a task on each of the two devices. Whoever comes first leaves his task open; the second one copies, and
// ends both.
#include "lib/Runtime/Transfer.h"
#include "lib/Runtime/TensorTasks.h"

#include <algorithm>

namespace weir {

namespace {

bool isDense(const weir_tensor &tensor) { return isContiguous(tensor.sizes(), tensor.steps()); }

int64_t numBytes(const weir_tensor &tensor) { return weir_tensor_num_elements(&tensor) * byteSize(tensor.dtype); }

/// When nobody else uses the elements.
Status transferNow(const weir_tensor &source, const weir_tensor &target) {
  if (source.device().isHostMemory() && target.device().isHostMemory())
    return copyInTurn(source, target);
  if (source.device().isHostMemory() && isDense(source))
    return writeInTurn(target, source.data());
  if (target.device().isHostMemory() && isDense(target)) {
    if (Status failed = target.storage->obtain("a tensor"))
      return failed;
    return readTensor(source, target.data());
  }
  std::vector<char> elements(size_t(numBytes(source)));
  if (Status failed = readTensor(source, elements.data()))
    return failed;
  return writeInTurn(target, elements.data());
}

struct Transfer {
  TensorRef source, target;
  const uint64_t submitted = TaskFailure::now();
  std::shared_ptr<const TaskFailure> failed = nullptr; ///< of the target's memory
  std::mutex meeting = {};
  Task *waiting = nullptr; ///< of who came first
};

/// The tensor's elements as one who has his turn sees them.
TensorRef elementsOf(const weir_tensor &tensor) {
  auto storage = std::make_shared<DeviceStorage>(tensor.storage->data(), tensor.storage->bytes());
  TensorRef elements = tensorOver(std::move(storage), tensor.engine, tensor.dtype, tensor.sizes());
  elements->strides = tensor.strides;
  elements->offset = tensor.offset;
  return elements;
}

void copyAndTell(Transfer &transfer) {
  const weir_tensor &target = *transfer.target;
  if (std::shared_ptr<const TaskFailure> missing = failureToRead(*transfer.source, transfer.submitted))
    return leaveAsBefore(target, std::move(missing));
  std::shared_ptr<const TaskFailure> failed = transfer.failed;
  if (!failed)
    if (Status status = transferNow(*elementsOf(*transfer.source), *elementsOf(target))) {
      failed = std::make_shared<TaskFailure>(std::move(status));
      target.engine->keepFailure(failed);
    }
  if (failed)
    target.storage->fail(std::move(failed));
  else
    makeGood(target);
}

/// True for the second one.
bool meet(Transfer &transfer, Task &task, Engine &engine, int seat) {
  std::lock_guard lock(transfer.meeting);
  if (transfer.waiting)
    return true;
  engine.scheduler->detach(seat);
  transfer.waiting = &task;
  return false;
}

void endAt(Transfer *met, const std::shared_ptr<Engine> &other) {
  std::unique_ptr<Transfer> transfer(met);
  copyAndTell(*transfer);
  Task &waiting = *transfer->waiting;
  std::shared_ptr<Engine> engine = other; // whose last tensors may go with the transfer
  transfer.reset();
  engine->scheduler->finish(waiting);
}

void beginAtSource(Task &task, int seat) {
  Transfer &transfer = *task.as<Transfer *>();
  if (meet(transfer, task, *transfer.source->engine, seat))
    endAt(&transfer, transfer.target->engine);
}

void beginAtTarget(Task &task, int seat) {
  Transfer &transfer = *task.as<Transfer *>();
  Engine &engine = *transfer.target->engine;
  Status status;
  if (!engine.takeMemoryFor(task, seat, status, [&] { return transfer.target->storage->obtain("a tensor"); }))
    return;
  if (status)
    engine.keepFailure(transfer.failed = std::make_shared<TaskFailure>(std::move(status)));
  if (meet(transfer, task, engine, seat))
    endAt(&transfer, transfer.source->engine);
}

void submit(const weir_tensor &source, const weir_tensor &target) {
  Trace::Span span(*target.engine->trace, TraceKind::Submit, Trace::kCopyName);
  std::scoped_lock alone(source.engine->betweenDevices, target.engine->betweenDevices);
  auto *transfer = new Transfer{shareTensor(source), shareTensor(target)};
  {
    Scheduler::Submission read(*source.engine->scheduler, beginAtSource);
    read.reads(source.storage->access().list);
    read.setName(Trace::kCopyName);
    read.emplace<Transfer *>(transfer);
  }
  Scheduler::Submission write(*target.engine->scheduler, beginAtTarget);
  write.writes(target.storage->access().list);
  write.setName(Trace::kCopyName);
  write.emplace<Transfer *>(transfer);
}

} // namespace

Status transfer(const weir_tensor &source, const weir_tensor &target) {
  bool isBusy = !source.engine->isQuiet(*source.storage) || !target.engine->isQuiet(*target.storage);
  if (isBusy && !source.storage->isExposed() && !target.storage->isExposed()) {
    for (const Engine *engine : {source.engine.get(), target.engine.get()})
      if (Status failed = engine->whereWaitingFails())
        return failed;
    submit(source, target);
    return nullptr;
  }
  if (Status failed = source.engine->waitToRead(*source.storage))
    return failed;
  if (Status failed = target.engine->waitToWrite(*target.storage))
    return failed;
  return transferNow(source, target);
}

} // namespace weir
