// Reads element attributes.
#include "lib/Reference/Elements.h"

#include "lib/Support/HostMemory.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace weir {

static double floatOf(APFloat number) {
  bool losesInfo = false;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

static int64_t integerOf(const APInt &number, DType dtype) {
  bool isUnsigned = dtype == DType::U8 || dtype == DType::Bool;
  return isUnsigned ? static_cast<int64_t>(number.getZExtValue()) : number.getSExtValue();
}

Result<HostTensor> elementsOf(ElementsAttr attribute, DType dtype) {
  auto value = dyn_cast<DenseElementsAttr>(attribute);
  if (!value)
    return Failure{"expects elements that are written in the IR, got a resource"};
  StaticMeta meta{dtype, {}};
  if (!value.isSplat())
    meta.shape.assign(value.getType().getShape().begin(), value.getType().getShape().end());
  HostTensor tensor = HostTensor::zeros(std::move(meta));
  // A splat of no elements still stands for its number.
  if (isFloat(dtype) && value.isSplat())
    tensor.floats[0] = floatOf(value.getSplatValue<APFloat>());
  else if (isFloat(dtype))
    llvm::transform(value.getValues<APFloat>(), tensor.floats.begin(), floatOf);
  else if (value.isSplat())
    tensor.integers[0] = integerOf(value.getSplatValue<APInt>(), dtype);
  else
    llvm::transform(value.getValues<APInt>(), tensor.integers.begin(),
                    [dtype](const APInt &number) { return integerOf(number, dtype); });
  return tensor;
}

Result<HostTensor> zerosOf(StaticMeta meta) {
  Result<int64_t> count = checkedNumElements(meta.shape);
  if (!count)
    return count.failure();
  if (auto failure = checkHostMemory("a " + toString(meta), *count * int64_t(sizeof(double))))
    return *failure;
  return HostTensor::zeros(std::move(meta));
}

Result<HostTensor> tensorOf(ElementsAttr value, StaticMeta meta) {
  Result<HostTensor> elements = elementsOf(value, meta.dtype);
  if (!elements || !value.isSplat())
    return elements;
  Result<HostTensor> zeros = zerosOf(std::move(meta));
  if (!zeros)
    return zeros;
  HostTensor &tensor = *zeros;
  if (!elements->floats.empty())
    std::fill(tensor.floats.begin(), tensor.floats.end(), elements->floats[0]);
  else
    std::fill(tensor.integers.begin(), tensor.integers.end(), elements->integers[0]);
  return tensor;
}

} // namespace weir
