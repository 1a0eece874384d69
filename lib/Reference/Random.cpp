// Evals of random numbers: each element by its row-major index in the whole tensor.
#include "dialects/Weir/Random/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Positions.h"
#include "lib/Support/Philox.h"

using namespace mlir;

namespace weir {

static Result<Tensors> evalRandomBits(RandomBitsOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const EvalValue &bits = scope.results[0];
  auto seed = static_cast<uint64_t>(operands[0].integers[0]);
  auto step = static_cast<uint32_t>(operands[1].integers[0]);
  auto ordinal = static_cast<uint32_t>(operands[2].integers[0]);
  HostTensor y = HostTensor::zeros(bits.part());
  int64_t to = 0;
  forEachPosition(y.meta.shape, [&](const Position &position) {
    int64_t i = offsetOf(inWhole(position, bits.box), bits.whole.shape);
    y.integers[to++] = randomBits(seed, ordinal, step, i);
  });
  return Tensors{std::move(y)};
}

static Result<Tensors> evalRandomBitsAt(RandomBitsAtOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  auto seed = static_cast<uint64_t>(operands[0].integers[0]);
  auto step = static_cast<uint32_t>(operands[1].integers[0]);
  auto ordinal = static_cast<uint32_t>(operands[2].integers[0]);
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  for (size_t i = 0; i < y.integers.size(); ++i)
    y.integers[i] = randomBits(seed, ordinal, step, operands[3].integers[i]);
  return Tensors{std::move(y)};
}

void attachRandomEvals(MLIRContext &context) {
  attachEval<RandomBitsOp, evalRandomBits>(context);
  attachEval<RandomBitsAtOp, evalRandomBitsAt>(context);
}

} // namespace weir
