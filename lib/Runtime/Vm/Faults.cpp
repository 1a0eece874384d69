// Codes of faults in words.
#include "lib/Runtime/Vm/Faults.h"

namespace weir {

namespace {

std::string describe(const Kernel *kernel, int32_t code, const weir_fault &fault) {
  if (code == WEIR_FAULT_INDEX && fault.values[1] == 0)
    return "expects no index, as there is nothing to pick from: the dimension has size 0";
  if (code == WEIR_FAULT_INDEX)
    return message("expects an index from 0 to ", fault.values[1] - 1, ", got ", fault.values[0]);
  if (code == WEIR_FAULT_SIZE)
    return message("expects size ", fault.values[1], ", got ", fault.values[0]);
  if (code == WEIR_FAULT_DIVISION)
    return "expects an integer divisor to be nonzero, got 0";
  return message("kernel '", kernel ? kernel->name : "", "' failed with code ", code, ", values ", fault.values[0],
                 " and ", fault.values[1]);
}

} // namespace

Status faultStatus(const Artifact &artifact, const Job &job, Id instruction, int32_t code, const weir_fault &fault) {
  const auto *call = std::get_if<Call>(&job.instructions[instruction].body);
  const Kernel *kernel = call ? &artifact.kernels[call->kernel] : nullptr;
  Status status = failure(WEIR_KERNEL_FAULT, describe(kernel, code, fault));
  auto ordinal = size_t(fault.ordinal);
  if (call && ordinal < call->locations.size())
    return at(std::move(status), call->locations[ordinal]);
  if (kernel && ordinal < kernel->locations.size())
    return at(std::move(status), kernel->locations[ordinal]);
  return at(std::move(status), job.instructions[instruction].location);
}

} // namespace weir
