// Who may share a variable: same name, same dtype, same shape.
#include "lib/Runtime/Session.h"
#include "lib/Runtime/BoundArtifact.h"

#include <algorithm>
#include <cstring>

namespace weir {

namespace {

TensorMeta metaOf(const weir_tensor &tensor) {
  return {tensor.dtype, Shape(tensor.sizes().begin(), tensor.sizes().end())};
}

Status expectMeta(const std::string &name, const TensorMeta &expected, const TensorMeta &actual) {
  if (expected == actual)
    return nullptr;
  return failure(WEIR_INVALID_ARGUMENT,
                 message("expects variable '", name, "' to be ", toString(expected), ", got ", toString(actual)));
}

bool isDerived(const LoadedArtifact &loaded, Id variable) {
  for (size_t job = 0; job < loaded.infos.size(); ++job)
    if (loaded.artifact.jobs[job].kind == Job::Kind::Derive && loaded.infos[job].writtenVariables.count(variable))
      return true;
  return false;
}

} // namespace

std::shared_ptr<VariableSlot> Session::find(const std::string &name) const {
  if (auto it = table.find(name); it != table.end())
    return it->second;
  auto it = derived.find(name);
  return it == derived.end() ? nullptr : it->second.lock();
}

Status Session::createVariable(const std::string &name, const weir_tensor *initial, const TensorMeta &meta,
                               std::shared_ptr<VariableSlot> &slot) const {
  TensorRef value;
  if (Status failed = createTensor(engine->allocator, meta.dtype, meta.shape, "a variable", value))
    return failed;
  if (initial)
    engine->device->copy(elementwiseCopy(*initial, *value));
  else
    std::memset(value->data, 0, size_t(value->storage->bytes()));
  value->storage->isVariable = true;
  slot = std::make_shared<VariableSlot>();
  slot->name = name;
  slot->value = std::move(value);
  return nullptr;
}

Status Session::slotOf(const LoadedArtifact &loaded, Id id, std::shared_ptr<VariableSlot> &slot) {
  const Variable &variable = loaded.artifact.variables[id];
  TensorMeta meta{variable.dtype, variable.shape};
  slot = find(variable.name);
  if (slot)
    return expectMeta(variable.name, metaOf(*slot->value), meta);
  if (isDerived(loaded, id)) {
    if (Status failed = createVariable(variable.name, nullptr, meta, slot))
      return failed;
    derived[variable.name] = slot;
    return nullptr;
  }
  TensorRef initial;
  if (variable.initial) {
    const Constant &constant = loaded.artifact.constants[*variable.initial];
    auto bytes = std::make_shared<Storage>(const_cast<uint8_t *>(constant.data.data()), int64_t(constant.data.size()));
    initial = tensorOver(std::move(bytes), engine->allocator, meta.dtype, meta.shape);
  }
  if (Status failed = variable.aliasOf ? slotOf(loaded, *variable.aliasOf, slot)
                                       : createVariable(variable.name, initial.get(), meta, slot))
    return failed;
  table[variable.name] = slot;
  return nullptr;
}

Status Session::add(std::shared_ptr<const LoadedArtifact> loaded, std::shared_ptr<BoundArtifact> &bound) {
  std::lock_guard lock(engine->running);
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
  bound = std::make_shared<BoundArtifact>(std::move(loaded), std::move(slots), callbacks);
  known = bound;
  return nullptr;
}

Status Session::set(const std::string &name, const weir_tensor &value) {
  std::shared_ptr<VariableSlot> slot = find(name);
  if (!slot) {
    if (Status failed = createVariable(name, &value, metaOf(value), slot))
      return failed;
    table[name] = slot;
    return nullptr;
  }
  if (Status failed = expectMeta(name, metaOf(*slot->value), metaOf(value)))
    return failed;
  if (slot->value->data != value.data)
    engine->device->copy(elementwiseCopy(value, *slot->value));
  ++slot->version;
  return nullptr;
}

Status Session::bind(const std::string &name, weir_tensor &value) {
  if (!isContiguous(value.sizes(), value.steps()))
    return failure(WEIR_INVALID_ARGUMENT, "expects a row-major tensor for variable '" + name + "'");
  std::shared_ptr<VariableSlot> slot = find(name);
  if (slot && slot->value->storage == value.storage)
    return nullptr;
  if (value.storage->isVariable)
    return failure(WEIR_INVALID_ARGUMENT, "expects a storage that no other variable has, for variable '" + name + "'");
  if (slot) {
    if (Status failed = expectMeta(name, metaOf(*slot->value), metaOf(value)))
      return failed;
    slot->value->storage->isVariable = false;
  } else {
    slot = std::make_shared<VariableSlot>();
    slot->name = name;
    table[name] = slot;
  }
  value.storage->isVariable = true;
  slot->value = tensorOver(value.storage, engine->allocator, value.dtype, value.sizes());
  ++slot->version;
  return nullptr;
}

} // namespace weir
