// See DepthwiseTile.h.
#include "lib/Target/Cpu/Depthwise/DepthwiseTile.h"

#include "lib/Target/Cpu/FlatMemory.h"
#include "lib/Target/Cpu/Gemm/GemmConvert.h"
#include "lib/Target/Cpu/Gemm/GemmEpilogue.h"
#include "lib/Target/Cpu/Nest/SiteEvaluator.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kFewRegisters = 16;
constexpr int64_t kPixels = 8, kFewPixels = 4;
constexpr int64_t kMostElements = 16; ///< of a window along a line: each is code to compile
constexpr size_t kMostPieces = 8;

} // namespace

ChannelVectors::ChannelVectors(const IndexMath &ix, Value memory, Type element, Type accumulator, int64_t lanes)
    : memory(viewBits(ix, flatView(ix.b, ix.loc, memory))), element(element), accumulator(accumulator), lanes(lanes) {}

Value ChannelVectors::load(const IndexMath &ix, Value at, Value mask) const {
  Type stored = cast<MemRefType>(memory.getType()).getElementType();
  Value x = loadVector(ix, VectorType::get({lanes}, stored), memory, at, mask);
  return element == accumulator ? x : widenFloat(ix.b, ix.loc, x, element, accumulator);
}

int64_t depthwisePixels(const CpuThroughput &cpu) { return cpu.vectorRegisters > kFewRegisters ? kPixels : kFewPixels; }

int64_t lanesOf(const DepthwiseShape &shape, const CpuThroughput &cpu) {
  return cpu.vectorBytes * 8 / shape.sum.accumulator.getIntOrFloatBitWidth();
}

bool isReasonable(const DepthwiseShape &shape, const CpuThroughput &cpu, const KernelSignature &signature) {
  if (!shape.sum.accumulator.isF32() && !shape.sum.accumulator.isF64())
    return false;
  int64_t lanes = lanesOf(shape, cpu);
  int64_t narrowest =
      std::min({shape.sum.element(0).getIntOrFloatBitWidth(), shape.sum.element(1).getIntOrFloatBitWidth(),
                signature.operands.back().getElementTypeBitWidth()});
  bool masksCheaply = shape.channels % lanes == 0 || narrowest >= 32 || cpu.freeMasks;
  return masksCheaply && shape.dims[1].elements <= kMostElements &&
         cutLine(shape.dims[1], depthwisePixels(cpu)).size() <= kMostPieces;
}

void overChannels(const IndexMath &ix, int64_t channels, int64_t lanes, function_ref<void(Value, Value)> body) {
  int64_t whole = channels / lanes * lanes;
  ix.forRange(ix.constant(0), ix.constant(whole), lanes, [&](Value channel) { body(channel, {}); });
  if (whole == channels)
    return;
  auto masks = VectorType::get({lanes}, ix.b.getI1Type());
  body(ix.constant(whole), vector::CreateMaskOp::create(ix.b, ix.loc, masks, ix.constant(channels - whole)));
}

} // namespace weir::cpu
