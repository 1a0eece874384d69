// One walk over the buffers, one over the instructions.
#include "lib/Runtime/Vm/JobInfo.h"

namespace weir {

namespace {

void addBuffers(const Job &job, JobInfo &info) {
  info.inputs.resize(job.inputs.size());
  info.isReadInput.resize(job.inputs.size());
  info.isContiguousInput.resize(job.inputs.size());
  info.results.resize(job.results.size());
  for (Id id = 0; id < job.buffers.size(); ++id) {
    info.roots.push_back(rootBuffer(job, id));
    const auto &storage = job.buffers[id].storage;
    if (const auto *input = std::get_if<InputStorage>(&storage))
      info.inputs[input->index] = id;
    else if (const auto *result = std::get_if<ResultStorage>(&storage))
      info.results[result->index] = id;
  }
}

} // namespace

JobInfo analyze(const Artifact &artifact, const Job &job, std::span<const JobInfo> earlier) {
  JobInfo info;
  addBuffers(job, info);
  for (const Instruction &instruction : job.instructions) {
    for (const InstructionUse &use : bufferUses(artifact, instruction)) {
      const auto &storage = job.buffers[info.roots[use.buffer]].storage;
      if (const auto *variable = std::get_if<VariableStorage>(&storage))
        (use.access == Access::Mut ? info.writtenVariables : info.readVariables)
            .insert(artifact.variables[variable->variable].aliasOf.value_or(variable->variable));
      if (const auto *input = std::get_if<InputStorage>(&storage)) {
        info.isReadInput[input->index] = true;
        bool isView = info.roots[use.buffer] != use.buffer; // whose strides are those of a row-major input
        if (isView || instruction.kind() == InstructionKind::RunProgram)
          info.isContiguousInput[input->index] = true; // what the called job expects isn't asked here
      }
    }
    if (const auto *run = std::get_if<RunProgram>(&instruction.body)) {
      const JobInfo &callee = earlier[run->job];
      info.readVariables.insert(callee.readVariables.begin(), callee.readVariables.end());
      info.writtenVariables.insert(callee.writtenVariables.begin(), callee.writtenVariables.end());
    }
  }
  return info;
}

} // namespace weir
