// Who may share a variable: same name, same dtype, same shape.
#include "lib/Runtime/Session.h"
#include "lib/Runtime/BoundArtifact.h"
#include "lib/Runtime/TensorTasks.h"

#include <algorithm>

namespace weir {

namespace {

Status expectMeta(const std::string &name, const StaticMeta &expected, const StaticMeta &actual) {
  if (expected == actual)
    return nullptr;
  return failure(WEIR_INVALID_ARGUMENT,
                 message("expects variable '", name, "' to be ", toString(expected), ", got ", toString(actual)));
}

Status setToZero(const weir_tensor &value) {
  return value.device().fill({value.storage->place(), 1, 0, {value.storage->bytes()}, {1}});
}

/// Whether a variable's bytes are those of the value. What is borrowed may be another storage's memory.
bool isAt(const weir_tensor &variable, const weir_tensor &value) {
  if (variable.storage == value.storage)
    return variable.offset == value.offset;
  return value.storage->isBorrowed() && variable.data() == value.data();
}

bool isDerived(const LoadedArtifact &loaded, Id variable) {
  for (size_t job = 0; job < loaded.infos.size(); ++job)
    if (loaded.artifact.jobs[job].kind == Job::Kind::Derive && loaded.infos[job].writtenVariables.count(variable))
      return true;
  return false;
}

} // namespace

uint64_t VariableSlot::version() const {
  uint64_t version = writes;
  for (const RunCount &runs : writers)
    version += *runs;
  return version;
}

/// Those whose job is gone count no further.
void VariableSlot::addWriter(RunCount added) {
  std::erase_if(writers, [&](const RunCount &runs) {
    bool isGone = runs.use_count() == 1;
    writes += isGone ? runs->load() : 0;
    return isGone;
  });
  writers.push_back(std::move(added));
}

void VariableSlot::share(std::shared_ptr<VariableAccess> next) {
  if (access)
    --access->members;
  access = std::move(next);
  ++access->members;
  value->storage->shareAccess(access);
}

std::shared_ptr<VariableSlot> Session::find(const std::string &name) const {
  if (auto it = table.find(name); it != table.end())
    return it->second;
  auto it = derived.find(name);
  return it == derived.end() ? nullptr : it->second.lock();
}

Status Session::createVariable(const std::string &name, const StaticMeta &meta,
                               const std::function<Status(const weir_tensor &)> &setValue,
                               std::shared_ptr<VariableSlot> &slot) const {
  TensorRef value;
  if (Status failed = createTensor(engine, meta.dtype, meta.shape, "a variable", value))
    return failed;
  if (Status failed = setValue(*value))
    return failed;
  value->storage->isVariable = true;
  slot = std::make_shared<VariableSlot>();
  slot->name = name;
  slot->value = std::move(value);
  return nullptr;
}

void Session::enter(const std::string &name, const std::shared_ptr<VariableSlot> &slot) {
  table[name] = slot;
  slot->names.push_back(name);
}

Status Session::slotOf(const LoadedArtifact &loaded, Id id, std::shared_ptr<VariableSlot> &slot) {
  const Variable &variable = loaded.artifact.variables[id];
  StaticMeta meta{variable.dtype, variable.shape};
  slot = find(variable.name);
  if (slot)
    return expectMeta(variable.name, metaOf(*slot->value), meta);
  if (isDerived(loaded, id)) {
    if (Status failed = createVariable(variable.name, meta, setToZero, slot))
      return failed;
    derived[variable.name] = slot;
    return nullptr;
  }
  auto setValue = [&](const weir_tensor &value) {
    if (variable.initial)
      return writeInTurn(value, loaded.artifact.constants[*variable.initial].data.data());
    return setToZero(value);
  };
  if (Status failed = variable.aliasOf ? slotOf(loaded, *variable.aliasOf, slot)
                                       : createVariable(variable.name, meta, setValue, slot))
    return failed;
  enter(variable.name, slot);
  return nullptr;
}

/// Parts those that one more artifact uses from those that it doesn't.
void Session::shareAccess(std::span<const std::shared_ptr<VariableSlot>> used) {
  std::set<VariableSlot *> slots; // an alias has that of another name
  std::map<VariableAccess *, size_t> counts;
  for (const std::shared_ptr<VariableSlot> &slot : used)
    if (slots.insert(slot.get()).second)
      ++counts[slot->access.get()];
  std::map<VariableAccess *, std::shared_ptr<VariableAccess>> parts;
  for (auto [group, count] : counts) {
    if (group && group->members == count)
      continue;
    parts[group] = std::make_shared<VariableAccess>();
    if (group)
      parts[group]->failure.set(group->failure.get());
  }
  if (parts.empty())
    return;
  engine->scheduler->waitForAll(); // what is under way is in the lists from before
  for (VariableSlot *slot : slots)
    if (auto part = parts.find(slot->access.get()); part != parts.end())
      slot->share(part->second);
  ++*changes;
}

Status Session::add(std::shared_ptr<const LoadedArtifact> loaded, std::shared_ptr<BoundArtifact> &bound) {
  std::erase_if(boundArtifacts, [](const auto &entry) { return entry.second.expired(); });
  std::weak_ptr<BoundArtifact> &known = boundArtifacts[loaded.get()];
  if ((bound = known.lock()))
    return nullptr;
  if (loaded->engine != engine)
    return failure(WEIR_INVALID_ARGUMENT, "expects an artifact loaded for the session's device");
  std::erase_if(derived, [](const auto &entry) { return entry.second.expired(); });
  std::vector<std::shared_ptr<VariableSlot>> slots;
  for (Id variable = 0; variable < loaded->artifact.variables.size(); ++variable)
    if (Status failed = slotOf(*loaded, variable, slots.emplace_back()))
      return failed;
  shareAccess(slots);
  engine->scheduler->startWorkers(); // so that the first launch need not
  bound = std::make_shared<BoundArtifact>(std::move(loaded), std::move(slots), changes, callbacks);
  known = bound;
  return nullptr;
}

Status Session::set(const std::string &name, const weir_tensor &value) {
  std::shared_ptr<VariableSlot> slot = find(name);
  if (!slot) {
    auto setValue = [&](const weir_tensor &target) { return copyTensor(value, target); };
    if (Status failed = createVariable(name, metaOf(value), setValue, slot))
      return failed;
    enter(name, slot);
    return nullptr;
  }
  if (Status failed = expectMeta(name, metaOf(*slot->value), metaOf(value)))
    return failed;
  ++slot->writes; // before, as a copy that fails may have written some
  return isAt(*slot->value, value) ? nullptr : copyTensor(value, *slot->value);
}

Status Session::bind(const std::string &name, weir_tensor &value) {
  if (!isContiguous(value.sizes(), value.steps()))
    return failure(WEIR_INVALID_ARGUMENT, "expects a row-major tensor for variable '" + name + "'");
  if (value.engine != engine)
    return failure(WEIR_INVALID_ARGUMENT, "expects a tensor on the session's device for variable '" + name + "'");
  std::shared_ptr<VariableSlot> slot = find(name);
  if (slot && isAt(*slot->value, value))
    return nullptr;
  if (value.storage->isVariable)
    return failure(WEIR_INVALID_ARGUMENT, "expects a storage that no other variable has, for variable '" + name + "'");
  if (Status failed = slot ? expectMeta(name, metaOf(*slot->value), metaOf(value)) : nullptr)
    return failed;
  engine->scheduler->waitForAll(); // what is under way has the addresses from before
  if (Status failed = engine->waitToRead(*value.storage))
    return failed;
  if (slot) {
    slot->value->storage->isVariable = false;
  } else {
    slot = std::make_shared<VariableSlot>();
    slot->name = name;
    enter(name, slot);
  }
  value.storage->isVariable = true;
  slot->value = tensorOver(value.storage, engine, value.dtype, value.sizes());
  slot->value->offset = value.offset;
  if (slot->access)
    value.storage->shareAccess(slot->access);
  ++slot->writes;
  ++*changes;
  return nullptr;
}

/// Runs that are under way keep their jobs.
Status Session::remove(VariableSlot &slot) {
  if (Status failed = engine->waitToWrite(*slot.value->storage))
    return failed;
  for (auto &[loaded, known] : boundArtifacts) {
    std::shared_ptr<BoundArtifact> bound = known.lock();
    if (bound && bound->uses(slot))
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects the jobs that use variable '", slot.name,
                             "' to be freed, got one of an artifact with ", namesOfJobs(bound->loaded->artifact)));
  }
  slot.value->storage->isVariable = false;
  // Erasing the last one frees the slot.
  for (const std::string &name : std::vector<std::string>(std::move(slot.names)))
    table.erase(name);
  return nullptr;
}

} // namespace weir
