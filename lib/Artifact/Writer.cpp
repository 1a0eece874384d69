// Program.h to the bytes of a file. The reader is its mirror image.
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Artifact/FileFormat.h"
#include "lib/Artifact/Message.h"
#include "lib/Artifact/Verify.h"
#include "lib/Support/WriteFile.h"

#include "Artifact_generated.h"

#include <map>
#include <tuple>

namespace weir {

namespace {

using flatbuffers::Offset;

class Writer {
public:
  std::vector<uint8_t> write(const Artifact &artifact);

private:
  using Ids = Offset<flatbuffers::Vector<uint32_t>>;

  fb::Section addSection(const Bytes &bytes);
  uint32_t locationId(const Location &location);
  Ids locationIds(const std::vector<Location> &locations);

  Offset<fb::KernelPhase> write(const KernelPhase &phase);
  Offset<fb::KernelImage> write(const KernelImage &image);
  Offset<fb::Kernel> write(const Kernel &kernel);
  Offset<fb::Variable> write(const Variable &variable);
  Offset<fb::Constant> write(const Constant &constant);
  Offset<fb::Buffer> write(const Buffer &buffer);
  Offset<fb::Instruction> write(const Instruction &instruction);
  Offset<fb::Port> write(const Port &port);
  Offset<fb::Job> write(const Job &job);

  Offset<void> body(const InputStorage &s) { return fb::CreateInputStorage(builder, s.index, s.isSliced).Union(); }
  Offset<void> body(const ResultStorage &s) {
    return fb::CreateResultStorage(builder, s.index, s.inPlaceOf, s.isStacked).Union();
  }
  Offset<void> body(const VariableStorage &s) { return fb::CreateVariableStorage(builder, s.variable).Union(); }
  Offset<void> body(const ConstantStorage &s) { return fb::CreateConstantStorage(builder, s.constant).Union(); }
  Offset<void> body(const ArenaStorage &s) {
    return fb::CreateArenaStorage(builder, s.first, s.last, s.inPlaceOf, s.offset, s.registers, s.isCarried).Union();
  }
  Offset<void> body(const ViewStorage &s) {
    return fb::CreateViewStorage(builder, s.of, s.offset, vector(s.strides)).Union();
  }

  Offset<void> body(const Call &i) {
    return fb::CreateCall(builder, i.kernel, vector(i.operands), vector(i.scalars), locationIds(i.locations)).Union();
  }
  Offset<void> body(const Copy &i) { return fb::CreateCopy(builder, i.source, i.target).Union(); }
  Offset<void> body(const Fill &i) { return fb::CreateFill(builder, i.target, i.bits).Union(); }
  Offset<void> body(const RecordEvent &i) { return fb::CreateRecordEvent(builder, i.event).Union(); }
  Offset<void> body(const WaitEvent &i) { return fb::CreateWaitEvent(builder, i.event).Union(); }
  Offset<void> body(const Release &i) { return fb::CreateRelease(builder, i.buffer).Union(); }
  Offset<void> body(const HostCallback &i) {
    return fb::CreateHostCallback(builder, string(i.name), vector(i.operands)).Union();
  }
  Offset<void> body(const RunProgram &i) { return fb::CreateRunProgram(builder, i.job, vector(i.operands)).Union(); }
  Offset<void> body(const Collective &i) {
    return fb::CreateCollective(builder, i.source, i.target, vector(i.whole), holdings(i.from), holdings(i.to),
                                vector(i.mesh), vector(i.ranks), grid(i.givers), grid(i.takers))
        .Union();
  }
  Offset<void> body(const Barrier &) { return fb::CreateBarrier(builder).Union(); }

  Offset<flatbuffers::String> string(const std::string &text) { return builder.CreateSharedString(text); }
  template <typename T> Offset<flatbuffers::Vector<T>> vector(const std::vector<T> &values) {
    return builder.CreateVector(values);
  }
  Offset<flatbuffers::Vector<const fb::Holding *>> holdings(const std::vector<Holding> &axes) {
    std::vector<fb::Holding> structs;
    for (const Holding &axis : axes)
      structs.emplace_back(axis.outer, axis.inner, axis.dim, uint8_t(axis.kind), uint8_t(axis.combiner));
    return builder.CreateVectorOfStructs(structs);
  }
  Offset<fb::Ranks> ranks(const std::optional<Ranks> &of) {
    return of ? fb::CreateRanks(builder, vector(of->mesh), vector(of->devices), vector(of->places))
              : Offset<fb::Ranks>();
  }
  Offset<fb::Grid> grid(const std::optional<Grid> &of) {
    return of ? fb::CreateGrid(builder, vector(of->mesh), vector(of->members)) : Offset<fb::Grid>();
  }
  Offset<fb::Part> part(const std::optional<ValuePart> &of) {
    return of ? fb::CreatePart(builder, vector(of->whole), holdings(of->held), grid(of->grid)) : Offset<fb::Part>();
  }
  Offset<flatbuffers::Vector<Offset<flatbuffers::String>>> strings(const std::vector<std::string> &texts);

  /// The tables of all entries of a list.
  template <typename T> auto tables(const std::vector<T> &entries) {
    std::vector<decltype(write(entries.front()))> offsets;
    offsets.reserve(entries.size());
    for (const T &entry : entries)
      offsets.push_back(write(entry));
    return builder.CreateVector(offsets);
  }

  flatbuffers::FlatBufferBuilder builder;
  std::vector<uint8_t> bytes;                                                  ///< header and raw sections
  std::map<std::tuple<uint64_t, uint64_t, uint64_t>, uint64_t> sectionOffsets; ///< by hash and length
  std::vector<Offset<fb::Location>> locations;
  std::map<std::tuple<std::string, std::string, uint32_t, uint32_t, std::string>, uint32_t> locationIndex;
};

/// Sections with the same bytes are one: host code is `prepare` and phases, and kernels may share an image.
fb::Section Writer::addSection(const Bytes &section) {
  file::SectionEntry entry = file::describeSection(file::alignSection(bytes.size()), {section.data(), section.size()});
  auto [it, isNew] = sectionOffsets.try_emplace({entry.hashLow, entry.hashHigh, entry.length}, entry.offset);
  if (isNew) {
    bytes.resize(entry.offset);
    bytes.insert(bytes.end(), section.data(), section.data() + section.size());
  }
  return {it->second, entry.length, entry.hashLow, entry.hashHigh};
}

uint32_t Writer::locationId(const Location &location) {
  auto key = std::make_tuple(location.op, location.file, location.line, location.column, location.layer);
  auto [it, isNew] = locationIndex.try_emplace(std::move(key), uint32_t(locations.size()));
  if (isNew)
    locations.push_back(fb::CreateLocation(builder, string(location.op), string(location.file), location.line,
                                           location.column, string(location.layer)));
  return it->second;
}

Writer::Ids Writer::locationIds(const std::vector<Location> &list) {
  std::vector<uint32_t> ids;
  for (const Location &location : list)
    ids.push_back(locationId(location));
  return vector(ids);
}

Offset<flatbuffers::Vector<Offset<flatbuffers::String>>> Writer::strings(const std::vector<std::string> &texts) {
  std::vector<Offset<flatbuffers::String>> offsets;
  for (const std::string &text : texts)
    offsets.push_back(string(text));
  return builder.CreateVector(offsets);
}

Offset<fb::KernelPhase> Writer::write(const KernelPhase &phase) {
  return fb::CreateKernelPhase(builder, string(phase.symbol), phase.offset, phase.threads, phase.sharedBytes,
                               phase.registers);
}

Offset<fb::KernelImage> Writer::write(const KernelImage &image) {
  fb::Section code = addSection(image.code);
  return fb::CreateKernelImage(builder, string(image.target), string(image.arch), &code, tables(image.phases),
                               string(image.sourceHash));
}

Offset<fb::Kernel> Writer::write(const Kernel &kernel) {
  std::vector<fb::KernelOperand> operands;
  for (const KernelOperand &operand : kernel.operands)
    operands.emplace_back(uint8_t(operand.dtype), uint8_t(operand.access), operand.rank);
  fb::Section host = addSection(kernel.host);
  return fb::CreateKernel(builder, string(kernel.name), &host, kernel.prepareOffset, tables(kernel.images),
                          builder.CreateVectorOfStructs(operands), kernel.numScalars, locationIds(kernel.locations));
}

Offset<fb::Variable> Writer::write(const Variable &variable) {
  return fb::CreateVariable(builder, string(variable.name), uint8_t(variable.dtype), vector(variable.shape),
                            variable.aliasOf, variable.initial, ranks(variable.ranks), part(variable.part));
}

Offset<fb::Constant> Writer::write(const Constant &constant) {
  fb::Section data = addSection(constant.data);
  return fb::CreateConstant(builder, uint8_t(constant.dtype), vector(constant.shape), &data);
}

Offset<fb::Buffer> Writer::write(const Buffer &buffer) {
  Offset<void> storage = std::visit([this](const auto &alternative) { return body(alternative); }, buffer.storage);
  return fb::CreateBuffer(builder, uint8_t(buffer.dtype), vector(buffer.sizes), fb::Storage(buffer.storage.index() + 1),
                          storage);
}

Offset<fb::Instruction> Writer::write(const Instruction &instruction) {
  Offset<void> operation = std::visit([this](const auto &alternative) { return body(alternative); }, instruction.body);
  return fb::CreateInstruction(builder, fb::InstructionBody(instruction.body.index() + 1), operation,
                               instruction.stream, vector(instruction.predecessors), instruction.predicate,
                               locationId(instruction.location), uint8_t(instruction.when));
}

Offset<fb::Port> Writer::write(const Port &port) {
  return fb::CreatePort(builder, string(port.name), uint8_t(port.dtype), vector(port.shape), part(port.part));
}

Offset<fb::Job> Writer::write(const Job &job) {
  std::vector<fb::HostScalar> scalars;
  for (const HostScalar &s : job.scalars)
    scalars.emplace_back(s.value, s.buffer, s.dim, s.lhs, s.rhs, uint8_t(s.kind));
  return fb::CreateJob(builder, string(job.name), uint8_t(job.kind), strings(job.targets), tables(job.inputs),
                       tables(job.results), builder.CreateVectorOfStructs(scalars), tables(job.buffers),
                       tables(job.instructions), vector(job.donated), job.arenaBytes, job.repeat, ranks(job.ranks));
}

std::vector<uint8_t> Writer::write(const Artifact &artifact) {
  bytes.resize(sizeof(file::Header));
  auto kernels = tables(artifact.kernels);
  auto variables = tables(artifact.variables);
  auto constants = tables(artifact.constants);
  auto jobs = tables(artifact.jobs);
  builder.Finish(fb::CreateArtifact(builder, artifact.kernelAbi, string(artifact.targetTriple),
                                    strings(artifact.cpuFeatures), strings(artifact.runtimeFeatures),
                                    string(artifact.compilerHash), builder.CreateVector(locations), kernels, variables,
                                    constants, jobs));

  std::span<const uint8_t> metadata = builder.GetBufferSpan();
  bytes.resize(file::alignSection(bytes.size()));
  file::Header header;
  std::memcpy(header.magic, file::kMagic, sizeof header.magic);
  header.version = kArtifactVersion;
  header.metadata = file::describeSection(bytes.size(), metadata);
  header.fileBytes = bytes.size() + metadata.size();
  header.headerHash = file::hashOfHeader(header);
  std::memcpy(bytes.data(), &header, sizeof header);
  bytes.insert(bytes.end(), metadata.begin(), metadata.end());
  return std::move(bytes);
}

} // namespace

Result<std::vector<uint8_t>> serialize(const Artifact &artifact) {
  if (std::optional<Failure> broken = verify(artifact))
    return *broken;
  return Writer().write(artifact);
}

std::optional<Failure> writeArtifact(const Artifact &artifact, const std::string &path) {
  Result<std::vector<uint8_t>> bytes = serialize(artifact);
  if (!bytes)
    return bytes.failure();
  if (std::error_code error = writeFile(path, {reinterpret_cast<const char *>(bytes->data()), bytes->size()}))
    return Failure{message("can't write '", path, "': ", error.message())};
  return std::nullopt;
}

} // namespace weir
