// See PtxasReports.h. A file per text, machine and program, named by a hash of the three.
#include "unittests/Target/PtxasReports.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace weir {
namespace {

constexpr char kWarning[] = "warning";

/// Changes when another version is installed.
std::string identityOf(const std::string &program) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(program, status))
    return program;
  return program + " " + std::to_string(status.getSize()) + " " +
         std::to_string(status.getLastModificationTime().time_since_epoch().count());
}

std::optional<cuda::PtxasReport> read(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    return std::nullopt;
  cuda::PtxasReport report;
  for (std::string symbol; file >> symbol;) {
    if (symbol == kWarning) {
      std::string text;
      std::getline(file >> std::ws, text);
      report.warnings.push_back(text);
      continue;
    }
    cuda::PtxasEntry entry{symbol};
    file >> entry.registers >> entry.stackBytes >> entry.spillStoreBytes >> entry.spillLoadBytes;
    report.entries.push_back(entry);
  }
  return report;
}

/// A reader beside this process sees the whole file or none.
void write(const cuda::PtxasReport &report, const std::string &path) {
  std::string unfinished = path + "." + std::to_string(getpid());
  std::ofstream file(unfinished);
  for (const cuda::PtxasEntry &entry : report.entries)
    file << entry.symbol << " " << entry.registers << " " << entry.stackBytes << " " << entry.spillStoreBytes << " "
         << entry.spillLoadBytes << "\n";
  for (const std::string &warning : report.warnings)
    file << kWarning << " " << warning << "\n";
  file.close();
  std::error_code ignored;
  std::filesystem::rename(unfinished, path, ignored);
}

} // namespace

Result<cuda::PtxasReport> ptxasReport(const std::string &ptxas, const std::string &ptx, const std::string &arch) {
  std::filesystem::path folder = WEIR_BINARY "/ptxas-reports";
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  std::string asked = arch + "\n" + identityOf(ptxas) + "\n" + ptx;
  std::string path = folder / llvm::utohexstr(llvm::xxh3_64bits(asked), /*LowerCase=*/true, /*Width=*/16);
  if (std::optional<cuda::PtxasReport> known = read(path))
    return *known;
  Result<cuda::Assembly> assembly = cuda::assemblePtx(ptxas, ptx, arch);
  if (!assembly)
    return assembly.failure();
  write(assembly->report, path);
  return assembly->report;
}

} // namespace weir
