// The two functions of a product: what `prepare` returns, and how `run` takes a range of tiles apart into blocks.
#include "lib/Target/Cpu/Gemm/GemmBlockFunction.h"
#include "lib/Target/Cpu/Gemm/GemmBlocking.h"
#include "lib/Target/Cpu/Gemm/GemmGather.h"
#include "lib/Target/Cpu/Gemm/GemmPack.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kManyRowTiles = 8; ///< by tile registers: that hide what comes from the outer caches
constexpr int64_t kShortBlocks = 8;  ///< in one of most columns

/// `type` with `rank` dynamic dimensions before its own.
MemRefType withBatch(MemRefType type, int64_t rank) {
  if (rank == 0)
    return type;
  auto [strides, offset] = type.getStridesAndOffset();
  SmallVector<int64_t> sizes(rank, ShapedType::kDynamic), all(rank, ShapedType::kDynamic);
  sizes.append(type.getShape().begin(), type.getShape().end());
  all.append(strides.begin(), strides.end());
  return MemRefType::get(sizes, type.getElementType(), StridedLayoutAttr::get(type.getContext(), offset, all));
}

Value sizeOr(const IndexMath &ix, int64_t size, Value dynamic) {
  return ShapedType::isDynamic(size) ? dynamic : ix.constant(size);
}

/// The arguments of `run`.
struct RunArguments {
  Value a, b, c;
  ValueRange operands, scalars;
  Value scratch, first, count;

  RunArguments(const GemmForm &form, ValueRange all) {
    a = all[0], b = all[1], c = all[2];
    operands = all.slice(3, form.d.epilogueTypes.size());
    scalars = all.slice(3 + operands.size(), GemmBlocking::kScalars);
    ValueRange rest = all.take_back(3);
    scratch = rest[0], first = rest[1], count = rest[2];
  }
};

/// A rectangle of the tile grid, and of what it covers: row tiles and panels.
struct Rectangle {
  Value tile, tileEnd, panel, panelEnd;
};

class RunBody {
public:
  RunBody(const GemmForm &form, const IndexMath &ix, ModuleOp module, const GemmEpilogue &epilogue,
          const GemmCallbacks &callbacks, const RunArguments &in)
      : form(form), ix(ix), module(module), epilogue(epilogue), callbacks(callbacks), in(in) {}

  void emit();

private:
  Value dimension(Value memref, int64_t index);
  void readSizes();
  void overProducts();
  void overRange(Value first, Value count);
  Rectangle rectangle(Value major, Value majorEnd, Value minor, Value minorEnd);
  void overRectangle(const Rectangle &rectangle);
  void overKBlocks(const Rectangle &super);
  void overBlocks(const Rectangle &super, Value k0, Value depth, Value first, Value last);
  Value hasFewRows(const Rectangle &super);
  Value mostPanels(const Rectangle &super);
  void packPanels(Value panel, Value panelEnd, Value k0, Value depth, Value stride);
  WordSource sourceOfA(Value firstTile, Value k0, Value words);
  WordSource slabOfRows(Value firstTile);
  WordSource sourceOfB(Value k0, Value panel, Value stride);
  Value scratchView(Value offset, Type element);
  Value productOf(Value operand, MemRefType type);

  const GemmForm &form;
  const IndexMath &ix;
  ModuleOp module;
  const GemmEpilogue &epilogue;
  const GemmCallbacks &callbacks;
  const RunArguments &in;
  GemmSizes sizes;
  GemmBlocking blocking;
  ScratchLayout layout;
  SmallVector<Value> batch;
  Value a, b, c; ///< of one product
};

Value RunBody::dimension(Value memref, int64_t index) {
  return ix.b.createOrFold<memref::DimOp>(ix.loc, memref, ix.constant(index));
}

void RunBody::readSizes() {
  int64_t rank = form.d.batchRank;
  sizes.m = sizeOr(ix, form.d.m, ShapedType::isDynamic(form.d.m) ? dimension(in.c, rank) : Value());
  sizes.n = sizeOr(ix, form.d.n, ShapedType::isDynamic(form.d.n) ? dimension(in.c, rank + 1) : Value());
  int64_t kDimension = rank + (form.d.a.transposed ? 0 : 1);
  sizes.k = sizeOr(ix, form.d.k, ShapedType::isDynamic(form.d.k) ? dimension(in.a, kDimension) : Value());
  sizes.batch = ix.constant(1);
  for (int64_t i = 0; i < rank; ++i)
    sizes.batch = ix.mul(sizes.batch, dimension(in.c, i));
}

void RunBody::emit() {
  readSizes();
  blocking = GemmBlocking::fromScalars(ix, computeBlocking(form, ix, sizes), in.scalars);
  layout = layoutScratch(form, ix, sizes, blocking);
  if (form.d.batchRank > 0)
    return overProducts();
  a = in.a, b = in.b, c = in.c;
  overRange(in.first, in.count);
}

Value RunBody::productOf(Value operand, MemRefType type) {
  SmallVector<OpFoldResult> offsets, extents, strides(form.d.batchRank + 2, ix.b.getIndexAttr(1));
  for (Value index : batch) {
    offsets.push_back(index);
    extents.push_back(ix.b.getIndexAttr(1));
  }
  for (int64_t i = 0; i < 2; ++i) {
    offsets.push_back(ix.b.getIndexAttr(0));
    int64_t size = type.getDimSize(i);
    extents.push_back(ShapedType::isDynamic(size) ? OpFoldResult(dimension(operand, form.d.batchRank + i))
                                                  : OpFoldResult(ix.b.getIndexAttr(size)));
  }
  return memref::SubViewOp::create(ix.b, ix.loc, type, operand, offsets, extents, strides);
}

/// Tiles of one product are consecutive: product by product, each with its part of the range.
void RunBody::overProducts() {
  Value tiles = ix.mul(blocking.gridRows, blocking.gridColumns), end = ix.add(in.first, in.count);
  ix.forRange(ix.div(in.first, tiles), ix.ceilDiv(end, tiles), 1, [&](Value product) {
    batch.assign(form.d.batchRank, Value());
    Value rest = product;
    for (int64_t i = form.d.batchRank - 1; i >= 0; --i) {
      Value size = dimension(in.c, i), quotient = ix.div(rest, size);
      batch[i] = ix.sub(rest, ix.mul(quotient, size));
      rest = quotient;
    }
    a = productOf(in.a, form.matrix(form.d.a));
    b = productOf(in.b, form.matrix(form.d.b));
    c = productOf(in.c, form.resultMatrix());
    Value base = ix.mul(product, tiles), from = ix.max(in.first, base), to = ix.min(end, ix.add(base, tiles));
    overRange(ix.sub(from, base), ix.sub(to, from));
  });
}

/// Cuts a range of tiles into at most three rectangles of the grid, so that what tiles share is packed once.
void RunBody::overRange(Value first, Value count) {
  Value minors = ix.select(blocking.columnsFirst, blocking.gridRows, blocking.gridColumns);
  auto one = IndexMath::asConstant(ix.mul(blocking.gridRows, blocking.gridColumns));
  if (one && *one == 1) {
    Value zero = ix.constant(0);
    return ix.ifElse(ix.less(zero, count), [&] { overRectangle(rectangle(zero, ix.constant(1), zero, minors)); });
  }
  auto more = [&](OpBuilder &, Location, ValueRange state) {
    scf::ConditionOp::create(ix.b, ix.loc, ix.less(ix.constant(0), state[1]), state);
  };
  auto step = [&](OpBuilder &, Location, ValueRange state) {
    Value at = state[0], left = state[1];
    Value major = ix.div(at, minors), minor = ix.sub(at, ix.mul(major, minors));
    Value whole = ix.both(ix.equal(minor, ix.constant(0)), ix.atLeast(left, minors));
    Value majors = ix.select(whole, ix.div(left, minors), ix.constant(1));
    Value width = ix.select(whole, minors, ix.min(left, ix.sub(minors, minor)));
    overRectangle(rectangle(major, ix.add(major, majors), minor, ix.add(minor, width)));
    Value done = ix.mul(majors, width);
    scf::YieldOp::create(ix.b, ix.loc, ValueRange{ix.add(at, done), ix.sub(left, done)});
  };
  Type index = ix.b.getIndexType();
  scf::WhileOp::create(ix.b, ix.loc, TypeRange{index, index}, ValueRange{first, count}, more, step);
}

Rectangle RunBody::rectangle(Value major, Value majorEnd, Value minor, Value minorEnd) {
  Value tiles = countRowTiles(form, ix, sizes.m), panels = countPanels(form, ix, sizes.n);
  Value first = blocking.columnsFirst;
  auto bound = [&](Value ofRow, Value ofColumn, Value &row, Value &panel) {
    row = ix.div(ix.mul(ofRow, tiles), blocking.gridRows);
    panel = ix.div(ix.mul(ofColumn, panels), blocking.gridColumns);
  };
  Rectangle result;
  bound(ix.select(first, minor, major), ix.select(first, major, minor), result.tile, result.panel);
  bound(ix.select(first, minorEnd, majorEnd), ix.select(first, majorEnd, minorEnd), result.tileEnd, result.panelEnd);
  return result;
}

/// Calls `body` for equal parts of [low, high) that are at most `most` long.
void cut(const IndexMath &ix, Value low, Value high, Value most, function_ref<void(Value, Value)> body) {
  Value step = ix.balanced(ix.sub(high, low), most);
  ix.forRange(low, high, step, [&](Value from) { body(from, ix.min(ix.add(from, step), high)); });
}

void RunBody::overRectangle(const Rectangle &whole) {
  cut(ix, whole.tile, whole.tileEnd, blocking.superTiles, [&](Value tile, Value tileEnd) {
    cut(ix, whole.panel, whole.panelEnd, blocking.superPanels,
        [&](Value panel, Value panelEnd) { overKBlocks({tile, tileEnd, panel, panelEnd}); });
  });
}

void RunBody::overKBlocks(const Rectangle &super) {
  Value none = ix.constant(0);
  if (!form.severalKBlocks)
    return overBlocks(super, none, sizes.k, ix.truth(true), ix.truth(true));
  Value blocks = countKBlocks(ix, sizes.k, blocking.depth);
  ix.forRange(none, blocks, 1, [&](Value block) {
    Value k0 = ix.mul(block, blocking.depth), depth = ix.min(ix.sub(sizes.k, k0), blocking.depth);
    overBlocks(super, k0, depth, ix.equal(block, none), ix.equal(ix.add(block, 1), blocks));
  });
}

void RunBody::overBlocks(const Rectangle &super, Value k0, Value depth, Value first, Value last) {
  BlockCall call{};
  call.words = wordsOf(form, ix, depth);
  call.a = form.d.a.gathered ? slabOfRows(super.tile) : sourceOfA(super.tile, k0, call.words);
  call.c = flatten(ix, c), call.m = sizes.m, call.n = sizes.n;
  call.first = first, call.last = last;
  call.batch = batch, call.operands = in.operands;
  call.superTile = super.tile;
  call.partialsPanel = super.panel, call.partialsPanels = blocking.superPanels;
  if (form.severalKBlocks && !form.partialsInC)
    call.partials = scratchView(layout.partials, form.accumulator);
  if (epilogue.deferred)
    call.stage = scratchView(layout.stage, form.accumulator);
  if (form.d.a.gathered)
    emitGatherA(form, ix, module, callbacks.gatherA,
                {scratchView(layout.slab, form.gatheredBits(form.d.a)), firstRowOf(form, ix, sizes.m, super.tile),
                 firstRowOf(form, ix, sizes.m, super.tileEnd), k0, depth, batch, in.operands});
  ix.ifElse(blocking.packA, [&] {
    func::CallOp::create(
        ix.b, ix.loc, packAFunction(form, ix.b, module),
        ValueRange{a, scratchView(layout.slab, form.slabElement()), super.tile, super.tileEnd, k0, depth});
  });
  Value stride = ix.mul(form.d.packedB ? wordsOf(form, ix, sizes.k) : call.words, form.nr);
  cut(ix, super.panel, super.panelEnd, mostPanels(super), [&](Value panel, Value panelEnd) {
    packPanels(panel, panelEnd, k0, depth, stride);
    call.panel = panel, call.panelEnd = panelEnd;
    call.b = sourceOfB(k0, panel, stride);
    if (form.prefetchesBlocks()) {
      Value after = ix.add(call.b.start, ix.mul(ix.sub(panelEnd, panel), stride));
      Value isDue = ix.both(hasFewRows(super), ix.less(panelEnd, super.panelEnd));
      call.nextBlock = ix.select(isDue, after, call.b.start);
    }
    cut(ix, super.tile, super.tileEnd, blocking.blockTiles, [&](Value tile, Value tileEnd) {
      call.tile = tile, call.tileEnd = tileEnd;
      emitBlockCall(form, ix, module, epilogue, call);
    });
  });
}

Value RunBody::hasFewRows(const Rectangle &super) {
  return ix.less(ix.sub(super.tileEnd, super.tile), ix.constant(kManyRowTiles));
}

/// Of a block of B. Few row tiles wait for much of a long block: while they pass over a short one, the next is fetched.
Value RunBody::mostPanels(const Rectangle &super) {
  auto panels = [&](int64_t columns) { return ix.constant(std::max<int64_t>(1, columns / form.nr)); };
  Value most = panels(form.p.nc), all = ix.max(countPanels(form, ix, sizes.n), 1);
  if (form.prefetchesBlocks())
    return ix.select(hasFewRows(super), panels(form.p.nc / kShortBlocks), most);
  if (form.isTiled())
    return most;
  if (form.d.packedB)
    return all;
  return form.canReadB ? ix.select(blocking.readB, all, most) : most;
}

void RunBody::packPanels(Value panel, Value panelEnd, Value k0, Value depth, Value stride) {
  Value block = form.d.packedB ? Value() : scratchView(layout.block, form.word);
  if (form.d.b.gathered)
    return emitGatherB(form, ix, module, callbacks.gatherB,
                       {block,
                        form.gathersPanels() ? Value() : scratchView(layout.gathered, form.gatheredBits(form.d.b)),
                        panel, panelEnd, k0, depth, stride, sizes.n, batch, in.operands});
  if (form.d.packedB)
    return;
  ix.ifElse(
      blocking.readB, [] {},
      [&] {
        func::CallOp::create(ix.b, ix.loc, packBFunction(form, ix.b, module),
                             ValueRange{b, block, panel, panelEnd, k0, depth, stride});
      });
}

/// Its rows are numbered from those of C, of which the block has some.
WordSource RunBody::slabOfRows(Value firstTile) {
  Value data = scratchView(layout.slab, form.gatheredBits(form.d.a)), none = ix.constant(0), one = ix.constant(1);
  Value before = ix.sub(none, firstRowOf(form, ix, sizes.m, firstTile));
  if (form.d.a.gathered && form.d.a.transposed)
    return {data, before, none, one, one, ix.constant(form.gatheredRows())};
  Value pitch = ix.constant(form.gatheredDepth());
  return {data, ix.mul(before, pitch), none, pitch, pitch, ix.constant(form.pack)};
}

WordSource select(const IndexMath &ix, Value condition, const WordSource &x, const WordSource &y) {
  WordSource result = x;
  for (Value WordSource::*field : {&WordSource::data, &WordSource::start, &WordSource::perTile, &WordSource::perRow,
                                   &WordSource::row, &WordSource::word})
    if (x.*field && x.*field != y.*field)
      result.*field = ix.select(condition, x.*field, y.*field);
  return result;
}

/// Pairs are read from A in place as two elements, so from packed A, too.
WordSource RunBody::sourceOfA(Value firstTile, Value k0, Value words) {
  Value unit = ix.constant(form.pack), none = ix.constant(0);
  Type element = form.pack == 1 ? form.word : Type(ix.b.getI16Type());
  WordSource packed{scratchView(layout.slab, element), none, ix.mul(words, form.p.mr * form.pack), none, unit,
                    ix.constant(form.p.mr * form.pack)};
  if (form.isTiled())
    packed = slabOfRows(firstTile);
  if (!form.canReadA)
    return packed;
  FlatMatrix flat = flatten(ix, a);
  Value row = form.d.a.transposed ? flat.inner : flat.outer, k = form.d.a.transposed ? flat.outer : flat.inner;
  WordSource inPlace{flat.data, ix.add(flat.offset, ix.mul(k0, k)), none, row, row, ix.mul(k, form.pack)};
  return select(ix, blocking.packA, packed, inPlace);
}

/// `stride`: words from one packed panel to the next.
WordSource RunBody::sourceOfB(Value k0, Value panel, Value stride) {
  Value width = ix.constant(form.nr);
  if (form.d.packedB) {
    Value start = ix.add(ix.mul(panel, stride), ix.mul(ix.div(k0, form.pack), form.nr));
    return {b, start, stride, {}, {}, width};
  }
  WordSource packed{scratchView(layout.block, form.word), ix.constant(0), stride, {}, {}, width};
  if (!form.canReadB)
    return packed;
  FlatMatrix flat = flatten(ix, b);
  WordSource inPlace{flat.data, flat.at(ix, k0, ix.mul(panel, form.nr)), width, {}, {}, flat.outer};
  return select(ix, blocking.readB, inPlace, packed);
}

/// Sizes of views don't matter: only addresses are used.
Value RunBody::scratchView(Value offset, Type element) {
  Value bytes = ix.constant(element.getIntOrFloatBitWidth() / 8);
  Value room = ix.div(ix.sub(layout.bytes, offset), bytes);
  return memref::ViewOp::create(ix.b, ix.loc, form.flat(element), in.scratch, offset, ValueRange{room});
}

func::FuncOp emitPrepare(const GemmForm &form, OpBuilder &builder, ModuleOp module) {
  Type index = builder.getIndexType();
  bool batched = form.d.batchRank > 0;
  builder.setInsertionPointToEnd(module.getBody());
  auto type = builder.getFunctionType(SmallVector<Type>(batched ? 4 : 3, index),
                                      SmallVector<Type>(3 + GemmBlocking::kScalars, index));
  auto function = func::FuncOp::create(builder, form.d.location, form.d.name + "_prepare", type);
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IndexMath ix(builder, form.d.location);
  ValueRange given = ValueRange(body->getArguments()).take_back(3);
  GemmSizes sizes{batched ? body->getArgument(0) : ix.constant(1), sizeOr(ix, form.d.m, given[0]),
                  sizeOr(ix, form.d.n, given[1]), sizeOr(ix, form.d.k, given[2])};
  GemmBlocking blocking = computeBlocking(form, ix, sizes);
  Value tiles = ix.mul(ix.mul(blocking.gridRows, blocking.gridColumns), sizes.batch);
  Value nothing = ix.equal(ix.mul(sizes.m, sizes.n), ix.constant(0));
  SmallVector<Value> results{ix.select(nothing, ix.constant(0), tiles), layoutScratch(form, ix, sizes, blocking).bytes,
                             ix.constant(0)};
  results.append(blocking.toScalars(ix));
  func::ReturnOp::create(builder, form.d.location, results);
  return function;
}

SmallVector<Type> runTypes(const GemmDescription &description, const GemmParameters &parameters, OpBuilder &builder) {
  GemmTypes matrices = gemmTypes(description, parameters);
  SmallVector<Type> types{matrices.a, matrices.b, matrices.c};
  types.append(description.epilogueTypes);
  types.append(GemmBlocking::kScalars, builder.getIndexType());
  types.push_back(MemRefType::get({ShapedType::kDynamic}, builder.getI8Type()));
  types.append(2, builder.getIndexType());
  return types;
}

} // namespace

GemmTypes gemmTypes(const GemmDescription &description, const GemmParameters &parameters) {
  GemmForm form(description, parameters);
  int64_t rank = description.batchRank;
  return {withBatch(form.matrix(description.a), rank),
          description.packedB ? form.flat(form.word) : withBatch(form.matrix(description.b), rank),
          withBatch(form.resultMatrix(), rank)};
}

GemmFunctions emitGemmFunctions(OpBuilder &builder, ModuleOp module, const GemmDescription &description,
                                const GemmParameters &parameters, const GemmCallbacks &callbacks) {
  OpBuilder::InsertionGuard guard(builder);
  GemmForm form(description, parameters);
  GemmEpilogue epilogue = planEpilogue(form, builder, callbacks.epilogue);
  GemmFunctions functions;
  functions.scalars = GemmBlocking::kScalars;
  functions.prepare = emitPrepare(form, builder, module);
  builder.setInsertionPointToEnd(module.getBody());
  auto type = builder.getFunctionType(runTypes(description, parameters, builder), {});
  functions.run = func::FuncOp::create(builder, description.location, description.name + "_run", type);
  Block *body = functions.run.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IndexMath ix(builder, description.location);
  RunArguments arguments(form, body->getArguments());
  RunBody(form, ix, module, epilogue, callbacks, arguments).emit();
  func::ReturnOp::create(builder, description.location);
  return functions;
}

} // namespace weir::cpu
