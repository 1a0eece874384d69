// See TuningFile.h. A line is a key, a tab, a schedule, a tab, a remark; lines that begin with # say what the file is.
#include "lib/Compiler/TuningFile.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/KernelCache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "mlir/AsmParser/AsmParser.h"

#include <random>

using namespace mlir;

namespace weir {

static constexpr StringRef kHead = "# Weir's schedules, measured by weir-compile --tune\n";
static constexpr size_t kKeyDigits = 2 * 32;
static constexpr int kMostSteps = 4; ///< of a drawn schedule

static std::string keyOf(func::FuncOp kernel, StringRef target, DictionaryAttr description) {
  std::string machine;
  llvm::raw_string_ostream(machine) << WEIR_VERSION << ' ' << target << ' ' << description << '\n';
  OwningOpRef<func::FuncOp> unscheduled = kernel.clone();
  (*unscheduled)->removeAttr(kernel::kScheduleAttr);
  return hashOfKernel(machine, *unscheduled, /*withLines=*/false);
}

Result<TuningFile> TuningFile::read(const std::string &path) {
  TuningFile file;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return Failure{"expects to read the tuning file " + path + ": " + text.getError().message()};
  MLIRContext context;
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); }); // the failure says what is wrong
  int64_t number = 0;
  for (StringRef line : llvm::split((*text)->getBuffer(), '\n')) {
    ++number;
    if (line.empty() || line.starts_with("#"))
      continue;
    auto [key, rest] = line.split('\t');
    auto [schedule, remark] = rest.split('\t');
    if (key.size() != kKeyDigits || !llvm::all_of(key, llvm::isHexDigit) ||
        !dyn_cast_or_null<DictionaryAttr>(parseAttribute(schedule, &context)))
      return Failure{"expects line " + std::to_string(number) + " of the tuning file " + path +
                     " to be a key, a schedule and a remark with tabs between, got '" + line.str() + "'"};
    file.entries[key.str()] = {schedule.str(), remark.str()};
  }
  return file;
}

DictionaryAttr TuningFile::choose(func::FuncOp kernel, const TargetInterface &target,
                                  DictionaryAttr description) const {
  if (entries.empty())
    return nullptr;
  auto found = entries.find(keyOf(kernel, target.name(), description));
  return found == entries.end() ? nullptr
                                : cast<DictionaryAttr>(parseAttribute(found->second.schedule, kernel.getContext()));
}

void TuningFile::set(func::FuncOp kernel, const TargetInterface &target, DictionaryAttr description,
                     DictionaryAttr schedule, const std::string &remark) {
  Entry &entry = entries[keyOf(kernel, target.name(), description)];
  entry.schedule.clear();
  llvm::raw_string_ostream(entry.schedule) << schedule;
  entry.remark = remark;
}

void TuningFile::remove(func::FuncOp kernel, const TargetInterface &target, DictionaryAttr description) {
  entries.erase(keyOf(kernel, target.name(), description));
}

std::optional<Failure> TuningFile::write(const std::string &path) const {
  llvm::Error failed = llvm::writeToOutput(path, [&](llvm::raw_ostream &stream) {
    stream << kHead;
    for (const auto &[key, entry] : entries)
      stream << key << '\t' << entry.schedule << '\t' << entry.remark << '\n';
    return llvm::Error::success();
  });
  if (failed)
    return Failure{"expects to write the tuning file " + path + ": " + llvm::toString(std::move(failed))};
  return std::nullopt;
}

DictionaryAttr DrawnSchedules::choose(func::FuncOp kernel, const TargetInterface &target,
                                      DictionaryAttr description) const {
  std::string key = keyOf(kernel, target.name(), description);
  std::mt19937_64 dice(seed + std::stoull(key.substr(0, 15), nullptr, 16));
  OwningOpRef<func::FuncOp> copy = kernel.clone();
  DictionaryAttr drawn;
  for (uint64_t steps = dice() % (kMostSteps + 1); steps > 0; --steps) {
    FailureOr<SmallVector<DictionaryAttr>> others = target.otherSchedules(*copy, description);
    if (failed(others) || others->empty())
      return drawn;
    drawn = (*others)[dice() % others->size()];
    (*copy)->setAttr(kernel::kScheduleAttr, drawn);
  }
  return drawn;
}

} // namespace weir
