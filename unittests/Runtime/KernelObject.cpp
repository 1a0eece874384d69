// As much of ELF as it takes to find one section and its symbols.
#include "unittests/Runtime/KernelObject.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"

#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>

namespace weir {

namespace {

std::string contentsOf(const char *path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Bytes bytesOf(std::string_view text) { return std::vector<uint8_t>(text.begin(), text.end()); }

class ObjectFile {
public:
  explicit ObjectFile(const char *path) : bytes(contentsOf(path)) {
    auto header = read<Elf64_Ehdr>(0);
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

  std::string_view contents(const Elf64_Shdr &section) const {
    return std::string_view(bytes).substr(section.sh_offset, section.sh_size);
  }

  std::map<std::string, uint64_t> symbols() const {
    std::map<std::string, uint64_t> result;
    const Elf64_Shdr &table = *section(".symtab"), &strings = sections[table.sh_link];
    for (uint64_t offset = 0; offset < table.sh_size; offset += sizeof(Elf64_Sym)) {
      auto entry = read<Elf64_Sym>(table.sh_offset + offset);
      result[&bytes[strings.sh_offset + entry.st_name]] = entry.st_value;
    }
    return result;
  }

private:
  template <typename T> T read(uint64_t offset) const {
    T value;
    std::memcpy(&value, &bytes.at(offset + sizeof(T) - 1) - (sizeof(T) - 1), sizeof(T));
    return value;
  }

  const std::string bytes;
  std::vector<Elf64_Shdr> sections;
  uint64_t names = 0;
};

} // namespace

ObjectCode readObject(const char *path) {
  ObjectFile file(path);
  EXPECT_EQ(file.section(".rela.text"), nullptr) << path << " needs code or data from elsewhere";
  return {bytesOf(file.contents(*file.section(".text"))), file.symbols()};
}

Kernel hostKernel(const std::string &name, std::vector<KernelOperand> operands, uint32_t numScalars,
                  const std::vector<std::string> &phases) {
  static const ObjectCode object = readObject(WEIR_TEST_KERNELS);
  Kernel kernel;
  kernel.name = name;
  std::vector<uint64_t> offsets;
  for (const std::string &phase : phases)
    offsets.push_back(object.symbols.at(name + phase));
  kernel.setHostCode("cpu", object.code, object.symbols.at(name + "_prepare"), offsets);
  kernel.operands = std::move(operands);
  kernel.numScalars = numScalars;
  kernel.locations = {{"test." + name, "model.py", 1, 1, {}}, {"test." + name + ".second", "model.py", 2, 1, {}}};
  return kernel;
}

void addDeviceImages(Kernel &kernel, const std::vector<std::string> &phases) {
  static const ObjectCode object = readObject(WEIR_TEST_SIM_KERNELS);
  static const Bytes cubin = bytesOf(kFakeCubin), ptx = bytesOf(contentsOf(WEIR_TEST_PTX));
  constexpr uint32_t kThreads = 256, kRegisters = 32;
  if (!object.symbols.count(kernel.name + phases.front()))
    return;
  KernelImage flat{"sim", WEIR_SIM_ARCH, object.code, {}, ""}, built{"cuda", "sm_80", cubin, {}, ""};
  KernelImage forNewer{"cuda", "compute_80", ptx, {}, ""};
  for (const std::string &phase : phases) {
    std::string symbol = kernel.name + phase;
    flat.phases.push_back({"", object.symbols.at(symbol), kThreads, 0, 0});
    built.phases.push_back({symbol, 0, kThreads, 0, kRegisters});
    forNewer.phases.push_back({symbol, 0, kThreads, 0, 0});
  }
  kernel.images.push_back(std::move(flat));
  kernel.images.push_back(std::move(built));
  if (ptx.size() > 0)
    kernel.images.push_back(std::move(forNewer));
}

} // namespace weir
