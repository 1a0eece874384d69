// The test kernels' machine code, taken out of object files that the C compiler made.
#pragma once

#include "lib/Artifact/Program.h"

#include <map>

namespace weir {

/// The text section of an object file and what is where in it.
struct ObjectCode {
  Bytes code;
  std::map<std::string, uint64_t> symbols;
};

/// Fails the test if the code refers to anything outside itself.
ObjectCode readObject(const char *path);

/// A kernel of Kernels.c as host code: `<name>_prepare`, and `<name><phase>` for each phase.
Kernel hostKernel(const std::string &name, std::vector<KernelOperand> operands, uint32_t numScalars = 0,
                  const std::vector<std::string> &phases = {"_run"});

/// Images of a kernel in DeviceKernels.c for sim and cuda; nothing where it isn't there. Those for cuda are a cubin of
/// the fake driver's and, where the compiler can make it, PTX.
void addDeviceImages(Kernel &kernel, const std::vector<std::string> &phases = {"_run"});

/// What the fake driver takes for a cubin.
inline constexpr std::string_view kFakeCubin = "fake cubin";

} // namespace weir
