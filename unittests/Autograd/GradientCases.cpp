// The table of programs.
#include "unittests/Autograd/GradientCases.h"

#include "unittests/Autograd/SampleCases.h"

namespace weir {

namespace {

const std::string scalar = "tensor<f64>", vector = "tensor<?xf64>", matrix = "tensor<?x?xf64>",
                  cube = "tensor<?x?x?xf64>";

GradientArgument positive(std::string name, Sizes shape) {
  return {std::move(name), std::move(shape), DType::F64, 0.25, 2.0, /*bothSigns=*/false};
}

GradientArgument indices(std::string name, Sizes shape, int64_t below) {
  return {std::move(name), std::move(shape), DType::I64, 0, double(below - 1)};
}

void addMath(std::vector<GradientCase> &cases) {
  for (const char *op : {"add", "sub", "mul", "div", "maximum"})
    cases.push_back({op,
                     {{"a", {3, 4}}, {"b", {3, 4}}},
                     std::string("%y = weir.") + op + " %a, %b : (" + matrix + ", " + matrix + ") -> " + matrix,
                     matrix});
  for (const char *op : {"neg", "exp", "relu"})
    cases.push_back(
        {op, {{"a", {3, 4}}}, std::string("%y = weir.") + op + " %a : (" + matrix + ") -> " + matrix, matrix});
  for (const char *op : {"log", "sqrt"})
    cases.push_back(
        {op, {positive("a", {3, 4})}, std::string("%y = weir.") + op + " %a : (" + matrix + ") -> " + matrix, matrix});
  // Quotients from 2.05 to 2.97, far from where they are integers.
  for (const char *op : {"fmod", "remainder", "floor_divide"})
    cases.push_back({op,
                     {{"a", {3, 4}, DType::F64, 2.1, 2.9, /*bothSigns=*/true}, {"b", {3, 4}, DType::F64, 0.98, 1.02}},
                     std::string("%y = weir.") + op + " %a, %b : (" + matrix + ", " + matrix + ") -> " + matrix,
                     matrix});
  for (const char *op : {"asin", "acos", "erfinv", "tan"}) // up to 1 without poles
    cases.push_back({op,
                     {{"a", {3, 4}, DType::F64, 0.1, 0.9, /*bothSigns=*/true}},
                     std::string("%y = weir.") + op + " %a : (" + matrix + ") -> " + matrix,
                     matrix});
  cases.push_back({"select",
                   {{"p", {5}, DType::Bool, 0, 1}, {"a", {5}}, {"b", {5}}},
                   "%y = weir.select %p, %a, %b : (tensor<?xi1>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>",
                   vector});
  cases.push_back({"detach",
                   {{"a", {3, 4}}},
                   "%h = weir.detach %a : (" + matrix + ") -> " + matrix + "\n%y = weir.mul %h, %a : (" + matrix +
                       ", " + matrix + ") -> " + matrix,
                   matrix});
  // Through another float and back; evaluated widened, both casts are exact.
  cases.push_back({"cast",
                   {{"a", {5}}},
                   "%n = weir.cast %a {to = bf16} : (tensor<?xf64>) -> tensor<?xbf16>\n"
                   "%y = weir.cast %n {to = f64} : (tensor<?xbf16>) -> tensor<?xf64>",
                   vector});
  cases.push_back({"mul_f16",
                   {{"a", {5}}, {"b", {5}}},
                   "%m = weir.cast %a {to = f16} : (tensor<?xf64>) -> tensor<?xf16>\n"
                   "%n = weir.cast %b {to = f16} : (tensor<?xf64>) -> tensor<?xf16>\n"
                   "%p = weir.mul %m, %n : (tensor<?xf16>, tensor<?xf16>) -> tensor<?xf16>\n"
                   "%y = weir.cast %p {to = f64} : (tensor<?xf16>) -> tensor<?xf64>",
                   vector});
}

void addWindows(std::vector<GradientCase> &cases) {
  const std::string steps = "strides = array<i64: 2>, padding_low = array<i64: 1>, padding_high = array<i64: 0>, "
                            "dilations = array<i64: 2>";
  const std::string both = "(" + cube + ", " + cube + ") -> " + cube;
  auto sizesOf = [](const std::string &value, const std::string &type, int rank) {
    std::string text;
    for (int d = 0; d < rank; ++d)
      text += "%s" + std::to_string(d) + " = weir.dim " + value + ", " + std::to_string(d) + " : " + type + "\n";
    return text;
  };
  cases.push_back(
      {"conv", {{"x", {2, 2, 8}}, {"w", {3, 2, 3}}}, "%y = weir.conv %x, %w {" + steps + "} : " + both, cube});
  cases.push_back(
      {"conv_transpose",
       {{"x", {2, 3, 3}}, {"w", {3, 2, 3}}, {"like", {2, 2, 8}}},
       sizesOf("%like", cube, 3) + "%y = weir.conv_transpose %x, %w sizes(%s0, %s1, %s2) {" + steps + "} : " + both,
       cube});
  cases.push_back({"conv_kernel_gradient",
                   {{"x", {2, 2, 8}}, {"dy", {2, 3, 3}}, {"like", {3, 2, 3}}},
                   sizesOf("%like", cube, 3) + "%y = weir.conv_kernel_gradient %x, %dy sizes(%s0, %s1, %s2) {" + steps +
                       "} : " + both,
                   cube});
  const std::string windows = "{window = array<i64: 1, 3>, strides = array<i64: 1, 2>, padding_low = array<i64: 0, 1>, "
                              "padding_high = array<i64: 0, 1>, dilations = array<i64: 1, 1>}";
  for (const char *op : {"window_sum", "window_max"})
    cases.push_back({op,
                     {{"x", {2, 7}}},
                     std::string("%y = weir.") + op + " %x " + windows + " : (" + matrix + ") -> " + matrix,
                     matrix});
  cases.push_back({"window_pick",
                   {{"x", {2, 7}}, indices("index", {2, 4}, 3)},
                   "%y = weir.window_pick %x, %index " + windows + " : (" + matrix + ", tensor<?x?xi64>) -> " + matrix,
                   matrix});
  cases.push_back({"window_spread",
                   {{"x", {2, 4}}, {"like", {2, 7}}},
                   sizesOf("%like", matrix, 2) + "%y = weir.window_spread %x sizes(%s0, %s1) " + windows + " : " +
                       matrix + " -> " + matrix,
                   matrix});
  cases.push_back({"window_spread_to",
                   {{"x", {2, 4}}, indices("index", {2, 4}, 3), {"like", {2, 7}}},
                   sizesOf("%like", matrix, 2) + "%y = weir.window_spread_to %x, %index sizes(%s0, %s1) " + windows +
                       " : (" + matrix + ", tensor<?x?xi64>) -> " + matrix,
                   matrix});
}

void addShape(std::vector<GradientCase> &cases) {
  cases.push_back({"broadcast",
                   {{"a", {3, 4}}, {"n", {2}}},
                   "%s0 = weir.dim %n, 0 : tensor<?xf64>\n%s1 = weir.dim %a, 0 : tensor<?x?xf64>\n"
                   "%s2 = weir.dim %a, 1 : tensor<?x?xf64>\n"
                   "%y = weir.broadcast %a sizes(%s1, %s0, %s2) {dims = array<i64: 0, 2>} : " +
                       matrix + " -> " + cube,
                   cube});
  cases.push_back({"broadcast_scalar",
                   {{"a", {}}, {"n", {3}}},
                   "%s = weir.dim %n, 0 : tensor<?xf64>\n"
                   "%y = weir.broadcast %a sizes(%s) {dims = array<i64>} : tensor<f64> -> tensor<?xf64>",
                   vector});
  cases.push_back({"reshape",
                   {{"a", {3, 4}}},
                   "%s0 = weir.dim %a, 0 : tensor<?x?xf64>\n%s1 = weir.dim %a, 1 : tensor<?x?xf64>\n"
                   "%s = arith.muli %s0, %s1 : index\n"
                   "%y = weir.reshape %a sizes(%s) : " +
                       matrix + " -> " + vector,
                   vector});
  cases.push_back({"transpose",
                   {{"a", {2, 3, 4}}},
                   "%y = weir.transpose %a {permutation = array<i64: 2, 0, 1>} : (" + cube + ") -> " + cube,
                   cube});
  for (int64_t step : {1, 2}) {
    std::string steps = "steps = array<i64: 1, " + std::to_string(step) + ">";
    cases.push_back({"slice_by_" + std::to_string(step),
                     {{"a", {3, 7}}, {"n", {2}}},
                     "%s0 = weir.dim %a, 0 : tensor<?x?xf64>\n%s1 = weir.dim %n, 0 : tensor<?xf64>\n"
                     "%y = weir.slice %a sizes(%s0, %s1) {starts = array<i64: 0, 3>, " +
                         steps + "} : " + matrix + " -> " + matrix,
                     matrix});
    // The first row and the last column are cut off.
    cases.push_back({"pad_by_" + std::to_string(step),
                     {{"a", {3, 4}}, {"n", {6}}},
                     "%s = weir.dim %n, 0 : tensor<?xf64>\n"
                     "%y = weir.pad %a sizes(%s, %s) {starts = array<i64: -1, " +
                         std::to_string(5 - 2 * step) + ">, " + steps + ", value = 0.5 : f64} : " + matrix + " -> " +
                         matrix,
                     matrix});
  }
  cases.push_back(
      {"flip", {{"a", {2, 3, 4}}}, "%y = weir.flip %a {dims = array<i64: 0, 2>} : (" + cube + ") -> " + cube, cube});
  cases.push_back({"constrain", {{"a", {3, 4}}}, "%y = sbp.constrain %a : " + matrix + " to #sbp.split<0>", matrix});
}

void addContract(std::vector<GradientCase> &cases) {
  for (bool ta : {false, true})
    for (bool tb : {false, true}) {
      std::string flags = ta && tb ? " {transpose_a, transpose_b}" : ta ? " {transpose_a}" : tb ? " {transpose_b}" : "";
      cases.push_back({std::string("matmul_") + (ta ? "t" : "n") + (tb ? "t" : "n"),
                       {{"a", ta ? Sizes{4, 3} : Sizes{3, 4}}, {"b", tb ? Sizes{2, 4} : Sizes{4, 2}}},
                       "%y = weir.matmul %a, %b" + flags + " : (" + matrix + ", " + matrix + ") -> " + matrix,
                       matrix});
    }
  cases.push_back({"matmul_stacked",
                   {{"a", {2, 4, 3}}, {"b", {2, 4, 2}}},
                   "%y = weir.matmul %a, %b {transpose_a} : (" + cube + ", " + cube + ") -> " + cube,
                   cube});
  cases.push_back({"matmul_out",
                   {{"a", {3, 4}}, {"b", {4, 2}}},
                   "%m = weir.cast %a {to = bf16} : (tensor<?x?xf64>) -> tensor<?x?xbf16>\n"
                   "%n = weir.cast %b {to = bf16} : (tensor<?x?xf64>) -> tensor<?x?xbf16>\n"
                   "%y = weir.matmul %m, %n {out = f64} : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xf64>",
                   matrix});
}

void addReduce(std::vector<GradientCase> &cases) {
  for (const char *op : {"reduce_sum", "reduce_prod", "reduce_max", "reduce_min"}) {
    std::string name = op;
    cases.push_back({name + "_middle",
                     {{"a", {2, 3, 4}}},
                     "%y = weir." + name + " %a {dims = array<i64: 1>} : (" + cube + ") -> " + matrix,
                     matrix});
    cases.push_back({name + "_all",
                     {{"a", {3, 4}}},
                     "%y = weir." + name + " %a {dims = array<i64: 0, 1>} : (" + matrix + ") -> " + scalar,
                     scalar});
  }
}

void addSequence(std::vector<GradientCase> &cases) {
  for (const char *op : {"cumsum", "cumprod"})
    for (const char *flag : {"", ", reverse"})
      cases.push_back({std::string(op) + (*flag ? "_reverse" : ""),
                       {{"a", {3, 4, 2}}},
                       std::string("%y = weir.") + op + " %a {dim = 1 : i64" + flag + "} : (" + cube + ") -> " + cube,
                       cube});
  for (const char *flag : {"", ", descending"})
    cases.push_back({std::string("sort") + (*flag ? "_descending" : ""),
                     {{"a", {3, 5}}},
                     std::string("%y, %i = weir.sort %a {dim = 1 : i64") + flag + "} : (" + matrix + ") -> (" + matrix +
                         ", tensor<?x?xi64>)",
                     matrix});
}

/// Composite ops where a sample's numbers would not do.
void addComposites(std::vector<GradientCase> &cases) {
  cases.push_back({"trunc_divide", // quotients far from where they are integers
                   {{"a", {3, 4}, DType::F64, 2.1, 2.9, /*bothSigns=*/true}, {"b", {3, 4}, DType::F64, 0.98, 1.02}},
                   "%y = weir.trunc_divide %a, %b : (" + matrix + ", " + matrix + ") -> " + matrix,
                   matrix});
  cases.push_back({"prelu_shared",
                   {{"a", {3, 4}}, {"w", {}}},
                   "%one = weir.reshape %w : tensor<f64> -> tensor<1xf64>\n"
                   "%y = weir.prelu %a, %one : (" +
                       matrix + ", tensor<1xf64>) -> " + matrix,
                   matrix});
}

/// A small network as the Python package traces it: two layers and a cross entropy.
void addNetwork(std::vector<GradientCase> &cases) {
  cases.push_back({"network",
                   {{"x", {3, 4}}, {"w1", {4, 5}}, {"b1", {5}}, {"w2", {5, 3}}, indices("t", {3, 1}, 3)},
                   R"mlir(
  %n = weir.dim %x, 0 : tensor<?x?xf64>
  %h = weir.dim %b1, 0 : tensor<?xf64>
  %k = weir.dim %w2, 1 : tensor<?x?xf64>
  %0 = weir.matmul %x, %w1 : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %1 = weir.broadcast %b1 sizes(%n, %h) {dims = array<i64: 1>} : tensor<?xf64> -> tensor<?x?xf64>
  %2 = weir.add %0, %1 : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %3 = weir.relu %2 : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %4 = weir.matmul %3, %w2 : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %5 = weir.reduce_max %4 {dims = array<i64: 1>} : (tensor<?x?xf64>) -> tensor<?xf64>
  %m = weir.detach %5 : (tensor<?xf64>) -> tensor<?xf64>
  %6 = weir.broadcast %m sizes(%n, %k) {dims = array<i64: 0>} : tensor<?xf64> -> tensor<?x?xf64>
  %7 = weir.sub %4, %6 : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %8 = weir.exp %7 : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %9 = weir.reduce_sum %8 {dims = array<i64: 1>} : (tensor<?x?xf64>) -> tensor<?xf64>
  %10 = weir.log %9 : (tensor<?xf64>) -> tensor<?xf64>
  %11 = weir.gather %7, %t {dim = 1 : i64} : (tensor<?x?xf64>, tensor<?x?xi64>) -> tensor<?x?xf64>
  %12 = weir.reshape %11 sizes(%n) : tensor<?x?xf64> -> tensor<?xf64>
  %y = weir.sub %10, %12 : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>)mlir",
                   vector});
}

} // namespace

std::string typeOf(const GradientArgument &argument) {
  std::string sizes;
  for (size_t i = 0; i < argument.shape.size(); ++i)
    sizes += "?x";
  return "tensor<" + sizes + (argument.dtype == DType::Bool ? "i1" : std::string(name(argument.dtype))) + ">";
}

std::vector<GradientCase> gradientCases() {
  std::vector<GradientCase> cases;
  addMath(cases);
  addShape(cases);
  addWindows(cases);
  addContract(cases);
  addReduce(cases);
  addSequence(cases);
  addNetwork(cases);
  addComposites(cases);
  addSampleCases(cases);
  return cases;
}

} // namespace weir
