// Runs ptxas in a temporary folder and reads what it prints.
#include "lib/Target/Cuda/Ptxas.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace weir::cuda {

std::optional<std::string> findPtxas() {
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("ptxas");
  if (!found) {
    const char *home = std::getenv("CUDA_HOME");
    found = llvm::sys::findProgramByName("ptxas", {std::string(home ? home : "/usr/local/cuda") + "/bin"});
  }
  return found ? std::optional(*found) : std::nullopt;
}

PtxasReport parsePtxasReport(const std::string &text) {
  PtxasReport report;
  llvm::Regex entry("Compiling entry function '([^']+)'"), used("Used ([0-9]+) registers");
  llvm::Regex stack("([0-9]+) bytes stack frame, ([0-9]+) bytes spill stores, ([0-9]+) bytes spill loads");
  auto number = [](llvm::StringRef digits) {
    uint32_t value = 0;
    digits.getAsInteger(10, value);
    return value;
  };
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    llvm::SmallVector<llvm::StringRef> found;
    if (entry.match(line, &found)) {
      report.entries.push_back({.symbol = found[1].str()});
    } else if (!report.entries.empty() && stack.match(line, &found)) {
      report.entries.back().stackBytes = number(found[1]);
      report.entries.back().spillStoreBytes = number(found[2]);
      report.entries.back().spillLoadBytes = number(found[3]);
    } else if (!report.entries.empty() && used.match(line, &found)) {
      report.entries.back().registers = number(found[1]);
    } else if (line.contains("warning") || line.contains("(C7")) {
      report.warnings.push_back(line.str());
    }
  }
  return report;
}

static std::string readFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

Result<Assembly> assemblePtx(const std::string &ptxas, const std::string &ptx, const std::string &arch) {
  llvm::SmallString<128> folder;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("weir-ptxas", folder))
    return Failure{"expects to create a temporary folder for ptxas: " + error.message()};
  llvm::scope_exit cleanUp([&] { llvm::sys::fs::remove_directories(folder); });
  auto path = [&](llvm::StringRef name) {
    llvm::SmallString<128> file(folder);
    llvm::sys::path::append(file, name);
    return file.str().str();
  };
  std::string input = path("kernel.ptx"), output = path("kernel.cubin"), printed = path("printed");
  std::error_code error;
  llvm::raw_fd_ostream(input, error) << ptx;
  if (error)
    return Failure{"expects to write " + input + ": " + error.message()};
  std::string machine = "-arch=" + arch, message;
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(printed),
                                                llvm::StringRef(printed)};
  int status = llvm::sys::ExecuteAndWait(ptxas, {ptxas, machine, "-v", input, "-o", output}, /*Env=*/std::nullopt,
                                         redirects, /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  std::string text = readFile(printed);
  if (status != 0)
    return Failure{"expects " + ptxas + " to accept a kernel for " + arch + ", got " + message + text};
  std::string cubin = readFile(output);
  return Assembly{{cubin.begin(), cubin.end()}, parsePtxasReport(text)};
}

} // namespace weir::cuda
