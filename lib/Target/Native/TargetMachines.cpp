// See TargetMachines.h.
#include "lib/Target/Native/TargetMachines.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <map>
#include <mutex>

namespace weir {

namespace {

using Idle = std::vector<std::unique_ptr<llvm::TargetMachine>>;

/// Of the process; as many of each as threads have compiled at once. It outlives threads that compile at its end.
struct Kept {
  std::mutex mutex;
  std::map<std::tuple<std::string, std::string, llvm::CodeGenOptLevel>, Idle> idle;
};

Kept &kept() {
  static Kept *machines = new Kept;
  return *machines;
}

std::unique_ptr<llvm::TargetMachine> make(const CpuName &cpu, llvm::CodeGenOptLevel level, std::string &error) {
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

void GiveBack::operator()(llvm::TargetMachine *machine) const {
  std::lock_guard lock(kept().mutex);
  idle->emplace_back(machine);
}

BorrowedMachine borrowTargetMachine(const CpuName &cpu, llvm::CodeGenOptLevel level, std::string &error) {
  std::unique_lock lock(kept().mutex);
  Idle &idle = kept().idle[{cpu.cpu, cpu.features, level}]; // stays where it is
  if (idle.empty()) {
    lock.unlock();
    return BorrowedMachine(make(cpu, level, error).release(), GiveBack{&idle});
  }
  BorrowedMachine machine(idle.back().release(), GiveBack{&idle});
  idle.pop_back();
  return machine;
}

} // namespace weir
