// Names the faults, and says what each does wrong.
#include "lib/Compiler/PlantOption.h"

#include "lib/Support/PlantedFault.h"

#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;

namespace weir {

void addPlantOption() {
  static cl::opt<Fault, /*ExternalStorage=*/true> option(
      "weir-plant-fault", cl::Hidden, cl::location(plantedFault), cl::init(Fault::None),
      cl::desc("compile with one wrong behaviour, for tests that it is found"),
      cl::values(
          clEnumValN(Fault::Folding, "folding",
                     "a transposition folds away where the type stays, whatever it exchanges"),
          clEnumValN(Fault::FusionLegality, "fusion_legality",
                     "groups are merged although another one stands between them"),
          clEnumValN(Fault::InPlaceReuse, "in_place_reuse", "what moves elements writes over what it reads"),
          clEnumValN(Fault::ByteReuse, "byte_reuse", "a buffer's bytes are free once it has been written"),
          clEnumValN(Fault::TailMask, "tail_mask", "the last element behind full vectors is left out"),
          clEnumValN(Fault::Cast, "cast", "floats become integers by rounding down"),
          clEnumValN(Fault::BroadcastGradient, "broadcast_gradient",
                     "the largest of the gradients of what was repeated, not their sum"),
          clEnumValN(Fault::Packing, "packing", "the last column of a panel that is not full is packed as zeros"),
          clEnumValN(Fault::Layout, "layout", "a square operand that is transposed is packed as it stands"),
          clEnumValN(Fault::ConvolutionBorder, "convolution_border",
                     "padding before an image is as wide as that behind it"),
          clEnumValN(Fault::Donation, "donation", "every input may be overwritten")));
}

} // namespace weir
