// The table of programs of composite ops.
#include "unittests/Autograd/CompositeCases.h"

namespace weir {

namespace {

const std::string scalar = "tensor<f64>", vector = "tensor<?xf64>", matrix = "tensor<?x?xf64>",
                  cube = "tensor<?x?x?xf64>";

/// The op on all arguments; further results than the first are not looked at.
GradientCase program(const std::string &op, std::vector<GradientArgument> arguments, const std::string &attributes,
                     const std::string &result, const std::string &furtherResults = "") {
  std::string names, types;
  for (const GradientArgument &argument : arguments) {
    names += (names.empty() ? "%" : ", %") + argument.name;
    types += (types.empty() ? "" : ", ") + typeOf(argument);
  }
  std::string head = "%y", results = result;
  if (!furtherResults.empty()) {
    head = "%y, %others:" + std::to_string(1 + std::count(furtherResults.begin(), furtherResults.end(), ','));
    results = "(" + result + ", " + furtherResults + ")";
  }
  return {op, std::move(arguments),
          head + " = weir." + op + " " + names + " {" + attributes + "} : (" + types + ") -> " + results, result};
}

/// An op on the first argument in a shape that is known, where it needs that.
GradientCase onKnownShape(const std::string &op, const Shape &shape, std::vector<GradientArgument> others,
                          const std::string &attributes, const Shape &resultShape,
                          const std::string &secondResult = "") {
  std::vector<GradientArgument> arguments = {{"a", shape}, {"like", resultShape}};
  std::string names = "%known", types = toString(TensorMeta{DType::F64, shape}), sizes, body;
  for (GradientArgument &argument : others) {
    const std::string type = toString(TensorMeta{argument.dtype, argument.shape});
    body += "%known_" + argument.name + " = weir.reshape %" + argument.name + " : " + typeOf(argument) + " -> " + type +
            "\n";
    names += ", %known_" + argument.name;
    types += ", " + type;
    arguments.push_back(std::move(argument));
  }
  const std::string result = toString(TensorMeta{DType::F64, resultShape});
  body +=
      "%known = weir.reshape %a : " + typeOf(arguments[0]) + " -> " + toString(TensorMeta{DType::F64, shape}) + "\n";
  const bool isSingle = secondResult.empty();
  body += std::string(isSingle ? "%known_y" : "%known_y, %second") + " = weir." + op + " " + names + " {" + attributes +
          "} : (" + types + ") -> " + (isSingle ? result : "(" + result + ", " + secondResult + ")") + "\n";
  for (size_t d = 0; d < resultShape.size(); ++d) {
    const std::string size = "%size" + std::to_string(d);
    body += size + " = weir.dim %like, " + std::to_string(d) + " : " + typeOf(arguments[1]) + "\n";
    sizes += (d ? ", " : "") + size;
  }
  body += "%y = weir.reshape %known_y sizes(" + sizes + ") : " + result + " -> " + typeOf(arguments[1]);
  return {op, arguments, body, typeOf(arguments[1])};
}

GradientArgument within(std::string name, Shape shape, double least, double most, bool bothSigns = false) {
  return {std::move(name), std::move(shape), DType::F64, least, most, bothSigns};
}

void addElementwise(std::vector<GradientCase> &cases) {
  const std::pair<const char *, const char *> rows[] = {
      {"leaky_relu", "negative_slope = 0.25 : f64"},
      {"elu", "alpha = 0.5 : f64"},
      {"celu", "alpha = 0.5 : f64"},
      {"gelu", "approximate = \"none\""},
      {"gelu", "approximate = \"tanh\""},
      {"softplus", "beta = 2.0 : f64, threshold = 3.0 : f64"},
      {"hardtanh", "min_val = -0.9 : f64, max_val = 1.1 : f64"},
      {"softshrink", "lambd = 0.9 : f64"},
      {"hardshrink", "lambd = 0.9 : f64"},
      {"threshold", "threshold = 0.9 : f64, value = 7.0 : f64"},
      {"softmax", "dim = 1 : i64"},
      {"softmin", "dim = 0 : i64"},
      {"log_softmax", "dim = 0 : i64"},
  };
  for (auto [op, attributes] : rows)
    cases.push_back(program(op, {{"a", {3, 4}}}, attributes, matrix));
  cases.push_back(program("clamp", {{"a", {3, 4}}, {"b", {3, 4}}}, "present = array<i64: 0>", matrix));
  for (const char *op : {"addcmul", "addcdiv"})
    cases.push_back(program(op, {{"a", {5}}, {"b", {5}}, {"c2", {5}}}, "value = 0.5 : f64", vector));
  cases.push_back(program("acosh", {within("a", {3, 4}, 1.25, 3)}, "", matrix));
  for (const char *op : {"atanh", "erfinv"})
    cases.push_back(program(op, {within("a", {3, 4}, 0.1, 0.9, true)}, "", matrix));
  cases.push_back(program("trunc_divide", {within("a", {3, 4}, 2.1, 2.9, true), within("b", {3, 4}, 0.98, 1.02)}, "",
                          matrix)); // quotients far from where they are integers
  cases.push_back(onKnownShape("glu", {2, 6}, {}, "dim = 1 : i64", {2, 3}));
  cases.push_back(program("prelu", {{"a", {2, 3}}, {"b", {3}}}, "", matrix));
}

void addStatistics(std::vector<GradientCase> &cases) {
  for (const char *op : {"mean", "logsumexp"})
    cases.push_back(program(op, {{"a", {3, 4, 2}}}, "dims = array<i64: 1>", matrix));
  for (const char *op : {"var", "std"})
    cases.push_back(program(op, {{"a", {3, 4, 2}}}, "dims = array<i64: 0, 2>, correction = 1.0 : f64", vector));
  for (const char *p : {"1.0", "2.0", "3.0", "0x7FF0000000000000", "0xFFF0000000000000"})
    cases.push_back(program("norm", {{"a", {3, 4}}}, "dims = array<i64: 1>, p = " + std::string(p) + " : f64", vector));
  for (const char *op : {"max_along", "min_along"})
    cases.push_back(program(op, {{"a", {3, 4}}}, "dim = 1 : i64", vector, "tensor<?xi64>"));
}

void addNormalizations(std::vector<GradientCase> &cases) {
  const std::string eps = "eps = 0.125 : f64", both = "present = array<i64: 0, 1>, ";
  cases.push_back(program("layer_norm", {{"a", {2, 5}}, {"w", {5}}, {"b", {5}}},
                          both + "normalized_shape = array<i64: -1>, " + eps, matrix));
  cases.push_back(program("rms_norm", {{"a", {2, 5}}, {"w", {5}}},
                          "present = array<i64: 0>, normalized_shape = array<i64: -1>, " + eps, matrix));
  cases.push_back(program("instance_norm", {{"a", {2, 3, 4}}, {"w", {3}}, {"b", {3}}}, both + eps, cube));
  cases.push_back(onKnownShape("group_norm", {2, 4, 3}, {{"w", {4}}, {"b", {4}}}, both + "num_groups = 2 : i64, " + eps,
                               {2, 4, 3}));
  cases.push_back(program("batch_norm", {{"a", {2, 3}}, {"m", {3}}, within("v", {3}, 0.25, 2), {"w", {3}}, {"b", {3}}},
                          both + eps, matrix));
  cases.push_back(program("batch_norm_training", {{"a", {4, 3}}, {"p", {}}, {"w", {3}}, {"b", {3}}}, both + eps, matrix,
                          "tensor<?xf64>, tensor<?xf64>"));
  cases.push_back(program("normalize", {{"a", {3, 4}}}, "p = 2.0 : f64, dims = array<i64: 1>, " + eps, matrix));
  cases.push_back(program("cosine_similarity", {{"a", {3, 4}}, {"b", {3, 4}}}, "dim = 1 : i64, " + eps, vector));
}

void addLosses(std::vector<GradientCase> &cases) {
  for (std::string reduction : {"mean", "sum", "none"}) {
    const std::string attribute = "reduction = \"" + reduction + "\"", loss = reduction == "none" ? matrix : scalar;
    for (const char *op : {"mse_loss", "l1_loss"})
      cases.push_back(program(op, {{"a", {2, 3}}, {"b", {2, 3}}}, attribute, loss));
    cases.push_back(program("smooth_l1_loss", {{"a", {2, 3}}, {"b", {2, 3}}}, attribute + ", beta = 0.81 : f64", loss));
    cases.push_back(program("binary_cross_entropy", {within("a", {2, 3}, 0.3, 0.7), within("b", {2, 3}, 0.3, 0.7)},
                            attribute, loss));
    cases.push_back(program("binary_cross_entropy_with_logits", {{"a", {2, 3}}, {"b", {2, 3}}, {"w", {3}}},
                            attribute + ", present = array<i64: 0>", loss));
    cases.push_back(program("kl_div", {{"a", {2, 3}}, within("b", {2, 3}, 0.1, 0.9)}, attribute, loss));
    for (const char *op : {"nll_loss", "cross_entropy"})
      cases.push_back(
          program(op, {{"a", {2, 3}}, {"t", {2}, DType::I64, 0, 2}}, attribute, reduction == "none" ? vector : scalar));
  }
}

void addLayers(std::vector<GradientCase> &cases) {
  cases.push_back(program("linear", {{"a", {2, 3, 4}}, {"w", {5, 4}}, {"b", {5}}}, "present = array<i64: 0>", cube));
  const std::string steps = "strides = array<i64: 2>, dilations = array<i64: 1>, groups = 2 : i64, "
                            "present = array<i64: 0>, ";
  cases.push_back(onKnownShape("convolution", {2, 4, 7}, {{"w", {6, 2, 3}}, {"b", {6}}},
                               steps + "padding_low = array<i64: 1>, padding_high = array<i64: 0>", {2, 6, 3}));
  cases.push_back(onKnownShape("transposed_convolution", {2, 4, 3}, {{"w", {4, 2, 3}}, {"b", {4}}},
                               steps + "padding = array<i64: 1>, output_padding = array<i64: 1>", {2, 4, 6}));
  cases.push_back(program("embedding", {{"i", {2, 3}, DType::I64, 0, 3}, {"w", {4, 2}}}, "", cube));
  cases.push_back(onKnownShape("average_pool", {2, 3, 7}, {},
                               "window = array<i64: 3>, strides = array<i64: 2>, padding_low = array<i64: 1>, "
                               "padding_high = array<i64: 1>",
                               {2, 3, 4}));
  cases.push_back(
      program("addmm", {{"a", {3}}, {"b", {2, 4}}, {"e", {4, 3}}}, "beta = 0.5 : f64, alpha = 2.0 : f64", matrix));
  cases.push_back(onKnownShape("topk", {2, 5}, {}, "k = 2 : i64, dim = 1 : i64, largest", {2, 2}, "tensor<2x2xi64>"));
  cases.push_back(program("dropout", {{"a", {3, 4}}, {"s", {}, DType::I64, 1, 1}},
                          "p = 0.25 : f64, seed = 42 : i64, ordinal = 1 : i64, shared_dims = 0 : i64", matrix));
  cases.push_back(program("attention", {{"q", {2, 3, 2}}, {"k", {2, 4, 2}}, {"v", {2, 4, 3}}},
                          "present = array<i64>, dropout_p = 0.0 : f64, is_causal, seed = 0 : i64, ordinal = 0 : i64",
                          cube));
  for (const char *op : {"tril", "triu"})
    cases.push_back(program(op, {{"a", {3, 4}}}, "diagonal = -1 : i64", matrix));
}

void addImages(std::vector<GradientCase> &cases) {
  const std::string windows = "window = array<i64: 3>, strides = array<i64: 2>, ";
  cases.push_back(program("max_pool", {{"a", {2, 1, 7}}},
                          windows + "padding_low = array<i64: 1>, padding_high = array<i64: 1>, "
                                    "dilations = array<i64: 1>",
                          cube, "tensor<?x?x?xi64>"));
  for (const char *op : {"adaptive_average_pool", "adaptive_max_pool"})
    cases.push_back(onKnownShape(op, {2, 2, 4, 5}, {}, "size = array<i64: 3, 2>", {2, 2, 3, 2}));
  cases.push_back(onKnownShape("adaptive_average_pool", {2, 1, 6}, {}, "size = array<i64: 3>", {2, 1, 3}));
  for (std::string mode : {"nearest", "linear", "cubic"})
    cases.push_back(onKnownShape("interpolate", {1, 2, 3, 5}, {}, "size = array<i64: 5, 3>, mode = \"" + mode + "\"",
                                 {1, 2, 5, 3}));
  for (std::string mode : {"reflect", "replicate", "circular"})
    cases.push_back(onKnownShape(
        "pad_by_mode", {2, 4}, {},
        "padding_low = array<i64: 1, 2>, padding_high = array<i64: 0, 3>, mode = \"" + mode + "\"", {3, 9}));
  const std::string patches = windows + "padding = array<i64: 1>, dilations = array<i64: 1>";
  cases.push_back(onKnownShape("unfold", {2, 2, 6}, {}, patches, {2, 6, 3}));
  cases.push_back(onKnownShape("fold", {2, 6, 3}, {}, patches + ", size = array<i64: 6>", {2, 2, 6}));
}

void addJoined(std::vector<GradientCase> &cases) {
  cases.push_back(program("cat", {{"a", {2, 3}}, {"b", {2, 1}}, {"e", {2, 2}}}, "dim = 1 : i64", matrix));
  cases.push_back(onKnownShape("roll", {3, 4}, {}, "shifts = array<i64: 2, -1>, dims = array<i64: 0, 1>", {3, 4}));
}

void addEinsums(std::vector<GradientCase> &cases) {
  cases.push_back(program("einsum", {{"a", {2, 3}}, {"b", {3, 4}}}, "equation = \"ij,jk->ki\"", matrix));
  cases.push_back(program("einsum", {{"a", {2, 3}}, {"b", {3, 2}}, {"c3", {2}}}, "equation = \"ij,jk,k\"", vector));
  cases.push_back(onKnownShape("einsum", {3, 2, 3}, {}, "equation = \"iji->j\"", {2}));
}

void addDraws(std::vector<GradientCase> &cases) {
  // Nothing flows to the probabilities: the result stays as it is when they change a little.
  cases.push_back(program("bernoulli", {within("a", {3, 4}, 0.1, 0.9), {"s", {}, DType::I64, 1, 1}},
                          "seed = 42 : i64, ordinal = 1 : i64, to = f64", matrix));
}

} // namespace

void addComposites(std::vector<GradientCase> &cases) {
  addElementwise(cases);
  addStatistics(cases);
  addNormalizations(cases);
  addLosses(cases);
  addLayers(cases);
  addImages(cases);
  addJoined(cases);
  addEinsums(cases);
  addDraws(cases);
}

} // namespace weir
