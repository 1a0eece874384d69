// Wrong behaviour on purpose, for tests that show that random programs find it. Nothing sets a fault but the hidden
// option --plant-fault of the tools.
#pragma once

#include <optional>
#include <string_view>

namespace weir {

/// Each stands at one place, next to `planted(…)`.
enum class Fault {
  None,
  Folding,           ///< a cast of a cast skips the first, whatever that lost
  FusionLegality,    ///< a reduction's result may be read in loops that the reduction itself has
  InPlaceReuse,      ///< what moves elements may write over what it reads
  ByteReuse,         ///< a buffer in the arena is free once it has been written
  TailMask,          ///< the last element behind full vectors is left out
  Cast,              ///< floats become integers by rounding down
  BroadcastGradient, ///< the largest of the repeated elements' gradients in place of their sum
  Packing,           ///< the last column of a last panel that isn't full is packed as zeros
  Layout,            ///< a transposed square operand is packed as it stands
  ConvolutionBorder, ///< padding on the low side is as wide as on the high side
};

inline constexpr std::string_view kFaultNames[] = {
    "none", "folding",            "fusion_legality", "in_place_reuse", "byte_reuse",         "tail_mask",
    "cast", "broadcast_gradient", "packing",         "layout",         "convolution_border"};

inline Fault plantedFault = Fault::None;

inline bool planted(Fault fault) { return plantedFault == fault; }

inline std::optional<Fault> faultNamed(std::string_view name) {
  for (int fault = 0; std::string_view known : kFaultNames) {
    if (known == name)
      return static_cast<Fault>(fault);
    ++fault;
  }
  return std::nullopt;
}

} // namespace weir
