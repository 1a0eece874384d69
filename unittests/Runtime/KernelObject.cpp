// As much of ELF as it takes to find one section and its symbols.
#include "unittests/Runtime/KernelObject.h"

#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>

namespace weir {

namespace {

class ObjectFile {
public:
  explicit ObjectFile(const char *path) {
    std::ifstream stream(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(stream), {});
    Elf64_Ehdr header = read<Elf64_Ehdr>(0);
    for (int i = 0; i < header.e_shnum; ++i)
      sections.push_back(read<Elf64_Shdr>(header.e_shoff + uint64_t(i) * header.e_shentsize));
    names = sections[header.e_shstrndx].sh_offset;
  }

  const Elf64_Shdr *section(const std::string &name) const {
    for (const Elf64_Shdr &section : sections)
      if (name == &bytes[names + section.sh_name])
        return &section;
    return nullptr;
  }

  std::vector<uint8_t> contents(const Elf64_Shdr &section) const {
    return {bytes.begin() + ptrdiff_t(section.sh_offset),
            bytes.begin() + ptrdiff_t(section.sh_offset + section.sh_size)};
  }

  uint64_t symbol(const std::string &name) const {
    const Elf64_Shdr &table = *section(".symtab"), &strings = sections[table.sh_link];
    for (uint64_t offset = 0; offset < table.sh_size; offset += sizeof(Elf64_Sym)) {
      auto entry = read<Elf64_Sym>(table.sh_offset + offset);
      if (name == &bytes[strings.sh_offset + entry.st_name])
        return entry.st_value;
    }
    ADD_FAILURE() << "no symbol " << name;
    return 0;
  }

private:
  template <typename T> T read(uint64_t offset) const {
    T value;
    std::memcpy(&value, &bytes.at(offset + sizeof(T) - 1) - (sizeof(T) - 1), sizeof(T));
    return value;
  }

  std::vector<char> bytes;
  std::vector<Elf64_Shdr> sections;
  uint64_t names = 0;
};

} // namespace

Kernel kernelFromObject(const std::string &name, std::vector<KernelOperand> operands, uint32_t numScalars) {
  static const ObjectFile object(WEIR_TEST_KERNELS);
  static const Bytes text(object.contents(*object.section(".text")));
  EXPECT_EQ(object.section(".rela.text"), nullptr) << "the kernels need code or data from elsewhere";
  Kernel kernel;
  kernel.name = name;
  kernel.target = "cpu";
  kernel.image = text;
  kernel.prepareOffset = object.symbol(name + "_prepare");
  kernel.runOffset = object.symbol(name + "_run");
  kernel.operands = std::move(operands);
  kernel.numScalars = numScalars;
  kernel.locations = {{"test." + name, "model.py", 1, 1}, {"test." + name + ".second", "model.py", 2, 1}};
  return kernel;
}

} // namespace weir
