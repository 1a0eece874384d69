// The variable table: named storages with versions, which all artifacts of a session share.
#pragma once

#include "lib/Runtime/Tensor.h"
#include "lib/Runtime/Vm/RunFrame.h"

namespace weir {

class BoundArtifact;

/// What variables share that the same artifacts use: what a run costs doesn't grow with their number, and who uses
/// others doesn't wait for them, nor fails with them.
struct VariableAccess : AccessState {
  size_t members = 0;
};

/// How many runs of a job have been submitted.
using RunCount = std::shared_ptr<std::atomic<uint64_t>>;

struct VariableSlot {
  VariableSlot() = default;
  VariableSlot(const VariableSlot &) = delete;
  VariableSlot &operator=(const VariableSlot &) = delete;
  ~VariableSlot() {
    if (value)
      value->storage->isVariable = false;
    if (access)
      --access->members;
  }

  /// Leaves its group for this one; while nobody is under way.
  void share(std::shared_ptr<VariableAccess> next);

  std::shared_ptr<VariableAccess> access; ///< null before an artifact uses it
  std::string name;                       ///< that messages say
  std::vector<std::string> names;         ///< in the session's table
  TensorRef value;                        ///< row-major
  uint64_t writes = 1;                    ///< by who calls the session
  std::vector<RunCount> writers;          ///< of jobs

  /// Raised by each write. Runs count themselves, once for all variables that they write.
  uint64_t version() const;
  void addWriter(RunCount runs);
};

/// All functions expect the engine's lock to be held.
class Session : public std::enable_shared_from_this<Session> {
public:
  explicit Session(std::shared_ptr<Engine> engine) : engine(std::move(engine)) {}

  /// Finds or creates the artifact's variables.
  Status add(std::shared_ptr<const LoadedArtifact> loaded, std::shared_ptr<BoundArtifact> &bound);

  Status set(const std::string &name, const weir_tensor &value);
  Status bind(const std::string &name, weir_tensor &value);
  /// With all its names. Fails while a job of an artifact that uses the variable is there.
  Status remove(VariableSlot &slot);
  /// Null if there is no such variable.
  std::shared_ptr<VariableSlot> find(const std::string &name) const;

  const std::shared_ptr<Engine> engine;
  HostFunctions callbacks;
  /// How often a variable has been given other memory, or another group.
  const std::shared_ptr<uint64_t> changes = std::make_shared<uint64_t>(0);

private:
  void enter(const std::string &name, const std::shared_ptr<VariableSlot> &slot);
  void shareAccess(std::span<const std::shared_ptr<VariableSlot>> used);
  Status slotOf(const LoadedArtifact &loaded, Id variable, std::shared_ptr<VariableSlot> &slot);
  Status createVariable(const std::string &name, const StaticMeta &meta,
                        const std::function<Status(const weir_tensor &)> &setValue,
                        std::shared_ptr<VariableSlot> &slot) const;

  std::map<std::string, std::shared_ptr<VariableSlot>> table;
  /// Variables that derive jobs compute: there as long as an artifact needs them.
  std::map<std::string, std::weak_ptr<VariableSlot>> derived;
  std::map<const LoadedArtifact *, std::weak_ptr<BoundArtifact>> boundArtifacts;
};

} // namespace weir

struct weir_session {
  std::shared_ptr<weir::Session> session;
};
