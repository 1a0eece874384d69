// Ops whose results have sizes of their own, and products, which are packed.
#include "lib/Fuzz/OpForms.h"

#include "dialects/Interfaces/Semantics.h"

using namespace mlir;

namespace weir::fuzz {

namespace {

StaticMeta metaOf(Value value) { return staticMetaOf(cast<RankedTensorType>(value.getType())); }

Value anyOfRank(RandomJob &program, size_t least, size_t most) {
  Value found =
      program.any([&](const StaticMeta &meta) { return meta.shape.size() >= least && meta.shape.size() <= most; });
  if (found && !program.dice.oneIn(5))
    return found;
  return program.addInput(
      {program.anyDType(), program.anyShape(static_cast<int64_t>(least), static_cast<int64_t>(most))});
}

DType anyNumber(RandomJob &program) {
  DType dtype = program.anyDType();
  return dtype == DType::Bool ? DType::F32 : dtype;
}

NamedAttribute numbers(RandomJob &program, StringRef name, ArrayRef<int64_t> values) {
  return program.builder.getNamedAttr(name, program.builder.getDenseI64ArrayAttr(values));
}

NamedAttribute number(RandomJob &program, StringRef name, int64_t value) {
  return program.builder.getNamedAttr(name, program.builder.getI64IntegerAttr(value));
}

bool addSized(RandomJob &program, StringRef op, ValueRange operands, ArrayRef<NamedAttribute> attributes,
              const StaticMeta &result) {
  return !program.add(op, operands, attributes, typeOf(result, program.builder.getContext())).empty();
}

bool drawMatmul(RandomJob &program) {
  Dice &dice = program.dice;
  Sizes batch = dice.oneIn(3) ? program.anyShape(0, 2) : Sizes();
  int64_t rows = dice.pick(program.sizes()), inner = dice.pick(program.sizes()), columns = dice.pick(program.sizes());
  SmallVector<NamedAttribute> attributes;
  auto operand = [&](StringRef flag, int64_t first, int64_t second) {
    if (dice.oneIn(3)) {
      attributes.push_back(program.builder.getNamedAttr(flag, program.builder.getUnitAttr()));
      std::swap(first, second);
    }
    Sizes shape = batch;
    shape.insert(shape.end(), {first, second});
    return shape;
  };
  DType dtype = anyNumber(program);
  Value a = program.like({dtype, operand("transpose_a", rows, inner)});
  StaticMeta second{dtype, operand("transpose_b", inner, columns)};
  // Products with variables are packed where nothing assigns them.
  Value b = dice.oneIn(2) ? program.addVariable(second) : program.like(second);
  if ((dtype == DType::F16 || dtype == DType::BF16) && dice.oneIn(2))
    attributes.push_back(program.builder.getNamedAttr("out", TypeAttr::get(program.builder.getF32Type())));
  if (Attribute accumulator = anyAccumulator(dice, program.builder, dtype))
    attributes.push_back(program.builder.getNamedAttr("accumulator", accumulator));
  return !program.add("weir.matmul", {a, b}, attributes).empty();
}

bool drawBroadcast(RandomJob &program) {
  Value x = anyOfRank(program, 0, 3);
  StaticMeta meta = metaOf(x);
  SmallVector<int64_t> dims;
  Sizes shape;
  for (int64_t size : meta.shape) {
    if (program.dice.oneIn(3))
      shape.push_back(program.dice.pick(program.sizes()));
    dims.push_back(static_cast<int64_t>(shape.size()));
    shape.push_back(size);
  }
  if (shape.size() == meta.shape.size() || program.dice.oneIn(3))
    shape.push_back(program.dice.pick(program.sizes()));
  return addSized(program, "weir.broadcast", x, numbers(program, "dims", dims), {meta.dtype, shape});
}

/// Dimensions are split, joined, or sizes of 1 put in and taken out.
bool drawReshape(RandomJob &program) {
  Dice &dice = program.dice;
  Value x = anyOfRank(program, 0, 4);
  Sizes shape;
  for (int64_t size : metaOf(x).shape) {
    int64_t way = dice.below(4);
    int64_t part = size % 2 == 0 ? 2 : size % 3 == 0 ? 3 : 1;
    if (way == 0 && !shape.empty())
      shape.back() *= size;
    else if (way == 1 && size > 1)
      shape.insert(shape.end(), {part, size / part});
    else
      shape.push_back(size);
  }
  if (dice.oneIn(3))
    shape.insert(shape.begin() + dice.from(0, static_cast<int64_t>(shape.size())), 1);
  return addSized(program, "weir.reshape", x, {}, {metaOf(x).dtype, shape});
}

bool drawSlice(RandomJob &program) {
  Dice &dice = program.dice;
  Value x = anyOfRank(program, 1, 4);
  SmallVector<int64_t> starts, steps;
  Sizes shape;
  for (int64_t size : metaOf(x).shape) {
    bool whole = size == 1 || dice.oneIn(2);
    steps.push_back(whole ? 1 : dice.from(1, 3));
    starts.push_back(whole ? 0 : dice.below(size));
    int64_t most = (size - starts.back() - 1) / steps.back() + 1;
    shape.push_back(whole ? size : dice.from(1, most));
  }
  return addSized(program, "weir.slice", x, {numbers(program, "starts", starts), numbers(program, "steps", steps)},
                  {metaOf(x).dtype, shape});
}

bool drawPad(RandomJob &program) {
  Dice &dice = program.dice;
  Value x = anyOfRank(program, 1, 4);
  SmallVector<int64_t> starts, steps;
  Sizes shape;
  for (int64_t size : metaOf(x).shape) {
    bool whole = dice.oneIn(2);
    steps.push_back(whole ? 1 : dice.from(1, 2));
    starts.push_back(whole ? 0 : dice.from(-1, 3));
    int64_t end = starts.back() + (size - 1) * steps.back() + 1;
    shape.push_back(whole ? size : std::max<int64_t>(1, end + dice.from(-1, 2)));
  }
  auto value =
      program.builder.getNamedAttr("value", program.builder.getF64FloatAttr(static_cast<double>(dice.below(2))));
  return addSized(program, "weir.pad", x, {numbers(program, "starts", starts), numbers(program, "steps", steps), value},
                  {metaOf(x).dtype, shape});
}

bool drawConstant(RandomJob &program) {
  Dice &dice = program.dice;
  StaticMeta meta{program.anyDType(), program.anyShape(0, 2)};
  if (dice.oneIn(2))
    return static_cast<bool>(program.addSplat(meta, static_cast<double>(dice.from(0, 2))));
  RankedTensorType type = typeOf(meta, program.builder.getContext());
  HostTensor drawn = drawInput(meta, {.number = dice.below(1 << 20), .least = -3, .most = 3, .whole = true}, 0);
  SmallVector<Attribute> elements;
  for (double element : drawn.floats)
    elements.push_back(program.builder.getFloatAttr(type.getElementType(), element));
  for (int64_t element : drawn.integers)
    elements.push_back(program.builder.getIntegerAttr(type.getElementType(), element));
  auto value = program.builder.getNamedAttr("value", DenseElementsAttr::get(type, elements));
  return addSized(program, "weir.constant", {}, value, meta);
}

bool drawIota(RandomJob &program) {
  return addSized(program, "weir.iota", {}, {}, {DType::I64, program.anyShape(1, 1)});
}

/// Random numbers, which depend on seed, ordinal and step, and on two attributes that bound or move them.
bool drawRandom(RandomJob &program, StringRef op, const StaticMeta &meta, ArrayRef<NamedAttribute> bounds = {}) {
  Value seed = program.addInput({DType::I64, {}}, InputRange{.least = 0, .most = 99});
  Value step = program.addInput({DType::I64, {}}, InputRange{.least = 0, .most = 9});
  SmallVector<NamedAttribute> attributes(bounds);
  attributes.push_back(number(program, "ordinal", program.dice.below(9)));
  return addSized(program, op, {seed, step}, attributes, meta);
}

bool drawRandomBits(RandomJob &program) {
  Value seed = program.addInput({DType::I64, {}}, InputRange{.least = 0, .most = 99});
  Value step = program.addInput({DType::I64, {}}, InputRange{.least = 0, .most = 9});
  Value ordinal = program.addInput({DType::I64, {}}, InputRange{.least = 0, .most = 9});
  return addSized(program, "weir.random_bits", {seed, step, ordinal}, {}, {DType::I32, program.anyShape(0, 3)});
}

/// A draw of floats, whose distribution these numbers say.
DrawFn randomFloats(std::string op, std::vector<std::pair<std::string, double>> numbers) {
  return [op = std::move(op), numbers = std::move(numbers)](RandomJob &program) {
    constexpr DType kFloats[] = {DType::F32, DType::F64, DType::F16, DType::BF16};
    SmallVector<NamedAttribute> attributes;
    for (const auto &[name, value] : numbers)
      attributes.push_back(program.builder.getNamedAttr(name, program.builder.getF64FloatAttr(value)));
    return drawRandom(program, op, {program.dice.pick(kFloats), program.anyShape(0, 3)}, attributes);
  };
}

bool drawRandomIntegers(RandomJob &program) {
  constexpr DType kIntegers[] = {DType::I64, DType::I32};
  return drawRandom(program, "weir.random_integers", {program.dice.pick(kIntegers), program.anyShape(0, 3)},
                    {number(program, "low", -3), number(program, "high", program.dice.from(-2, 9))});
}

bool drawRandomPermutation(RandomJob &program) {
  return drawRandom(program, "weir.random_permutation", {DType::I64, program.anyShape(1, 1)});
}

} // namespace

const std::map<std::string, DrawFn> &opRecipes() {
  static const std::map<std::string, DrawFn> recipes = {
      {"weir.matmul", drawMatmul},
      {"weir.broadcast", drawBroadcast},
      {"weir.reshape", drawReshape},
      {"weir.slice", drawSlice},
      {"weir.pad", drawPad},
      {"weir.constant", drawConstant},
      {"weir.iota", drawIota},
      {"weir.random_bits", drawRandomBits},
      {"weir.random_uniform", randomFloats("weir.random_uniform", {{"low", -1}, {"high", 2}})},
      {"weir.random_normal", randomFloats("weir.random_normal", {{"mean", -1}, {"std", 2}})},
      {"weir.random_log_normal", randomFloats("weir.random_log_normal", {{"mean", -1}, {"std", 0.5}})},
      {"weir.random_exponential", randomFloats("weir.random_exponential", {{"rate", 2}})},
      {"weir.random_cauchy", randomFloats("weir.random_cauchy", {{"median", -1}, {"sigma", 0.5}})},
      {"weir.random_geometric", randomFloats("weir.random_geometric", {{"p", 0.25}})},
      {"weir.random_integers", drawRandomIntegers},
      {"weir.random_permutation", drawRandomPermutation},
  };
  return recipes;
}

} // namespace weir::fuzz
