// See Geometry.h.
#include "dialects/Weir/Window/Geometry.h"

namespace weir {

Result<DimSize> WindowDim::countIn(DimSize extent) const {
  if (!extent.isKnown() || !size.isKnown())
    return DimSize();
  if (isTrivial())
    return extent;
  int64_t most = extent.known() + low + high - span().known();
  if (most < 0)
    return Failure{"expects windows that span " + toString(span()) + " to fit " + toString(extent) +
                   " positions and a padding of " + std::to_string(low) + " and " + std::to_string(high)};
  return DimSize(most / stride + 1);
}

DimMap WindowDim::map(int window, int element) const {
  if (isTrivial())
    return {.terms = {{window, 1}}};
  return {.terms = {{window, stride}, {element, dilation}},
          .constant = -low,
          .clipped = low > 0 || high > 0,
          .inset = true};
}

Result<WindowDims> windowDims(const Attributes &attributes, size_t rank, const DimSize *sizes) {
  WindowDims dims(rank);
  auto read = [&]<typename T>(const char *name, T WindowDim::*field, int64_t least) -> std::optional<Failure> {
    const auto &numbers = attributes.get<std::vector<int64_t>>(name);
    if (numbers.size() != rank)
      return Failure{std::string("expects ") + name + " to have " + std::to_string(rank) + " numbers, got " +
                     std::to_string(numbers.size())};
    for (size_t d = 0; d < rank; ++d) {
      if (numbers[d] < least || numbers[d] > INT32_MAX)
        return Failure{std::string("expects ") + name + " to be at least " + std::to_string(least) +
                       " and below 2^31, got " + std::to_string(numbers[d])};
      dims[d].*field = T(numbers[d]);
    }
    return std::nullopt;
  };
  for (size_t d = 0; sizes && d < rank; ++d)
    dims[d].size = sizes[d];
  if (!sizes)
    if (auto failure = read("window", &WindowDim::size, 1))
      return *failure;
  for (auto [name, field, least] : {std::tuple("strides", &WindowDim::stride, 1),
                                    {"padding_low", &WindowDim::low, 0},
                                    {"padding_high", &WindowDim::high, 0},
                                    {"dilations", &WindowDim::dilation, 1}})
    if (auto failure = read(name, field, least))
      return *failure;
  return dims;
}

ConvLayout ConvLayout::of(const Attributes &attributes, size_t imageRank) {
  ConvLayout layout{attributes.getOr("grouped", false), attributes.getOr("channels_last", false),
                    attributes.getOr("kernel_channels_last", false)};
  size_t others = 2 + layout.grouped;
  layout.spatialRank = imageRank > others ? imageRank - others : 0;
  return layout;
}

} // namespace weir
