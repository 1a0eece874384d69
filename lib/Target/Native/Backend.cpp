// See Backend.h.
#include "lib/Target/Native/Backend.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <map>
#include <mutex>
#include <tuple>

namespace weir {

namespace {

using Idle = std::vector<std::unique_ptr<Backend>>;

/// Of the process; as many of each as threads have compiled at once. It outlives threads that compile at its end.
struct Kept {
  std::mutex mutex;
  std::map<std::tuple<std::string, std::string, llvm::CodeGenOptLevel>, Idle> idle;
};

Kept &kept() {
  static Kept *backends = new Kept;
  return *backends;
}

std::unique_ptr<llvm::TargetMachine> makeMachine(const CpuName &cpu, llvm::CodeGenOptLevel level, std::string &error) {
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  llvm::Triple triple(llvm::sys::getProcessTriple());
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu.cpu, cpu.features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small, level));
}

} // namespace

std::optional<llvm::SmallVector<char, 0>> Backend::emitObject(llvm::Module &module) {
  if (!passes) {
    passes.emplace();
    if (machine->addPassesToEmitFile(*passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
      passes.reset();
      return std::nullopt;
    }
  }
  object.clear();
  passes->run(module);
  return std::move(object);
}

void GiveBack::operator()(Backend *backend) const {
  std::lock_guard lock(kept().mutex);
  idle->emplace_back(backend);
}

BorrowedBackend borrowBackend(const CpuName &cpu, llvm::CodeGenOptLevel level, std::string &error) {
  std::unique_lock lock(kept().mutex);
  Idle &idle = kept().idle[{cpu.cpu, cpu.features, level}]; // stays where it is
  if (!idle.empty()) {
    BorrowedBackend backend(idle.back().release(), GiveBack{&idle});
    idle.pop_back();
    return backend;
  }
  lock.unlock();
  std::unique_ptr<llvm::TargetMachine> machine = makeMachine(cpu, level, error);
  return {machine ? new Backend(std::move(machine)) : nullptr, GiveBack{&idle}};
}

} // namespace weir
