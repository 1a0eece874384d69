// Instances of composite ops that have attributes, or operands that differ; others are plain ops.
#include "unittests/Reference/CompositeInstances.h"

namespace weir {

namespace {

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

/// "%x0, %x1" as operands of these types, with `attributes` in braces.
OpInstance instance(const std::string &op, const std::vector<std::string> &operands, const std::string &attributes,
                    const std::vector<std::string> &results, std::vector<ElementRange> ranges = {}) {
  std::vector<std::string> names, arguments;
  for (size_t i = 0; i < operands.size(); ++i) {
    names.push_back("%x" + std::to_string(i));
    arguments.push_back(names.back() + ": " + operands[i]);
  }
  std::string types = results.size() == 1 ? results[0] : "(" + joined(results) + ")";
  return {joined(arguments),
          "weir." + op + " " + joined(names) + " {" + attributes + "} : (" + joined(operands) + ") -> " + types,
          std::move(ranges), static_cast<int>(results.size())};
}

void addActivations(std::vector<OpInstance> &all) {
  const std::string x = "tensor<5x3xf32>";
  const std::pair<const char *, const char *> rows[] = {
      {"leaky_relu", "negative_slope = 0.25 : f64"},
      {"elu", "alpha = 0.5 : f64"},
      {"celu", "alpha = 0.5 : f64"},
      {"gelu", "approximate = \"none\""},
      {"gelu", "approximate = \"tanh\""},
      {"softplus", "beta = 2.0 : f64, threshold = 5.0 : f64"},
      {"hardtanh", "min_val = -2.5 : f64, max_val = 1.5 : f64"},
      {"softshrink", "lambd = 1.5 : f64"},
      {"hardshrink", "lambd = 1.5 : f64"},
      {"threshold", "threshold = 0.5 : f64, value = 7.0 : f64"},
      {"softmax", "dim = 1 : i64"},
      {"softmin", "dim = 0 : i64"},
      {"log_softmax", "dim = 0 : i64"},
  };
  for (auto [op, attributes] : rows)
    all.push_back(instance(op, {x}, attributes, {x}));
  all.push_back(instance("prelu", {x, "tensor<3xf32>"}, "", {x}));
  all.push_back(instance("glu", {"tensor<5x6xf32>"}, "dim = 1 : i64", {x}));
}

void addCompounds(std::vector<OpInstance> &all) {
  const std::string x = "tensor<5x3xf64>", b = "tensor<5x3xi1>", i = "tensor<7xi64>";
  for (const char *op : {"logical_and", "logical_or", "logical_xor"})
    all.push_back(instance(op, {b, b}, "", {b}, {{0, 1}, {0, 1}}));
  all.push_back(instance("logical_not", {b}, "", {b}, {{0, 1}}));
  for (const char *op : {"isnan", "isinf", "isfinite"}) {
    all.push_back(instance(op, {x}, "", {b}));
    all.push_back(instance(op, {i}, "", {"tensor<7xi1>"}));
  }
  all.push_back(instance("isclose", {x, x}, "rtol = 0.25 : f64, atol = 0.5 : f64, equal_nan", {b}));
  all.push_back(instance("clamp", {x, x, x}, "present = array<i64: 0, 1>", {x}));
  all.push_back(instance("clamp", {i, i}, "present = array<i64: 1>", {i}));
  all.push_back(instance("trunc_divide", {i, i}, "", {i}, {{}, {1, 4}}));
  for (const char *op : {"addcmul", "addcdiv"})
    all.push_back(instance(op, {x, x, x}, "value = 0.5 : f64", {x}, {{}, {}, {1, 9}}));
  for (const char *op : {"atanh", "erfinv"})
    all.push_back(instance(op, {x}, "", {x}, {{-1, 1}}));
}

void addStatistics(std::vector<OpInstance> &all) {
  const std::string x = "tensor<5x3x7xf64>";
  const std::string more[] = {"", ", keepdim"}, reduced[] = {"tensor<5x7xf64>", "tensor<5x1x7xf64>"};
  const std::string positions[] = {"tensor<5x7xi64>", "tensor<5x1x7xi64>"};
  for (int kept : {0, 1}) {
    std::string dims = "dims = array<i64: 1>" + more[kept], dim = "dim = 1 : i64" + more[kept];
    for (const char *op : {"mean", "logsumexp"})
      all.push_back(instance(op, {x}, dims, {reduced[kept]}));
    for (const char *op : {"var", "std"})
      all.push_back(instance(op, {x}, dims + ", correction = 1.0 : f64", {reduced[kept]}));
    for (const char *p : {"0.0", "1.0", "2.0", "3.0", "0x7FF0000000000000", "0xFFF0000000000000"})
      all.push_back(instance("norm", {x}, dims + ", p = " + std::string(p) + " : f64", {reduced[kept]}));
    for (const char *op : {"argmax", "argmin"})
      all.push_back(instance(op, {x}, dim, {positions[kept]}));
    for (const char *op : {"max_along", "min_along"})
      all.push_back(instance(op, {x}, dim, {reduced[kept], positions[kept]}));
  }
}

void addNormalizations(std::vector<OpInstance> &all) {
  const std::string x = "tensor<5x6x3xf64>", last = "tensor<3xf64>", channels = "tensor<6xf64>";
  const std::string both = "present = array<i64: 0, 1>, ", eps = "eps = 0.5 : f64";
  all.push_back(instance("layer_norm", {x, last, last}, both + "normalized_shape = array<i64: 3>, " + eps, {x}));
  all.push_back(instance("rms_norm", {x}, "present = array<i64>, normalized_shape = array<i64: 6, 3>, " + eps, {x}));
  all.push_back(instance("group_norm", {x, channels, channels}, both + "num_groups = 3 : i64, " + eps, {x}));
  all.push_back(instance("instance_norm", {x, channels, channels}, both + eps, {x}));
  all.push_back(instance("batch_norm", {x, channels, channels, channels}, "present = array<i64: 1>, " + eps, {x},
                         {{}, {}, {1, 9}}));
  all.push_back(instance("batch_norm_training", {x, "tensor<f64>", channels, channels},
                         "present = array<i64: 2, 3>, " + eps, {x, channels, channels}));
  all.push_back(instance("normalize", {x}, "p = 2.0 : f64, dims = array<i64: 1>, " + eps, {x}));
  all.push_back(instance("cosine_similarity", {x, x}, "dim = 1 : i64, " + eps, {"tensor<5x3xf64>"}));
}

void addLosses(std::vector<OpInstance> &all) {
  const std::string x = "tensor<5x3xf64>", scalar = "tensor<f64>";
  for (std::string reduction : {"mean", "sum", "none"}) {
    std::string attribute = "reduction = \"" + reduction + "\"";
    const std::string loss = reduction == "none" ? x : scalar;
    for (const char *op : {"mse_loss", "l1_loss"})
      all.push_back(instance(op, {x, x}, attribute, {loss}));
    all.push_back(instance("smooth_l1_loss", {x, x}, attribute + ", beta = 2.0 : f64", {loss}));
    all.push_back(instance("binary_cross_entropy", {x, x}, attribute, {loss}, {{0, 1}, {0, 1}}));
    all.push_back(instance("binary_cross_entropy_with_logits", {x, x, "tensor<3xf64>"},
                           attribute + ", present = array<i64: 0>", {loss}));
    all.push_back(instance("kl_div", {x, x}, attribute, {loss}, {{}, {1, 4}}));
    for (const char *op : {"nll_loss", "cross_entropy"})
      all.push_back(instance(op, {x, "tensor<5xi64>"}, attribute, {reduction == "none" ? "tensor<5xf64>" : scalar},
                             {{}, {0, 2}}));
  }
}

void addLayers(std::vector<OpInstance> &all) {
  const std::string x = "tensor<5x3x4xf64>", step = "tensor<i64>";
  all.push_back(
      instance("linear", {x, "tensor<7x4xf64>", "tensor<7xf64>"}, "present = array<i64: 0>", {"tensor<5x3x7xf64>"}));
  const std::string steps = "strides = array<i64: 2>, dilations = array<i64: 1>, groups = 2 : i64, "
                            "present = array<i64: 0>, ";
  all.push_back(instance("convolution", {"tensor<2x4x7xf64>", "tensor<6x2x3xf64>", "tensor<6xf64>"},
                         steps + "padding_low = array<i64: 1>, padding_high = array<i64: 0>", {"tensor<2x6x3xf64>"}));
  all.push_back(instance("transposed_convolution", {"tensor<2x4x3xf64>", "tensor<4x2x3xf64>", "tensor<4xf64>"},
                         steps + "padding = array<i64: 1>, output_padding = array<i64: 1>", {"tensor<2x4x6xf64>"}));
  all.push_back(instance("embedding", {"tensor<5x3xi64>", "tensor<7x4xf64>"}, "padding_idx = -1 : i64", {x}, {{0, 6}}));
  all.push_back(instance("one_hot", {"tensor<5x3xi64>"},
                         "num_classes = 4 : i64, on_value = 2.0 : f64, off_value = 0.5 : f64, to = f64", {x}));
  all.push_back(
      instance("dropout", {x, step}, "p = 0.25 : f64, seed = 42 : i64, ordinal = 1 : i64, shared_dims = 1 : i64", {x}));
  all.push_back(instance("attention", {"tensor<2x4x5x3xf64>", "tensor<2x2x7x3xf64>", "tensor<2x2x7x3xf64>"},
                         "present = array<i64>, dropout_p = 0.0 : f64, is_causal, enable_gqa, seed = 0 : i64, "
                         "ordinal = 0 : i64",
                         {"tensor<2x4x5x3xf64>"}));
  all.push_back(instance("average_pool", {"tensor<2x3x7xf64>"},
                         "window = array<i64: 3>, strides = array<i64: 2>, padding_low = array<i64: 1>, padding_high = "
                         "array<i64: 1>",
                         {"tensor<2x3x4xf64>"}));
  all.push_back(instance("addmm", {"tensor<3xf64>", "tensor<5x4xf64>", "tensor<4x3xf64>"},
                         "beta = 0.5 : f64, alpha = 2.0 : f64", {"tensor<5x3xf64>"}));
  all.push_back(
      instance("topk", {x}, "k = 2 : i64, dim = 1 : i64, largest", {"tensor<5x2x4xf64>", "tensor<5x2x4xi64>"}));
  for (const char *op : {"tril", "triu"})
    all.push_back(instance(op, {x}, "diagonal = -1 : i64", {x}));
}

void addImages(std::vector<OpInstance> &all) {
  const std::string x = "tensor<2x3x7xf64>", halves = "tensor<2x3x4xf64>";
  const std::string windows = "window = array<i64: 3>, strides = array<i64: 2>, ";
  all.push_back(instance("max_pool", {x},
                         windows + "padding_low = array<i64: 1>, padding_high = array<i64: 1>, "
                                   "dilations = array<i64: 1>",
                         {halves, "tensor<2x3x4xi64>"}));
  for (const char *op : {"adaptive_average_pool", "adaptive_max_pool"})
    all.push_back(instance(op, {x}, "size = array<i64: 4>", {halves}));
  for (const char *size : {"1", "7"})
    all.push_back(instance("adaptive_average_pool", {x}, "size = array<i64: " + std::string(size) + ">",
                           {"tensor<2x3x" + std::string(size) + "xf64>"}));
  for (const char *mode : {"nearest", "linear", "cubic"})
    all.push_back(instance("interpolate", {x}, "size = array<i64: 4>, mode = \"" + std::string(mode) + "\"", {halves}));
  for (const char *mode : {"reflect", "replicate", "circular"})
    all.push_back(instance("pad_by_mode", {x},
                           "padding_low = array<i64: 0, 0, 1>, padding_high = array<i64: 0, 2, 0>, mode = \"" +
                               std::string(mode) + "\"",
                           {"tensor<2x5x8xf64>"}));
  const std::string patches = windows + "padding = array<i64: 1>, dilations = array<i64: 1>";
  all.push_back(instance("unfold", {x}, patches, {"tensor<2x9x4xf64>"}));
  all.push_back(instance("fold", {"tensor<2x9x4xf64>"}, patches + ", size = array<i64: 7>", {x}));
}

void addJoined(std::vector<OpInstance> &all) {
  const std::string x = "tensor<5x3xf64>";
  all.push_back(instance("cat", {x, "tensor<5x4xf64>", x}, "dim = 1 : i64", {"tensor<5x10xf64>"}));
  all.push_back(instance("roll", {x}, "shifts = array<i64: 2, -1>, dims = array<i64: 0, 1>", {x}));
}

void addEinsums(std::vector<OpInstance> &all) {
  const std::string a = "tensor<5x3xf64>", b = "tensor<3x4xf64>";
  all.push_back(instance("einsum", {a, b}, "equation = \"ij,jk->ki\"", {"tensor<4x5xf64>"}));
  all.push_back(
      instance("einsum", {a, "tensor<4x3xf64>", "tensor<3xf64>"}, "equation = \"ij,...j,j->...\"", {"tensor<4xf64>"}));
  all.push_back(instance("einsum", {"tensor<3x3xi64>"}, "equation = \"ii\"", {"tensor<i64>"}));
}

void addDraws(std::vector<OpInstance> &all) {
  const std::string made = "seed = 42 : i64, ordinal = 1 : i64} : tensor<i64> -> ";
  const std::string rows[] = {"random_uniform %step {low = -1.0 : f64, high = 3.0 : f64, " + made + "tensor<5x3xf64>",
                              "random_normal %step {mean = 1.0 : f64, std = 2.0 : f64, " + made + "tensor<5x3xf32>",
                              "random_integers %step {low = -3 : i64, high = 10 : i64, " + made + "tensor<7xi64>",
                              "random_permutation %step {" + made + "tensor<7xi64>"};
  for (const std::string &row : rows)
    all.push_back({"%step: tensor<i64>", "weir." + row, {}, 1});
  all.push_back(instance("bernoulli", {"tensor<5x3xf64>", "tensor<i64>"},
                         "seed = 42 : i64, ordinal = 1 : i64, to = f32", {"tensor<5x3xf32>"}, {{0, 1}, {0, 9}}));
}

} // namespace

void addComposites(std::vector<OpInstance> &all) {
  addActivations(all);
  addCompounds(all);
  addStatistics(all);
  addNormalizations(all);
  addLosses(all);
  addLayers(all);
  addImages(all);
  addJoined(all);
  addEinsums(all);
  addDraws(all);
}

} // namespace weir
