// The table of instances; ops with samples are added to it. Sizes are odd, so that most parts of a split are uneven and
// some are empty.
#include "unittests/Reference/OpInstances.h"

#include "dialects/Weir/IR/Dialect.h"
#include "lib/Reference/Reference.h"
#include "lib/Support/Philox.h"
#include "lib/Verify/LearnedSample.h"
#include "unittests/Reference/SampleInstances.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace weir {

static OpInstance unary(const std::string &op, const std::string &type, ElementRange range = {}) {
  return {"%x: " + type, "weir." + op + " %x : (" + type + ") -> " + type, {range}};
}

static OpInstance binary(const std::string &op, const std::string &type, std::vector<ElementRange> ranges = {}) {
  return {"%x: " + type + ", %y: " + type, "weir." + op + " %x, %y : (" + type + ", " + type + ") -> " + type,
          std::move(ranges)};
}

static void addMath(std::vector<OpInstance> &all) {
  const ElementRange any = {}, positive = {1, 9};
  for (const char *type : {"tensor<5x3xf32>", "tensor<7xi64>", "tensor<0x3xf64>", "tensor<3x5xf16>"})
    for (const char *op : {"add", "sub", "mul", "maximum"})
      all.push_back(binary(op, type));
  for (const char *op : {"div", "fmod", "remainder", "floor_divide"})
    all.push_back(binary(op, "tensor<5x3xf32>", {any, positive}));
  for (const char *op : {"fmod", "remainder", "floor_divide"})
    all.push_back(binary(op, "tensor<7xi64>", {any, {-9, -1}}));
  for (const char *op : {"bitwise_and", "bitwise_or", "bitwise_xor"}) {
    all.push_back(binary(op, "tensor<5x3xi64>"));
    all.push_back(binary(op, "tensor<7xi1>", {{0, 1}, {0, 1}}));
  }
  all.push_back(unary("bitwise_not", "tensor<5x3xi64>"));
  all.push_back(unary("bitwise_not", "tensor<7xi1>", {0, 1}));
  all.push_back(unary("neg", "tensor<5x1x3xf32>"));
  all.push_back(unary("neg", "tensor<7xi64>"));
  all.push_back(unary("relu", "tensor<7xf64>"));
  for (const char *op : {"exp", "log", "sqrt"})
    all.push_back(unary(op, "tensor<5x3xf64>", positive));
  for (const char *op : {"asin", "acos"})
    all.push_back(unary(op, "tensor<5x3xf64>", {-1, 1}));
  all.push_back({"%x: tensor<5x3xf32>, %y: tensor<5x3xf32>",
                 "weir.compare lt %x, %y : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xi1>",
                 {}});
  all.push_back({"%c: tensor<5x3xi1>, %x: tensor<5x3xf32>, %y: tensor<5x3xf32>",
                 "weir.select %c, %x, %y : (tensor<5x3xi1>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>",
                 {{0, 1}}});
  all.push_back({"%x: tensor<5x3xf32>", "weir.cast %x {to = i64} : (tensor<5x3xf32>) -> tensor<5x3xi64>", {}});
}

static void addContract(std::vector<OpInstance> &all) {
  all.push_back({"%a: tensor<5x7xf32>, %b: tensor<7x3xf32>",
                 "weir.matmul %a, %b : (tensor<5x7xf32>, tensor<7x3xf32>) -> tensor<5x3xf32>",
                 {}});
  all.push_back({"%a: tensor<7x5xbf16>, %b: tensor<3x7xbf16>",
                 "weir.matmul %a, %b {transpose_a, transpose_b, out = f32} : (tensor<7x5xbf16>, tensor<3x7xbf16>) -> "
                 "tensor<5x3xf32>",
                 {}});
  all.push_back({"%a: tensor<5x7xf16>, %b: tensor<7x3xf16>",
                 "weir.matmul %a, %b : (tensor<5x7xf16>, tensor<7x3xf16>) -> tensor<5x3xf16>",
                 {}});
  all.push_back({"%a: tensor<3x1x5x2xi64>, %b: tensor<3x1x2x4xi64>",
                 "weir.matmul %a, %b : (tensor<3x1x5x2xi64>, tensor<3x1x2x4xi64>) -> tensor<3x1x5x4xi64>",
                 {}});
}

static void addReduce(std::vector<OpInstance> &all) {
  auto add = [&](const std::string &op, const std::string &x, const std::string &dims, const std::string &y,
                 ElementRange range = {}) {
    all.push_back({"%x: tensor<" + x + ">",
                   "weir." + op + " %x {dims = array<i64: " + dims + ">} : (tensor<" + x + ">) -> tensor<" + y + ">",
                   {range}});
  };
  for (const char *op : {"reduce_sum", "reduce_prod", "reduce_max", "reduce_min"}) {
    add(op, "5x7x3xf32", "1", "5x3xf32");
    add(op, "5x7x3xi64", "0, 2", "7xi64");
    add(op, "5x7xf16", "1", "5xf16");
    add(op, "5xf64", "0", "f64");
    add(op, "3x0xf32", "1", "3xf32");
  }
  // Rows without a true or a false element are rare: of 3 elements, some are.
  for (const char *op : {"reduce_any", "reduce_all"}) {
    add(op, "7x3x5xi1", "1", "7x5xi1", {0, 1});
    add(op, "3x5xi1", "0, 1", "i1", {0, 1});
    add(op, "3x0xi1", "1", "3xi1", {0, 1});
  }
}

/// A spatial dimension of size 7, windows of 3 elements.
static void addWindows(std::vector<OpInstance> &all) {
  auto add = [&](const std::string &operands, const std::string &op, const std::string &attributes,
                 const std::string &types, std::vector<ElementRange> ranges = {}) {
    std::string names;
    for (size_t i = 0; i + 1 < operands.size(); ++i)
      if (operands[i] == '%')
        names += (names.empty() ? "%" : ", %") + operands.substr(i + 1, 1);
    all.push_back({operands, "weir." + op + " " + names + " {" + attributes + "} : " + types, std::move(ranges)});
  };
  const std::string steps = "strides = array<i64: 2>, padding_low = array<i64: 1>, padding_high = array<i64: 1>, "
                            "dilations = array<i64: 1>";
  for (const char *dtype : {"f32", "i64"}) {
    std::string image = std::string("tensor<3x2x7x") + dtype + ">", kernel = std::string("tensor<5x2x3x") + dtype + ">",
                result = std::string("tensor<3x5x4x") + dtype + ">";
    add("%x: " + image + ", %w: " + kernel, "conv", steps, "(" + image + ", " + kernel + ") -> " + result);
    add("%x: " + result + ", %w: " + kernel, "conv_transpose", steps, "(" + result + ", " + kernel + ") -> " + image);
    add("%x: " + image + ", %y: " + result, "conv_kernel_gradient", steps,
        "(" + image + ", " + result + ") -> " + kernel);
  }
  add("%x: tensor<3x3x5x2xf32>, %w: tensor<3x4x2x3xf32>", "conv", steps + ", grouped, channels_last",
      "(tensor<3x5x3x2xf32>, tensor<3x4x2x3xf32>) -> tensor<3x3x3x4xf32>");
  all.back().arguments = "%x: tensor<3x5x3x2xf32>, %w: tensor<3x4x2x3xf32>";
  const std::string windows = "window = array<i64: 1, 3>, strides = array<i64: 1, 2>, padding_low = array<i64: 0, 1>, "
                              "padding_high = array<i64: "
                              "0, 1>, dilations = array<i64: 1, 1>";
  const std::string large = "tensor<5x7xf32>", small = "tensor<5x4xf32>", index = "tensor<5x4xi64>";
  add("%x: " + large, "window_sum", windows, "(" + large + ") -> " + small);
  add("%x: " + large, "window_max", windows, "(" + large + ") -> " + small);
  add("%x: " + large + ", %y: " + small, "window_index", windows, "(" + large + ", " + small + ") -> " + index);
  add("%x: " + large + ", %i: " + index, "window_pick", windows, "(" + large + ", " + index + ") -> " + small,
      {{}, {0, 3}});
  add("%x: " + small, "window_spread", windows, small + " -> " + large);
  add("%x: " + small + ", %i: " + index, "window_spread_to", windows, "(" + small + ", " + index + ") -> " + large,
      {{}, {0, 3}});
}

static void addShape(std::vector<OpInstance> &all) {
  all.push_back({"%x: tensor<5x3xf32>",
                 "weir.broadcast %x {dims = array<i64: 1, 3>} : tensor<5x3xf32> -> tensor<2x5x7x3xf32>",
                 {}});
  all.push_back({"%x: tensor<i64>", "weir.broadcast %x {dims = array<i64>} : tensor<i64> -> tensor<3xi64>", {}});
  for (auto [from, to] : std::vector<std::pair<std::string, std::string>>{{"tensor<6x5xf32>", "tensor<2x3x5xf32>"},
                                                                          {"tensor<4x3x5xf32>", "tensor<12x5xf32>"},
                                                                          {"tensor<5x12xi64>", "tensor<5x4x3xi64>"},
                                                                          {"tensor<12x1xf32>", "tensor<1x12xf32>"},
                                                                          {"tensor<1x5x3xf32>", "tensor<5x1x3x1xf32>"},
                                                                          {"tensor<5x1xi64>", "tensor<5xi64>"},
                                                                          {"tensor<1x1xf32>", "tensor<1xf32>"},
                                                                          {"tensor<4x6x5xf32>", "tensor<8x3x5xf32>"},
                                                                          {"tensor<0x3xf32>", "tensor<0x5xf32>"}})
    all.push_back({"%x: " + from, "weir.reshape %x : " + from + " -> " + to, {}});
  all.push_back({"%x: tensor<5x3x7xf32>",
                 "weir.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<5x3x7xf32>) -> tensor<7x5x3xf32>",
                 {}});
  all.push_back({"%x: tensor<5x9x7xf32>",
                 "weir.slice %x {starts = array<i64: 0, 2, 1>, steps = array<i64: 1, 1, 3>} : tensor<5x9x7xf32> -> "
                 "tensor<5x4x2xf32>",
                 {}});
  all.push_back({"%x: tensor<7x3xi1>",
                 "weir.slice %x {starts = array<i64: 7, 0>, steps = array<i64: 1, 1>} : tensor<7x3xi1> -> "
                 "tensor<0x3xi1>",
                 {{0, 1}}});
  for (const char *value : {"0.0", "1.5"})
    all.push_back({"%x: tensor<5x3x4xf32>",
                   "weir.pad %x {starts = array<i64: 0, 2, -1>, steps = array<i64: 1, 1, 1>, value = " +
                       std::string(value) + " : f64} : tensor<5x3x4xf32> -> tensor<5x7x9xf32>",
                   {}});
  all.push_back({"%x: tensor<3x5xi64>",
                 "weir.pad %x {starts = array<i64: -3, 0>, steps = array<i64: 2, 1>, value = 0.0 : f64} : "
                 "tensor<3x5xi64> -> tensor<4x5xi64>",
                 {}});
  // One of three blocks.
  all.push_back({"%x: tensor<15x4xf32>",
                 "weir.slice %x {starts = array<i64: 5, 0>, steps = array<i64: 1, 1>} : tensor<15x4xf32> -> "
                 "tensor<5x4xf32>",
                 {}});
  all.push_back({"%x: tensor<5x4xf32>",
                 "weir.pad %x {starts = array<i64: 10, 0>, steps = array<i64: 1, 1>, value = 0.0 : f64} : "
                 "tensor<5x4xf32> -> tensor<15x4xf32>",
                 {}});
  all.push_back({"%x: tensor<5x3x7xf32>",
                 "weir.flip %x {dims = array<i64: 2, 0>} : (tensor<5x3x7xf32>) -> tensor<5x3x7xf32>",
                 {}});
  all.push_back({"%x: tensor<2x3xi1>, %y: tensor<0x3xi1>",
                 "weir.concat %x, %y {dim = 0 : i64} : (tensor<2x3xi1>, tensor<0x3xi1>) -> tensor<2x3xi1>",
                 {{0, 1}, {0, 1}}});
  all.push_back({"",
                 "weir.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12], [13, 14, 15]]> : "
                 "tensor<5x3xi64> -> tensor<5x3xi64>",
                 {}});
  all.push_back({"", "weir.iota -> tensor<7xi64>", {}});
  all.push_back({"", "weir.constant dense<1.5> : tensor<f32> -> tensor<7xf32>", {}});
}

static void addRandomOptim(std::vector<OpInstance> &all) {
  all.push_back({"%k: tensor<i64>, %s: tensor<i64>, %n: tensor<i64>",
                 "weir.random_bits %k, %s, %n : tensor<i64> -> tensor<5x3xi32>",
                 {}});
  const std::string ends = "ordinal = 1 : i64} : tensor<i64> -> ";
  for (const std::string &op :
       {"random_uniform %k, %s {low = -1.0 : f64, high = 3.0 : f64, " + ends + "tensor<5x3xf64>",
        "random_normal %k, %s {mean = 1.0 : f64, std = 2.0 : f64, " + ends + "tensor<5x3xf32>",
        "random_log_normal %k, %s {mean = 0.0 : f64, std = 0.5 : f64, " + ends + "tensor<5x3xf32>",
        "random_exponential %k, %s {rate = 2.0 : f64, " + ends + "tensor<5x3xf64>",
        "random_cauchy %k, %s {median = 1.0 : f64, sigma = 2.0 : f64, " + ends + "tensor<5x3xf32>",
        "random_geometric %k, %s {p = 0.25 : f64, " + ends + "tensor<7xi64>",
        "random_integers %k, %s {low = -3 : i64, high = 10 : i64, " + ends + "tensor<7xi64>",
        "random_permutation %k, %s {" + ends + "tensor<7xi64>"})
    all.push_back({"%k: tensor<i64>, %s: tensor<i64>", "weir." + op, {}});
  std::string moments = "tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>";
  std::string scalars = "tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>";
  for (const char *name : {"adam_update", "adamw_update"})
    all.push_back(
        {"%p: tensor<5x3xf32>, %g: tensor<5x3xf32>, %m: tensor<5x3xf32>, %v: tensor<5x3xf32>, %lr: tensor<f32>, "
         "%b1: tensor<f32>, %b2: tensor<f32>, %eps: tensor<f32>, %wd: tensor<f32>, %t: tensor<f32>",
         "weir." + std::string(name) + " %p, %g, %m, %v, %lr, %b1, %b2, %eps, %wd, %t : (tensor<5x3xf32>, " + moments +
             ", " + scalars + ") -> (" + moments + ")",
         {{}, {}, {}, {1, 9}, {1, 1}, {0, 0}, {0, 0}, {1, 1}, {0, 1}, {1, 5}},
         3});
  all.push_back({"%p: tensor<5x3xf32>, %g: tensor<5x3xf32>, %lr: tensor<f32>, %wd: tensor<f32>",
                 "weir.sgd_update %p, %g, %lr, %wd : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<f32>, tensor<f32>) -> "
                 "tensor<5x3xf32>",
                 {}});
  for (const char *attributes : {"", " {nesterov}"})
    all.push_back(
        {"%p: tensor<5x3xf32>, %g: tensor<5x3xf32>, %b: tensor<5x3xf32>, %lr: tensor<f32>, %mu: tensor<f32>, "
         "%damp: tensor<f32>, %wd: tensor<f32>, %t: tensor<f32>",
         "weir.momentum_update %p, %g, %b, %lr, %mu, %damp, %wd, %t" + std::string(attributes) + " : (" + moments +
             ", tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<5x3xf32>, tensor<5x3xf32>)",
         {{}, {}, {}, {}, {}, {}, {}, {1, 5}},
         2});
}

static void addSequence(std::vector<OpInstance> &all) {
  for (const char *op : {"cumsum", "cumprod"})
    for (const char *flag : {"", ", reverse"}) {
      std::string name = std::string("weir.") + op, f32 = "tensor<3x7x5xf32>", i64 = "tensor<5x3xi64>";
      all.push_back({"%x: " + f32, name + " %x {dim = 1 : i64" + flag + "} : (" + f32 + ") -> " + f32, {}});
      all.push_back({"%x: " + i64, name + " %x {dim = 0 : i64" + flag + "} : (" + i64 + ") -> " + i64, {}});
    }
  for (const char *flag : {"", ", descending"})
    all.push_back({"%x: tensor<3x17x2xf32>",
                   std::string("weir.sort %x {dim = 1 : i64") + flag +
                       "} : (tensor<3x17x2xf32>) -> (tensor<3x17x2xf32>, tensor<3x17x2xi64>)",
                   {},
                   2});
}

static void addLayout(std::vector<OpInstance> &all) {
  all.push_back({"%x: tensor<5x7xf32>", "weir.pack %x {panel = 4 : i64} : (tensor<5x7xf32>) -> tensor<2x5x4xf32>", {}});
  all.push_back(
      {"%a: tensor<3x5xf32>, %b: tensor<2x5x4xf32>",
       "weir.matmul_packed %a, %b {columns = 7 : i64, panel = 4 : i64} : (tensor<3x5xf32>, tensor<2x5x4xf32>) "
       "-> tensor<3x7xf32>",
       {}});
  all.push_back({"%a: tensor<5x3xi64>, %b: tensor<2x5x4xi64>",
                 "weir.matmul_packed %a, %b {columns = 8 : i64, panel = 4 : i64, transpose_a} : (tensor<5x3xi64>, "
                 "tensor<2x5x4xi64>) -> tensor<3x8xi64>",
                 {}});
  all.push_back(
      {"%x: tensor<2x5x3x4xf32>, %w: tensor<2x16x4xf32>",
       "weir.conv_packed %x, %w {block = 2 : i64, channels = 4 : i64, columns = 7 : i64, panel = 4 : i64, "
       "window = array<i64: 2, 2>, "
       "strides = array<i64: 2, 1>, padding_low = array<i64: 1, 0>, padding_high = array<i64: 0, 1>, dilations "
       "= array<i64: 1, 1>} : (tensor<2x5x3x4xf32>, tensor<2x16x4xf32>) -> tensor<2x3x3x7xf32>",
       {}});
  all.push_back({"%x: tensor<2x5x4xi64>, %w: tensor<2x4x2xi64>",
                 "weir.conv_packed %x, %w {block = 4 : i64, channels = 4 : i64, columns = 4 : i64, panel = 2 : i64, "
                 "window = array<i64: 1>, "
                 "strides = array<i64: 1>, padding_low = array<i64: 0>, padding_high = array<i64: 0>, dilations = "
                 "array<i64: 1>} : (tensor<2x5x4xi64>, tensor<2x4x2xi64>) -> tensor<2x5x4xi64>",
                 {}});
  all.push_back({"%x: tensor<2x4x5x3xf32>, %w: tensor<2x48x4xf32>",
                 "weir.conv_winograd %x, %w {channels = 3 : i64, columns = 7 : i64, panel = 4 : i64, padding_low = "
                 "array<i64: 1, 0>, padding_high = array<i64: 1, 0>} : (tensor<2x4x5x3xf32>, tensor<2x48x4xf32>) -> "
                 "tensor<2x4x3x7xf32>",
                 {}});
  all.push_back({"%x: tensor<6x5xf32>, %part: tensor<2x3xf32>",
                 "weir.write_slice %x, %part {starts = array<i64: 1, 0>, steps = array<i64: 3, 2>} : (tensor<6x5xf32>, "
                 "tensor<2x3xf32>) -> tensor<6x5xf32>",
                 {}});
  all.push_back({"%x: tensor<5x7xbf16>",
                 "weir.pack %x {group = 2 : i64, panel = 4 : i64} : (tensor<5x7xbf16>) -> tensor<2x3x8xbf16>",
                 {}});
  all.push_back({"%a: tensor<3x5xf32>, %b: tensor<2x3x8xf32>",
                 "weir.matmul_packed %a, %b {columns = 7 : i64, group = 2 : i64, panel = 4 : i64} : (tensor<3x5xf32>, "
                 "tensor<2x3x8xf32>) -> tensor<3x7xf32>",
                 {}});
}

/// Integers that a tensor of the dtype may hold.
static ElementRange elementsIn(const NumberRange &range, DType dtype) {
  if (dtype == DType::Bool)
    return {range.nonZero ? 1 : 0, 1};
  ElementRange ordinary = range.nonZero || dtype == DType::U8 ? ElementRange{1, 9} : ElementRange{};
  int64_t width = ordinary.most - ordinary.least;
  if (std::isfinite(range.least))
    ordinary = {static_cast<int64_t>(std::ceil(range.least)), static_cast<int64_t>(std::ceil(range.least)) + width};
  else if (std::isfinite(range.most))
    ordinary.least = static_cast<int64_t>(std::floor(range.most)) - width;
  if (std::isfinite(range.most))
    ordinary.most = static_cast<int64_t>(std::floor(range.most));
  return ordinary;
}

static void addSampleInstances(RegisteredOperationName op, std::vector<OpInstance> &all) {
  const InstanceSizes sizes{.sizes = {5, 3, 4, 7, 2}, .rest = {5, 3}, .dtype = std::nullopt};
  for (const SampleInstance &sample : sampleInstances(op, sizes)) {
    OpInstance instance;
    std::vector<std::string> names;
    for (auto [operand, range] : llvm::zip_equal(sample.operands, sample.ranges)) {
      names.push_back("%x" + std::to_string(names.size()));
      instance.arguments += (names.size() == 1 ? "" : ", ") + names.back() + ": " + typesText({operand});
      instance.ranges.push_back(elementsIn(range, operand.dtype));
    }
    std::optional<Metas> results = verifiedResults(op, sample.operands, sample.attributes);
    instance.text = sample.text(names, sample.operands, *results);
    instance.results = static_cast<int>(results->size());
    all.push_back(std::move(instance));
  }
}

/// Ops with samples in their records, and those that no row names and that need none.
static void addSamples(std::vector<OpInstance> &all) {
  std::unique_ptr<MLIRContext> context = makeContext();
  for (RegisteredOperationName op : context->getRegisteredOperations()) {
    const OpFields *fields = fieldsOf(op.getStringRef());
    std::string start = op.getStringRef().str() + " ";
    bool hasRow = llvm::any_of(all, [&](const OpInstance &row) { return row.text.starts_with(start); });
    if (fields && (!hasRow || !fields->samples.empty()))
      addSampleInstances(op, all);
  }
}

const std::vector<OpInstance> &opInstances() {
  static const std::vector<OpInstance> instances = [] {
    std::vector<OpInstance> all;
    addMath(all);
    addContract(all);
    addReduce(all);
    addWindows(all);
    addShape(all);
    addRandomOptim(all);
    addLayout(all);
    addSequence(all);
    addSamples(all);
    return all;
  }();
  return instances;
}

std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry;
  registry.insert<WeirDialect, func::FuncDialect>();
  registerReferenceModels(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

HostTensor randomTensor(StaticMeta meta, ElementRange range, uint64_t seed) {
  HostTensor tensor = HostTensor::zeros(std::move(meta));
  uint64_t count = 0;
  auto next = [&] { return range.least + int64_t(randomBits(seed, 0, 0, count++) % (range.most - range.least + 1)); };
  for (double &number : tensor.floats)
    number = static_cast<double>(next());
  for (int64_t &number : tensor.integers)
    number = next();
  return tensor;
}

ParsedInstance parse(const OpInstance &instance, MLIRContext &context) {
  std::string text = "func.func @op(" + instance.arguments + ") {\n%r:" + std::to_string(instance.results) + " = " +
                     instance.text + "\nreturn\n}";
  ParsedInstance parsed;
  parsed.module = parseSourceString<ModuleOp>(text, &context);
  if (!parsed.module)
    return parsed;
  auto function = *parsed.module->getOps<func::FuncOp>().begin();
  parsed.op = &function.getBody().front().front();
  parsed.metas = metasOf(parsed.op->getOperandTypes());
  for (size_t i = 0; i < parsed.metas.size(); ++i)
    parsed.operands.push_back(randomTensor(knownMeta(parsed.metas[i]),
                                           i < instance.ranges.size() ? instance.ranges[i] : ElementRange{}, i + 1));
  return parsed;
}

} // namespace weir
