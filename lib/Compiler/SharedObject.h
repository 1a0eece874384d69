// An artifact as a shared library, for programs that would rather link it than open a file, and for tools that read
// ELF: disassemblers, profilers.
#pragma once

#include "lib/Artifact/Program.h"
#include "lib/Support/Status.h"

namespace weir {

/// The bytes of an ELF shared object that needs no other. It exports the artifact's bytes as `weir_artifact_bytes`,
/// which weir_artifact_load_memory takes, their number as `weir_artifact_size` (64 bits), and of each kernel the
/// functions of KernelAbi.h that are code for the host, as `KERNEL_prepare` and `KERNEL_run`; where there are several
/// phases `KERNEL_run_0` and so on; where there are several targets with the target before it, as `naive_KERNEL_run`.
Result<std::vector<uint8_t>> sharedObject(std::span<const uint8_t> artifact);

} // namespace weir
