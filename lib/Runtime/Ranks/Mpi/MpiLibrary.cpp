// Finds the plug-in. It stays open, as libraries of MPI leave threads and handlers behind.
#include "lib/Runtime/Ranks/Mpi/MpiLibrary.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace weir {

namespace {

int32_t numberOf(const char *variable) {
  const char *text = std::getenv(variable);
  return text ? int32_t(std::strtol(text, nullptr, 10)) : 0;
}

/// Where a plug-in may be: a program of a build tree or an installation has its libraries in the folder beside its own.
std::vector<std::string> placesOf(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return {name};
  Dl_info here{};
  dladdr(reinterpret_cast<void *>(&weir_world_open_mpi), &here);
  std::filesystem::path folder = std::filesystem::absolute(here.dli_fname ? here.dli_fname : ".").parent_path();
  std::string file = "libweir-mpi-" + name + ".so";
  return {folder / file, folder.parent_path() / "lib" / file};
}

} // namespace

MpiStart MpiStart::ofEnvironment() {
  const char *asked = std::getenv("WEIR_MPI");
  std::string chosen = asked ? asked : "";
  if (chosen == "none")
    return {};
  MpiStart start;
  if (int32_t ranks = numberOf("OMPI_COMM_WORLD_SIZE"))
    start = {"openmpi", ranks};
  else if (int32_t ofHydra = numberOf("PMI_SIZE"); ofHydra && std::getenv("PMI_RANK"))
    start = {"mpich", ofHydra};
  if (!chosen.empty() && !start.library.empty())
    start.library = chosen;
  return start;
}

Status MpiLibrary::open(const std::string &name, std::unique_ptr<MpiLibrary> &library) {
  std::string why;
  void *opened = nullptr;
  for (const std::string &path : placesOf(name)) {
    opened = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened)
      break;
    why += (why.empty() ? "" : "; ") + std::string(dlerror());
  }
  if (!opened)
    return failure(WEIR_INVALID_ARGUMENT, message("expects a plug-in for the MPI library '", name, "', got: ", why));
  auto *entry = reinterpret_cast<WeirMpiEntry *>(dlsym(opened, kWeirMpiEntry));
  const weir_mpi_plugin *plugin = entry ? entry() : nullptr;
  if (!plugin || plugin->version != kWeirMpiVersion)
    return failure(WEIR_INVALID_ARGUMENT,
                   message("expects a plug-in of this version for the MPI library '", name, "', got another file"));
  library.reset(new MpiLibrary(plugin));
  return nullptr;
}

Status MpiLibrary::initialize() {
  std::lock_guard lock(mutex);
  int32_t isOurs = 0, allowsThreads = 0;
  if (int error = plugin->initialize(&isOurs, &allowsThreads))
    return explained("initializing", error);
  hasInitialized = isOurs;
  if (!allowsThreads)
    return failure(WEIR_INVALID_ARGUMENT, message("expects ", plugin->library,
                                                  " to be initialized with MPI_THREAD_SERIALIZED at least, which "
                                                  "somebody else in this process has not done"));
  return nullptr;
}

void MpiLibrary::finalize() {
  std::lock_guard lock(mutex);
  if (!plugin->is_over())
    plugin->finalize();
}

bool MpiLibrary::isOver() {
  if (isOfParent())
    return true;
  std::lock_guard lock(mutex);
  return plugin->is_over();
}

Status MpiLibrary::explained(const char *what, int error) const {
  char text[512];
  plugin->explain(error, text, sizeof(text));
  return failure(WEIR_INTERNAL, message(plugin->library, " failed in ", what, ": ", text));
}

} // namespace weir
