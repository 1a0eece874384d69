// See GemmBlockFunction.h.
#include "lib/Target/Cpu/Gemm/GemmBlockFunction.h"

#include "lib/Target/Cpu/Gemm/GemmBlocking.h"
#include "lib/Target/Cpu/Gemm/GemmTileKernel.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

SmallVector<Value *> fieldsOf(BlockCall &call) {
  SmallVector<Value *> fields;
  for (WordSource *source : {&call.a, &call.b})
    fields.append({&source->data, &source->start, &source->perTile, &source->perRow, &source->row, &source->word});
  fields.append({&call.c.data, &call.c.offset, &call.c.outer, &call.c.inner, &call.m, &call.n, &call.partials,
                 &call.stage, &call.words, &call.tile, &call.tileEnd, &call.superTile, &call.panel, &call.panelEnd,
                 &call.partialsPanel, &call.partialsPanels, &call.first, &call.last, &call.nextBlock});
  return fields;
}

class BlockBody {
public:
  BlockBody(const GemmForm &form, const IndexMath &ix, ModuleOp module, const GemmEpilogue &epilogue,
            const BlockCall &in)
      : form(form), ix(ix), module(module), epilogue(epilogue), in(in) {}

  void emit() {
    if (form.isTiled() && !form.d.a.gathered)
      return overRowTiles();
    ix.forRange(in.panel, in.panelEnd, 1, [&](Value panel) { overPanel(panel); });
  }

private:
  void overRowTiles();
  void overPanel(Value panel);
  void overTiles(Value panel, Value left, const ColumnVariant &variant);
  TileContext context() const;
  RowWalk walk() const;
  Value startOf(Value panel) const;
  /// See prefetchBytes.
  Value shareOfPanel() const { return ix.mul(in.words, form.p.prefetchBytes / form.wordBytes()); }
  Value partialsOf(Value tile, Value panel) const;
  void finishDeferred(const TilePlace &place, Value rows);

  const GemmForm &form;
  const IndexMath &ix;
  ModuleOp module;
  const GemmEpilogue &epilogue;
  const BlockCall &in;
};

/// Chooses the variant by the columns that are left.
void BlockBody::overPanel(Value panel) {
  Value left = ix.sub(in.n, ix.mul(panel, form.nr));
  bool unmaskedFull = false;
  SmallVector<ColumnVariant> variants = form.columnVariants(unmaskedFull);
  auto choose = [&](auto &&self, size_t index) -> void {
    if (index + 1 == variants.size())
      return overTiles(panel, left, variants[index]);
    if (unmaskedFull && index + 2 == variants.size()) // the widest tail or the full panel
      return ix.ifElse(
          ix.less(left, ix.constant(form.nr)), [&] { overTiles(panel, left, variants[index]); },
          [&] { overTiles(panel, left, variants.back()); });
    ix.ifElse(
        ix.atLeast(ix.constant(variants[index].vectors * form.lanes), left),
        [&] { overTiles(panel, left, variants[index]); }, [&] { self(self, index + 1); });
  };
  choose(choose, 0);
}

TileContext BlockBody::context() const {
  return {epilogue, in.a, in.b, in.c, in.partials, in.stage, in.words, in.first, in.last, in.batch, in.operands};
}

RowWalk BlockBody::walk() const {
  auto start = [this](Value row) {
    Value before = ix.mul(ix.sub(in.tile, in.superTile), in.a.perTile);
    Value offset = ix.add(ix.add(in.a.start, before), ix.mul(row, in.a.perRow));
    SmallVector<Value> offsets;
    bool oneStart = form.isTiled() || IndexMath::asConstant(in.a.row);
    for (int64_t i = 0; i < (oneStart ? 1 : form.rowVariants().back()); ++i)
      offsets.push_back(ix.add(offset, ix.mul(in.a.row, i)));
    return offsets;
  };
  auto step = [this](Value rows) { return ix.add(in.a.perTile, ix.mul(rows, in.a.perRow)); };
  return {start, step};
}

Value BlockBody::startOf(Value panel) const {
  return ix.add(in.b.start, ix.mul(ix.sub(panel, in.panel), in.b.perTile));
}

Value BlockBody::partialsOf(Value tile, Value panel) const {
  if (!in.partials)
    return {};
  Value square = ix.add(ix.mul(ix.sub(tile, in.superTile), in.partialsPanels), ix.sub(panel, in.partialsPanel));
  return ix.mul(square, form.p.mr * form.nr);
}

/// Panels inside: packed, they come from L2 in the order of their addresses, which prefetchers follow. 32 rows of an A
/// that is read in place are too many streams for them, so it is rows that stay. Each row tile asks for its share of
/// the next block.
void BlockBody::overRowTiles() {
  RowWalk rowWalk = walk();
  // Of the next block, one of each panel for each row tile. Where none is due, lines that were just read are asked for.
  int64_t shares = form.p.prefetchBytes > 0 ? form.nr * form.wordBytes() / form.p.prefetchBytes : 0;
  auto body = [&](Value tile, const RowTile &rows) {
    Value share = ix.sub(tile, in.tile), isDue;
    if (in.nextBlock)
      isDue = ix.both(ix.less(share, ix.constant(shares)), ix.less(in.b.start, in.nextBlock));
    ix.forRange(in.panel, in.panelEnd, 1, [&](Value panel) {
      TilePlace place;
      place.row = rows.first, place.a = rows.offsets;
      place.column = ix.mul(panel, form.nr), place.b = startOf(panel);
      place.partials = partialsOf(tile, panel);
      if (in.nextBlock) {
        Value next = ix.add(in.nextBlock, ix.mul(ix.sub(panel, in.panel), in.b.perTile));
        place.nextPanel = ix.select(isDue, ix.add(next, ix.mul(share, shareOfPanel())), place.b);
        place.nextWord = ix.select(isDue, ix.constant(form.p.prefetchBytes / form.wordBytes()), ix.constant(0));
      }
      emitTiles(form, ix, context(), place, rows.rows);
      finishDeferred(place, rows.rows);
    });
  };
  overRows(form, ix, in.m, in.tile, in.tileEnd, body, &rowWalk);
}

void BlockBody::overTiles(Value panel, Value left, const ColumnVariant &variant) {
  TilePlace place;
  place.column = ix.mul(panel, form.nr);
  for (int64_t v = 0; v < variant.vectors; ++v)
    place.masks.push_back(v < variant.maskFrom ? Value()
                                               : vector::CreateMaskOp::create(
                                                     ix.b, ix.loc, form.masks(),
                                                     ix.sub(ix.min(left, form.nr), ix.constant(v * form.lanes))));
  place.b = startOf(panel);
  // With the first panel, row tiles ask for their rows of the next block of A; else for lines that were just read.
  if (form.asksForA()) {
    Value toNext = ix.select(in.last, ix.constant(0), ix.mul(in.words, in.a.word));
    place.nextBlockOfA = ix.select(ix.equal(panel, in.panel), toNext, ix.constant(0));
  }
  // Each row tile asks for its share of the next panel.
  bool prefetch = form.d.packedB && !form.isTiled() && form.p.prefetchBytes > 0;
  Value share = prefetch ? shareOfPanel() : Value();
  RowWalk rowWalk = walk();
  auto body = [&](Value tile, const RowTile &rows) {
    place.row = rows.first;
    place.a = rows.offsets;
    if (prefetch)
      place.nextPanel = ix.add(ix.add(place.b, in.b.perTile), ix.mul(ix.sub(tile, in.tile), share));
    place.partials = partialsOf(tile, panel);
    if (form.isTiled())
      emitTiles(form, ix, context(), place, rows.rows);
    else
      ix.switchOver(rows.rows, form.rowVariants(),
                    [&](int64_t count) { emitRegisterTile(form, ix, context(), place, count); });
    finishDeferred(place, rows.rows);
  };
  overRows(form, ix, in.m, in.tile, in.tileEnd, body, &rowWalk);
}

void BlockBody::finishDeferred(const TilePlace &place, Value rows) {
  if (!epilogue.deferred)
    return;
  ix.ifElse(form.severalKBlocks ? in.last : ix.truth(true), [&] {
    emitFinishCall(form, ix, module, epilogue,
                   {in.c, in.n, in.stage, place.row, place.column, rows, in.batch, in.operands});
  });
}

/// The call's values as the function sees them: arguments, but for constants.
SmallVector<Value> argumentsOf(BlockCall &call, SmallVector<Value *> &fields) {
  SmallVector<Value> arguments;
  for (Value *field : fieldsOf(call))
    if (*field && !IndexMath::asConstant(*field)) {
      fields.push_back(field);
      arguments.push_back(*field);
    }
  arguments.append(call.batch.begin(), call.batch.end());
  arguments.append(call.operands.begin(), call.operands.end());
  return arguments;
}

} // namespace

void emitBlockCall(const GemmForm &form, const IndexMath &ix, ModuleOp module, const GemmEpilogue &epilogue,
                   const BlockCall &call) {
  BlockCall inside = call;
  SmallVector<Value *> fields;
  SmallVector<Value> arguments = argumentsOf(inside, fields);
  std::string name = form.d.name + ".block";
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(ix.b);
    ix.b.setInsertionPointToEnd(module.getBody());
    auto type = ix.b.getFunctionType(TypeRange(ValueRange(arguments)), {});
    function = func::FuncOp::create(ix.b, ix.loc, name, type);
    function.setPrivate();
    Block *body = function.addEntryBlock();
    ix.b.setInsertionPointToStart(body);
    for (Value *field : fieldsOf(inside))
      if (*field)
        if (auto constant = IndexMath::asConstant(*field))
          *field = isa<IndexType>(field->getType()) ? ix.constant(*constant) : ix.truth(*constant);
    for (auto [field, argument] : llvm::zip(fields, body->getArguments()))
      *field = argument;
    ValueRange rest = ValueRange(body->getArguments()).drop_front(fields.size());
    inside.batch = rest.take_front(call.batch.size());
    inside.operands = rest.drop_front(call.batch.size());
    BlockBody(form, ix, module, epilogue, inside).emit();
    func::ReturnOp::create(ix.b, ix.loc);
  }
  func::CallOp::create(ix.b, ix.loc, function, arguments);
}

} // namespace weir::cpu
