// The functions that pack several panels: a slab of A, a block of B.
#include "lib/Target/Cpu/Gemm/GemmBlocking.h"
#include "lib/Target/Cpu/Gemm/GemmPack.h"
#include "lib/Target/Cpu/Gemm/GemmSlab.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kRowsAtATime = 16; ///< of B, in words

/// A private function of `arguments`; null if there is one of this name already.
func::FuncOp startFunction(OpBuilder &builder, ModuleOp module, Location loc, StringRef name,
                           ArrayRef<Type> arguments) {
  if (module.lookupSymbol(name))
    return {};
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(builder, loc, name, builder.getFunctionType(arguments, {}));
  function.setPrivate();
  builder.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

Value dimension(const IndexMath &ix, Value memref, int64_t index) {
  return ix.b.createOrFold<memref::DimOp>(ix.loc, memref, ix.constant(index));
}

} // namespace

PanelKind panelKindOfA(const GemmForm &form) {
  return {form.d.a, /*kOuter=*/form.d.a.transposed, form.p.mr, /*zeroFill=*/false};
}

PanelKind panelKindOfB(const GemmForm &form) {
  return {form.d.b, /*kOuter=*/!form.d.b.transposed, form.nr, /*zeroFill=*/true};
}

func::FuncOp packAFunction(const GemmForm &form, OpBuilder &builder, ModuleOp module) {
  std::string name = form.d.name + ".pack_a";
  OpBuilder::InsertionGuard guard(builder);
  Type index = builder.getIndexType();
  func::FuncOp function =
      startFunction(builder, module, form.d.location, name,
                    {form.matrix(form.d.a), form.flat(form.slabElement()), index, index, index, index});
  if (!function)
    return module.lookupSymbol<func::FuncOp>(name);
  IndexMath ix(builder, form.d.location);
  Value source = function.getArgument(0), slab = function.getArgument(1), first = function.getArgument(2);
  Value end = function.getArgument(3), k0 = function.getArgument(4), depth = function.getArgument(5);
  Value m = dimension(ix, source, form.d.a.transposed ? 1 : 0);
  if (form.isTiled()) {
    emitPackRows(form, ix, source, slab, {firstRowOf(form, ix, m, first), firstRowOf(form, ix, m, end), k0, depth});
    func::ReturnOp::create(builder, form.d.location);
    return function;
  }
  PanelKind kind = panelKindOfA(form);
  Value stride = ix.mul(ix.ceilDiv(depth, form.pack), form.p.mr);
  overRows(form, ix, m, first, end, [&](Value tile, const RowTile &rows) {
    PanelBox box{k0, depth, rows.first, rows.rows, m};
    emitPackPanel(form, ix, kind, source, slab, ix.mul(ix.sub(tile, first), stride), box);
  });
  func::ReturnOp::create(builder, form.d.location);
  return function;
}

/// Panels `stride` words apart. A few rows go to all panels before the next: what neighbouring panels read of a row
/// lies side by side, and a whole panel at once would touch a page for each row.
func::FuncOp packBFunction(const GemmForm &form, OpBuilder &builder, ModuleOp module) {
  std::string name = form.d.name + ".pack_b";
  OpBuilder::InsertionGuard guard(builder);
  Type index = builder.getIndexType();
  func::FuncOp function =
      startFunction(builder, module, form.d.location, name,
                    {form.matrix(form.d.b), form.flat(form.word), index, index, index, index, index});
  if (!function)
    return module.lookupSymbol<func::FuncOp>(name);
  IndexMath ix(builder, form.d.location);
  Value source = function.getArgument(0), block = function.getArgument(1), first = function.getArgument(2);
  Value end = function.getArgument(3), k0 = function.getArgument(4), depth = function.getArgument(5);
  Value stride = function.getArgument(6);
  PanelKind kind = panelKindOfB(form);
  Value n = dimension(ix, source, form.d.b.transposed ? 0 : 1);
  auto packRows = [&](Value row, Value rows) {
    ix.forRange(first, end, 1, [&](Value panel) {
      Value cross = ix.mul(panel, form.nr), to = ix.mul(ix.sub(panel, first), stride);
      bool whole = !ShapedType::isDynamic(form.d.n) && form.d.n % form.nr == 0;
      Value count = whole ? ix.constant(form.nr) : ix.min(ix.sub(n, cross), form.nr);
      to = ix.add(to, ix.mul(ix.div(row, form.pack), form.nr));
      emitPackPanel(form, ix, kind, source, block, to, {ix.add(k0, row), rows, cross, count, n});
    });
  };
  int64_t step = kRowsAtATime * form.pack;
  if (kind.kOuter)
    ix.forRange(ix.constant(0), depth, step, [&](Value row) { packRows(row, ix.min(ix.sub(depth, row), step)); });
  else
    packRows(ix.constant(0), depth);
  ix.forRange(first, end, 1,
              [&](Value panel) { emitClearSurplus(form, ix, block, ix.mul(ix.sub(panel, first), stride), depth); });
  func::ReturnOp::create(builder, form.d.location);
  return function;
}

} // namespace weir::cpu
