// Wrong behaviour on purpose, for tests that show that random programs find it. Nothing sets a fault but the hidden
// option --weir-plant-fault of the tools.
#pragma once

namespace weir {

/// Each is one place, next to `planted(…)`. lib/Compiler/PlantOption.cpp says what it does wrong.
enum class Fault {
  None,
  Folding,
  FusionLegality,
  InPlaceReuse,
  ByteReuse,
  TailMask,
  Cast,
  BroadcastGradient,
  Packing,
  Layout,
  ConvolutionBorder,
  Donation,
};

inline Fault plantedFault = Fault::None;

inline bool planted(Fault fault) { return plantedFault == fault; }

} // namespace weir
