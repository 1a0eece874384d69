// See SiteEvaluator.h.
#include "lib/Target/Cpu/Nest/SiteEvaluator.h"

#include "lib/Target/Cpu/FlatMemory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::Positions;

Value SiteEvaluator::load(Value memory, const Positions &positions) {
  auto type = cast<MemRefType>(memory.getType());
  bool isAtSite = !site.empty() && positions.size() == site.size() && type.getLayout().isIdentity() &&
                  type.getShape().drop_front() == resultShape.drop_front() &&
                  llvm::equal(positions, site, [](const DimPosition &x, const DimPosition &y) {
                    return x.index == y.index && x.kind == y.kind && x.stride == y.stride;
                  });
  if (!isAtSite)
    return VectorEvaluator::load(memory, positions);
  return VectorEvaluator::load(cpu::flatView(build(), loc, memory), {{siteOffset, DimPosition::Kind::Lane, 0}});
}

} // namespace weir::cpu
