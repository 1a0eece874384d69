// How many rows a block has, which parts are products and nests, and whether all are what they have to be.
#include "lib/Target/Cpu/Chain/ChainForm.h"

#include "lib/Target/Cpu/Chain/ChainEmitter.h"
#include "lib/Target/Cpu/Chain/SeenColumns.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kRowUnit = 16, kMostRows = 192;

/// Of scratch, for a row of everything in it.
int64_t bytesOfRow(const RowChain &chain) {
  int64_t bytes = 0;
  auto add = [&](RankedTensorType type) { bytes += type.getShape().back() * type.getElementTypeBitWidth() / 8; };
  for (const ChainPart &part : chain.scores)
    add(resultOf(part));
  for (auto [number, place] : llvm::enumerate(placesOfRows(chain)))
    if (!place)
      add(resultOf(chain.rows, number));
  return bytes;
}

/// Whether there may be fewer matrices than make work for several workers, each of which then sums over a part of one.
bool sumsInParts(const RowChain &chain) {
  ArrayRef<int64_t> batch = resultOf(chain.scores[0]).getShape().drop_back(2);
  return chain.sumsOverBlocks() && (ShapedType::isDynamicShape(batch) || ShapedType::getNumElements(batch) < kTiles);
}

/// Rows of a block: as many as half of L2 has room for, and leave work for several workers.
int64_t rowsOfBlock(const RowChain &chain, const CpuThroughput &cpu) {
  int64_t rows = std::min(cpu.l2Bytes / 2 / bytesOfRow(chain), kMostRows);
  RankedTensorType scores = resultOf(chain.scores[0]);
  auto isKnown = [](int64_t size) { return !ShapedType::isDynamic(size); };
  if ((!chain.sumsOverBlocks() || sumsInParts(chain)) && llvm::all_of(scores.getShape(), isKnown))
    rows = std::min(rows, scores.getNumElements() / scores.getShape().back() / kTiles);
  return std::max(rows / kRowUnit * kRowUnit, kRowUnit);
}

/// Those, or as many as blocks can all have.
int64_t evenRows(int64_t most, int64_t all) {
  if (ShapedType::isDynamic(all))
    return most;
  for (int64_t rows = most; rows >= std::max(most / 2, kRowUnit); rows -= kRowUnit)
    if (all % rows == 0)
      return rows;
  return most;
}

class RowChainForm : public KernelForm {
public:
  RowChainForm(const KernelSite &site, RowChain chain) : site(site), chain(std::move(chain)) {
    RankedTensorType scores = resultOf(this->chain.scores[0]);
    allRows = scores.getDimSize(scores.getRank() - 2);
    rows = evenRows(rowsOfBlock(this->chain, site.cpu), allRows);
  }

  StringRef name() const override { return "row_chain"; }

  SmallVector<Knob> knobs() override { return {{"rows", &rows, kRowUnit, kMostRows, kRowUnit, kRowUnit}}; }

  /// Nothing where one of the parts isn't what it has to be.
  std::optional<ChainCode> code() {
    bool isKnown = !ShapedType::isDynamic(allRows) && (allRows <= rows || allRows % rows == 0);
    int64_t blockRows = isKnown ? std::clamp<int64_t>(allRows, 1, rows) : rows;
    std::optional<RowNest> nest = RowNest::of(*chain.rows.function, site.nests);
    if (!nest)
      return std::nullopt;
    ChainCode code{chain, {}, std::move(*nest), {}, {}, blockRows, isCut(), sumsInParts(chain)};
    auto known = isKnown ? std::optional(blockRows) : std::nullopt;
    if (!addScores(code, known) || !addValues(code, known))
      return std::nullopt;
    return code;
  }

  LogicalResult emit(ModuleOp module) override {
    emitChain(module, site.kernel.getLoc(), site.signature, *code());
    site.kernel.erase();
    return success();
  }

private:
  /// Whether columns that scores leave out change nothing.
  bool isCut() {
    func::FuncOp ofRows = *chain.rows.function;
    auto scores = ofRows.getArguments().take_back(chain.scores.size());
    return llvm::any_of(llvm::zip(chain.scores, scores), [&](auto one) {
      return endsAtDiagonal(*std::get<0>(one).function) && forgetsNegativeInfinity(ofRows, std::get<1>(one));
    });
  }

  bool addScores(ChainCode &code, std::optional<int64_t> known) {
    CutDimension cut = code.endsAtDiagonal ? CutDimension::Columns : CutDimension::None;
    for (ChainPart &part : chain.scores) {
      std::optional<BlockProduct> product = BlockProduct::of(*part.function, {false, known, cut}, site.cpu);
      if (!product || product->batchRank() != resultOf(part).getRank() - 2)
        return false;
      code.scores.push_back(std::move(*product));
    }
    return true;
  }

  bool addValues(ChainCode &code, std::optional<int64_t> known) {
    for (RowChain::Values &values : chain.values) {
      CutDimension cut = values.ofColumns ? CutDimension::Rows : CutDimension::Depth;
      BlockKind kind{values.ofColumns, known, code.endsAtDiagonal ? cut : CutDimension::None};
      std::optional<BlockProduct> product = BlockProduct::of(*values.part.function, kind, site.cpu);
      std::optional<RowNest> &end = code.ends.emplace_back();
      if (values.end)
        end = RowNest::of(*values.end->function, site.nests);
      if (!product || product->readsRows() == values.ofColumns || (values.end && !end) ||
          product->batchRank() != code.scores[0].batchRank())
        return false;
      code.values.push_back(std::move(*product));
    }
    return true;
  }

  KernelSite site;
  RowChain chain;
  int64_t allRows, rows; ///< of scores; of a block
};

} // namespace

std::unique_ptr<KernelForm> rowChainForm(const KernelSite &site) {
  std::optional<RowChain> chain = RowChain::of(site.kernel);
  if (!chain)
    return nullptr;
  RankedTensorType scores = resultOf(chain->scores[0]);
  if (scores.getRank() < 2 || ShapedType::isDynamic(scores.getShape().back()) || scores.getShape().back() == 0)
    return nullptr;
  auto hasItsShape = [&](Type type) { return cast<RankedTensorType>(type).getShape() == scores.getShape(); };
  if (!llvm::all_of(chain->scores, [&](const ChainPart &part) { return hasItsShape(resultOf(part)); }) ||
      !llvm::all_of(func::FuncOp(*chain->rows.function).getResultTypes(), hasItsShape))
    return nullptr;
  auto form = std::make_unique<RowChainForm>(site, *std::move(chain));
  return form->code() ? std::move(form) : nullptr;
}

} // namespace weir::cpu
