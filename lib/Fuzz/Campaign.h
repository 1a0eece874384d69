// Many random programs, in processes beside each other; what is found is made small and written to files.
#pragma once

#include "lib/Support/Status.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weir::fuzz {

/// A target, and for which of the programs.
struct FuzzTarget {
  std::string name;
  int64_t every = 1; ///< of so many programs one
};

/// "naive,cpu,sim:10"
Result<std::vector<FuzzTarget>> parseFuzzTargets(llvm::StringRef text);

struct FuzzOptions {
  uint64_t seed = 0;     ///< of the first program; the others follow
  int64_t programs = -1; ///< no end if negative
  std::vector<FuzzTarget> targets;
  int64_t processes = 1;
  int64_t seconds = 60;          ///< that a program may take
  int64_t reducingSeconds = 900; ///< that making a program small may take
  int64_t mostFindings = 10;
  std::string folder; ///< where files of findings go; empty: they are only printed
};

/// What is wrong with options, if anything.
std::optional<Failure> check(const FuzzOptions &options);

/// Tries programs; a line for each finding and each hundred programs. The number of findings.
int64_t fuzz(const FuzzOptions &options, llvm::raw_ostream &stream);

/// The program of a seed as text.
std::string randomProgramText(uint64_t seed);

/// Tries the program of a file as `fuzz` wrote it, on all targets; whether nothing was found.
Result<bool> tryFile(llvm::StringRef path, const FuzzOptions &options, llvm::raw_ostream &stream);

} // namespace weir::fuzz
