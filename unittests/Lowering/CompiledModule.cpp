// Runs the passes and LLVM on the text of a module and loads the object code.
#include "unittests/Lowering/CompiledModule.h"

#include "passes/Lowering/ExpandMath/Passes.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir::test {

std::vector<std::string> testedCpus() {
  auto features = llvm::sys::getHostCPUFeatures();
  if (!features.lookup("avx2") || !features.lookup("fma") || !features.lookup("f16c"))
    return {};
  std::string host = llvm::sys::getHostCPUName().str();
  return host == kPlainCpu ? std::vector<std::string>{kPlainCpu} : std::vector<std::string>{kPlainCpu, host};
}

std::string function(const std::string &name, const std::string &op, const std::vector<std::string> &operandTypes,
                     const std::string &resultType) {
  std::string parameters, loads;
  for (size_t i = 0; i < operandTypes.size(); ++i) {
    std::string operand(1, "xyz"[i]);
    parameters += "%p" + operand + ": !llvm.ptr, ";
    loads +=
        "  %" + operand + " = llvm.load %p" + operand + " {alignment = 1} : !llvm.ptr -> " + operandTypes[i] + "\n";
  }
  return "func.func @" + name + "(" + parameters + "%out: !llvm.ptr) {\n" + loads + "  %r = " + op +
         "\n  llvm.store %r, %out {alignment = 1} : " + resultType + ", !llvm.ptr\n  return\n}\n";
}

static MLIRContext &context() {
  static MLIRContext *context = [] {
    DialectRegistry registry;
    registry
        .insert<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect, math::MathDialect, vector::VectorDialect>();
    arith::registerConvertArithToLLVMInterface(registry);
    cf::registerConvertControlFlowToLLVMInterface(registry);
    registerConvertFuncToLLVMInterface(registry);
    registerConvertMathToLLVMInterface(registry);
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    return new MLIRContext(registry);
  }();
  return *context;
}

static std::unique_ptr<llvm::Module> lower(const std::string &text, llvm::LLVMContext &llvmContext) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context());
  if (!module)
    return nullptr;
  PassManager passes(&context());
  passes.addPass(createExpandMathPass());
  passes.addPass(createExpandCastsPass());
  passes.addPass(createCSEPass());
  passes.addPass(createSCFToControlFlowPass());
  passes.addPass(createConvertVectorToLLVMPass());
  passes.addPass(createConvertToLLVMPass());
  if (failed(passes.run(*module)))
    return nullptr;
  return translateModuleToLLVMIR(*module, llvmContext);
}

static std::unique_ptr<llvm::TargetMachine> createTargetMachine(const std::string &cpu) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, cpu, /*Features=*/"", llvm::TargetOptions(), llvm::Reloc::PIC_));
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

CompiledModule::CompiledModule(const std::string &text, const std::string &cpu) {
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> module = lower(text, llvmContext);
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(cpu);
  if (!module || !machine) {
    ADD_FAILURE() << "does not compile for " << cpu << ":\n" << text;
    return;
  }
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  optimize(*module, *machine);
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream stream(code);
  llvm::legacy::PassManager emitter;
  EXPECT_FALSE(machine->addPassesToEmitFile(emitter, stream, nullptr, llvm::CodeGenFileType::ObjectFile));
  emitter.run(*module);
  object = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(code), /*RequiresNullTerminator=*/false);
}

CompiledModule::~CompiledModule() = default;

std::vector<std::string> CompiledModule::undefinedSymbols() const {
  if (!object)
    return {"(no object code)"};
  std::vector<std::string> names;
  auto file = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(object->getMemBufferRef()));
  for (const llvm::object::SymbolRef &symbol : file->symbols()) {
    std::string name = llvm::cantFail(symbol.getName()).str();
    // ELF's first symbol is undefined and has no name.
    if (llvm::cantFail(symbol.getFlags()) & llvm::object::SymbolRef::SF_Undefined && !name.empty())
      names.push_back(name);
  }
  return names;
}

void *CompiledModule::address(const std::string &name) {
  if (!jit) {
    jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object->getBuffer(), "test.o")));
  }
  return llvm::cantFail(jit->lookup(name)).toPtr<void *>();
}

} // namespace weir::test
