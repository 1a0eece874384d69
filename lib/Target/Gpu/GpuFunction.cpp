// Unpacks the parameters of a phase on a GPU.
#include "lib/Target/Gpu/GpuFunction.h"

#include "include/weir/Runtime/KernelAbi.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <cstddef>

using namespace mlir;

namespace weir::gpu {

// Parameters in front of the operands' addresses.
constexpr unsigned kFaultParameter = 0, kWorkspaceParameter = 1, kStopParameter = 2, kFirstOperandParameter = 3;
constexpr StringLiteral kSharedName = "shared";
/// Threads that a multiprocessor shall have at once, unless a phase says otherwise. ptxas would take registers for more
/// and spill.
constexpr int64_t kMinThreadsPerSm = 512;

static Type globalPointer(MLIRContext *context) { return LLVM::LLVMPointerType::get(context, kGlobalMemory); }

static SmallVector<Type> parameters(MLIRContext *context, const KernelSignature &signature) {
  SmallVector<Type> types(kFirstOperandParameter + signature.operands.size(), globalPointer(context));
  unsigned words = signature.numScalars + WEIR_MAX_LAUNCH_SCALARS;
  for (MemRefType operand : signature.operands)
    words += 2 * operand.getRank();
  types.append(words, IntegerType::get(context, 64));
  return types;
}

/// The name of the block's shared memory, whose size each launch gives; declared once per module.
static LLVM::GlobalOp sharedMemory(mlir::gpu::GPUModuleOp module) {
  if (auto known = module.lookupSymbol<LLVM::GlobalOp>(kSharedName))
    return known;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  return LLVM::GlobalOp::create(builder, module.getLoc(), type, /*isConstant=*/false, LLVM::Linkage::External,
                                kSharedName, /*value=*/Attribute(), /*alignment=*/128, kSharedMemory);
}

GpuFunction::GpuFunction(mlir::gpu::GPUModuleOp module, Location loc, StringRef name, const KernelSignature &signature,
                         int64_t threads)
    : builder(module.getContext()), loc(loc), threads(threads), numInputs(signature.numInputs) {
  LLVM::GlobalOp global = sharedMemory(module);
  builder.setInsertionPointToEnd(module.getBody());
  auto type = builder.getFunctionType(parameters(builder.getContext(), signature), {});
  function = mlir::gpu::GPUFuncOp::create(builder, loc, name, type);
  function->setAttr(mlir::gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function.setKnownBlockSize(ArrayRef<int32_t>{static_cast<int32_t>(threads), 1, 1});
  setMinBlocksPerSm(std::max<int64_t>(1, kMinThreadsPerSm / threads));
  builder.setInsertionPointToStart(&function.getBody().front());
  sharedBase = LLVM::AddressOfOp::create(builder, loc, global);
  block = mlir::gpu::BlockIdOp::create(builder, loc, mlir::gpu::Dimension::x);
  thread = mlir::gpu::ThreadIdOp::create(builder, loc, mlir::gpu::Dimension::x);
  unpack(signature);
}

void GpuFunction::setMinBlocksPerSm(int64_t blocks) {
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(static_cast<int32_t>(blocks)));
}

Value GpuFunction::view(MemRefType type, Value pointer, ValueRange sizes, ValueRange strides) {
  LLVMTypeConverter converter(builder.getContext());
  auto descriptor = MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, pointer);
  descriptor.setAlignedPtr(builder, loc, pointer);
  descriptor.setConstantOffset(builder, loc, 0);
  for (auto [d, size] : llvm::enumerate(sizes))
    descriptor.setSize(builder, loc, d, size);
  for (auto [d, stride] : llvm::enumerate(strides))
    descriptor.setStride(builder, loc, d, stride);
  return UnrealizedConversionCastOp::create(builder, loc, type, Value(descriptor)).getResult(0);
}

void GpuFunction::unpack(const KernelSignature &signature) {
  unsigned word = kFirstOperandParameter + signature.operands.size();
  for (auto [i, type] : llvm::enumerate(signature.operands)) {
    unsigned rank = type.getRank();
    auto global = MemRefType::get(type.getShape(), type.getElementType(), type.getLayout(),
                                  builder.getI64IntegerAttr(kGlobalMemory));
    auto words = function.getArguments().drop_front(word);
    operands.push_back(view(global, function.getArgument(kFirstOperandParameter + i), words.take_front(rank),
                            words.drop_front(rank).take_front(rank)));
    word += 2 * rank;
  }
  for (unsigned i = 0; i < signature.numScalars; ++i)
    scalars.push_back(arith::IndexCastOp::create(builder, loc, builder.getIndexType(), function.getArgument(word + i)));
  firstLaunchScalar = word + signature.numScalars;
}

Value GpuFunction::launchScalar(unsigned index) {
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    function.getArgument(firstLaunchScalar + index));
}

Value GpuFunction::workspace(Type element, Value offset, Value count) {
  auto number = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  };
  Value start = LLVM::GEPOp::create(builder, loc, globalPointer(builder.getContext()), builder.getI8Type(),
                                    function.getArgument(kWorkspaceParameter), ArrayRef<LLVM::GEPArg>{number(offset)});
  auto type = MemRefType::get({ShapedType::kDynamic}, element, MemRefLayoutAttrInterface(),
                              builder.getI64IntegerAttr(kGlobalMemory));
  Value one = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 1);
  return view(type, start, number(count), one);
}

Value GpuFunction::shared(Type element, int64_t count, int64_t offset) {
  auto type = MemRefType::get({count}, element, MemRefLayoutAttrInterface(), builder.getI64IntegerAttr(kSharedMemory));
  sharedEnd =
      std::max(sharedEnd, offset + count * static_cast<int64_t>(llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)));
  Value start = LLVM::GEPOp::create(builder, loc, sharedBase.getType(), builder.getI8Type(), sharedBase,
                                    ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  auto number = [&](int64_t n) -> Value { return arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), n); };
  return view(type, start, number(count), number(1));
}

void GpuFunction::finish() { mlir::gpu::ReturnOp::create(builder, loc); }

Value gpuFaultOf(Operation *op) { return op->getParentOfType<mlir::gpu::GPUFuncOp>().getArgument(kFaultParameter); }

/// All threads of a launch decide alike, as nobody writes the word meanwhile.
void addStopCheck(LLVM::LLVMFuncOp kernel) {
  Block *body = &kernel.getBody().front();
  Location loc = kernel.getLoc();
  OpBuilder builder(kernel.getContext());
  SmallVector<Location> locations(body->getNumArguments(), loc);
  Block *entry = builder.createBlock(body, body->getArgumentTypes(), locations);
  for (auto [old, next] : llvm::zip(body->getArguments(), entry->getArguments()))
    old.replaceAllUsesWith(next);
  body->eraseArguments(0, body->getNumArguments());
  // What is allocated in the entry block alone becomes registers.
  for (auto allocation : llvm::make_early_inc_range(body->getOps<LLVM::AllocaOp>())) {
    if (Operation *size = allocation.getArraySize().getDefiningOp(); size && size->getBlock() == body)
      size->moveBefore(entry, entry->end());
    allocation->moveBefore(entry, entry->end());
  }
  Block *check = builder.createBlock(body), *end = builder.createBlock(&kernel.getBody(), kernel.getBody().end());
  auto isZero = [&](Value value) -> Value {
    Value zero = LLVM::ZeroOp::create(builder, loc, value.getType());
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, value, zero);
  };
  builder.setInsertionPointToEnd(end);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  Value stop = entry->getArgument(kStopParameter);
  builder.setInsertionPointToEnd(entry);
  LLVM::CondBrOp::create(builder, loc, isZero(stop), body, check);
  builder.setInsertionPointToEnd(check);
  Value word = LLVM::LoadOp::create(builder, loc, builder.getI32Type(), stop);
  LLVM::CondBrOp::create(builder, loc, isZero(word), body, end);
}

void buildGpuFault(OpBuilder &builder, Location loc, Value fault, int32_t code, int32_t ordinal, Value first,
                   Value second) {
  auto number = [&](int32_t n) -> Value { return arith::ConstantIntOp::create(builder, loc, builder.getI32Type(), n); };
  Value none = number(WEIR_FAULT_NONE);
  auto exchange = LLVM::AtomicCmpXchgOp::create(builder, loc, fault, none, number(code),
                                                LLVM::AtomicOrdering::monotonic, LLVM::AtomicOrdering::monotonic);
  Value isFirst = LLVM::ExtractValueOp::create(builder, loc, exchange, 1);
  scf::IfOp::create(builder, loc, isFirst, [&](OpBuilder &inner, Location) {
    auto store = [&](Value value, int32_t byte) {
      Value at =
          LLVM::GEPOp::create(inner, loc, fault.getType(), inner.getI8Type(), fault, ArrayRef<LLVM::GEPArg>{byte});
      LLVM::StoreOp::create(inner, loc, value, at);
    };
    auto wide = [&](Value index) { return arith::IndexCastOp::create(inner, loc, inner.getI64Type(), index); };
    store(number(ordinal), offsetof(weir_fault, ordinal));
    store(wide(first), offsetof(weir_fault, values));
    store(wide(second), offsetof(weir_fault, values) + sizeof(int64_t));
    scf::YieldOp::create(inner, loc);
  });
}

} // namespace weir::gpu
