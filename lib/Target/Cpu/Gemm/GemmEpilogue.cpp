// See GemmEpilogue.h.
#include "lib/Target/Cpu/Gemm/GemmEpilogue.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kInlineOps = 12;   ///< of an epilogue that is unrolled over the vectors of a register tile
constexpr int64_t kNarrowingOps = 8; ///< what f32 -> bf16 expands to where the CPU lacks it

int64_t countOps(Block &block) {
  int64_t count = 0;
  block.walk([&](Operation *op) { count += !op->hasTrait<OpTrait::ConstantLike>(); });
  return count;
}

} // namespace

Value loadVector(const IndexMath &ix, VectorType type, Value memref, ValueRange indices, Value mask) {
  if (!mask)
    return vector::LoadOp::create(ix.b, ix.loc, type, memref, indices);
  Value zero = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(type));
  return vector::MaskedLoadOp::create(ix.b, ix.loc, type, memref, indices, mask, zero);
}

void storeVector(const IndexMath &ix, Value vector, Value memref, ValueRange indices, Value mask) {
  if (mask)
    vector::MaskedStoreOp::create(ix.b, ix.loc, memref, indices, mask, vector);
  else
    vector::StoreOp::create(ix.b, ix.loc, vector, memref, indices);
}

Value finishVector(const GemmForm &form, const IndexMath &ix, const GemmEpilogue &epilogue, const EpilogueSite &site) {
  Value result = epilogue.apply ? epilogue.apply(ix.b, ix.loc, site) : site.accumulator;
  if (!result)
    return result;
  if (!isa<VectorType>(result.getType())) // one number, whatever the product is
    result = vector::BroadcastOp::create(ix.b, ix.loc, form.vectorOf(result.getType()), result);
  Type from = cast<VectorType>(result.getType()).getElementType();
  if (from != form.d.resultType)
    result = arith::TruncFOp::create(ix.b, ix.loc, form.vectorOf(form.d.resultType), result);
  if (form.d.resultType.getIntOrFloatBitWidth() != 16)
    return result;
  return vector::BitCastOp::create(ix.b, ix.loc, form.vectorOf(ix.b.getI16Type()), result); // as in FlatMatrix
}

GemmEpilogue planEpilogue(const GemmForm &form, OpBuilder &builder, EpilogueFn apply) {
  GemmEpilogue epilogue{apply, false};
  int64_t ops = form.d.resultType.isBF16() ? kNarrowingOps : 0;
  if (apply) { // tried where nothing comes of it, to see how long it is
    OpBuilder::InsertionGuard guard(builder);
    Location loc = form.d.location;
    OwningOpRef<ModuleOp> trial = ModuleOp::create(loc);
    Type index = builder.getIndexType();
    SmallVector<Type> types{form.accumulators(), index, index, form.masks()};
    types.append(form.d.batchRank, index);
    types.append(form.d.epilogueTypes);
    builder.setInsertionPointToEnd(trial->getBody());
    auto function = func::FuncOp::create(builder, loc, "trial", builder.getFunctionType(types, {}));
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToStart(body);
    ValueRange arguments = body->getArguments();
    apply(builder, loc,
          {arguments[0], arguments[1], arguments[2], arguments[3], arguments.slice(4, form.d.batchRank),
           arguments.drop_front(4 + form.d.batchRank)});
    ops += countOps(*body);
  }
  epilogue.deferred = ops > kInlineOps || form.d.storesItself || form.isTiled();
  return epilogue;
}

namespace {

/// The loop over rows and vectors of the copy.
void finishRows(const GemmForm &form, const IndexMath &ix, const GemmEpilogue &epilogue, const FinishCall &call) {
  Value columns = ix.min(ix.sub(call.n, call.column), form.nr), none = ix.constant(0);
  bool exact = !ShapedType::isDynamic(form.d.n) && form.d.n % form.lanes == 0;
  auto finish = [&](Value row, Value column, Value mask) {
    Value sums = loadVector(ix, form.accumulators(), call.stage, ix.add(ix.mul(row, form.nr), column));
    EpilogueSite site{sums, ix.add(call.row, row), ix.add(call.column, column), mask, call.batch, call.operands};
    if (Value result = finishVector(form, ix, epilogue, site))
      storeVector(ix, result, call.c.data, call.c.at(ix, site.row, site.column), mask);
  };
  auto anyColumns = [&] {
    ix.forRange(none, call.rows, 1, [&](Value row) {
      ix.forRange(none, columns, form.lanes, [&](Value column) {
        Value mask =
            exact ? Value() : vector::CreateMaskOp::create(ix.b, ix.loc, form.masks(), ix.sub(columns, column));
        finish(row, column, mask);
      });
    });
  };
  if (!form.isTiled())
    return anyColumns();
  ix.ifElse( // tiles take so little time that this one counts
      ix.equal(columns, ix.constant(form.nr)),
      [&] {
        ix.forRange(none, call.rows, 1, [&](Value row) {
          for (int64_t v = 0; v < form.p.nv; ++v)
            finish(row, ix.constant(v * form.lanes), {});
        });
      },
      anyColumns);
}

} // namespace

void emitFinishCall(const GemmForm &form, const IndexMath &ix, ModuleOp module, const GemmEpilogue &epilogue,
                    const FinishCall &call) {
  if (form.isTiled())
    return finishRows(form, ix, epilogue, call);
  std::string name = form.d.name + ".finish";
  SmallVector<Value> operands{call.c.data, call.c.offset, call.c.outer, call.c.inner, call.n,
                              call.stage,  call.row,      call.column,  call.rows};
  operands.append(call.batch.begin(), call.batch.end());
  operands.append(call.operands.begin(), call.operands.end());
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(ix.b);
    ix.b.setInsertionPointToEnd(module.getBody());
    auto type = ix.b.getFunctionType(TypeRange(ValueRange(operands)), {});
    function = func::FuncOp::create(ix.b, ix.loc, name, type);
    function.setPrivate();
    Block *body = function.addEntryBlock();
    ix.b.setInsertionPointToStart(body);
    ValueRange inside = body->getArguments();
    finishRows(form, ix, epilogue,
               {{inside[0], inside[1], inside[2], ix.constant(1)},
                inside[4],
                inside[5],
                inside[6],
                inside[7],
                inside[8],
                inside.slice(9, call.batch.size()),
                inside.drop_front(9 + call.batch.size())});
    func::ReturnOp::create(ix.b, ix.loc);
  }
  func::CallOp::create(ix.b, ix.loc, function, operands);
}

} // namespace weir::cpu
