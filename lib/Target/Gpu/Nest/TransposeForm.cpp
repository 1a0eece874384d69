// Elementwise nests of which an operand lies along another loop than the results do: square tiles, whose elements of
// such an operand go through shared memory, so that threads side by side read and write neighbours.
#include "lib/Target/Gpu/Nest/NestForm.h"
#include "lib/Target/Gpu/Nest/OperandReads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::gpu {
namespace {

constexpr int64_t kEdge = kWarpSize;
/// Of a tile in shared memory: one more than there are banks, so that columns lie in different ones, too.
constexpr int64_t kPitch = kEdge + 1;
/// Loops that are shorter leave most of a tile empty.
constexpr int64_t kShort = 16;

class TransposeForm : public NestForm {
public:
  TransposeForm(const NestSite &site, int across) : NestForm(site), across(across) {
    for (int loop : nest.rows)
      if (loop != across && loop != nest.lane)
        outer.push_back(loop);
    for (auto &[operand, loops] : readsOf(site).loopsByOperand)
      if (isTurned(site, loops) && loops.back() == across)
        turned.push_back({operandNumber(operand), loops});
  }

  /// The loop that such operands lie along, if there are any and all are on the same. What a slice is taken of has
  /// loops of its own, which are no rows.
  static std::optional<int> findAcross(const NestSite &site) {
    std::optional<int> across;
    auto isShort = [&](int loop) { return site.plan.knownExtent(loop).value_or(kShort) < kShort; };
    if (!site.nest.lane || !site.nest.reductions.empty() || isShort(*site.nest.lane))
      return std::nullopt;
    for (auto &[operand, loops] : readsOf(site).loopsByOperand) {
      if (!isTurned(site, loops) || loops.back() == site.nest.lane)
        continue;
      bool isRow = llvm::is_contained(site.nest.rows, loops.back());
      if (!isRow || isShort(loops.back()) || (across && across != loops.back()))
        return std::nullopt;
      across = loops.back();
    }
    return across;
  }

  Value tiles(ThreadEvaluator &evaluator, unsigned phase) override {
    if (phase > 0)
      return evaluator.constant(0);
    Value count =
        arith::MulIOp::create(evaluator.build(), evaluator.loc, edges(evaluator, *nest.lane), edges(evaluator, across));
    return arith::MulIOp::create(evaluator.build(), evaluator.loc, count, evaluator.pointsOf(outer));
  }

  void emit(const BlockSite &block) override {
    ThreadEvaluator &evaluator = block.evaluator;
    OpBuilder &builder = block.builder();
    mlir::Location loc = block.loc();
    evaluator.setNoTeam();
    auto rem = [&](Value a, Value b) -> Value { return arith::RemUIOp::create(builder, loc, a, b); };
    auto div = [&](Value a, Value b) -> Value { return arith::DivUIOp::create(builder, loc, a, b); };
    Value lanes = edges(evaluator, *nest.lane), edge = evaluator.constant(kEdge);
    Value rest = div(block.tile, lanes), count = edges(evaluator, across);
    Tile tile;
    tile.lane = arith::MulIOp::create(builder, loc, rem(block.tile, lanes), edge);
    tile.across = arith::MulIOp::create(builder, loc, rem(rest, count), edge);
    tile.x = rem(block.function.thread, edge);
    tile.y = div(block.function.thread, edge);
    for (auto [loop, position] :
         llvm::zip(outer, evaluator.split(outer, div(rest, count), nest::DimPosition::Kind::Scalar)))
      tile.at[loop] = position;

    SmallVector<Value> copies;
    for (const Turned &operand : turned) {
      Type element = cast<MemRefType>(block.function.operands[operand.number].getType()).getElementType();
      int64_t bytes = kEdge * kPitch * llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
      copies.push_back(block.function.shared(element, kEdge * kPitch, evaluator.takeShared(bytes)));
    }
    forTile(block, tile, /*alongAcross=*/true, [&](const Places &at, Value place) {
      for (auto [operand, copy] : llvm::zip(turned, copies)) {
        Value value = evaluator.load(block.function.operands[operand.number], positionsOf(operand, at));
        evaluator.store(copy, value, {{place, nest::DimPosition::Kind::Scalar, evaluator.level()}});
      }
    });
    mlir::gpu::BarrierOp::create(builder, loc);
    forTile(block, tile, /*alongAcross=*/false, [&](const Places &at, Value place) {
      for (auto [operand, copy] : llvm::zip(turned, copies))
        addStage(block, operand, copy, at, place);
      storeOutputs(block, nest.outputs, at);
      evaluator.clearStages();
    });
  }

private:
  struct Turned {
    unsigned number; ///< of the operand
    SmallVector<int> loops;
  };
  struct Tile {
    Value lane, across; ///< where it begins
    Value x, y;         ///< of the thread
    Places at;          ///< in outer loops
  };

  /// Whether tiles of an operand can be copied: it has the lane loop, and no loops of its own as what is padded has.
  static bool isTurned(const NestSite &site, ArrayRef<int> loops) {
    return llvm::is_contained(loops, *site.nest.lane) &&
           llvm::all_of(loops, [&](int loop) { return llvm::is_contained(site.nest.rows, loop); });
  }

  static OperandReads readsOf(const NestSite &site) {
    OperandReads reads(site.plan);
    for (unsigned number : site.nest.outputs)
      if (auto generic = site.plan.output(number).getDefiningOp<linalg::GenericOp>())
        reads.add(generic);
    return reads;
  }

  static Value edges(ThreadEvaluator &evaluator, int loop) {
    return arith::CeilDivUIOp::create(evaluator.build(), evaluator.loc, evaluator.extent(loop),
                                      evaluator.constant(kEdge));
  }

  nest::Positions positionsOf(const Turned &operand, const Places &at) const {
    return llvm::map_to_vector(operand.loops, [&](int loop) { return at.at(loop); });
  }

  static void addStage(const BlockSite &block, const Turned &operand, Value copy, const nest::Positions &positions,
                       Value place) {
    nest::DimPosition found{place, nest::DimPosition::Kind::Scalar, block.evaluator.level()};
    auto find = [positions, found](const nest::Positions &wanted) {
      bool isThis = llvm::all_of(llvm::zip(positions, wanted),
                                 [](auto pair) { return std::get<0>(pair).index == std::get<1>(pair).index; });
      return isThis ? std::optional(found) : std::nullopt;
    };
    block.evaluator.addStage({block.function.operands[operand.number], copy, find, nullptr});
  }
  void addStage(const BlockSite &block, const Turned &operand, Value copy, const Places &at, Value place) {
    addStage(block, operand, copy, positionsOf(operand, at), place);
  }

  /// Calls `body` for this thread's elements of the tile, threads side by side along one of its loops. In shared memory
  /// an element has the place [lane, across].
  void forTile(const BlockSite &block, const Tile &tile, bool alongAcross,
               llvm::function_ref<void(const Places &at, Value place)> body) {
    ThreadEvaluator &evaluator = block.evaluator;
    OpBuilder &builder = block.builder();
    mlir::Location loc = block.loc();
    auto add = [&](Value a, Value b) -> Value { return arith::AddIOp::create(builder, loc, a, b); };
    evaluator.forLoop(tile.y, evaluator.constant(kEdge), threads / kEdge, [&](Value y, int) {
      Value inLane = alongAcross ? y : tile.x, inAcross = alongAcross ? tile.x : y;
      Value lane = add(tile.lane, inLane), across = add(tile.across, inAcross);
      auto isInside = [&](Value index, int loop) -> Value {
        return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index, evaluator.extent(loop));
      };
      Value exists = arith::AndIOp::create(builder, loc, isInside(lane, *nest.lane), isInside(across, this->across));
      evaluator.ifThen(exists, /*mask=*/nullptr, [&](int level) {
        evaluator.setBase();
        Places at = tile.at;
        at[*nest.lane] = {lane, nest::DimPosition::Kind::Scalar, level};
        at[this->across] = {across, nest::DimPosition::Kind::Scalar, level};
        Value row = arith::MulIOp::create(builder, loc, inLane, evaluator.constant(kPitch));
        body(at, add(row, inAcross));
      });
    });
  }

  const int across;       ///< the loop that turned operands lie along
  SmallVector<int> outer; ///< the other rows
  SmallVector<Turned> turned;
};

} // namespace

std::unique_ptr<NestForm> transposeForm(const NestSite &site) {
  std::optional<int> across = TransposeForm::findAcross(site);
  return across ? std::make_unique<TransposeForm>(site, *across) : nullptr;
}

} // namespace weir::gpu
