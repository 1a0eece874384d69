// The module as a whole: globals, functions, parameters, address spaces. What becomes of an op stands in OpLowerings.h.
#include "lib/Target/Sim/LowerToSim.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"
#include "lib/Target/Native/HoldBf16AsBits.h"
#include "lib/Target/Sim/OpLowerings.h"
#include "lib/Target/Sim/Passes.h"

#include "dialects/Kernel/KeptPasses.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace weir::sim {

#define GEN_PASS_DEF_LOWERTOSIMPASS
#include "lib/Target/Sim/Passes.h.inc"

namespace {

constexpr unsigned kSharedSpace = 3;
constexpr int64_t kSharedAlignment = 1024, kLeastSharedAlignment = 16;
/// What a kernel's variables may take of WEIR_SIM_STACK_BYTES; the rest is for what code generation spills.
constexpr int64_t kVariableBytes = WEIR_SIM_STACK_BYTES / 2;

OpLowerings allLowerings() {
  OpLowerings lowerings;
  addRegisters(lowerings);
  addCollectives(lowerings);
  addMatrixOps(lowerings);
  addNumbers(lowerings);
  addMemory(lowerings);
  return lowerings;
}

class ModuleLowering {
public:
  ModuleLowering(mlir::gpu::GPUModuleOp kernels, SimImage &image) : kernels(kernels), image(image) {}

  FailureOr<SimModule> run();

private:
  void copyKernels();
  void placeGlobals();
  int64_t placeShared(LLVM::GlobalOp global, int64_t end);
  void lowerFunction(LLVM::LLVMFuncOp function);
  void addThreadParameter(LLVM::LLVMFuncOp function);
  LogicalResult makeEntry(LLVM::LLVMFuncOp function);
  void passThread(LLVM::CallOp call);
  void dropDeviceAttributes(LLVM::LLVMFuncOp function);
  void removeLeftovers();
  LogicalResult finish();
  void fail(LogicalResult result) { isGood &= succeeded(result); }

  mlir::gpu::GPUModuleOp kernels;
  SimImage &image;
  SimModule result;
  const OpLowerings lowerings = allLowerings();
  bool isGood = true;
};

FailureOr<SimModule> ModuleLowering::run() {
  copyKernels();
  deferMatrixOps(*result.module);
  placeGlobals();
  SmallVector<LLVM::LLVMFuncOp> functions;
  for (auto function : result.module->getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  for (LLVM::LLVMFuncOp function : functions)
    lowerFunction(function);
  if (image.stackBytes > kVariableBytes)
    fail(kernels.emitError("expects a thread's variables to take at most ")
         << kVariableBytes << " bytes, got " << image.stackBytes);
  if (image.locations.size() > WEIR_SIM_MAX_SITES)
    fail(kernels.emitError("expects at most ")
         << WEIR_SIM_MAX_SITES << " ops that the simulator sees, got " << image.locations.size());
  if (!isGood || failed(finish()))
    return failure();
  return std::move(result);
}

void ModuleLowering::copyKernels() {
  result.module = ModuleOp::create(kernels.getLoc());
  for (Operation &op : *kernels.getBody()) {
    if (isa<LLVM::LLVMFuncOp, LLVM::GlobalOp>(op))
      result.module->push_back(op.clone());
    else if (!op.hasTrait<OpTrait::IsTerminator>())
      fail(op.emitError("expects functions and globals of the LLVM dialect in a gpu.module, got ") << op.getName());
  }
}

// Globals

/// Arrays of no elements are dynamic shared memory: they begin behind all others, wherever they stand.
bool isDynamic(LLVM::GlobalOp global) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(global.getType());
  return array && array.getNumElements() == 0;
}

int64_t ModuleLowering::placeShared(LLVM::GlobalOp global, int64_t end) {
  int64_t alignment = std::max<int64_t>(global.getAlignment().value_or(1), kLeastSharedAlignment);
  if (alignment > kSharedAlignment)
    fail(global.emitError("expects shared memory to be aligned to at most ")
         << kSharedAlignment << " bytes, got " << alignment);
  int64_t offset = llvm::alignTo(end, alignment);
  image.sharedOffsets[global.getSymNameAttr()] = offset;
  return offset + static_cast<int64_t>(DataLayout::closest(global).getTypeSize(global.getType()).getFixedValue());
}

void ModuleLowering::placeGlobals() {
  for (bool dynamic : {false, true})
    for (auto global : result.module->getOps<LLVM::GlobalOp>())
      if (global.getAddrSpace() == kSharedSpace && isDynamic(global) == dynamic) {
        int64_t end = placeShared(global, result.staticSharedBytes);
        result.staticSharedBytes = std::max(result.staticSharedBytes, end);
      }
  for (auto global : result.module->getOps<LLVM::GlobalOp>()) {
    if (global.getAddrSpace() == kSharedSpace)
      continue;
    if (!global.getConstant())
      fail(global.emitError("expects global variables of a kernel to be constant or in shared memory"));
    global.setAddrSpace(0);
    global.setLinkage(LLVM::Linkage::Internal);
  }
}

// Functions

void ModuleLowering::dropDeviceAttributes(LLVM::LLVMFuncOp function) {
  for (NamedAttribute attribute : llvm::to_vector(function->getDiscardableAttrs()))
    function->removeDiscardableAttr(attribute.getName());
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
  function.setCConv(LLVM::cconv::CConv::C);
  function.setConvergent(true);
  function.setNoUnwind(true);
}

void ModuleLowering::addThreadParameter(LLVM::LLVMFuncOp function) {
  auto pointer = LLVM::LLVMPointerType::get(function.getContext());
  LLVM::LLVMFunctionType type = function.getFunctionType();
  SmallVector<Type> parameters{pointer};
  llvm::append_range(parameters, type.getParams());
  dropDeviceAttributes(function);
  function.setFunctionType(LLVM::LLVMFunctionType::get(type.getReturnType(), parameters));
  function.getBody().insertArgument(0u, pointer, function.getLoc());
  function.setLinkage(LLVM::Linkage::Internal);
}

bool isWord(Type type) { return isa<LLVM::LLVMPointerType>(type) || type.isInteger(64) || type.isF64(); }

LogicalResult ModuleLowering::makeEntry(LLVM::LLVMFuncOp function) {
  for (Type type : function.getFunctionType().getParams())
    if (!isWord(type))
      return function.emitError("expects the parameters of a kernel to be words of 64 bits, got ") << type;
  auto pointer = LLVM::LLVMPointerType::get(function.getContext());
  dropDeviceAttributes(function);
  function.setFunctionType(
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(function.getContext()), {pointer, pointer}));
  Block &entry = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  unsigned count = entry.getNumArguments();
  Value words = entry.insertArgument(0u, pointer, function.getLoc()); // in the end the second argument
  for (unsigned i = 0; i < count; ++i) {
    BlockArgument parameter = entry.getArgument(1 + i);
    if (parameter.use_empty())
      continue;
    Value address = LLVM::GEPOp::create(builder, function.getLoc(), pointer, builder.getI64Type(), words,
                                        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    auto word = LLVM::LoadOp::create(builder, function.getLoc(), parameter.getType(), address);
    word.setInvariant(true);
    parameter.replaceAllUsesWith(word);
  }
  entry.eraseArguments(1, count);
  entry.insertArgument(0u, pointer, function.getLoc());
  function.setLinkage(LLVM::Linkage::External);
  return success();
}

void ModuleLowering::passThread(LLVM::CallOp call) {
  auto callee = call.getCallee() ? result.module->lookupSymbol<LLVM::LLVMFuncOp>(*call.getCallee()) : nullptr;
  if (!callee || callee.isExternal()) {
    fail(call.emitError("expects kernels to call functions of their module only"));
    return;
  }
  SmallVector<Value> operands{call->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0)};
  llvm::append_range(operands, call.getCalleeOperands());
  call.getCalleeOperandsMutable().assign(operands);
  call.removeArgAttrsAttr();
  call.setConvergent(true);
}

void ModuleLowering::lowerFunction(LLVM::LLVMFuncOp function) {
  // What is there now: reads of parameters and the simulator's calls need no lowering.
  SmallVector<Operation *> ops;
  function.getBody().walk([&](Operation *op) { ops.push_back(op); });
  if (function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName())) {
    if (failed(makeEntry(function)))
      return fail(failure());
  } else {
    addThreadParameter(function);
  }
  for (Operation *op : ops) {
    if (auto call = dyn_cast<LLVM::CallOp>(op))
      passThread(call);
    else
      fail(lowerings.lower(op, image));
  }
}

// The rest

void ModuleLowering::removeLeftovers() {
  for (Operation &op : llvm::make_early_inc_range(*result.module->getBody())) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    auto global = dyn_cast<LLVM::GlobalOp>(op);
    if ((function && function.isExternal()) || (global && global.getAddrSpace() == kSharedSpace))
      op.erase();
  }
}

/// Memory has one address space here.
void joinAddressSpaces(ModuleOp module) {
  AttrTypeReplacer oneSpace;
  oneSpace.addReplacement([](LLVM::LLVMPointerType type) { return LLVM::LLVMPointerType::get(type.getContext()); });
  auto setTypes = [&](ValueRange values) {
    for (Value value : values)
      if (isa<LLVM::LLVMPointerType, LLVM::LLVMStructType, LLVM::LLVMArrayType, VectorType>(value.getType()))
        value.setType(oneSpace.replace(value.getType()));
  };
  module->walk([&](Operation *op) {
    setTypes(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        setTypes(block.getArguments());
    // Their attributes may hold types of pointers.
    if (isa<LLVM::LLVMFuncOp, LLVM::GlobalOp, LLVM::AllocaOp, LLVM::GEPOp>(op))
      oneSpace.replaceElementsIn(op);
    if (auto cast = dyn_cast<LLVM::AddrSpaceCastOp>(op)) {
      cast.replaceAllUsesWith(cast.getArg());
      cast.erase();
    }
  });
}

LogicalResult ModuleLowering::finish() {
  removeLeftovers();
  joinAddressSpaces(*result.module);
  holdBf16AsBits(*result.module);
  return success(!kVerifiesSteps || succeeded(verify(*result.module)));
}

struct LowerToSim : impl::LowerToSimPassBase<LowerToSim> {
  using LowerToSimPassBase::LowerToSimPassBase;

  void runOnOperation() override {
    for (auto kernels : llvm::make_early_inc_range(getOperation().getOps<mlir::gpu::GPUModuleOp>())) {
      SimImage image{.check = check};
      FailureOr<SimModule> lowered = lowerToSim(kernels, image);
      if (failed(lowered))
        return signalPassFailure();
      getOperation().getBody()->getOperations().splice(kernels->getIterator(),
                                                       lowered->module->getBody()->getOperations());
      kernels.erase();
    }
  }
};

} // namespace

LogicalResult OpLowerings::lower(Operation *op, SimImage &image) const {
  auto found = functions.find(op->getName().getTypeID());
  if (found != functions.end()) {
    ThreadCode code(op, image);
    return found->second(op, code);
  }
  if (isa_and_present<LLVM::LLVMDialect>(op->getDialect()) &&
      (isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>()))
    return success();
  return op->emitError("expects ops that target sim knows, got '") << op->getName() << "'";
}

FailureOr<SimModule> lowerToSim(mlir::gpu::GPUModuleOp kernels, SimImage &image) {
  return ModuleLowering(kernels, image).run();
}

} // namespace weir::sim
