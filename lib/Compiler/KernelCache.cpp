// A file per kernel: an artifact that holds it and nothing else, named by a hash of all that it was made of.
#include "lib/Compiler/KernelCache.h"

#include "lib/Artifact/ArtifactFile.h"
#include "lib/Support/WriteFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;

namespace weir {

/// The bytes of a regular file that belongs to this user and that no other may write.
static std::optional<std::vector<uint8_t>> readOwn(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  struct stat facts;
  std::optional<std::vector<uint8_t>> bytes;
  if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == getuid() && !(facts.st_mode & 022)) {
    bytes.emplace(facts.st_size);
    if (read(file, bytes->data(), bytes->size()) != facts.st_size)
      bytes.reset();
  }
  close(file);
  return bytes;
}

KernelCache::KernelCache(std::string directory, StringRef target, DictionaryAttr description)
    : directory(std::move(directory)) {
  llvm::raw_string_ostream(machine) << target << ' ' << description << '\n';
}

std::string KernelCache::pathOf(func::FuncOp kernel, bool withLines) const {
  std::string text = machine;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm().enableDebugInfo(withLines);
  OwningOpRef<func::FuncOp> nameless = kernel.clone();
  nameless->setSymName("kernel");
  nameless->print(stream, flags);
  llvm::SHA256 hash;
  hash.update(text);
  return directory + "/" + llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::optional<Kernel> KernelCache::find(func::FuncOp kernel) const {
  if (directory.empty())
    return std::nullopt;
  for (bool withLines : {false, true}) {
    std::optional<std::vector<uint8_t>> bytes = readOwn(pathOf(kernel, withLines));
    if (!bytes)
      continue;
    Result<Artifact> artifact = readArtifact(*bytes);
    if (!artifact || artifact->kernels.size() != 1)
      continue;
    Kernel found = std::move(artifact->kernels.front());
    found.name = kernel.getSymName().str();
    return found;
  }
  return std::nullopt;
}

void KernelCache::store(func::FuncOp kernel, const Kernel &compiled) const {
  if (directory.empty())
    return;
  Artifact artifact;
  artifact.kernels.push_back(compiled);
  Result<std::vector<uint8_t>> bytes = serialize(artifact);
  std::string path = pathOf(kernel, /*withLines=*/!compiled.locations.empty());
  std::error_code unused;
  if (bytes && !writeFile(path, {reinterpret_cast<const char *>(bytes->data()), bytes->size()}))
    std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write,
                                 unused);
}

} // namespace weir
