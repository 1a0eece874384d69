// Compiling from Python, and artifacts as bytes.
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Compiler/Compile.h"
#include "lib/Compiler/HeldResults.h"
#include "lib/Compiler/KernelsOfOps.h"
#include "python/bindings/Errors.h"
#include "python/bindings/Interruptible.h"
#include "python/bindings/PyStorage.h"

#include <pybind11/stl.h>

#include <elf.h>
#include <link.h>

#include <cstdlib>
#include <cstring>

namespace py = pybind11;

namespace weir::python {

namespace {

template <typename T> T compiledOrRaise(Result<T> result) {
  if (!result)
    raise("CompileError", result.message());
  return *std::move(result);
}

CompileOptions optionsOf(const std::string &target, bool amp, bool allowTf32) {
  CompileOptions options;
  options.target = target;
  options.amp = amp;
  options.allowTf32 = allowTf32;
  if (const char *tuning = std::getenv("WEIR_TUNING"))
    options.tuning = tuning;
  return options;
}

/// `compile` with options by which it can be interrupted.
template <typename T>
Interruptible::Work<Result<T>> cancellable(CompileOptions options,
                                           std::function<Result<T>(const CompileOptions &options)> compile) {
  return [options = std::move(options), compile = std::move(compile)](const Interruptible::IsCancelled &isCancelled) {
    CompileOptions own = options;
    own.isCancelled = isCancelled;
    return compile(own);
  };
}

template <typename T>
T compiled(const Interruptible &threads, CompileOptions options,
           std::function<Result<T>(const CompileOptions &options)> compile) {
  return compiledOrRaise(threads.run(cancellable(std::move(options), std::move(compile))));
}

py::bytes bytesOf(const std::vector<uint8_t> &artifact) {
  return py::bytes(reinterpret_cast<const char *>(artifact.data()), artifact.size());
}

/// A compilation that goes on beside Python.
class StartedCompilation {
public:
  StartedCompilation(Interruptible threads, Interruptible::Work<Result<std::vector<uint8_t>>> compile)
      : threads(std::move(threads)), started(this->threads.start(std::move(compile))) {}

  bool isDone() const { return started->isDone(); }
  py::bytes result() const { return bytesOf(compiledOrRaise(threads.wait(*started))); }

private:
  Interruptible threads;
  std::shared_ptr<Interruptible::Started<Result<std::vector<uint8_t>>>> started;
};

using KernelTuple = std::tuple<std::string, std::vector<int64_t>, int64_t, int64_t>;

void defineInterruptible(py::module_ &module) {
  Interruptible threads;
  module.def("end", [threads] { threads.end(); }, "Python's end: cancels what other threads compile.");
  py::cpp_function forget([threads] { threads.forget(); });
  py::module_::import("os").attr("register_at_fork")(py::arg("after_in_child") = forget);
  module.def(
      "compile",
      [threads](const std::string &text, const std::string &target, bool amp, const std::string &dumpStagesDir,
                bool allowTf32, const std::string &kernelCache, const std::string &machine) {
        CompileOptions options = optionsOf(target, amp, allowTf32);
        options.machine = machine;
        options.dumpStagesDir = dumpStagesDir;
        options.kernelCache = kernelCache;
        return bytesOf(compiled<std::vector<uint8_t>>(
            threads, options, [text](const CompileOptions &own) { return compileModule(text, own); }));
      },
      py::arg("text"), py::arg("target"), py::arg("amp"), py::arg("dump_stages_dir"), py::arg("allow_tf32") = false,
      py::arg("kernel_cache") = "", py::arg("machine") = "");
  py::class_<StartedCompilation>(module, "StartedCompilation")
      .def_property_readonly("is_done", &StartedCompilation::isDone)
      .def("result", &StartedCompilation::result, "The artifact, once; waits for it.");
  module.def("start_compiling", [threads](const std::string &text, const std::string &target, bool amp, bool allowTf32,
                                          const std::string &kernelCache) {
    CompileOptions options = optionsOf(target, amp, allowTf32);
    options.kernelCache = kernelCache;
    return StartedCompilation(threads, cancellable<std::vector<uint8_t>>(options, [text](const CompileOptions &own) {
                                return compileModule(text, own);
                              }));
  });
  module.def("run_stages", [threads](const std::string &text, const std::string &from, const std::string &to,
                                     const std::string &target, bool amp, bool allowTf32) {
    return compiled<std::string>(threads, optionsOf(target, amp, allowTf32),
                                 [=](const CompileOptions &own) { return runStages(text, from, to, own); });
  });
  // Kind and dimension, for each axis of each result of a job.
  module.def("held_results", [threads](const std::string &text, const std::string &job, const std::string &target,
                                       bool amp, bool allowTf32) {
    using Held = std::vector<std::vector<Holding>>;
    Held held = compiled<Held>(threads, optionsOf(target, amp, allowTf32),
                               [=](const CompileOptions &own) { return heldResults(text, job, own); });
    std::vector<std::vector<std::pair<int, int>>> pairs;
    for (const std::vector<Holding> &axes : held) {
      pairs.emplace_back();
      for (const Holding &axis : axes)
        pairs.back().emplace_back(static_cast<int>(axis.kind), axis.dim);
    }
    return pairs;
  });
  // (kernel, numbers of ops, flops, bytes) of each launch.
  module.def("kernels_of_ops", [threads](const std::string &text, const std::string &target, bool amp, bool allowTf32) {
    std::vector<KernelTuple> uses;
    for (KernelUse &use :
         compiled<std::vector<KernelUse>>(threads, optionsOf(target, amp, allowTf32),
                                          [text](const CompileOptions &own) { return kernelsOfOps(text, own); }))
      uses.emplace_back(std::move(use.kernel), std::move(use.ops), use.flops, use.bytes);
    return uses;
  });
}

/// The artifact with the tensors of these names as initial values of its variables.
py::bytes withInitialValues(const py::bytes &bytes, const std::map<std::string, const TensorStorage *> &values) {
  auto view = static_cast<std::string_view>(bytes);
  Artifact artifact =
      valueOrRaise(readArtifact(std::span(reinterpret_cast<const uint8_t *>(view.data()), view.size())));
  for (Variable &variable : artifact.variables) {
    auto found = values.find(variable.name);
    if (found == values.end() || variable.aliasOf)
      continue;
    const TensorStorage &storage = *found->second;
    auto size = static_cast<size_t>(valueOrRaise(checkedNumBytes(variable.shape, variable.dtype)));
    std::vector<uint8_t> elements(size);
    check(weir_tensor_read(storage.get(), elements.data(), size));
    variable.initial = static_cast<Id>(artifact.constants.size());
    artifact.constants.push_back({variable.dtype, variable.shape, Bytes(std::move(elements))});
  }
  std::vector<uint8_t> made = valueOrRaise(serialize(artifact));
  return py::bytes(reinterpret_cast<const char *>(made.data()), made.size());
}

/// Finds the build id of the object that holds `buildId`'s code.
int findBuildId(dl_phdr_info *object, size_t, void *found);

/// Hexadecimal name of this very build of the compiler, from the linker's note; "" if it wrote none.
std::string buildId() {
  std::string found;
  dl_iterate_phdr(findBuildId, &found);
  return found;
}

bool holds(const dl_phdr_info &object, uintptr_t address) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    uintptr_t begin = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= begin && address < begin + segment.p_memsz)
      return true;
  }
  return false;
}

int findBuildId(dl_phdr_info *object, size_t, void *found) {
  if (!holds(*object, reinterpret_cast<uintptr_t>(&buildId)))
    return 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE)
      continue;
    const auto *at = reinterpret_cast<const uint8_t *>(object->dlpi_addr + segment.p_vaddr);
    for (const uint8_t *end = at + segment.p_memsz; at + sizeof(ElfW(Nhdr)) <= end;) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const uint8_t *content = at + sizeof note + (note.n_namesz + 3) / 4 * 4;
      if (note.n_type == NT_GNU_BUILD_ID) {
        for (uint32_t b = 0; b < note.n_descsz; ++b) {
          constexpr char digits[] = "0123456789abcdef";
          *static_cast<std::string *>(found) += {digits[content[b] >> 4], digits[content[b] & 15]};
        }
        return 1;
      }
      at = content + (note.n_descsz + 3) / 4 * 4;
    }
  }
  return 1;
}

} // namespace

void defineCompiler(py::module_ &module) {
  defineInterruptible(module);
  Boxed<TensorStorage>::take(py::module_::import("weir._core").attr("Storage"));
  module.def("with_initial_values", withInitialValues);
  module.def("build_id", buildId);
}

} // namespace weir::python
