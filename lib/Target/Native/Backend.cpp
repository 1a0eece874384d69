// See Backend.h.
#include "lib/Target/Native/Backend.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace weir {

namespace {

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

void Backends::GiveBack::operator()(Backend *backend) const {
  std::lock_guard lock(owner->mutex);
  idle->emplace_back(backend);
}

const Backends &Backends::of(mlir::MLIRContext *context) {
  return *context->getOrLoadDialect<mlir::LLVM::LLVMDialect>()->getRegisteredInterface<Backends>();
}

Backends::Borrowed Backends::borrow(const CpuName &cpu, llvm::CodeGenOptLevel level, std::string &error) const {
  std::unique_lock lock(mutex);
  Idle &idle = kept[{cpu.cpu, cpu.features, level}]; // stays where it is
  GiveBack giveBack{this, &idle};
  if (!idle.empty()) {
    Borrowed backend(idle.back().release(), giveBack);
    idle.pop_back();
    return backend;
  }
  lock.unlock();
  std::unique_ptr<llvm::TargetMachine> machine = makeMachine(cpu, level, error);
  return {machine ? new Backend(std::move(machine)) : nullptr, giveBack};
}

void registerBackends(mlir::DialectRegistry &registry) {
  registry.addExtension(
      +[](mlir::MLIRContext *, mlir::LLVM::LLVMDialect *dialect) { dialect->addInterfaces<Backends>(); });
}

} // namespace weir
