// Writing beside a file and renaming.
#include "lib/Support/WriteFile.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace fs = std::filesystem;

namespace weir {

static std::error_code lastError() { return {errno ? errno : EIO, std::generic_category()}; }

static std::error_code writeInPlace(const std::string &path, const char *mode, std::string_view bytes) {
  std::FILE *stream = std::fopen(path.c_str(), mode);
  if (!stream)
    return lastError();
  bool complete = std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size();
  std::error_code error = complete ? std::error_code() : lastError();
  if (std::fclose(stream) != 0 && !error)
    error = lastError();
  return error;
}

/// No other thread of this machine has the same name for it: numbers of threads are unique among all processes.
static std::string nameBeside(const std::string &path) { return path + ".tmp" + std::to_string(gettid()); }

std::error_code writeFile(const std::string &path, std::string_view bytes) {
  std::error_code unused;
  fs::file_status before = fs::status(path, unused);
  // /dev/stdout may lead to a regular file that others go on writing to.
  if (path.starts_with("/dev/") || (fs::exists(before) && !fs::is_regular_file(before)))
    return writeInPlace(path, "wb", bytes);
  // Through a link, its target is what changes.
  std::string target = fs::exists(before) ? fs::canonical(path, unused).string() : path;
  std::string temporary = nameBeside(target);
  std::error_code error = writeInPlace(temporary, "wbx", bytes);
  if (!error && fs::exists(before))
    fs::permissions(temporary, before.permissions(), unused);
  if (!error)
    fs::rename(temporary, target, error);
  if (error)
    fs::remove(temporary, unused);
  return error;
}

} // namespace weir
