// A file per kernel: an artifact that holds it and nothing else, named by a hash of all that it was made of.
#include "lib/Compiler/KernelCache.h"

#include "lib/Artifact/ArtifactFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <cstdio>
#include <fcntl.h>
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

/// Writes beside `path` and renames, so that a link there is replaced and no reader sees a part. What fails leaves
/// nothing.
static void writeOwn(const std::string &path, ArrayRef<uint8_t> bytes) {
  std::string temporary = path + ".tmp" + std::to_string(gettid());
  int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return;
  bool isWhole = write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  if (close(file) != 0 || !isWhole || rename(temporary.c_str(), path.c_str()) != 0)
    unlink(temporary.c_str());
}

KernelCache::KernelCache(std::string directory, StringRef target, DictionaryAttr description)
    : directory(std::move(directory)) {
  llvm::raw_string_ostream(machine) << target << ' ' << description << '\n';
}

std::string hashOfKernel(StringRef prefix, func::FuncOp kernel, bool withLines) {
  std::string text = prefix.str();
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm().enableDebugInfo(withLines);
  OwningOpRef<func::FuncOp> nameless = kernel.clone();
  nameless->setSymName("kernel");
  nameless->print(stream, flags);
  llvm::SHA256 hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string KernelCache::pathOf(func::FuncOp kernel, bool withLines) const {
  return directory + "/" + hashOfKernel(machine, kernel, withLines);
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

/// Whether another tool than this compiler assembled some of its code: then a kernel depends on which one was found.
static bool isAssembledElsewhere(const Kernel &kernel) {
  return llvm::any_of(kernel.images, [](const KernelImage &image) {
    return llvm::any_of(image.phases, [](const KernelPhase &phase) { return !phase.symbol.empty(); });
  });
}

void KernelCache::store(func::FuncOp kernel, const Kernel &compiled) const {
  if (directory.empty() || isAssembledElsewhere(compiled))
    return;
  Artifact artifact;
  artifact.kernels.push_back(compiled);
  if (Result<std::vector<uint8_t>> bytes = serialize(artifact))
    writeOwn(pathOf(kernel, /*withLines=*/!compiled.locations.empty()), *bytes);
}

} // namespace weir
