// What the rows of the ladder have found.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weir {

class NumericsReport {
public:
  /// Numbers compared in a row, of a stage or kernel; more of the same add up.
  void count(llvm::StringRef row, llvm::StringRef subject, int64_t numbers);
  /// Why something could not be checked.
  void leaveOut(llvm::StringRef row, llvm::StringRef subject, llvm::StringRef reason);

  /// Why no number was checked, where something was left out; nothing where any was.
  std::optional<std::string> reasonForNone() const;

  /// A line per row and subject.
  std::string table() const;

private:
  struct Line {
    std::string row, subject;
    int64_t numbers = 0;
    std::string leftOut;
  };
  Line &line(llvm::StringRef row, llvm::StringRef subject);

  std::vector<Line> lines;
};

} // namespace weir
