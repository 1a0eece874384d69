// Writes an ELF shared object: no linker is asked, because code images have no relocations and need no symbol.
#include "lib/Compiler/SharedObject.h"

#include "lib/Artifact/ArtifactFile.h"

#include <cstring>
#include <elf.h>
#include <map>

namespace weir {

namespace {

constexpr uint64_t kPage = 4096, kAlignment = 64;

enum Section : uint16_t { Hash = 1, DynSym, DynStr, RoData, Text, Dynamic, ShStrTab, NumSections };
constexpr const char *kSectionNames[] = {"",        ".hash", ".dynsym",  ".dynstr",
                                         ".rodata", ".text", ".dynamic", ".shstrtab"};

class ElfWriter {
public:
  std::vector<uint8_t> write(std::span<const uint8_t> artifact, const Artifact &content);

private:
  /// Space for headers comes first: their contents follow from what stands behind them.
  static constexpr size_t kNumSegments = 5;
  static constexpr size_t kHeaders = sizeof(Elf64_Ehdr) + kNumSegments * sizeof(Elf64_Phdr);

  struct Symbol {
    std::string name;
    Section section;
    uint64_t offset, size; ///< of its section
  };

  void addKernel(const Kernel &kernel, bool severalTargets);
  /// Where the image begins in .text.
  uint64_t addCode(const Bytes &code);
  void addFunction(std::string name, const Bytes &code, uint64_t offset);
  void beginSection(Section section, uint64_t alignment);
  void endSection(Section section) { headers[section].sh_size = file.size() - headers[section].sh_offset; }
  template <typename T> void put(const T &value) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
    file.insert(file.end(), bytes, bytes + sizeof value);
  }
  void putSymbols();
  void putDynamic();
  void putSectionTable();
  void fillInSymbols();
  void fillInFileHeader();
  void fillInSegments();

  std::vector<Symbol> symbols;
  std::vector<uint8_t> text, data;
  std::map<const uint8_t *, uint64_t> codeOffsets;
  std::vector<uint8_t> file;
  std::string names = std::string(1, '\0'), sectionNames;
  Elf64_Shdr headers[NumSections] = {};
  uint64_t sectionTable = 0; ///< where it stands
};

void ElfWriter::beginSection(Section section, uint64_t alignment) {
  file.resize((file.size() + alignment - 1) / alignment * alignment);
  // Offsets in the file are addresses.
  headers[section].sh_offset = headers[section].sh_addr = file.size();
  headers[section].sh_addralign = alignment;
}

uint64_t ElfWriter::addCode(const Bytes &code) {
  auto [known, isNew] = codeOffsets.try_emplace(code.data(), 0);
  if (isNew) {
    text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment);
    known->second = text.size();
    text.insert(text.end(), code.data(), code.data() + code.size());
  }
  return known->second;
}

void ElfWriter::addFunction(std::string name, const Bytes &code, uint64_t offset) {
  symbols.push_back({std::move(name), Text, addCode(code) + offset, 0});
}

void ElfWriter::addKernel(const Kernel &kernel, bool severalTargets) {
  std::string name = (severalTargets ? kernel.images.front().target + "_" : "") + kernel.name;
  addFunction(name + "_prepare", kernel.host, kernel.prepareOffset);
  for (const KernelImage &image : kernel.images) {
    bool isFlat = !image.phases.empty() && image.phases.front().symbol.empty();
    // What the simulator runs is no weir_run_fn.
    if (!isFlat || image.code.data() != kernel.host.data())
      continue;
    for (size_t phase = 0; phase < image.phases.size(); ++phase)
      addFunction(name + "_run" + (image.phases.size() == 1 ? "" : "_" + std::to_string(phase)), image.code,
                  image.phases[phase].offset);
  }
}

/// The hash of the System V ABI.
uint32_t hashOf(const std::string &name) {
  uint32_t hash = 0;
  for (unsigned char c : name) {
    hash = (hash << 4) + c;
    uint32_t high = hash & 0xf0000000;
    hash = (hash ^ high >> 24) & ~high;
  }
  return hash;
}

/// The table of symbols, their names and the hash table over them. Symbols' addresses are known later.
void ElfWriter::putSymbols() {
  auto count = static_cast<uint32_t>(symbols.size() + 1);
  std::vector<uint32_t> buckets(count), chains(count);
  for (uint32_t i = 1; i < count; ++i) {
    uint32_t &bucket = buckets[hashOf(symbols[i - 1].name) % count];
    chains[i] = std::exchange(bucket, i);
  }
  beginSection(Hash, 8);
  put(count);
  put(count);
  for (const auto &table : {buckets, chains})
    for (uint32_t entry : table)
      put(entry);
  endSection(Hash);
  beginSection(DynSym, 8);
  file.resize(file.size() + count * sizeof(Elf64_Sym));
  endSection(DynSym);
  beginSection(DynStr, 1);
  for (const Symbol &symbol : symbols)
    names += symbol.name + '\0';
  file.insert(file.end(), names.begin(), names.end());
  endSection(DynStr);
}

void ElfWriter::putDynamic() {
  beginSection(Dynamic, kPage);
  auto entry = [&](int64_t tag, uint64_t value) {
    Elf64_Dyn dynamic{};
    dynamic.d_tag = tag;
    dynamic.d_un.d_val = value;
    put(dynamic);
  };
  entry(DT_HASH, headers[Hash].sh_addr);
  entry(DT_SYMTAB, headers[DynSym].sh_addr);
  entry(DT_STRTAB, headers[DynStr].sh_addr);
  entry(DT_STRSZ, names.size());
  entry(DT_SYMENT, sizeof(Elf64_Sym));
  entry(DT_NULL, 0);
  endSection(Dynamic);
}

void ElfWriter::putSectionTable() {
  beginSection(ShStrTab, 1);
  headers[ShStrTab].sh_addr = 0;
  for (size_t i = 0; i < NumSections; ++i) {
    headers[i].sh_name = static_cast<uint32_t>(sectionNames.size());
    sectionNames += std::string(kSectionNames[i]) + '\0';
  }
  file.insert(file.end(), sectionNames.begin(), sectionNames.end());
  endSection(ShStrTab);

  auto kind = [&](Section section, uint32_t type, uint64_t flags, uint32_t link = 0, uint64_t entrySize = 0) {
    headers[section].sh_type = type;
    headers[section].sh_flags = flags;
    headers[section].sh_link = link;
    headers[section].sh_entsize = entrySize;
  };
  kind(Hash, SHT_HASH, SHF_ALLOC, DynSym, sizeof(uint32_t));
  kind(DynSym, SHT_DYNSYM, SHF_ALLOC, DynStr, sizeof(Elf64_Sym));
  headers[DynSym].sh_info = 1; // the first that is no local symbol
  kind(DynStr, SHT_STRTAB, SHF_ALLOC);
  kind(RoData, SHT_PROGBITS, SHF_ALLOC);
  kind(Text, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR);
  kind(Dynamic, SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE, DynStr, sizeof(Elf64_Dyn));
  kind(ShStrTab, SHT_STRTAB, 0);
  file.resize((file.size() + 7) / 8 * 8);
  sectionTable = file.size();
  for (const Elf64_Shdr &header : headers)
    put(header);
}

void ElfWriter::fillInSymbols() {
  uint64_t name = 1, place = headers[DynSym].sh_offset;
  for (const Symbol &symbol : symbols) {
    Elf64_Sym entry{};
    entry.st_name = static_cast<uint32_t>(name);
    entry.st_info = ELF64_ST_INFO(STB_GLOBAL, symbol.section == Text ? STT_FUNC : STT_OBJECT);
    entry.st_shndx = symbol.section;
    entry.st_value = headers[symbol.section].sh_addr + symbol.offset;
    entry.st_size = symbol.size;
    std::memcpy(file.data() + (place += sizeof entry), &entry, sizeof entry);
    name += symbol.name.size() + 1;
  }
}

void ElfWriter::fillInFileHeader() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_phoff = header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = kNumSegments;
  header.e_shoff = sectionTable;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = NumSections;
  header.e_shstrndx = ShStrTab;
  std::memcpy(file.data(), &header, sizeof header);
}

void ElfWriter::fillInSegments() {
  uint8_t *next = file.data() + sizeof(Elf64_Ehdr);
  auto segment = [&](uint32_t type, uint32_t flags, uint64_t begin, uint64_t end) {
    Elf64_Phdr program{};
    program.p_type = type;
    program.p_flags = flags;
    program.p_offset = program.p_vaddr = program.p_paddr = begin;
    program.p_filesz = program.p_memsz = end - begin;
    program.p_align = type == PT_LOAD ? kPage : 8;
    std::memcpy(next, &program, sizeof program);
    next += sizeof program;
  };
  auto endOf = [&](Section section) { return headers[section].sh_offset + headers[section].sh_size; };
  segment(PT_LOAD, PF_R, 0, endOf(RoData));
  segment(PT_LOAD, PF_R | PF_X, headers[Text].sh_offset, endOf(Text));
  segment(PT_LOAD, PF_R | PF_W, headers[Dynamic].sh_offset, endOf(Dynamic));
  segment(PT_DYNAMIC, PF_R | PF_W, headers[Dynamic].sh_offset, endOf(Dynamic));
  segment(PT_GNU_STACK, PF_R | PF_W, 0, 0);
}

std::vector<uint8_t> ElfWriter::write(std::span<const uint8_t> artifact, const Artifact &content) {
  symbols.push_back({"weir_artifact_size", RoData, 0, sizeof(uint64_t)});
  symbols.push_back({"weir_artifact_bytes", RoData, kAlignment, artifact.size()});
  std::map<std::string, int> targets;
  for (const Kernel &kernel : content.kernels)
    for (const KernelImage &image : kernel.images)
      ++targets[image.target];
  for (const Kernel &kernel : content.kernels)
    addKernel(kernel, targets.size() > 1);

  file.resize(kHeaders);
  putSymbols();
  beginSection(RoData, kAlignment);
  put(static_cast<uint64_t>(artifact.size()));
  file.resize(headers[RoData].sh_offset + kAlignment);
  file.insert(file.end(), artifact.begin(), artifact.end());
  endSection(RoData);
  beginSection(Text, kPage);
  file.insert(file.end(), text.begin(), text.end());
  endSection(Text);
  putDynamic();
  putSectionTable();
  fillInSymbols();
  fillInFileHeader();
  fillInSegments();
  return std::move(file);
}

} // namespace

Result<std::vector<uint8_t>> sharedObject(std::span<const uint8_t> artifact) {
  Result<Artifact> content = readArtifact(artifact);
  if (!content)
    return content.failure();
  return ElfWriter().write(artifact, *content);
}

} // namespace weir
