// Schedules that were measured to be fast on a machine, in a file: a line for each kernel.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Support/Status.h"

#include <map>

namespace weir {

class TuningFile : public ScheduleChooser {
public:
  /// Reads the lines of the file. Entries of other machines and other versions of Weir stay in it and are never found.
  static Result<TuningFile> read(const std::string &path);

  mlir::DictionaryAttr choose(mlir::func::FuncOp kernel, const TargetInterface &target,
                              mlir::DictionaryAttr description) const override;

  /// `remark` is for people: what was measured.
  void set(mlir::func::FuncOp kernel, const TargetInterface &target, mlir::DictionaryAttr description,
           mlir::DictionaryAttr schedule, const std::string &remark);

  void remove(mlir::func::FuncOp kernel, const TargetInterface &target, mlir::DictionaryAttr description);

  /// Writes the file whole or not at all.
  std::optional<Failure> write(const std::string &path) const;

private:
  struct Entry {
    std::string schedule, remark;
  };
  std::map<std::string, Entry> entries; ///< by a hash of the kernel, the machine, and the version
};

/// For tests: schedules that are some steps away from what targets suggest, drawn by a seed and the kernel alone.
class DrawnSchedules : public ScheduleChooser {
public:
  explicit DrawnSchedules(uint64_t seed) : seed(seed) {}

  mlir::DictionaryAttr choose(mlir::func::FuncOp kernel, const TargetInterface &target,
                              mlir::DictionaryAttr description) const override;

private:
  uint64_t seed;
};

} // namespace weir
