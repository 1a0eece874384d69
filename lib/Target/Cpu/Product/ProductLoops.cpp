// See ProductLoops.h.
#include "lib/Target/Cpu/Product/ProductLoops.h"

#include <algorithm>

using namespace mlir;

namespace weir::cpu {

using nest::Contraction;
using nest::FactorAccess;

namespace {

constexpr int64_t kUnknown = 32; ///< iterations that a loop of unknown size is taken for
constexpr int64_t kLongRun = 64; ///< elements side by side beyond which more make no difference
constexpr int64_t kMatrix = 2 * kLongRun;
constexpr int64_t kPairs = 4, kApart = 16; ///< elements that lie so: every second one, others, are worth one of a run

bool isPadded(const FactorAccess &access, unsigned loop) {
  return llvm::any_of(access.dims, [&](const FactorAccess::Dim &dim) { return dim.isPadded && dim.steps[loop] != 0; });
}

/// The dimension along which the loop alone moves, from one position to the next; none if there is no such.
std::optional<unsigned> wholeDim(const FactorAccess &access, unsigned loop) {
  std::optional<unsigned> found;
  for (auto [d, dim] : llvm::enumerate(access.dims)) {
    if (dim.steps[loop] == 0)
      continue;
    auto others = llvm::count_if(dim.steps, [](int64_t step) { return step != 0; });
    if (found || others != 1 || dim.steps[loop] != 1 || dim.isPadded)
      return std::nullopt;
    found = d;
  }
  return found;
}

/// Whether going to the next iteration of `outer` goes as far as all iterations of `inner` do.
bool areOneLoop(const FactorAccess &access, MemRefType type, unsigned outer, unsigned inner, ArrayRef<int64_t> sizes) {
  std::optional<int64_t> outerStep = memoryStep(access, type, outer), innerStep = memoryStep(access, type, inner);
  if (outerStep && innerStep && !ShapedType::isDynamic(sizes[inner]))
    return *outerStep == *innerStep * sizes[inner];
  std::optional<unsigned> first = wholeDim(access, outer), second = wholeDim(access, inner);
  return type.getLayout().isIdentity() && first && second && *first + 1 == *second;
}

SmallVector<unsigned> withoutOnes(ArrayRef<unsigned> loops, ArrayRef<int64_t> sizes) {
  return llvm::to_vector(llvm::make_filter_range(loops, [&](unsigned loop) { return sizes[loop] != 1; }));
}

/// Whether the loops are one with a single step.
bool haveOneStep(const FactorAccess &access, MemRefType type, ArrayRef<unsigned> loops, ArrayRef<int64_t> sizes) {
  SmallVector<unsigned> several = withoutOnes(loops, sizes);
  for (size_t i = 0; i + 1 < several.size(); ++i)
    if (!areOneLoop(access, type, several[i], several[i + 1], sizes))
      return false;
  return llvm::none_of(several, [&](unsigned loop) { return isPadded(access, loop); });
}

/// Whether the last of the loops moves by one element.
bool hasUnitStep(const FactorAccess &access, MemRefType type, ArrayRef<unsigned> loops, ArrayRef<int64_t> sizes) {
  SmallVector<unsigned> several = withoutOnes(loops, sizes);
  return several.empty() || memoryStep(access, type, several.back()) == 1;
}

int64_t points(ArrayRef<unsigned> loops, ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (unsigned loop : loops)
    count *= ShapedType::isDynamic(sizes[loop]) ? kUnknown : sizes[loop];
  return count;
}

class LoopChooser {
public:
  LoopChooser(const Contraction &sum, const KernelSignature &signature, FactorAccess first, FactorAccess second)
      : sum(sum), signature(signature), c(accessOfResult(sum, signature)),
        accesses{std::move(first), std::move(second)} {}

  std::optional<ProductLoops> choose() {
    const auto &loops = sum.loops;
    if (loops.rows.empty() || loops.columns.empty())
      return std::nullopt;
    // What C has side by side are columns.
    linalg::GenericOp generic = sum.generic;
    AffineMap written = generic.getIndexingMapsArray().back();
    unsigned last = written.getDimPosition(written.getNumResults() - 1);
    bool swaps = llvm::is_contained(loops.rows, last);
    ProductLoops result{
        sum, loops.batch, swaps ? loops.columns : loops.rows, swaps ? loops.rows : loops.columns, loops.depth, {},
        {},  false};
    result.a.factor = swaps, result.b.factor = !swaps;
    moveToBatch(result, written);
    llvm::erase_if(result.batch, [&](unsigned loop) { return sum.sizes[loop] == 1; });
    result.storesMatrix = storesMatrix(result);
    chooseOrders(result);
    return result;
  }

private:
  MemRefType typeOf(const FactorAccess &access) const { return signature.operands[access.operand]; }

  /// Columns outside of all rows, as the images of a batch with channels first, are products of their own.
  void moveToBatch(ProductLoops &result, AffineMap written) const {
    auto position = [&](unsigned loop) {
      return *written.getResultPosition(getAffineDimExpr(loop, written.getContext()));
    };
    unsigned firstRow = position(result.rows.front());
    auto *inside = llvm::find_if(result.columns, [&](unsigned loop) { return position(loop) > firstRow; });
    if (inside == result.columns.end())
      return;
    result.batch.append(result.columns.begin(), inside);
    result.columns.erase(result.columns.begin(), inside);
    llvm::sort(result.batch, [&](unsigned x, unsigned y) { return position(x) < position(y); });
  }

  bool storesMatrix(const ProductLoops &loops) const {
    MemRefType type = typeOf(c);
    return haveOneStep(c, type, loops.rows, sum.sizes) && haveOneStep(c, type, loops.columns, sum.sizes) &&
           hasUnitStep(c, type, loops.columns, sum.sizes);
  }

  SmallVector<unsigned> byMemory(ArrayRef<unsigned> loops, const FactorAccess &access) const {
    // What isn't known is taken for larger than what is; equal ones stay in order.
    SmallVector<std::pair<int64_t, size_t>> steps;
    for (auto [place, loop] : llvm::enumerate(loops)) {
      std::optional<int64_t> step = memoryStep(access, typeOf(access), loop);
      steps.emplace_back(step ? -*step : std::numeric_limits<int64_t>::min(), place);
    }
    llvm::sort(steps);
    SmallVector<unsigned> sorted;
    for (auto [step, place] : steps)
      sorted.push_back(loops[place]);
    return sorted;
  }

  /// How well a factor can be read: a matrix best, else by the length of what lies side by side.
  int64_t judge(ProductSide &side, ArrayRef<unsigned> ofSide, ArrayRef<unsigned> depth) const {
    MemRefType type = typeOf(side.access);
    bool isPlain = llvm::all_of(side.access.dims, [](const FactorAccess::Dim &dim) { return !dim.isPadded; });
    side.isMatrix = isPlain && haveOneStep(side.access, type, ofSide, sum.sizes) &&
                    haveOneStep(side.access, type, depth, sum.sizes);
    auto run = [&](ArrayRef<unsigned> loops) -> int64_t {
      if (unsigned count = contiguousLoops(side.access, type, loops, sum.sizes))
        return std::min(points(loops.take_back(count), sum.sizes), kLongRun);
      int64_t apart = std::min(points(loops.take_back(), sum.sizes), kLongRun);
      return apart / (memoryStep(side.access, type, loops.back()) == 2 ? kPairs : kApart);
    };
    int64_t alongSide = run(ofSide), alongDepth = run(depth);
    side.depthInner = side.isMatrix ? hasUnitStep(side.access, type, depth, sum.sizes) &&
                                          !hasUnitStep(side.access, type, ofSide, sum.sizes)
                                    : alongDepth > alongSide;
    return (side.isMatrix ? kMatrix : 0) + std::max(alongSide, alongDepth);
  }

  void chooseOrders(ProductLoops &result) const {
    const FactorAccess &a = accesses[result.a.factor], &b = accesses[result.b.factor];
    SmallVector<SmallVector<unsigned>> columns{result.columns}, depths{result.depth};
    if (!result.storesMatrix || result.columns.size() > 1)
      columns.push_back(byMemory(result.columns, b));
    for (const FactorAccess *access : {&a, &b})
      depths.push_back(byMemory(result.depth, *access));
    ProductLoops best = result;
    int64_t bestScore = -1;
    for (const auto &ofColumns : columns)
      for (const auto &depth : depths) {
        ProductLoops tried = result;
        tried.columns = ofColumns, tried.depth = depth;
        tried.storesMatrix = storesMatrix(tried);
        tried.a.access = a, tried.b.access = b;
        int64_t score = judge(tried.a, tried.rows, depth) + judge(tried.b, ofColumns, depth);
        if (score > bestScore)
          best = tried, bestScore = score;
      }
    result = best;
  }

  const Contraction &sum;
  const KernelSignature &signature;
  FactorAccess c;
  FactorAccess accesses[2];
};

} // namespace

FactorAccess accessOfResult(const Contraction &sum, const KernelSignature &signature) {
  linalg::GenericOp generic = sum.generic;
  AffineMap c = generic.getIndexingMapsArray().back();
  FactorAccess access{static_cast<unsigned>(signature.operands.size()) - 1, {}};
  for (unsigned d = 0; d < c.getNumResults(); ++d) {
    FactorAccess::Dim dim;
    dim.steps.assign(sum.sizes.size(), 0);
    dim.steps[c.getDimPosition(d)] = 1;
    access.dims.push_back(dim);
  }
  return access;
}

std::optional<int64_t> memoryStep(const FactorAccess &access, MemRefType type, unsigned loop) {
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t step = 0;
  for (auto [dim, stride] : llvm::zip(access.dims, strides)) {
    if (dim.steps[loop] == 0)
      continue;
    if (ShapedType::isDynamic(stride))
      return std::nullopt;
    step += dim.steps[loop] * stride;
  }
  return step;
}

unsigned contiguousLoops(const FactorAccess &access, MemRefType type, ArrayRef<unsigned> loops,
                         ArrayRef<int64_t> sizes) {
  unsigned count = 0;
  std::optional<unsigned> inner;
  for (unsigned loop : llvm::reverse(loops)) {
    if (sizes[loop] != 1) {
      bool goesOn = inner ? !isPadded(access, *inner) && areOneLoop(access, type, loop, *inner, sizes)
                          : memoryStep(access, type, loop) == 1;
      if (!goesOn)
        break;
      inner = loop;
    }
    ++count;
  }
  return inner ? count : 0;
}

std::optional<ProductLoops> productLoops(const Contraction &sum, const KernelSignature &signature) {
  std::optional<FactorAccess> first = nest::accessOf(sum, 0), second = nest::accessOf(sum, 1);
  if (!first || !second)
    return std::nullopt;
  return LoopChooser(sum, signature, std::move(*first), std::move(*second)).choose();
}

} // namespace weir::cpu
