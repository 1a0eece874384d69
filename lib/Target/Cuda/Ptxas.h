// NVIDIA's assembler, a program of the CUDA Toolkit: from PTX to a cubin.
#pragma once

#include "lib/Support/Status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weir::cuda {

/// What ptxas says about one function.
struct PtxasEntry {
  std::string symbol;
  uint32_t registers = 0;
  uint32_t stackBytes = 0, spillStoreBytes = 0, spillLoadBytes = 0;
};

struct PtxasReport {
  std::vector<PtxasEntry> entries;
  std::vector<std::string> warnings; ///< its lines, such as those with a code C75xx
};

struct Assembly {
  std::vector<uint8_t> cubin;
  PtxasReport report;
};

/// The program in PATH or in the toolkit's usual folder.
std::optional<std::string> findPtxas();

/// Assembles PTX for one machine, by its name ("sm_90a"); what ptxas finds wrong is the error.
Result<Assembly> assemblePtx(const std::string &ptxas, const std::string &ptx, const std::string &arch);

/// Reads what `ptxas -v` prints.
PtxasReport parsePtxasReport(const std::string &text);

} // namespace weir::cuda
