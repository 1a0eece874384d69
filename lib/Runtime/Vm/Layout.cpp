// Host scalars first, then buffers in order, as a view follows what it views.
#include "lib/Runtime/Vm/Layout.h"

#include <algorithm>

namespace weir {

namespace {

/// The quotient rounded down, so that the remainder is never negative.
int64_t floorDivide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

class LayoutBuilder {
public:
  LayoutBuilder(const Artifact &artifact, const Job &job, const JobInfo &info, std::span<const InputLayout> inputs,
                JobLayout &layout)
      : artifact(artifact), job(job), info(info), inputs(inputs), layout(layout) {}

  Status build() {
    layout.results.resize(job.results.size());
    if (Status failed = addParts())
      return failed;
    for (Id id = 0; id < job.scalars.size(); ++id)
      if (Status failed = addScalar(id))
        return failed;
    for (Id id = 0; id < job.buffers.size(); ++id)
      if (Status failed = addBuffer(id))
        return failed;
    return nullptr;
  }

private:
  template <typename... Pieces> Status fail(const Pieces &...pieces) const {
    return failure(WEIR_INVALID_ARGUMENT, message("job '", job.name, "': ", pieces...));
  }

  Status addParts();
  Status addScalar(Id id);
  Status addBuffer(Id id);
  Status addView(const ViewStorage &view, BufferLayout &buffer);
  Status expectSizes(const BufferLayout &buffer, std::span<const int64_t> sizes, const char *what,
                     const std::string &name) const;
  Status checkStorage(const BufferLayout &buffer, const Buffer &declared) const;
  void setPlaces(BufferLayout &buffer, const Buffer &declared) const;
  Status addResult(BufferLayout whole, const ResultStorage &storage);

  const Artifact &artifact;
  const Job &job;
  const JobInfo &info;
  std::span<const InputLayout> inputs;
  JobLayout &layout;
  std::vector<std::vector<int64_t>> parts; ///< by input: the sizes that an iteration sees
};

/// Of sliced inputs that of the first dimension is divided.
Status LayoutBuilder::addParts() {
  for (const InputLayout &input : inputs)
    parts.emplace_back(input.sizes.begin(), input.sizes.end());
  for (const Buffer &buffer : job.buffers)
    if (const auto *input = std::get_if<InputStorage>(&buffer.storage); input && input->isSliced) {
      int64_t &size = parts[input->index].front();
      if (size % job.repeat != 0)
        return fail("expects the first size of input '", job.inputs[input->index].name, "' to be a multiple of its ",
                    job.repeat, " iterations, got ", size);
      size /= job.repeat;
    }
  return nullptr;
}

Status LayoutBuilder::addScalar(Id id) {
  const HostScalar &scalar = job.scalars[id];
  using Kind = HostScalar::Kind;
  if (scalar.kind == Kind::Constant || scalar.kind == Kind::Size) {
    int64_t value = scalar.value;
    if (scalar.kind == Kind::Size)
      value = parts[std::get<InputStorage>(job.buffers[scalar.buffer].storage).index][scalar.dim];
    layout.scalars.push_back(value);
    return nullptr;
  }
  int64_t a = layout.scalars[scalar.lhs], b = layout.scalars[scalar.rhs], value = 0;
  bool overflows = false;
  bool divides = scalar.kind == Kind::FloorDiv || scalar.kind == Kind::CeilDiv || scalar.kind == Kind::Mod;
  if (divides && b <= 0)
    return fail("expects host scalar ", id, " to divide by a positive number, got ", b);
  switch (scalar.kind) {
  case Kind::Add:
    overflows = __builtin_add_overflow(a, b, &value);
    break;
  case Kind::Sub:
    overflows = __builtin_sub_overflow(a, b, &value);
    break;
  case Kind::Mul:
    overflows = __builtin_mul_overflow(a, b, &value);
    break;
  case Kind::FloorDiv:
    value = floorDivide(a, b);
    break;
  case Kind::CeilDiv:
    value = floorDivide(a, b) + (a % b != 0);
    break;
  case Kind::Mod:
    value = a % b < 0 ? a % b + b : a % b;
    break;
  case Kind::Min:
    value = std::min(a, b);
    break;
  default:
    value = std::max(a, b);
    break;
  }
  if (overflows)
    return fail("expects host scalar ", id, " to fit 64 bits, got operands ", a, " and ", b);
  layout.scalars.push_back(value);
  return nullptr;
}

Status LayoutBuilder::addBuffer(Id id) {
  const Buffer &declared = job.buffers[id];
  BufferLayout buffer;
  for (Id size : declared.sizes)
    buffer.sizes.push_back(layout.scalars[size]);
  Result<int64_t> bytes = checkedNumBytes(buffer.sizes, declared.dtype);
  if (!bytes)
    return fail("buffer ", id, ": ", bytes.message());
  buffer.bytes = *bytes;
  buffer.root = info.roots[id];
  buffer.strides = contiguousStrides(buffer.sizes);
  if (Status failed = checkStorage(buffer, declared))
    return failed;
  if (const auto *input = std::get_if<InputStorage>(&declared.storage)) {
    std::span<const int64_t> strides = inputs[input->index].strides;
    buffer.strides.assign(strides.begin(), strides.end());
  } else if (const auto *view = std::get_if<ViewStorage>(&declared.storage)) {
    if (Status failed = addView(*view, buffer))
      return failed;
  } else if (const auto *result = std::get_if<ResultStorage>(&declared.storage)) {
    if (Status failed = addResult(buffer, *result))
      return failed;
  }
  setPlaces(buffer, declared);
  layout.buffers.push_back(std::move(buffer));
  return nullptr;
}

Status LayoutBuilder::addView(const ViewStorage &view, BufferLayout &buffer) {
  const BufferLayout &base = layout.buffers[view.of], &root = layout.buffers[buffer.root];
  int64_t elementBytes = byteSize(job.buffers[view.of].dtype);
  constexpr int64_t kFar = int64_t(1) << 48; // below it, a sum of kMaxRank + 2 terms fits 64 bits
  int64_t lowest = base.offset / elementBytes, offset = layout.scalars[view.offset];
  if (offset < -kFar || offset > kFar)
    return fail("expects a view to begin inside its buffer, got offset ", offset);
  lowest += offset;
  buffer.offset = lowest * elementBytes;
  int64_t highest = lowest;
  for (size_t i = 0; i < view.strides.size(); ++i) {
    buffer.strides[i] = layout.scalars[view.strides[i]];
    int64_t reach = 0;
    if (__builtin_mul_overflow(buffer.sizes[i] - 1, buffer.strides[i], &reach) || reach > kFar || reach < -kFar)
      return fail("expects a view to end inside its buffer, got stride ", buffer.strides[i], " and size ",
                  buffer.sizes[i]);
    (reach < 0 ? lowest : highest) += reach;
  }
  if (buffer.bytes == 0)
    buffer.offset = 0;
  else if (lowest < 0 || highest >= root.bytes / elementBytes)
    return fail("expects a view of elements 0 to ", root.bytes / elementBytes - 1, ", got ", lowest, " to ", highest);
  return nullptr;
}

Status LayoutBuilder::expectSizes(const BufferLayout &buffer, std::span<const int64_t> sizes, const char *what,
                                  const std::string &name) const {
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != kDynamic && buffer.sizes[i] != sizes[i])
      return fail("expects ", what, " '", name, "' to have size ", buffer.sizes[i], " in dimension ", i, ", got ",
                  sizes[i]);
  return nullptr;
}

Status LayoutBuilder::checkStorage(const BufferLayout &buffer, const Buffer &declared) const {
  if (const auto *input = std::get_if<InputStorage>(&declared.storage))
    return expectSizes(buffer, parts[input->index], "input", job.inputs[input->index].name);
  if (const auto *storage = std::get_if<VariableStorage>(&declared.storage)) {
    const Variable &variable = artifact.variables[storage->variable];
    return expectSizes(buffer, variable.shape, "variable", variable.name);
  }
  if (const auto *constant = std::get_if<ConstantStorage>(&declared.storage))
    return expectSizes(buffer, artifact.constants[constant->constant].shape, "constant",
                       std::to_string(constant->constant));
  return nullptr;
}

/// Those of a stacked result are all that an iteration has.
Status LayoutBuilder::addResult(BufferLayout whole, const ResultStorage &storage) {
  const Port &port = job.results[storage.index];
  if (storage.isStacked && job.repeat > 1) {
    bool overflows = __builtin_mul_overflow(whole.sizes[0], int64_t(job.repeat), &whole.sizes[0]);
    Result<int64_t> bytes = checkedNumBytes(whole.sizes, port.dtype);
    if (overflows || !bytes)
      return fail("result '", port.name, "': ", overflows ? "expects a size of 64 bits" : bytes.message());
    whole.bytes = *bytes;
  }
  Status failed = expectSizes(whole, port.shape, "result", port.name);
  layout.results[storage.index] = std::move(whole);
  return failed;
}

/// Registers are the plan's to add.
void LayoutBuilder::setPlaces(BufferLayout &buffer, const Buffer &declared) const {
  const auto *input = std::get_if<InputStorage>(&declared.storage);
  const auto *result = std::get_if<ResultStorage>(&declared.storage);
  if ((input && input->isSliced) || (result && result->isStacked)) {
    buffer.places = job.repeat;
    buffer.step = buffer.sizes[0] * buffer.strides[0] * byteSize(declared.dtype);
  }
}

} // namespace

Status layOut(const Artifact &artifact, const Job &job, const JobInfo &info, std::span<const InputLayout> inputs,
              JobLayout &layout) {
  return LayoutBuilder(artifact, job, info, inputs, layout).build();
}

} // namespace weir
