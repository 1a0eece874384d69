// One walk over the instructions.
#include "lib/Runtime/Vm/RegisterUses.h"

#include <map>

namespace weir {

namespace {

class RegisterUsesCollector {
public:
  RegisterUsesCollector(const Artifact &artifact, const Job &job, const JobLayout &layout)
      : artifact(artifact), job(job), layout(layout) {}

  void addBuffer(Id instruction, const InstructionUse &use) {
    Id root = layout.buffers[use.buffer].root;
    if (const auto *variable = std::get_if<VariableStorage>(&job.buffers[root].storage))
      return addVariable(instruction, variable->variable, use.access);
    add(buffers[root], instruction, use.access);
    buffers[root].registers = layout.buffers[root].places;
  }
  /// Those that share a storage are one.
  void addVariable(Id instruction, Id variable, Access access) {
    add(variables[artifact.variables[variable].aliasOf.value_or(variable)], instruction, access);
  }

  std::vector<RegisterUse> uses() const {
    std::vector<RegisterUse> result;
    for (const auto *found : {&buffers, &variables})
      for (const auto &[id, use] : *found)
        if (!use.writers.empty())
          result.push_back(use);
    return result;
  }

private:
  static void add(RegisterUse &use, Id instruction, Access access) {
    auto addTo = [&](std::vector<Id> &list) {
      if (list.empty() || list.back() != instruction)
        list.push_back(instruction);
    };
    addTo(use.users);
    if (access == Access::Mut)
      addTo(use.writers);
  }

  const Artifact &artifact;
  const Job &job;
  const JobLayout &layout;
  std::map<Id, RegisterUse> buffers, variables;
};

} // namespace

std::vector<RegisterUse> registerUses(const Artifact &artifact, const Job &job, std::span<const JobInfo> infos,
                                      const JobLayout &layout) {
  RegisterUsesCollector collector(artifact, job, layout);
  for (Id id = 0; id < job.instructions.size(); ++id) {
    for (const InstructionUse &use : bufferUses(artifact, job.instructions[id]))
      collector.addBuffer(id, use);
    if (const auto *run = std::get_if<RunProgram>(&job.instructions[id].body)) {
      for (Id variable : infos[run->job].readVariables)
        collector.addVariable(id, variable, Access::Const);
      for (Id variable : infos[run->job].writtenVariables)
        collector.addVariable(id, variable, Access::Mut);
    }
  }
  return collector.uses();
}

} // namespace weir
