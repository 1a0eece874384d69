// The rules for one job: its tables first, then its instructions in order.
#include "lib/Artifact/VerifyJob.h"
#include "lib/Artifact/Message.h"
#include "lib/Artifact/VerifyRanks.h"

#include <algorithm>

namespace weir {

namespace {

/// Each check sets `failure` and answers false on the first broken rule.
class ArtifactJobVerifier {
public:
  ArtifactJobVerifier(const Artifact &artifact, Id index)
      : artifact(artifact), job(artifact.jobs[index]), index(index) {}

  std::optional<Failure> verify() {
    if (checkTargets() && checkRanks() && checkRepeat() && checkPorts() && checkScalars() && checkBuffers())
      checkInstructions();
    return std::move(failure);
  }

private:
  template <typename... Pieces> bool fail(const Pieces &...pieces) {
    if (!failure)
      failure = Failure{message("job '", job.name, "': ", pieces...)};
    return false;
  }

  bool below(Id id, size_t limit, const char *what) {
    return id < limit || fail("expects the ", what, " to be below ", limit, ", got ", id);
  }
  bool checkTypes(Id buffer, DType dtype, size_t rank, const std::string &what);

  bool checkTargets();
  bool checkRanks();
  bool checkRepeat() {
    return job.repeat > 0 || fail("expects its instructions to be executed at least once, got 0 times");
  }
  bool checkPorts();
  bool checkScalars();
  bool checkBuffers();
  bool checkStorage(Id id, const InputStorage &storage);
  bool checkStorage(Id id, const ResultStorage &storage);
  bool checkStorage(Id id, const VariableStorage &storage);
  bool checkStorage(Id id, const ConstantStorage &storage);
  bool checkStorage(Id id, const ArenaStorage &storage);
  bool checkStorage(Id id, const ViewStorage &storage);
  bool checkParts(const Port &port, const char *what);

  bool checkInstructions();
  bool checkWhen(Id instruction);
  unsigned bitOf(When when) const { return 1u << unsigned(job.repeat == 1 ? When::Each : when); }
  unsigned writesSeen(Id root, When when) const;
  bool checkUse(Id instruction, const InstructionUse &use);
  bool check(const Call &call);
  bool check(const Copy &copy);
  bool check(const Fill &fill) { return below(fill.target, job.buffers.size(), "buffer"); }
  bool check(const RecordEvent &record);
  bool check(const WaitEvent &wait);
  bool check(const Release &release) { return below(release.buffer, job.buffers.size(), "buffer"); }
  bool check(const HostCallback &callback) { return checkIds(callback.operands); }
  bool check(const RunProgram &run);
  bool check(const Collective &collective);
  bool check(const Barrier &) { return true; }
  bool checkIds(const std::vector<Id> &buffers) {
    return std::all_of(buffers.begin(), buffers.end(), [&](Id id) { return below(id, job.buffers.size(), "buffer"); });
  }

  bool isDonated(Id buffer) const {
    const auto *input = std::get_if<InputStorage>(&job.buffers[buffer].storage);
    return input && std::count(job.donated.begin(), job.donated.end(), input->index) != 0;
  }

  const Artifact &artifact;
  const Job &job;
  Id index;
  std::vector<bool> hasInput, hasResult; ///< by port
  std::vector<unsigned> written;         ///< by root buffer: bits of the iterations in which it has been by now
  std::vector<bool> recorded;            ///< by event
  std::optional<Failure> failure;
};

bool ArtifactJobVerifier::checkTypes(Id buffer, DType dtype, size_t rank, const std::string &what) {
  const Buffer &b = job.buffers[buffer];
  return (b.dtype == dtype && b.sizes.size() == rank) ||
         fail("expects buffer ", buffer, " to match ", what, ", ", name(dtype), " of rank ", rank, ", got ",
              name(b.dtype), " of rank ", b.sizes.size());
}

bool ArtifactJobVerifier::checkTargets() {
  if (job.targets.empty())
    return fail("expects a target");
  for (const std::string &target : job.targets)
    if (target.empty())
      return fail("expects names of targets that are not empty");
  return true;
}

bool ArtifactJobVerifier::checkRanks() {
  if (auto wrong = misfitOf(job.ranks, std::nullopt))
    return fail(*wrong);
  for (const auto *ports : {&job.inputs, &job.results})
    for (const Port &port : *ports)
      if (auto wrong = misfitOf(job.ranks, port.part))
        return fail("'", port.name, "': ", *wrong);
  return true;
}

bool ArtifactJobVerifier::checkPorts() {
  for (const auto *ports : {&job.inputs, &job.results})
    for (const Port &port : *ports) {
      if (port.shape.size() > kMaxRank)
        return fail("expects '", port.name, "' to have rank ", kMaxRank, " at most, got ", port.shape.size());
      Sizes known = port.shape;
      std::replace(known.begin(), known.end(), kDynamic, int64_t(1));
      if (Result<int64_t> bytes = checkedNumBytes(known, port.dtype); !bytes)
        return fail("'", port.name, "': ", bytes.message());
    }
  if (job.kind == Job::Kind::Derive && !(job.inputs.empty() && job.results.empty()))
    return fail("expects a derive job to have no inputs and no results");
  for (uint32_t input : job.donated)
    if (!below(input, job.inputs.size(), "donated input"))
      return false;
  return true;
}

bool ArtifactJobVerifier::checkScalars() {
  for (Id id = 0; id < job.scalars.size(); ++id) {
    const HostScalar &scalar = job.scalars[id];
    if (scalar.kind == HostScalar::Kind::Constant)
      continue;
    if (scalar.kind != HostScalar::Kind::Size) {
      if (!below(scalar.lhs, id, "host scalar operand") || !below(scalar.rhs, id, "host scalar operand"))
        return false;
      continue;
    }
    if (!below(scalar.buffer, job.buffers.size(), "buffer of a size"))
      return false;
    const Buffer &buffer = job.buffers[scalar.buffer];
    if (!std::holds_alternative<InputStorage>(buffer.storage) || scalar.dim >= buffer.sizes.size())
      return fail("expects host scalar ", id, " to be a size of an input, got buffer ", scalar.buffer, ", dimension ",
                  scalar.dim);
  }
  return true;
}

bool ArtifactJobVerifier::checkBuffers() {
  hasInput.resize(job.inputs.size());
  hasResult.resize(job.results.size());
  written.resize(job.buffers.size());
  size_t planned = 0, arena = 0;
  for (Id id = 0; id < job.buffers.size(); ++id) {
    const Buffer &buffer = job.buffers[id];
    if (buffer.sizes.size() > kMaxRank)
      return fail("expects buffer ", id, " to have rank ", kMaxRank, " at most, got ", buffer.sizes.size());
    for (Id size : buffer.sizes)
      if (!below(size, job.scalars.size(), "host scalar of a size"))
        return false;
    if (!std::visit([&](const auto &storage) { return checkStorage(id, storage); }, buffer.storage))
      return false;
    if (const auto *storage = std::get_if<ArenaStorage>(&buffer.storage)) {
      ++arena;
      planned += storage->offset.has_value();
    }
  }
  if (std::count(hasResult.begin(), hasResult.end(), false) != 0)
    return fail("expects a buffer for each result");
  return planned == 0 || planned == arena || fail("expects offsets for all arena buffers or for none");
}

bool ArtifactJobVerifier::checkStorage(Id id, const InputStorage &storage) {
  if (!below(storage.index, job.inputs.size(), "input"))
    return false;
  if (hasInput[storage.index])
    return fail("expects one buffer for input ", storage.index, ", got two");
  hasInput[storage.index] = true;
  written[id] = bitOf(When::Each);
  const Port &port = job.inputs[storage.index];
  return (!storage.isSliced || checkParts(port, "sliced input")) &&
         checkTypes(id, port.dtype, port.shape.size(), "input '" + port.name + "'");
}

bool ArtifactJobVerifier::checkStorage(Id id, const ResultStorage &storage) {
  if (!below(storage.index, job.results.size(), "result"))
    return false;
  if (hasResult[storage.index])
    return fail("expects one buffer for result ", storage.index, ", got two");
  hasResult[storage.index] = true;
  if (storage.inPlaceOf && (!below(*storage.inPlaceOf, id, "buffer taken in place") || !isDonated(*storage.inPlaceOf)))
    return fail("expects result ", storage.index, " to be in place of a donated input");
  if (storage.inPlaceOf && job.repeat > 1)
    return fail("expects result ", storage.index, " to be in place of no input, as later iterations read that");
  const Port &port = job.results[storage.index];
  return (!storage.isStacked || checkParts(port, "stacked result")) &&
         checkTypes(id, port.dtype, port.shape.size(), "result '" + port.name + "'");
}

/// Each iteration has a part of the first dimension.
bool ArtifactJobVerifier::checkParts(const Port &port, const char *what) {
  if (port.shape.empty())
    return fail("expects ", what, " '", port.name, "' to have a dimension");
  return port.shape[0] == kDynamic || port.shape[0] % job.repeat == 0 ||
         fail("expects the first dimension of ", what, " '", port.name, "' to be a multiple of its ", job.repeat,
              " iterations, got ", port.shape[0]);
}

bool ArtifactJobVerifier::checkStorage(Id id, const VariableStorage &storage) {
  if (!below(storage.variable, artifact.variables.size(), "variable"))
    return false;
  written[id] = bitOf(When::Each);
  const Variable &variable = artifact.variables[storage.variable];
  return checkTypes(id, variable.dtype, variable.shape.size(), "variable '" + variable.name + "'");
}

bool ArtifactJobVerifier::checkStorage(Id id, const ConstantStorage &storage) {
  if (!below(storage.constant, artifact.constants.size(), "constant"))
    return false;
  written[id] = bitOf(When::Each);
  const Constant &constant = artifact.constants[storage.constant];
  return checkTypes(id, constant.dtype, constant.shape.size(), message("constant ", storage.constant));
}

bool ArtifactJobVerifier::checkStorage(Id id, const ArenaStorage &storage) {
  if (storage.first > storage.last || storage.last >= job.instructions.size())
    return fail("expects buffer ", id, " to live within the ", job.instructions.size(), " instructions, got ",
                storage.first, " to ", storage.last);
  if (storage.offset && (*storage.offset < 0 || *storage.offset % kArenaAlignment != 0))
    return fail("expects buffer ", id, " at a multiple of ", kArenaAlignment, " in the arena, got ", *storage.offset);
  if (storage.registers == 0 || storage.registers > job.repeat)
    return fail("expects buffer ", id, " to have 1 to ", job.repeat,
                " registers, as many as there are iterations, got ", storage.registers);
  if (storage.isCarried && storage.registers > 1)
    return fail("expects buffer ", id, ", which is carried, to have one register, got ", storage.registers);
  if (storage.offset && job.repeat > 1)
    return fail("expects buffer ", id, " of a job that repeats to have no offset, got ", *storage.offset);
  if (!storage.inPlaceOf)
    return true;
  if (!below(*storage.inPlaceOf, id, "buffer taken in place"))
    return false;
  const auto *donor = std::get_if<ArenaStorage>(&job.buffers[*storage.inPlaceOf].storage);
  return (donor && donor->last == storage.first) ||
         fail("expects buffer ", id, " to be in place of an arena buffer that dies where it begins");
}

bool ArtifactJobVerifier::checkStorage(Id id, const ViewStorage &storage) {
  if (!below(storage.of, id, "buffer of a view") || !below(storage.offset, job.scalars.size(), "offset of a view"))
    return false;
  const Buffer &buffer = job.buffers[id];
  if (storage.strides.size() != buffer.sizes.size())
    return fail("expects view ", id, " to have ", buffer.sizes.size(), " strides, got ", storage.strides.size());
  for (Id stride : storage.strides)
    if (!below(stride, job.scalars.size(), "stride of a view"))
      return false;
  DType dtype = job.buffers[storage.of].dtype;
  return byteSize(buffer.dtype) == byteSize(dtype) ||
         fail("expects view ", id, " and its buffer to have elements of equal size, got ", name(buffer.dtype), " and ",
              name(dtype));
}

bool ArtifactJobVerifier::checkInstructions() {
  recorded.resize(job.instructions.size());
  for (Id id = 0; id < job.instructions.size(); ++id) {
    const Instruction &instruction = job.instructions[id];
    if (!below(instruction.stream, kMaxStreams, "stream"))
      return false;
    for (Id predecessor : instruction.predecessors)
      if (!below(predecessor, id, "predecessor of an instruction"))
        return false;
    if (instruction.predicate && (!below(*instruction.predicate, job.buffers.size(), "predicate") ||
                                  !checkTypes(*instruction.predicate, DType::Bool, 0, "a predicate")))
      return false;
    if (!checkWhen(id) || !std::visit([&](const auto &body) { return check(body); }, instruction.body))
      return false;
    for (const InstructionUse &use : bufferUses(artifact, instruction))
      if (!checkUse(id, use))
        return false;
    for (const InstructionUse &use : bufferUses(artifact, instruction))
      if (use.access == Access::Mut)
        written[rootBuffer(job, use.buffer)] |= bitOf(instruction.when);
  }
  for (Id id = 0; id < job.buffers.size(); ++id)
    if (const auto *result = std::get_if<ResultStorage>(&job.buffers[id].storage)) {
      if (!written[id])
        return fail("expects the result in buffer ", id, " to be written");
      if (result->isStacked && !(written[id] & bitOf(When::Each)))
        return fail("expects the stacked result in buffer ", id, " to be written in each iteration");
    }
  return true;
}

/// Others must be able to rely on them in any iteration.
bool ArtifactJobVerifier::checkWhen(Id id) {
  const Instruction &instruction = job.instructions[id];
  switch (instruction.kind()) {
  case InstructionKind::RecordEvent:
  case InstructionKind::WaitEvent:
  case InstructionKind::Barrier:
    return instruction.when == When::Each ||
           fail("expects instruction ", id, ", a ", name(instruction.kind()), ", to run in each iteration");
  default:
    return true;
  }
}

/// Those whose values somebody finds who reads the buffer in such iterations: his own, and where the buffer keeps its
/// value, earlier ones.
unsigned ArtifactJobVerifier::writesSeen(Id root, When when) const {
  const auto &storage = job.buffers[root].storage;
  const auto *arena = std::get_if<ArenaStorage>(&storage);
  const auto *result = std::get_if<ResultStorage>(&storage);
  bool isKept = (arena && arena->isCarried) || (result && !result->isStacked);
  return written[root] & (bitOf(When::Each) | bitOf(when) | (isKept ? bitOf(When::First) : 0));
}

bool ArtifactJobVerifier::checkUse(Id instruction, const InstructionUse &use) {
  Id root = rootBuffer(job, use.buffer);
  const auto &storage = job.buffers[root].storage;
  if (const auto *arena = std::get_if<ArenaStorage>(&storage);
      arena && (instruction < arena->first || instruction > arena->last))
    return fail("expects instruction ", instruction, " to use buffer ", root, " while it lives, from ", arena->first,
                " to ", arena->last);
  if (use.access == Access::Const)
    return writesSeen(root, job.instructions[instruction].when) ||
           fail("expects buffer ", root, " to be written before instruction ", instruction, " reads it");
  if (std::holds_alternative<ConstantStorage>(storage))
    return fail("expects instruction ", instruction, " not to write a constant, got buffer ", root);
  return !std::holds_alternative<InputStorage>(storage) || isDonated(root) ||
         fail("expects instruction ", instruction, " to write no input that isn't donated, got buffer ", root);
}

bool ArtifactJobVerifier::check(const Call &call) {
  if (!below(call.kernel, artifact.kernels.size(), "kernel"))
    return false;
  const Kernel &kernel = artifact.kernels[call.kernel];
  if (call.operands.size() != kernel.operands.size() || call.scalars.size() != kernel.numScalars)
    return fail("expects ", kernel.operands.size(), " operands and ", kernel.numScalars, " scalars for kernel '",
                kernel.name, "', got ", call.operands.size(), " and ", call.scalars.size());
  for (const std::string &target : job.targets)
    if (std::none_of(kernel.images.begin(), kernel.images.end(), [&](auto &image) { return image.target == target; }))
      return fail("expects kernel '", kernel.name, "' to have an image for target '", target, "'");
  for (size_t i = 0; i < call.operands.size(); ++i)
    if (!below(call.operands[i], job.buffers.size(), "buffer") ||
        !checkTypes(call.operands[i], kernel.operands[i].dtype, kernel.operands[i].rank,
                    message("operand ", i, " of kernel '", kernel.name, "'")))
      return false;
  return std::all_of(call.scalars.begin(), call.scalars.end(),
                     [&](Id scalar) { return below(scalar, job.scalars.size(), "host scalar"); });
}

bool ArtifactJobVerifier::check(const Copy &copy) {
  if (!below(copy.source, job.buffers.size(), "buffer") || !below(copy.target, job.buffers.size(), "buffer"))
    return false;
  const Buffer &source = job.buffers[copy.source];
  return checkTypes(copy.target, source.dtype, source.sizes.size(), "the source of the copy");
}

/// Parts that nobody sends are cut by whoever wants them.
bool ArtifactJobVerifier::check(const Collective &collective) {
  if (!below(collective.source, job.buffers.size(), "buffer") ||
      !below(collective.target, job.buffers.size(), "buffer"))
    return false;
  if (auto wrong = misfitOf(collective))
    return fail(*wrong);
  if (rootBuffer(job, collective.source) == rootBuffer(job, collective.target))
    return fail("expects a collective to give and take in different memory, got buffer ",
                rootBuffer(job, collective.source), " for both");
  const Buffer &source = job.buffers[collective.source];
  return checkTypes(collective.source, source.dtype, collective.whole.size(), "the whole value") &&
         checkTypes(collective.target, source.dtype, collective.whole.size(), "the whole value");
}

bool ArtifactJobVerifier::check(const RecordEvent &record) {
  if (!below(record.event, recorded.size(), "event"))
    return false;
  if (recorded[record.event])
    return fail("expects event ", record.event, " to be recorded once");
  recorded[record.event] = true;
  return true;
}

bool ArtifactJobVerifier::check(const WaitEvent &wait) {
  return below(wait.event, recorded.size(), "event") &&
         (recorded[wait.event] || fail("expects event ", wait.event, " to be recorded before it is waited for"));
}

bool ArtifactJobVerifier::check(const RunProgram &run) {
  if (!below(run.job, index, "job of run_program"))
    return false;
  const Job &callee = artifact.jobs[run.job];
  for (const std::string &target : job.targets)
    if (std::count(callee.targets.begin(), callee.targets.end(), target) == 0)
      return fail("expects job '", callee.name, "' to be for target '", target, "' too");
  if (run.operands.size() != callee.inputs.size() + callee.results.size())
    return fail("expects ", callee.inputs.size() + callee.results.size(), " operands for job '", callee.name, "', got ",
                run.operands.size());
  for (size_t i = 0; i < run.operands.size(); ++i) {
    bool isInput = i < callee.inputs.size();
    const Port &port = isInput ? callee.inputs[i] : callee.results[i - callee.inputs.size()];
    if (!below(run.operands[i], job.buffers.size(), "buffer") ||
        !checkTypes(run.operands[i], port.dtype, port.shape.size(), "'" + port.name + "' of job '" + callee.name + "'"))
      return false;
  }
  return true;
}

} // namespace

std::optional<Failure> verifyJob(const Artifact &artifact, Id job) {
  return ArtifactJobVerifier(artifact, job).verify();
}

} // namespace weir
