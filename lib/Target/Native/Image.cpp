// Lays out an ELF object as a flat image: what a linker would do, for two sections and one kind of relocation.
#include "lib/Target/Native/Image.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>
#include <map>
#include <optional>

using namespace llvm;
using namespace llvm::object;

namespace weir {
namespace {

class Layout {
public:
  explicit Layout(const ELFObjectFileBase &object) : object(object) {}

  std::optional<Failure> placeSections();
  std::optional<Failure> resolveRelocations();
  std::optional<uint64_t> functionOffset(StringRef name) const;

  std::vector<uint8_t> bytes;

private:
  std::optional<Failure> placeSection(ELFSectionRef section);
  std::optional<Failure> resolve(uint64_t sectionOffset, ELFRelocationRef relocation);

  const ELFObjectFileBase &object;
  std::map<uint64_t, uint64_t> offsets; ///< section index -> offset in the image
};

template <typename T> std::optional<T> valueOf(Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  consumeError(expected.takeError());
  return std::nullopt;
}

std::optional<Failure> Layout::placeSections() {
  for (SectionRef section : object.sections())
    if (std::optional<Failure> failure = placeSection(section))
      return failure;
  return std::nullopt;
}

std::optional<Failure> Layout::placeSection(ELFSectionRef section) {
  StringRef name = valueOf(section.getName()).value_or("");
  // Unwind tables and notes are for tools that walk the stack; kernels never unwind.
  if (!(section.getFlags() & ELF::SHF_ALLOC) || name == ".eh_frame" || section.getType() == ELF::SHT_NOTE ||
      section.getSize() == 0)
    return std::nullopt;
  if (section.getFlags() & ELF::SHF_WRITE)
    return Failure{"expects kernels to have no writable section, got " + name.str()};
  std::optional<StringRef> contents = valueOf(section.getContents());
  if (!contents)
    return Failure{"expects readable contents of section " + name.str()};
  bytes.resize(alignTo(bytes.size(), section.getAlignment()));
  offsets[section.getIndex()] = bytes.size();
  bytes.insert(bytes.end(), contents->bytes_begin(), contents->bytes_end());
  return std::nullopt;
}

std::optional<Failure> Layout::resolveRelocations() {
  for (SectionRef section : object.sections()) {
    std::optional<section_iterator> target = valueOf(section.getRelocatedSection());
    if (!target || *target == object.section_end())
      continue;
    auto placed = offsets.find((*target)->getIndex());
    if (placed == offsets.end())
      continue;
    for (RelocationRef relocation : section.relocations())
      if (std::optional<Failure> failure = resolve(placed->second, relocation))
        return failure;
  }
  return std::nullopt;
}

std::optional<Failure> Layout::resolve(uint64_t sectionOffset, ELFRelocationRef relocation) {
  symbol_iterator symbol = relocation.getSymbol();
  std::string name = valueOf(symbol->getName()).value_or("").str();
  std::optional<section_iterator> section = valueOf(symbol->getSection());
  auto placed = section && *section != object.section_end() ? offsets.find((*section)->getIndex()) : offsets.end();
  if (placed == offsets.end())
    return Failure{"expects kernels to call nothing outside themselves, got an undefined symbol " + name};
  uint64_t type = relocation.getType();
  if (type != ELF::R_X86_64_PC32 && type != ELF::R_X86_64_PLT32)
    return Failure{"expects relative relocations only, got type " + std::to_string(type) + " against " + name};
  uint64_t place = sectionOffset + relocation.getOffset();
  int64_t target = placed->second + valueOf(symbol->getValue()).value_or(0) +
                   valueOf(relocation.getAddend()).value_or(0) - static_cast<int64_t>(place);
  if (!isInt<32>(target) || place + 4 > bytes.size())
    return Failure{"expects kernels to be smaller than 2 GiB"};
  int32_t word = static_cast<int32_t>(target);
  std::memcpy(&bytes[place], &word, sizeof(word));
  return std::nullopt;
}

std::optional<uint64_t> Layout::functionOffset(StringRef name) const {
  for (ELFSymbolRef symbol : object.symbols()) {
    if (valueOf(symbol.getName()).value_or("") != name || symbol.getELFType() != ELF::STT_FUNC)
      continue;
    std::optional<section_iterator> section = valueOf(symbol.getSection());
    if (!section || *section == object.section_end())
      continue;
    return offsets.at((*section)->getIndex()) + valueOf(symbol.getValue()).value_or(0);
  }
  return std::nullopt;
}

} // namespace

Result<Image> flattenObject(std::string_view objectBytes, std::span<const std::string> functions) {
  MemoryBufferRef buffer(StringRef(objectBytes.data(), objectBytes.size()), "kernel");
  Expected<std::unique_ptr<ObjectFile>> parsed = ObjectFile::createObjectFile(buffer);
  if (!parsed)
    return Failure{"expects an object file: " + toString(parsed.takeError())};
  auto *object = dyn_cast<ELFObjectFileBase>(parsed->get());
  if (!object || object->getEMachine() != ELF::EM_X86_64)
    return Failure{"expects an ELF object for x86-64"};
  Layout layout(*object);
  if (auto failure = layout.placeSections())
    return *failure;
  if (auto failure = layout.resolveRelocations())
    return *failure;
  Image image;
  for (const std::string &function : functions) {
    std::optional<uint64_t> offset = layout.functionOffset(function);
    if (!offset)
      return Failure{"expects a kernel to define " + function};
    image.offsets.push_back(*offset);
  }
  image.bytes = std::move(layout.bytes);
  return image;
}

} // namespace weir
