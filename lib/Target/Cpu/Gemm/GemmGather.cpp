// See GemmGather.h.
#include "lib/Target/Cpu/Gemm/GemmGather.h"

#include "lib/Target/Cpu/Gemm/GemmFlat.h"
#include "lib/Target/Cpu/Gemm/GemmPack.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

/// Calls the function of that name with the fields that are there, batch indices and operands; `body` builds it on
/// first use from the same values inside.
template <typename Block>
void callOnce(const IndexMath &ix, ModuleOp module, const std::string &name, const Block &block,
              ArrayRef<Value Block::*> fields, function_ref<void(const IndexMath &, const Block &)> body) {
  SmallVector<Value> arguments;
  for (Value Block::*field : fields)
    if (block.*field)
      arguments.push_back(block.*field);
  unsigned numFields = arguments.size();
  llvm::append_range(arguments, block.batch);
  llvm::append_range(arguments, block.operands);
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(ix.b);
    ix.b.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(ix.b, ix.loc, name, ix.b.getFunctionType(TypeRange(ValueRange(arguments)), {}));
    function.setPrivate();
    Block inside = block;
    ValueRange given = function.addEntryBlock()->getArguments();
    unsigned next = 0;
    for (Value Block::*field : fields)
      if (block.*field)
        inside.*field = given[next++];
    inside.batch = given.slice(numFields, block.batch.size());
    inside.operands = given.drop_front(numFields + block.batch.size());
    ix.b.setInsertionPointToStart(&function.getBody().front());
    body(IndexMath(ix.b, ix.loc), inside);
    func::ReturnOp::create(ix.b, ix.loc);
  }
  func::CallOp::create(ix.b, ix.loc, function, arguments);
}

/// Each panel from where it is read to where the K loop reads it. Columns past the last one are zeros.
void gatherPanels(const GemmForm &form, const IndexMath &ix, GatherFn gather, const GatherB &in) {
  Value end = ix.add(in.k0, in.depth);
  ix.forRange(in.panel, in.panelEnd, 1, [&](Value panel) {
    Value first = ix.mul(panel, form.nr), left = ix.sub(in.columns, first);
    Value to = ix.mul(ix.sub(panel, in.panel), in.stride);
    ix.ifElse(ix.less(left, ix.constant(form.nr)), [&] {
      ix.forRange(ix.constant(0), in.depth, 1,
                  [&](Value k) { emitClearWords(form, ix, in.block, ix.add(to, ix.mul(k, form.nr))); });
    });
    Value last = ix.add(first, ix.min(left, form.nr));
    gather(ix.b, ix.loc, {in.block, to, ix.constant(form.nr), in.k0, end, first, last, in.batch, in.operands});
  });
}

/// The matrix at the beginning of `data`.
Value asMatrix(const GemmForm &form, const IndexMath &ix, Value data, Value rows, Value columns, Value pitch) {
  Type element = form.d.b.elementType;
  auto strides = StridedLayoutAttr::get(form.context(), 0, {ShapedType::kDynamic, 1});
  auto type = MemRefType::get({ShapedType::kDynamic, ShapedType::kDynamic}, element, strides);
  data = viewElements(ix.b, ix.loc, data, form.flat(element));
  return memref::ReinterpretCastOp::create(ix.b, ix.loc, type, data, OpFoldResult(ix.b.getIndexAttr(0)),
                                           ArrayRef<OpFoldResult>{rows, columns},
                                           ArrayRef<OpFoldResult>{pitch, ix.b.getIndexAttr(1)});
}

/// By way of a matrix, of all panels' columns.
void gatherAndPack(const GemmForm &form, const IndexMath &ix, GatherFn gather, const GatherB &in) {
  Value first = ix.mul(in.panel, form.nr), last = ix.min(ix.mul(in.panelEnd, form.nr), in.columns);
  Value none = ix.constant(0), end = ix.add(in.k0, in.depth), columns = ix.sub(last, first);
  bool transposed = form.d.b.transposed;
  Value pitch = transposed ? ix.constant(form.gatheredDepth()) : ix.mul(ix.sub(in.panelEnd, in.panel), form.nr);
  GatherSite site{in.matrix, none, pitch, in.k0, end, first, last, in.batch, in.operands};
  if (transposed)
    site.row = first, site.rowEnd = last, site.column = in.k0, site.columnEnd = end;
  gather(ix.b, ix.loc, site);
  Value matrix = asMatrix(form, ix, in.matrix, transposed ? columns : in.depth, transposed ? in.depth : columns, pitch);
  PanelKind kind = panelKindOfB(form);
  ix.forRange(in.panel, in.panelEnd, 1, [&](Value panel) {
    Value number = ix.sub(panel, in.panel), cross = ix.mul(number, form.nr);
    Value count = ix.min(ix.sub(columns, cross), form.nr);
    Value to = ix.mul(number, in.stride);
    emitPackPanel(form, ix, kind, matrix, in.block, to, {none, in.depth, cross, count, columns});
    emitClearSurplus(form, ix, in.block, to, in.depth);
  });
}

} // namespace

void emitGatherA(const GemmForm &form, const IndexMath &ix, ModuleOp module, GatherFn gather, const GatherA &block) {
  auto body = [&](const IndexMath &ix, const GatherA &in) {
    Value none = ix.constant(0), end = ix.add(in.k0, in.depth);
    if (form.d.a.transposed)
      return gather(
          ix.b, ix.loc,
          {in.target, none, ix.constant(form.gatheredRows()), in.k0, end, in.row, in.rowEnd, in.batch, in.operands});
    Value pitch = ix.constant(form.gatheredDepth());
    gather(ix.b, ix.loc, {in.target, none, pitch, in.row, in.rowEnd, in.k0, end, in.batch, in.operands});
    if (form.pack == 1)
      return;
    // The last element of an odd depth is in a pair, too; tiles go on.
    auto zeros = VectorType::get({form.isTiled() ? kTileDepth : 1}, form.gatheredBits(form.d.a));
    Value zero = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(zeros));
    ix.forRange(none, ix.sub(in.rowEnd, in.row), 1, [&](Value row) {
      vector::StoreOp::create(ix.b, ix.loc, zero, in.target, ix.add(ix.mul(row, pitch), in.depth));
    });
  };
  callOnce<GatherA>(ix, module, form.d.name + ".gather_a", block,
                    {&GatherA::target, &GatherA::row, &GatherA::rowEnd, &GatherA::k0, &GatherA::depth}, body);
}

void emitGatherB(const GemmForm &form, const IndexMath &ix, ModuleOp module, GatherFn gather, const GatherB &block) {
  auto body = [&](const IndexMath &ix, const GatherB &in) {
    if (form.gathersPanels())
      gatherPanels(form, ix, gather, in);
    else
      gatherAndPack(form, ix, gather, in);
  };
  callOnce<GatherB>(ix, module, form.d.name + ".gather_b", block,
                    {&GatherB::block, &GatherB::matrix, &GatherB::panel, &GatherB::panelEnd, &GatherB::k0,
                     &GatherB::depth, &GatherB::stride, &GatherB::columns},
                    body);
}

} // namespace weir::cpu
