// Casts to and arithmetic in narrow formats, functions of the special function unit, PTX text. The image may not call a
// library, and its CPU knows no bf16: casts to it go through the simulator, casts from it are shifts.
#include "lib/Target/Sim/OpLowerings.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir::sim {

namespace {

bool isBf16(Type type) { return getElementTypeOrSelf(type).isBF16(); }

/// The type with this element type in every lane.
Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(element) : element;
}

/// Rounds each lane by the simulator; `type` has elements of 16 bits.
Value narrowed(ThreadCode &code, SimCall call, Value value, Type type) {
  OpBuilder &builder = code.builder;
  Type i16 = builder.getI16Type();
  auto lane = [&](Value scalar) -> Value {
    return LLVM::TruncOp::create(builder, code.loc, i16, code.call(call, scalar));
  };
  Value bits;
  if (auto vector = dyn_cast<VectorType>(value.getType())) {
    bits = LLVM::PoisonOp::create(builder, code.loc, vector.clone(i16));
    for (int64_t i = 0; i < vector.getNumElements(); ++i) {
      Value index = code.i32(i);
      Value scalar = LLVM::ExtractElementOp::create(builder, code.loc, value, index);
      bits = LLVM::InsertElementOp::create(builder, code.loc, bits, lane(scalar), index);
    }
  } else {
    bits = lane(value);
  }
  return LLVM::BitcastOp::create(builder, code.loc, type, bits);
}

/// bf16 as f32: the upper half of its bits.
Value widened(ThreadCode &code, Value value) {
  OpBuilder &builder = code.builder;
  Type i16 = withElement(value.getType(), builder.getI16Type()), i32 = withElement(i16, builder.getI32Type());
  Value bits = LLVM::BitcastOp::create(builder, code.loc, i16, value);
  Value low = LLVM::ZExtOp::create(builder, code.loc, i32, bits);
  Attribute sixteen = builder.getI32IntegerAttr(16);
  if (auto vector = dyn_cast<VectorType>(i32))
    sixteen = DenseElementsAttr::get(vector, builder.getI32IntegerAttr(16));
  Value shift = LLVM::ConstantOp::create(builder, code.loc, i32, cast<TypedAttr>(sixteen));
  Value high = LLVM::ShlOp::create(builder, code.loc, low, shift);
  return LLVM::BitcastOp::create(builder, code.loc, withElement(i32, builder.getF32Type()), high);
}

LogicalResult lowerTruncation(LLVM::FPTruncOp op, ThreadCode &code) {
  Type from = getElementTypeOrSelf(op.getArg().getType()), to = getElementTypeOrSelf(op.getType());
  if (to.isBF16())
    return code.replace(
        narrowed(code, from.isF64() ? SimCall::f64_to_bf16 : SimCall::f32_to_bf16, op.getArg(), op.getType()));
  if (to.isF16() && from.isF64())
    return code.replace(narrowed(code, SimCall::f64_to_f16, op.getArg(), op.getType()));
  return success(); // an instruction of every CPU that this room makes code for
}

LogicalResult lowerExtension(LLVM::FPExtOp op, ThreadCode &code) {
  if (!isBf16(op.getArg().getType()))
    return success();
  Value value = widened(code, op.getArg());
  if (value.getType() != op.getType())
    value = LLVM::FPExtOp::create(code.builder, code.loc, op.getType(), value);
  return code.replace(value);
}

/// An op in bf16 is one in f32 that is rounded. That is the same for these: f32 has more than twice the bits.
LogicalResult lowerArithmetic(Operation *op, ThreadCode &code) {
  if (llvm::none_of(op->getOperandTypes(), isBf16) && llvm::none_of(op->getResultTypes(), isBf16))
    return success();
  for (OpOperand &operand : op->getOpOperands())
    if (isBf16(operand.get().getType()))
      operand.set(widened(code, operand.get()));
  Value result = op->getResult(0);
  if (!isBf16(result.getType()))
    return success();
  Operation *wide = code.builder.clone(*op);
  wide->getResult(0).setType(withElement(result.getType(), code.builder.getF32Type()));
  return code.replace(narrowed(code, SimCall::f32_to_bf16, wide->getResult(0), result.getType()));
}

template <typename... Op> void addArithmetic(OpLowerings &lowerings) { (lowerings.add<Op>(lowerArithmetic), ...); }

// Approximations

Value flushed(ThreadCode &code, Value value) {
  OpBuilder &builder = code.builder;
  Value magnitude = LLVM::FAbsOp::create(builder, code.loc, value.getType(), value);
  Value isSmall = LLVM::FCmpOp::create(builder, code.loc, LLVM::FCmpPredicate::olt, magnitude, code.f32(0x1p-126f));
  Value zero = LLVM::CopySignOp::create(builder, code.loc, value.getType(), code.f32(0), value);
  return LLVM::SelectOp::create(builder, code.loc, isSmall, zero, value);
}

Value approximate(ThreadCode &code, int function, Value value, bool flushes) {
  Value result = code.call(SimCall::approx, {flushes ? flushed(code, value) : value, code.i32(function)});
  return flushes ? flushed(code, result) : result;
}

struct Approximation {
  int function;
  bool flushes;
};

/// Reads `ex2.approx.ftz.f32` and the like; the type may be spelled `f` as in names of intrinsics.
std::optional<Approximation> approximationOf(StringRef mnemonic) {
  static constexpr std::pair<StringLiteral, int> kFunctions[] = {
      {"rcp.approx.", WEIR_SIM_APPROX_RCP},     {"sqrt.approx.", WEIR_SIM_APPROX_SQRT},
      {"rsqrt.approx.", WEIR_SIM_APPROX_RSQRT}, {"ex2.approx.", WEIR_SIM_APPROX_EX2},
      {"lg2.approx.", WEIR_SIM_APPROX_LG2},     {"sin.approx.", WEIR_SIM_APPROX_SIN},
      {"cos.approx.", WEIR_SIM_APPROX_COS},     {"tanh.approx.", WEIR_SIM_APPROX_TANH}};
  auto *found = llvm::find_if(kFunctions, [&](const auto &function) { return mnemonic.consume_front(function.first); });
  if (found == std::end(kFunctions))
    return std::nullopt;
  bool flushes = mnemonic.consume_front("ftz.");
  if (mnemonic != "f32" && mnemonic != "f")
    return std::nullopt;
  return Approximation{found->second, flushes};
}

LogicalResult lowerReciprocal(NVVM::RcpApproxFtzF32Op op, ThreadCode &code) {
  return code.replace(approximate(code, WEIR_SIM_APPROX_RCP, op.getArg(), /*flushes=*/true));
}

LogicalResult lowerIntrinsicCall(LLVM::CallIntrinsicOp op, ThreadCode &code) {
  StringRef name = op.getIntrin();
  bool isDevice = name.consume_front("llvm.nvvm.");
  std::optional<Approximation> known = isDevice ? approximationOf(name) : std::nullopt;
  if (!known || op.getArgs().size() != 1 || !op.getArgs().front().getType().isF32())
    return code.refuse() << "an intrinsic that target sim knows, got " << op.getIntrin();
  return code.replace(approximate(code, known->function, op.getArgs().front(), known->flushes));
}

/// One PTX instruction as text, of which the simulator knows approximations and cp.async.wait_all.
LogicalResult lowerPtx(Operation *op, ThreadCode &code, StringRef text, ValueRange operands) {
  StringRef instruction = text.trim();
  instruction.consume_back(";");
  auto [mnemonic, registers] = instruction.split(' ');
  if (mnemonic == "cp.async.wait_all" && registers.empty() && operands.empty() && op->getNumResults() == 0) {
    code.call(SimCall::cp_async_wait_all, {});
    return code.replace();
  }
  std::optional<Approximation> known = approximationOf(mnemonic);
  bool isUnary = operands.size() == 1 && operands.front().getType().isF32() && op->getNumResults() == 1;
  if (!known || !isUnary || registers.trim() != "$0, $1")
    return code.refuse() << "PTX that target sim knows, got '" << text << "'";
  return code.replace(approximate(code, known->function, operands.front(), known->flushes));
}

LogicalResult lowerInlinePtx(NVVM::InlinePtxOp op, ThreadCode &code) {
  if (op.getPredicate() || !op.getReadWriteArgs().empty())
    return code.refuse() << "PTX without predicate and without operands that are read and written";
  return lowerPtx(op, code, op.getPtxCode(), op.getReadOnlyArgs());
}

LogicalResult lowerInlineAsm(LLVM::InlineAsmOp op, ThreadCode &code) {
  return lowerPtx(op, code, op.getAsmString(), op.getOperands());
}

// Conversions

LogicalResult lowerToTf32(NVVM::ConvertFloatToTF32Op op, ThreadCode &code) {
  int rounding = static_cast<int>(op.getRnd());
  bool isKnown = rounding == WEIR_SIM_ROUND_NEAREST_EVEN || rounding == WEIR_SIM_ROUND_ZERO ||
                 rounding == WEIR_SIM_ROUND_NEAREST_AWAY;
  if (!isKnown || op.getRelu() || op.getSat() != NVVM::SaturationMode::NONE)
    return code.refuse() << "a conversion to tf32 by rn, rz or rna, without relu or satfinite";
  return code.replace(code.call(SimCall::f32_to_tf32, {op.getSrc(), code.i32(rounding)}));
}

template <typename Op> void addPairConversion(OpLowerings &lowerings, SimCall function) {
  lowerings.add<Op>([function](Op op, ThreadCode &code) -> LogicalResult {
    if (op.getRnd() != NVVM::FPRoundingMode::RN || op.getRelu() || op.getSat() != NVVM::SaturationMode::NONE)
      return code.refuse() << "a conversion by rn, without relu or satfinite";
    OpBuilder &builder = code.builder;
    Value pair = LLVM::PoisonOp::create(builder, code.loc, VectorType::get(2, builder.getF32Type()));
    pair = LLVM::InsertElementOp::create(builder, code.loc, pair, op.getSrcLo(), code.i32(0));
    pair = LLVM::InsertElementOp::create(builder, code.loc, pair, op.getSrcHi(), code.i32(1));
    return code.replace(narrowed(code, function, pair, op.getType()));
  });
}

} // namespace

void addNumbers(OpLowerings &lowerings) {
  lowerings.add<LLVM::FPTruncOp>(lowerTruncation);
  lowerings.add<LLVM::FPExtOp>(lowerExtension);
  addArithmetic<LLVM::FAddOp, LLVM::FSubOp, LLVM::FMulOp, LLVM::FDivOp, LLVM::FNegOp, LLVM::FCmpOp, LLVM::FAbsOp,
                LLVM::SqrtOp, LLVM::MaxNumOp, LLVM::MinNumOp, LLVM::MaximumOp, LLVM::MinimumOp, LLVM::FFloorOp,
                LLVM::FCeilOp, LLVM::RoundEvenOp, LLVM::FTruncOp, LLVM::FPToSIOp, LLVM::FPToUIOp>(lowerings);
  lowerings.add<NVVM::RcpApproxFtzF32Op>(lowerReciprocal);
  lowerings.add<LLVM::CallIntrinsicOp>(lowerIntrinsicCall);
  lowerings.add<NVVM::InlinePtxOp>(lowerInlinePtx);
  lowerings.add<LLVM::InlineAsmOp>(lowerInlineAsm);
  lowerings.add<NVVM::ConvertFloatToTF32Op>(lowerToTf32);
  addPairConversion<NVVM::ConvertF32x2ToBF16x2Op>(lowerings, SimCall::f32_to_bf16);
  addPairConversion<NVVM::ConvertF32x2ToF16x2Op>(lowerings, SimCall::f32_to_f16);
}

} // namespace weir::sim
