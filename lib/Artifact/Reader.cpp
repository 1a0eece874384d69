// The bytes of a file to Program.h. Nothing of the file is believed: header, hashes and bounds first, then FlatBuffers'
// verifier, then every enum, then `verify`.
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Artifact/FileFormat.h"
#include "lib/Artifact/Message.h"
#include "lib/Artifact/Verify.h"

#include "Artifact_generated.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include <sys/stat.h>

namespace weir {

namespace {

/// Aligned so that constants and images can be used in place.
struct FileMemory {
  explicit FileMemory(size_t size)
      : data(static_cast<uint8_t *>(::operator new(std::max<size_t>(size, 1), kAlignment))), size(size) {}
  ~FileMemory() { ::operator delete(data, kAlignment); }
  FileMemory(const FileMemory &) = delete;
  FileMemory &operator=(const FileMemory &) = delete;

  static constexpr std::align_val_t kAlignment{file::kSectionAlignment};
  uint8_t *data;
  size_t size;
};

/// Checks bounds, alignment and hash of a section.
std::optional<Failure> checkSection(const FileMemory &memory, const std::string &what,
                                    const file::SectionEntry &entry) {
  if (entry.offset % file::kSectionAlignment != 0 || entry.offset < sizeof(file::Header))
    return Failure{message("artifact ", what, ": expects an aligned offset behind the header, got ", entry.offset)};
  if (entry.offset > memory.size || entry.length > memory.size - entry.offset)
    return Failure{message("artifact ", what, ": expects to end within the file's ", memory.size, " bytes, got offset ",
                           entry.offset, " and length ", entry.length)};
  file::SectionEntry actual = file::describeSection(entry.offset, {memory.data + entry.offset, entry.length});
  if (actual.hashLow != entry.hashLow || actual.hashHigh != entry.hashHigh)
    return Failure{message("artifact ", what, ": expects contents with the recorded hash; the file is corrupt")};
  return std::nullopt;
}

Result<file::Header> readHeader(const FileMemory &memory) {
  file::Header header;
  if (memory.size < sizeof header)
    return Failure{message("artifact header: expects at least ", sizeof header, " bytes, got ", memory.size)};
  std::memcpy(&header, memory.data, sizeof header);
  if (std::memcmp(header.magic, file::kMagic, sizeof header.magic) != 0)
    return Failure{"artifact header: expects the file to begin as a weir artifact does"};
  if (header.version != kArtifactVersion)
    return Failure{message("artifact header: expects format version ", kArtifactVersion, ", got ", header.version,
                           ", of ", header.version < kArtifactVersion ? "an older" : "a newer",
                           " compiler; compile the program again")};
  if (header.headerHash != file::hashOfHeader(header))
    return Failure{"artifact header: expects contents with the recorded hash; the file is corrupt"};
  if (header.fileBytes != memory.size)
    return Failure{message("artifact header: expects a file of ", header.fileBytes, " bytes, got ", memory.size)};
  return header;
}

class Reader {
public:
  explicit Reader(std::shared_ptr<const FileMemory> memory) : memory(std::move(memory)) {}
  Result<Artifact> read();

private:
  template <typename T> using Tables = const flatbuffers::Vector<flatbuffers::Offset<T>> *;

  /// The first failure is kept; the reading goes on with harmless values and `read` gives the failure out.
  void fail(std::string text) {
    if (!failure)
      failure = Failure{std::move(text)};
  }

  template <typename Enum> Enum enumerator(uint8_t value, Enum last, const char *what) {
    if (value <= uint8_t(last))
      return Enum(value);
    fail(message("artifact metadata: expects a known ", what, ", got number ", int(value)));
    return Enum(0);
  }
  DType dtype(uint8_t value) { return enumerator(value, DType::Bool, "dtype"); }

  static std::string string(const flatbuffers::String *text) { return text ? text->str() : std::string(); }
  /// By copying bytes, because FlatBuffers' verifier lets vectors of 8-byte elements stand at multiples of four.
  template <typename T, typename Element> static std::vector<T> copied(const flatbuffers::Vector<Element> *values) {
    std::vector<T> result(values ? values->size() : 0);
    if (!result.empty())
      std::memcpy(result.data(), values->Data(), result.size() * sizeof(T));
    return result;
  }
  template <typename T> static std::vector<T> vector(const flatbuffers::Vector<T> *numbers) {
    return copied<T>(numbers);
  }
  template <typename T> static std::vector<T> vector(const flatbuffers::Vector<const T *> *structs) {
    return copied<T>(structs);
  }
  static std::vector<std::string> strings(Tables<flatbuffers::String> texts);

  std::vector<Holding> holdings(const flatbuffers::Vector<const fb::Holding *> *axes);
  static std::optional<Ranks> ranks(const fb::Ranks *table) {
    return table ? std::optional(Ranks{vector(table->mesh()), vector(table->devices()), vector(table->places())})
                 : std::nullopt;
  }
  static std::optional<Grid> grid(const fb::Grid *table) {
    return table ? std::optional(Grid{vector(table->mesh()), vector(table->members())}) : std::nullopt;
  }
  std::optional<ValuePart> part(const fb::Part *table) {
    return table ? std::optional(ValuePart{vector(table->whole()), holdings(table->held()), grid(table->grid())})
                 : std::nullopt;
  }

  Bytes section(const fb::Section &section, const std::string &what);
  Location location(uint32_t id);
  std::vector<Location> locationList(const flatbuffers::Vector<uint32_t> *ids);

  Location read(const fb::Location &t) {
    return {string(t.op()), string(t.file()), t.line(), t.column(), string(t.layer())};
  }
  KernelPhase read(const fb::KernelPhase &table);
  KernelImage read(const fb::KernelImage &table);
  Kernel read(const fb::Kernel &table);
  Variable read(const fb::Variable &table);
  Constant read(const fb::Constant &table);
  Buffer read(const fb::Buffer &table);
  Instruction read(const fb::Instruction &table);
  Port read(const fb::Port &t) { return {t.name()->str(), dtype(t.dtype()), vector(t.shape()), part(t.part())}; }
  Job read(const fb::Job &table);
  HostScalar read(const fb::HostScalar &scalar);
  decltype(Buffer::storage) storage(const fb::Buffer &table);
  InstructionBody body(const fb::Instruction &table);

  template <typename T> auto tables(Tables<T> entries) {
    std::vector<decltype(read(*entries->Get(0)))> result;
    result.reserve(entries ? entries->size() : 0);
    for (uint32_t i = 0; entries && i < entries->size(); ++i)
      result.push_back(read(*entries->Get(i)));
    return result;
  }

  std::shared_ptr<const FileMemory> memory;
  std::vector<Location> locations;
  size_t numConstants = 0;
  std::optional<Failure> failure;
};

std::vector<std::string> Reader::strings(Tables<flatbuffers::String> texts) {
  std::vector<std::string> result;
  for (uint32_t i = 0; texts && i < texts->size(); ++i)
    result.push_back(texts->Get(i)->str());
  return result;
}

std::vector<Holding> Reader::holdings(const flatbuffers::Vector<const fb::Holding *> *axes) {
  std::vector<Holding> result;
  for (const fb::Holding &axis : vector(axes))
    result.push_back({.kind = enumerator(axis.kind(), Holding::Kind::Partial, "holding"),
                      .dim = axis.dim(),
                      .combiner = enumerator(axis.combiner(), Combiner::Or, "combiner"),
                      .outer = axis.outer(),
                      .inner = axis.inner()});
  return result;
}

Bytes Reader::section(const fb::Section &section, const std::string &what) {
  file::SectionEntry entry{section.offset(), section.length(), section.hash_low(), section.hash_high()};
  if (std::optional<Failure> broken = checkSection(*memory, what, entry)) {
    fail(broken->message);
    return {};
  }
  return {{memory->data + entry.offset, entry.length}, memory};
}

Location Reader::location(uint32_t id) {
  if (id < locations.size())
    return locations[id];
  fail(message("artifact metadata: expects a location below ", locations.size(), ", got ", id));
  return {};
}

std::vector<Location> Reader::locationList(const flatbuffers::Vector<uint32_t> *ids) {
  std::vector<Location> result;
  for (uint32_t id : vector(ids))
    result.push_back(location(id));
  return result;
}

KernelPhase Reader::read(const fb::KernelPhase &t) {
  return {string(t.symbol()), t.offset(), t.threads(), t.shared_bytes(), t.registers()};
}

KernelImage Reader::read(const fb::KernelImage &table) {
  KernelImage image;
  image.target = table.target()->str();
  image.arch = string(table.arch());
  image.code = section(*table.code(), "image for '" + image.target + "' '" + image.arch + "'");
  image.phases = tables(table.phases());
  image.sourceHash = string(table.source_hash());
  return image;
}

Kernel Reader::read(const fb::Kernel &table) {
  Kernel kernel;
  kernel.name = table.name()->str();
  kernel.host = section(*table.host(), "host code of kernel '" + kernel.name + "'");
  kernel.prepareOffset = table.prepare_offset();
  kernel.images = tables(table.images());
  for (const fb::KernelOperand &operand : vector(table.operands()))
    kernel.operands.push_back(
        {dtype(operand.dtype()), operand.rank(), enumerator(operand.access(), Access::Mut, "access")});
  kernel.numScalars = table.num_scalars();
  kernel.locations = locationList(table.locations());
  return kernel;
}

Variable Reader::read(const fb::Variable &table) {
  return {table.name()->str(), dtype(table.dtype()), vector(table.shape()), table.alias_of(),
          table.initial(),     ranks(table.ranks()), part(table.part())};
}

Constant Reader::read(const fb::Constant &table) {
  return {dtype(table.dtype()), vector(table.shape()),
          section(*table.data(), message("data of constant ", numConstants++))};
}

HostScalar Reader::read(const fb::HostScalar &s) {
  HostScalar::Kind kind = enumerator(s.kind(), HostScalar::Kind::Max, "host scalar");
  return {kind, s.value(), s.buffer(), s.dim(), s.lhs(), s.rhs()};
}

decltype(Buffer::storage) Reader::storage(const fb::Buffer &table) {
  switch (table.storage_type()) {
  case fb::Storage::InputStorage: {
    const fb::InputStorage &s = *table.storage_as_InputStorage();
    return InputStorage{s.index(), s.is_sliced()};
  }
  case fb::Storage::ResultStorage: {
    const fb::ResultStorage &s = *table.storage_as_ResultStorage();
    return ResultStorage{s.index(), s.in_place_of(), s.is_stacked()};
  }
  case fb::Storage::VariableStorage:
    return VariableStorage{table.storage_as_VariableStorage()->variable()};
  case fb::Storage::ConstantStorage:
    return ConstantStorage{table.storage_as_ConstantStorage()->constant()};
  case fb::Storage::ArenaStorage: {
    const fb::ArenaStorage &s = *table.storage_as_ArenaStorage();
    return ArenaStorage{s.first(), s.last(), s.in_place_of(), s.offset(), s.registers(), s.is_carried()};
  }
  case fb::Storage::ViewStorage: {
    const fb::ViewStorage &s = *table.storage_as_ViewStorage();
    return ViewStorage{s.of(), s.offset(), vector(s.strides())};
  }
  case fb::Storage::NONE:
    break;
  }
  fail(message("artifact metadata: expects a known storage, got number ", int(table.storage_type())));
  return InputStorage{};
}

Buffer Reader::read(const fb::Buffer &table) { return {dtype(table.dtype()), vector(table.sizes()), storage(table)}; }

InstructionBody Reader::body(const fb::Instruction &table) {
  switch (table.body_type()) {
  case fb::InstructionBody::Call: {
    const fb::Call &i = *table.body_as_Call();
    return Call{i.kernel(), vector(i.operands()), vector(i.scalars()), locationList(i.locations())};
  }
  case fb::InstructionBody::Copy:
    return Copy{table.body_as_Copy()->source(), table.body_as_Copy()->target()};
  case fb::InstructionBody::Fill:
    return Fill{table.body_as_Fill()->target(), table.body_as_Fill()->bits()};
  case fb::InstructionBody::RecordEvent:
    return RecordEvent{table.body_as_RecordEvent()->event()};
  case fb::InstructionBody::WaitEvent:
    return WaitEvent{table.body_as_WaitEvent()->event()};
  case fb::InstructionBody::Release:
    return Release{table.body_as_Release()->buffer()};
  case fb::InstructionBody::HostCallback: {
    const fb::HostCallback &i = *table.body_as_HostCallback();
    return HostCallback{i.name()->str(), vector(i.operands())};
  }
  case fb::InstructionBody::RunProgram:
    return RunProgram{table.body_as_RunProgram()->job(), vector(table.body_as_RunProgram()->operands())};
  case fb::InstructionBody::Collective: {
    const fb::Collective &i = *table.body_as_Collective();
    return Collective{i.source(),       i.target(),        vector(i.whole()), holdings(i.from()), holdings(i.to()),
                      vector(i.mesh()), vector(i.ranks()), grid(i.givers()),  grid(i.takers())};
  }
  case fb::InstructionBody::Barrier:
    return Barrier{};
  case fb::InstructionBody::NONE:
    break;
  }
  fail(message("artifact metadata: expects a known instruction, got number ", int(table.body_type())));
  return Barrier{};
}

Instruction Reader::read(const fb::Instruction &table) {
  return {body(table),
          table.stream(),
          vector(table.predecessors()),
          table.predicate(),
          location(table.location()),
          enumerator(table.when(), When::Last, "iteration of an instruction")};
}

Job Reader::read(const fb::Job &table) {
  Job job;
  job.name = table.name()->str();
  job.kind = enumerator(table.kind(), Job::Kind::Derive, "kind of job");
  job.targets = strings(table.targets());
  job.inputs = tables(table.inputs());
  job.results = tables(table.results());
  for (const fb::HostScalar &scalar : vector(table.scalars()))
    job.scalars.push_back(read(scalar));
  job.buffers = tables(table.buffers());
  job.instructions = tables(table.instructions());
  job.donated = vector(table.donated());
  job.arenaBytes = table.arena_bytes();
  job.repeat = table.repeat();
  job.ranks = ranks(table.ranks());
  return job;
}

Result<Artifact> Reader::read() {
  Result<file::Header> header = readHeader(*memory);
  if (!header)
    return header.failure();
  const file::SectionEntry &entry = header->metadata;
  if (std::optional<Failure> broken = checkSection(*memory, "metadata", entry))
    return *broken;
  if (entry.length >= FLATBUFFERS_MAX_BUFFER_SIZE)
    return Failure{message("artifact metadata: expects less than 2^31 bytes, got ", entry.length)};

  // A table takes four bytes at least, so this many of them means that tables are shared to make the verifier slow.
  flatbuffers::Verifier verifier(memory->data + entry.offset, entry.length, /*max_depth=*/16,
                                 /*max_tables=*/uint32_t(entry.length / 4 + 1));
  if (!fb::VerifyArtifactBuffer(verifier))
    return Failure{"artifact metadata: expects well-formed FlatBuffers of schema weir.fb.Artifact"};
  const fb::Artifact &root = *fb::GetArtifact(memory->data + entry.offset);

  Artifact artifact;
  artifact.kernelAbi = root.kernel_abi();
  artifact.targetTriple = string(root.target_triple());
  artifact.cpuFeatures = strings(root.cpu_features());
  artifact.runtimeFeatures = strings(root.runtime_features());
  artifact.compilerHash = string(root.compiler_hash());
  locations = tables(root.locations());
  artifact.kernels = tables(root.kernels());
  artifact.variables = tables(root.variables());
  artifact.constants = tables(root.constants());
  artifact.jobs = tables(root.jobs());
  if (failure)
    return *failure;
  if (std::optional<Failure> broken = verify(artifact))
    return Failure{"artifact metadata: " + broken->message};
  return artifact;
}

} // namespace

Result<Artifact> readArtifact(std::span<const uint8_t> bytes) {
  auto memory = std::make_shared<FileMemory>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), memory->data);
  return Reader(std::move(memory)).read();
}

Result<Artifact> readArtifact(const std::string &path) {
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::fopen(path.c_str(), "rb"), std::fclose);
  struct stat info = {};
  if (!stream || fstat(fileno(stream.get()), &info) != 0)
    return Failure{message("can't read artifact '", path, "': ", std::strerror(errno))};
  if (!S_ISREG(info.st_mode))
    return Failure{message("can't read artifact '", path, "': expects a regular file")};
  auto memory = std::make_shared<FileMemory>(size_t(info.st_size));
  if (std::fread(memory->data, 1, memory->size, stream.get()) != memory->size)
    return Failure{message("can't read artifact '", path, "': expects ", memory->size, " bytes, got fewer")};
  return Reader(std::move(memory)).read();
}

} // namespace weir
