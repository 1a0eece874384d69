// Unpacks the kernel ABI's tables into memrefs and index values.
#include "lib/Target/Native/KernelFunctions.h"

#include "dialects/Kernel/Kernel.h"
#include "include/weir/Runtime/KernelAbi.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir {

namespace {

// The ABI's structs in words of 8 bytes.
constexpr int64_t kLaunchTiles = 0, kLaunchScratch = WEIR_MAX_PHASES, kLaunchWorkspace = kLaunchScratch + 1,
                  kLaunchScalars = kLaunchWorkspace + 1;
constexpr int64_t kCallPointers = 0, kCallSizes = 1, kCallLaunch = 2, kCallScratch = 3, kCallWorkspace = 4;

MemRefType operandType(RankedTensorType tensor, bool strided) {
  if (!strided)
    return MemRefType::get(tensor.getShape(), tensor.getElementType());
  SmallVector<int64_t> strides(tensor.getRank(), ShapedType::kDynamic);
  auto layout = StridedLayoutAttr::get(tensor.getContext(), /*offset=*/0, strides);
  return MemRefType::get(tensor.getShape(), tensor.getElementType(), layout);
}

} // namespace

KernelSignature::KernelSignature(func::FuncOp kernel, LaunchChecks checks) : checks(std::move(checks)) {
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      operands.push_back(operandType(tensor, kernel.getArgAttr(i, kernel::kStridedAttr) != nullptr));
    else
      ++numScalars;
  }
  numInputs = operands.size();
  for (Type type : kernel.getResultTypes())
    operands.push_back(operandType(cast<RankedTensorType>(type), /*strided=*/false));
}

KernelFunction::KernelFunction(ModuleOp module, Location loc, StringRef name, ArrayRef<Type> arguments)
    : builder(module.getContext()), loc(loc) {
  builder.setInsertionPointToEnd(module.getBody());
  auto type = builder.getFunctionType(arguments, builder.getI32Type());
  function = func::FuncOp::create(builder, loc, name, type);
  builder.setInsertionPointToStart(function.addEntryBlock());
}

Value KernelFunction::element(Value base, int64_t word) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  return LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(), base,
                             ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(word)});
}

Value KernelFunction::loadPointer(Value base, int64_t word) {
  return LLVM::LoadOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), element(base, word));
}

Value KernelFunction::loadIndex(Value base, int64_t word) {
  Value number = LLVM::LoadOp::create(builder, loc, builder.getI64Type(), element(base, word));
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), number);
}

void KernelFunction::storeIndex(Value base, int64_t word, Value value) {
  Value number = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  LLVM::StoreOp::create(builder, loc, number, element(base, word));
}

Value KernelFunction::element(Value base, Value word) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  return LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(), base, ArrayRef<LLVM::GEPArg>{word});
}

/// Whether sizes and strides follow from the type.
static bool isKnown(MemRefType type) { return type.hasStaticShape() && type.getLayout().isIdentity(); }

Value KernelFunction::memref(MemRefType type, Value pointer, Value sizes) {
  LLVMTypeConverter converter(builder.getContext());
  auto descriptor = MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, pointer);
  descriptor.setAlignedPtr(builder, loc, pointer);
  descriptor.setConstantOffset(builder, loc, 0);
  int64_t rank = type.getRank();
  auto load = [&](int64_t word) -> Value {
    return LLVM::LoadOp::create(builder, loc, builder.getI64Type(), element(sizes, word));
  };
  SmallVector<int64_t> steps = isKnown(type) ? type.getStridesAndOffset().first : SmallVector<int64_t>();
  for (int64_t d = 0; d < rank; ++d) {
    if (isKnown(type)) {
      descriptor.setConstantSize(builder, loc, d, type.getDimSize(d));
      descriptor.setConstantStride(builder, loc, d, steps[d]);
    } else {
      descriptor.setSize(builder, loc, d, load(d));
      descriptor.setStride(builder, loc, d, load(rank + d));
    }
  }
  return UnrealizedConversionCastOp::create(builder, loc, type, Value(descriptor)).getResult(0);
}

void KernelFunction::unpack(const KernelSignature &signature, Value sizes, Value pointers) {
  int64_t word = 0;
  for (auto [i, type] : llvm::enumerate(signature.operands)) {
    Value pointer = pointers
                        ? loadPointer(pointers, i)
                        : Value(LLVM::ZeroOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext())));
    operands.push_back(memref(type, pointer, element(sizes, word)));
    word += 2 * type.getRank();
  }
  for (unsigned i = 0; i < signature.numScalars; ++i)
    scalars.push_back(loadIndex(sizes, word + i));
}

/// Bytes at the address in one word of the call, as many as a word of the launch says.
Value KernelFunction::bytesOf(Value call, int64_t pointerWord, int64_t sizeWord) {
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  LLVMTypeConverter converter(builder.getContext());
  auto descriptor = MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  Value pointer = loadPointer(call, pointerWord), launch = loadPointer(call, kCallLaunch);
  descriptor.setAllocatedPtr(builder, loc, pointer);
  descriptor.setAlignedPtr(builder, loc, pointer);
  descriptor.setConstantOffset(builder, loc, 0);
  descriptor.setSize(builder, loc, 0,
                     LLVM::LoadOp::create(builder, loc, builder.getI64Type(), element(launch, sizeWord)));
  descriptor.setConstantStride(builder, loc, 0, 1);
  return UnrealizedConversionCastOp::create(builder, loc, type, Value(descriptor)).getResult(0);
}

void KernelFunction::finish(Value fault) {
  // weir_fault begins with its code.
  Value code = LLVM::LoadOp::create(builder, loc, builder.getI32Type(), fault);
  func::ReturnOp::create(builder, loc, code);
}

void buildFault(OpBuilder &builder, Location loc, Value fault, int32_t code, int32_t ordinal, Value first,
                Value second) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto store = [&](Value value, int32_t byte) {
    Value at = LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), fault, ArrayRef<LLVM::GEPArg>{byte});
    LLVM::StoreOp::create(builder, loc, value, at);
  };
  auto number = [&](Value value) { return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value); };
  store(arith::ConstantIntOp::create(builder, loc, builder.getI32Type(), code), 0);
  store(arith::ConstantIntOp::create(builder, loc, builder.getI32Type(), ordinal), 4);
  store(number(first), 8);
  store(number(second), 16);
}

static SmallVector<Type> pointers(ModuleOp module, unsigned count) {
  return SmallVector<Type>(count, LLVM::LLVMPointerType::get(module.getContext()));
}

// prepare

PrepareFunction::PrepareFunction(ModuleOp module, Location loc, const KernelSignature &signature)
    : KernelFunction(module, loc, "prepare", pointers(module, 3)), signature(signature) {
  unpack(signature, function.getArgument(0), /*pointers=*/nullptr);
}

void PrepareFunction::setTiles(Value tiles, unsigned phase) {
  storeIndex(function.getArgument(1), kLaunchTiles + phase, tiles);
}
void PrepareFunction::setScratchBytes(Value bytes) { storeIndex(function.getArgument(1), kLaunchScratch, bytes); }
void PrepareFunction::setWorkspaceBytes(Value bytes) { storeIndex(function.getArgument(1), kLaunchWorkspace, bytes); }
void PrepareFunction::setScalar(unsigned index, Value value) {
  storeIndex(function.getArgument(1), kLaunchScalars + index, value);
}

Value PrepareFunction::sizeOf(const GivenSize &size) {
  if (size.known)
    return arith::ConstantIndexOp::create(builder, loc, *size.known);
  if (size.isScalar)
    return scalars[size.number];
  return memref::DimOp::create(builder, loc, operands[size.number], size.dim);
}

/// How many elements lie up to the last of `count` that a slice takes, of which there is one at least.
Value PrepareFunction::reach(Value count, SizeCheck::Stride slice) {
  auto constant = [&](int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); };
  Value last = arith::SubIOp::create(builder, loc, count, constant(1));
  Value distance = arith::MulIOp::create(builder, loc, last, constant(slice.step));
  return arith::AddIOp::create(builder, loc, distance, constant(slice.start + 1));
}

/// Whether a dimension of `size` has less than `count` elements at `slice`; nothing here overflows.
Value PrepareFunction::isTooShort(Value size, Value count, SizeCheck::Stride slice) {
  auto constant = [&](int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); };
  Value start = constant(slice.start), step = constant(slice.step);
  Value behind = arith::MaxSIOp::create(builder, loc, arith::SubIOp::create(builder, loc, size, start), constant(0));
  Value found = arith::CeilDivSIOp::create(builder, loc, behind, step);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, found, count);
}

void PrepareFunction::emitCheck(const SizeCheck &check, int32_t ordinal) {
  Value size = sizeOf(check.size), expected = sizeOf(check.expected);
  Value isWrong = check.slice ? isTooShort(size, expected, *check.slice)
                              : arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, size, expected);
  if (check.slice)
    expected = reach(expected, *check.slice);
  scf::IfOp::create(builder, loc, isWrong, [&](OpBuilder &inner, Location) {
    buildFault(inner, loc, function.getArgument(2), WEIR_FAULT_SIZE, ordinal, size, expected);
    scf::YieldOp::create(inner, loc);
  });
}

void PrepareFunction::emitCheck(const PickCheck &check, int32_t ordinal) {
  Value size = sizeOf(check.size), zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isWrong = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, size, zero);
  for (const GivenSize &index : check.indices) {
    Value hasSome = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, sizeOf(index), zero);
    isWrong = arith::AndIOp::create(builder, loc, isWrong, hasSome);
  }
  scf::IfOp::create(builder, loc, isWrong, [&](OpBuilder &inner, Location) {
    buildFault(inner, loc, function.getArgument(2), WEIR_FAULT_INDEX, ordinal, zero, size);
    scf::YieldOp::create(inner, loc);
  });
}

void PrepareFunction::finish() {
  int32_t ordinal = 0;
  for (const SizeCheck &check : signature.checks.sizes)
    emitCheck(check, ordinal++);
  for (const PickCheck &check : signature.checks.picks)
    emitCheck(check, ordinal++);
  KernelFunction::finish(function.getArgument(2));
}

// run

static SmallVector<Type> runArguments(ModuleOp module) {
  Type pointer = LLVM::LLVMPointerType::get(module.getContext()), i64 = IntegerType::get(module.getContext(), 64);
  return {pointer, i64, i64, pointer};
}

std::string runFunctionName(unsigned phase) { return phase == 0 ? "run" : "run" + std::to_string(phase); }

RunFunction::RunFunction(ModuleOp module, Location loc, const KernelSignature &signature, unsigned phase)
    : KernelFunction(module, loc, runFunctionName(phase), runArguments(module)), signature(signature) {
  Value call = function.getArgument(0);
  launch = loadPointer(call, kCallLaunch);
  unpack(signature, loadPointer(call, kCallSizes), loadPointer(call, kCallPointers));
  Type index = builder.getIndexType();
  firstTile = arith::IndexCastOp::create(builder, loc, index, function.getArgument(1));
  tileCount = arith::IndexCastOp::create(builder, loc, index, function.getArgument(2));
  scratch = bytesOf(call, kCallScratch, kLaunchScratch);
  workspace = bytesOf(call, kCallWorkspace, kLaunchWorkspace);
}

Value RunFunction::launchScalar(unsigned index) { return loadIndex(launch, kLaunchScalars + index); }
void RunFunction::finish() { KernelFunction::finish(function.getArgument(3)); }

// nests

/// Of an operand: the number of its pointer, and the first word of its sizes unless the type says them.
static unsigned wordsOf(MemRefType type) { return isKnown(type) ? 1 : 2; }

static SmallVector<Type> nestArguments(ModuleOp module, const KernelSignature &own) {
  Type pointer = LLVM::LLVMPointerType::get(module.getContext()), i64 = IntegerType::get(module.getContext(), 64);
  unsigned words = own.numScalars;
  for (MemRefType type : own.operands)
    words += wordsOf(type);
  SmallVector<Type> types{pointer, i64, i64};
  types.append(words, i64);
  types.push_back(pointer);
  return types;
}

NestFunction::NestFunction(ModuleOp module, Location loc, StringRef name, const KernelSignature &own)
    : KernelFunction(module, loc, name, nestArguments(module, own)) {
  function.setPrivate();
  Value call = function.getArgument(0);
  Value pointers = loadPointer(call, kCallPointers), sizes = loadPointer(call, kCallSizes);
  Type index = builder.getIndexType();
  firstTile = arith::IndexCastOp::create(builder, loc, index, function.getArgument(1));
  lastTile = arith::IndexCastOp::create(builder, loc, index, function.getArgument(2));
  unsigned argument = 3;
  auto word = [&](Value base) { return element(base, function.getArgument(argument++)); };
  for (MemRefType type : own.operands) {
    Value pointer = LLVM::LoadOp::create(builder, loc, pointers.getType(), word(pointers));
    operands.push_back(memref(type, pointer, isKnown(type) ? sizes : word(sizes)));
  }
  for (unsigned i = 0; i < own.numScalars; ++i)
    scalars.push_back(loadIndex(word(sizes), 0));
  scratch = bytesOf(call, kCallScratch, kLaunchScratch);
}

void NestFunction::finish() { KernelFunction::finish(function.getArguments().back()); }

void RunFunction::callNest(NestFunction &nest, Value from, Value to, ArrayRef<unsigned> ownOperands,
                           ArrayRef<unsigned> ownScalars) {
  SmallVector<int64_t> sizeWords(1, 0); // of each operand, and of the first scalar
  for (MemRefType type : signature.operands)
    sizeWords.push_back(sizeWords.back() + 2 * type.getRank());
  Type i64 = builder.getI64Type();
  SmallVector<Value> arguments{function.getArgument(0), arith::IndexCastOp::create(builder, loc, i64, from),
                               arith::IndexCastOp::create(builder, loc, i64, to)};
  auto pass = [&](int64_t word) { arguments.push_back(arith::ConstantIntOp::create(builder, loc, i64, word)); };
  for (unsigned operand : ownOperands) {
    pass(operand);
    if (!isKnown(signature.operands[operand]))
      pass(sizeWords[operand]);
  }
  for (unsigned scalar : ownScalars)
    pass(sizeWords.back() + scalar);
  arguments.push_back(function.getArgument(3));
  func::CallOp::create(builder, loc, nest.function, arguments);
}

} // namespace weir
