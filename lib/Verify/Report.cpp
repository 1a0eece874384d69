// The table of what was checked.
#include "lib/Verify/Report.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weir {

NumericsReport::Line &NumericsReport::line(StringRef row, StringRef subject) {
  for (Line &line : lines)
    if (line.row == row && line.subject == subject)
      return line;
  return lines.emplace_back(Line{.row = row.str(), .subject = subject.str()});
}

void NumericsReport::count(StringRef row, StringRef subject, int64_t numbers) { line(row, subject).numbers += numbers; }

void NumericsReport::leaveOut(StringRef row, StringRef subject, StringRef reason) {
  line(row, subject).leftOut = reason.str();
}

std::optional<std::string> NumericsReport::reasonForNone() const {
  std::optional<std::string> reason;
  for (const Line &line : lines) {
    if (line.numbers)
      return std::nullopt;
    if (!reason && !line.leftOut.empty())
      reason = line.leftOut;
  }
  return reason;
}

std::string NumericsReport::table() const {
  size_t widest = 16;
  for (const Line &line : lines)
    widest = std::max(widest, line.subject.size());
  std::string text;
  raw_string_ostream stream(text);
  stream << left_justify("row", 16) << left_justify("stage or kernel", widest + 2) << "numbers checked\n";
  for (const Line &line : lines) {
    stream << left_justify(line.row, 16) << left_justify(line.subject, widest + 2)
           << right_justify(std::to_string(line.numbers), 15);
    if (!line.leftOut.empty())
      stream << "  left out: " << line.leftOut;
    stream << "\n";
  }
  return text;
}

} // namespace weir
