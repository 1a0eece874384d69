// A task begins on a seat, where it obtains memory, and goes on on the device's thread for functions of the host: they
// may last, or wait for locks of the host's program that somebody holds who waits for a seat.
#include "lib/Runtime/HostAccess.h"
#include "lib/Runtime/TensorTasks.h"

#include <algorithm>

namespace weir {

namespace {

struct HostAccess {
  HostAccess(std::shared_ptr<Engine> engine, weir_host_callback function, void *context, void (*release)(void *))
      : engine(std::move(engine)), function(function), context(context), release(release) {}
  HostAccess(const HostAccess &) = delete;
  HostAccess &operator=(const HostAccess &) = delete;

  const std::shared_ptr<Engine> engine;
  const weir_host_callback function;
  void *const context;
  void (*const release)(void *context);
  struct Operand {
    TensorRef tensor;
    weir_access access = WEIR_READ;
  };
  std::vector<Operand> operands;
  const uint64_t submitted = TaskFailure::now();
  std::shared_ptr<const TaskFailure> failed = nullptr;

  ~HostAccess() {
    if (release)
      release(context);
  }
};

/// What it would look at and isn't there. What it writes keeps the elements that it leaves, but for sizes of its own.
std::shared_ptr<const TaskFailure> missing(const HostAccess &access) {
  for (const auto &[tensor, how] : access.operands)
    if (how != WEIR_DEFINE)
      if (std::shared_ptr<const TaskFailure> failed = failureToRead(*tensor, access.submitted))
        return failed;
  return nullptr;
}

Status obtainWritten(const HostAccess &access) {
  for (const auto &[tensor, how] : access.operands)
    if (how != WEIR_READ)
      if (Status failed = tensor->storage->obtain("a tensor"))
        return failed;
  return nullptr;
}

/// The tensor's elements as the function sees them: nobody else uses them, so it needn't wait.
TensorRef operandOver(const weir_tensor &tensor) {
  auto storage = std::make_shared<DeviceStorage>(tensor.data(), tensor.storage->bytes() - tensor.offset);
  TensorRef operand = tensorOver(std::move(storage), tensor.engine, tensor.dtype, tensor.sizes());
  std::copy(tensor.strides.begin(), tensor.strides.end(), operand->strides.begin());
  operand->hasSizes = tensor.hasSizes.load();
  return operand;
}

Status callFunction(const HostAccess &access) {
  std::vector<TensorRef> made;
  std::vector<weir_tensor *> given;
  for (const HostAccess::Operand &operand : access.operands)
    given.push_back(made.emplace_back(operandOver(*operand.tensor)).get());
  Trace::Span span(*access.engine->trace, TraceKind::Callback, Trace::kHostName);
  Engine::CallbackScope inside(*access.engine);
  Status cause(access.function(access.context, given.data(), int32_t(given.size())));
  if (cause)
    return causedBy(failure(WEIR_CALLBACK, "a function of the host failed: " + cause->message), std::move(cause));
  for (size_t i = 0; i < given.size(); ++i)
    if (access.operands[i].access == WEIR_DEFINE) {
      if (!given[i]->hasSizes)
        return failure(WEIR_CALLBACK,
                       message("expects a function of the host to set the sizes of operand ", i, ", which it defines"));
      access.operands[i].tensor->define(given[i]->sizes());
    }
  return nullptr;
}

/// On the device's thread for functions of the host.
void goOn(void *opened) {
  Task &task = *static_cast<Task *>(opened);
  std::unique_ptr<HostAccess> access(task.as<HostAccess *>());
  if (!access->failed)
    if (Status status = callFunction(*access)) {
      access->failed = std::make_shared<TaskFailure>(std::move(status));
      access->engine->keepFailure(access->failed);
    }
  for (const auto &[tensor, how] : access->operands) {
    if (how != WEIR_READ && access->failed)
      tensor->storage->fail(access->failed);
    else if (how == WEIR_DEFINE)
      tensor->storage->access().failure.set(nullptr);
    if (how != WEIR_READ && !access->failed)
      tensor->storage->isWritten = true;
  }
  std::shared_ptr<Engine> engine = access->engine;
  access.reset(); // first, as others may wait for its memory
  engine->scheduler->finish(task);
}

void begin(Task &task, int seat) {
  HostAccess &access = *task.as<HostAccess *>();
  Engine &engine = *access.engine;
  access.failed = missing(access);
  if (!access.failed) {
    Status status;
    if (!engine.takeMemoryFor(task, seat, status, [&] { return obtainWritten(access); }))
      return;
    if (status)
      engine.keepFailure(access.failed = std::make_shared<TaskFailure>(std::move(status)));
  }
  engine.scheduler->detach(seat);
  engine.hostFunctions().call(goOn, &task);
}

Status checkOperands(const Engine &engine, HostOperands operands) {
  for (size_t i = 0; i < operands.tensors.size(); ++i) {
    const weir_tensor *tensor = operands.tensors[i];
    if (!tensor)
      return failure(WEIR_INVALID_ARGUMENT, message("expects a tensor for operand ", i, ", got none"));
    if (tensor->engine.get() != &engine)
      return failure(WEIR_INVALID_ARGUMENT, message("expects operand ", i, " to be on ", engine.device->name(),
                                                    ", got one on ", tensor->device().name()));
    if (operands.accesses[i] == WEIR_DEFINE) {
      if (tensor->hasSizes)
        return failure(WEIR_INVALID_ARGUMENT, message("expects operand ", i,
                                                      " to be a tensor whose sizes are not "
                                                      "known yet, got ",
                                                      describe(*tensor)));
    } else if (Status failed = waitForSizes(*tensor)) {
      return failed;
    }
  }
  return nullptr;
}

/// The host may overwrite what it has the address of when the call returns: such a tensor is copied, or waited for.
Status holdExposed(HostAccess &access, bool &waits) {
  for (auto &[tensor, how] : access.operands) {
    if (!tensor->storage->isExposed())
      continue;
    if (how != WEIR_READ || weir_tensor_num_elements(tensor.get()) * byteSize(tensor->dtype) > kMostCopiedBytes) {
      waits = true;
      continue;
    }
    TensorRef copy;
    if (Status failed = cloneTensor(*tensor, copy))
      return failed;
    tensor = std::move(copy);
  }
  return nullptr;
}

} // namespace

Status accessFromHost(Engine &engine, weir_host_callback function, void *context, void (*release)(void *context),
                      HostOperands operands) {
  auto access = std::make_unique<HostAccess>(engine.shared_from_this(), function, context, release);
  if (!function)
    return failure(WEIR_INVALID_ARGUMENT, "expects a function, got a null pointer");
  if (Status failed = engine.whereWaitingFails())
    return failed;
  if (Status failed = checkOperands(engine, operands))
    return failed;
  for (size_t i = 0; i < operands.tensors.size(); ++i)
    access->operands.push_back({shareTensor(*operands.tensors[i]), operands.accesses[i]});
  bool waits = false;
  if (Status failed = holdExposed(*access, waits))
    return failed;
  Trace::Span span(*engine.trace, TraceKind::Submit, Trace::kHostName);
  span.record.value = int64_t(engine.scheduler->numUnderWay()) + 1;
  Scheduler::Submission submission(*engine.scheduler, begin);
  for (const auto &[tensor, how] : access->operands) {
    if (how == WEIR_READ)
      submission.reads(tensor->storage->access().list);
    else
      submission.writes(tensor->storage->access().list);
  }
  submission.writes(engine.hostTurns);
  submission.setName(Trace::kHostName);
  submission.emplace<HostAccess *>(access.release());
  TaskRef submitted = submission.submit();
  if (engine.completesEachCall)
    return engine.waitForAll();
  return waits ? engine.waitFor(submitted) : nullptr;
}

} // namespace weir

using namespace weir;

weir_status *weir_host_access(weir_device *device, weir_host_callback function, void *context,
                              void (*release)(void *context), weir_tensor *const *tensors, const weir_access *accesses,
                              int32_t count) {
  return guarded([&]() -> Status {
    if (count >= 0 && (count == 0 || (tensors && accesses)))
      return accessFromHost(*device->engine, function, context, release,
                            {{tensors, size_t(count)}, {accesses, size_t(count)}});
    if (release)
      release(context);
    return failure(WEIR_INVALID_ARGUMENT, message("expects ", count, " tensors and how they are used, got none"));
  });
}
