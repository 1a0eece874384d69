// RUN: %op_runs
// (input - mean) / sqrt(variance + eps) over the last dimensions, times weight, plus bias.

func.func @rows_f32() {
  %input = weir.constant dense<[[-1.32, -0.23, -2.27], [0.14, -0.54, -2.57]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %weight = weir.constant dense<[-2.41, 2.92, 1.16]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[-0.31, 0.84, -1.38]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.layer_norm %input, %weight, %bias {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-0.1750646, 4.4951706, -2.7671058], [-2.675605, 1.981411, -2.9720685]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-1.19, -2.56, -2.68, 1.84, 1.88, -2.97, -1.02], [-2.47, -0.19, 0.71, 0.31, -2.2, 1.21, 0.68], [-0.2, -1.22,
      2.51, -2.5, -2.13, -0.73, -1.44]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %weight = weir.constant dense<[0.7, 1.17, 1.22, 1.64, -1.95, 1.48, -1.52]> : tensor<7xf32> -> tensor<7xf32>
  %bias = weir.constant dense<[0.22, -1.67, 1.87, -2.35, -0.41, 0.8, 1.18]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.layer_norm %input, %weight, %bias {normalized_shape = array<i64: 7>, eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<3x7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[0.13463278, -2.6521642, 0.7691894, 0.05249218, -3.3074722, -0.76019233, 1.2300382], [-0.90735984, -1.5938418,
      2.7563496, -1.6406178, 2.3435698, 2.4190812, 0.10920757], [0.5001822, -1.9774946, 4.5075946, -4.1456547,
      1.2560487, 0.8824666, 1.7968651]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x7xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[-2.43, 2.9, -1.26, -0.32, -1.18], [-2.76, -1.53, -1.04, 0.45, -2.58], [2.58, -1.81, 0.18, -0.86, -0.84]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %weight = weir.constant dense<[2.47, 2.34, 0.66, -1.32, -2.07]> : tensor<5xf64> -> tensor<5xf64>
  %bias = weir.constant dense<[-0.21, -1.98, -0.02, -2.58, -2.9]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.layer_norm %input, %weight, %bias {normalized_shape = array<i64: 5>, eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<3x5xf64>, tensor<5xf64>, tensor<5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[-2.9037017705761867, 2.3655244427433275, -0.3127277884720884, -2.6807392389255567, -2.073480335178956],
      [-2.901829904854816, -2.0564241928823135, 0.23639749460921877, -4.783203250137624, -0.9643329932317706],
      [4.275909878113355, -4.564133162869232, 0.12489347206078638, -1.9565189990111618, -1.9498101646261654]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<3x5xf64>
  return
}

func.func @two_dims() {
  %input = weir.constant dense<
      [[[0.19, -0.65], [2.98, -0.75], [0.2, -0.66]], [[1.64, -0.73], [-1.46, -0.26], [1.82, 0.13]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %weight = weir.constant dense<[[1.07, 0.61], [-1.59, -0.11], [-0.67, 1.78]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %bias = weir.constant dense<[[-1.39, 1.88], [-0.85, -1.01], [2.52, 2.22]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.layer_norm %input, %weight, %bias {normalized_shape = array<i64: 3, 2>, eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<2x3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-1.4133769, 1.4715661], [-4.2358975, -0.927866], [2.5294716, 1.0144511]], [[-0.08911353, 1.4094505],
      [1.3497264, -0.9684957], [1.6043067, 2.1304514]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @all_dims() {
  %input = weir.constant dense<[[0.24, 1.95, 2.2], [1.62, 0.52, 1.43]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %weight = weir.constant dense<[[-2.67, -1.04, 0.13], [-2.26, -1.75, -1.92]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.layer_norm %input, %weight {normalized_shape = array<i64: 2, 3>, eps = 1.0e-05 : f64,
      present = array<i64: 0>}
      : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[4.049827699655985, -0.9048625847626386, 0.1584719232672536], [-0.9253345889427891, 1.9704304023394565,
      -0.2769303838187588]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x3xf64>
  return
}

func.func @no_parameters() {
  %input = weir.constant dense<
      [[[-1.56, -0.77, -1.26, 2.55, -2.85], [0.39, 0.79, 1.14, -1.1, 2.92], [0.61, 1.22, -2.62, -0.7, -1.55]], [[2.28,
      -0.85, -1.59, 2.07, -1.9], [-0.63, 2.48, -2.85, -2.07, -0.01], [-0.28, 2.84, 2.36, 0.89, -2.81]]]>
      : tensor<2x3x5xf32> -> tensor<2x3x5xf32>
  %y = weir.layer_norm %input {normalized_shape = array<i64: 5>, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %expected = weir.constant dense<
      [[[-0.43427384, 0.004442695, -0.26767266, 1.8481629, -1.1506591], [-0.33823997, -0.02934501, 0.24093804,
      -1.4888736, 1.6155206], [0.8713735, 1.3077756, -1.4394116, -0.06581806, -0.67391944]], [[1.2599708, -0.47124457,
      -0.8805415, 1.143819, -1.0520037], [-0.00757976, 1.676206, -1.2095103, -0.7872104, 0.32809454], [-0.4335254,
      1.1035192, 0.8670508, 0.14286634, -1.679911]]]> : tensor<2x3x5xf32> -> tensor<2x3x5xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x5xf32>
  return
}

func.func @bias_alone() {
  %input = weir.constant dense<
      [[-1.89, 0.34, -0.42, 2.79, -0.23], [2.71, -1.88, 2.11, 0.86, 2.17]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  %bias = weir.constant dense<[1.24, 0.74, -1.9, -2.46, -2.63]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.layer_norm %input, %bias {normalized_shape = array<i64: 5>, eps = 1.0e-05 : f64, present = array<i64: 1>}
      : (tensor<2x5xf32>, tensor<5xf32>) -> tensor<2x5xf32>
  %expected = weir.constant dense<
      [[-0.076528564, 0.88555247, -2.2527351, -0.70812535, -2.8581634], [2.1574924, -1.1204033, -1.3456314, -2.662139,
      -2.039319]]> : tensor<2x5xf32> -> tensor<2x5xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x5xf32>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<[[-2.12, -1.63, -1.56], [-1.71, -0.31, 0.9]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.layer_norm %input {normalized_shape = array<i64: 3>, eps = 2.0 : f64, present = array<i64>}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-0.24373429, 0.09749369, 0.14624059], [-0.7546425, 0.035756137, 0.7188864]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

// Without variance, bias is left.
func.func @equal() {
  %input = weir.constant dense<[[2.5, 2.5, 2.5], [1.0, 2.0, 3.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %weight = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[0.5, -0.5, 0.25]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.layer_norm %input, %weight, %bias {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.5, -0.5, 0.25], [-0.7247357, -0.5, 3.924207]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[0.52, 2.28, -0.24], [-1.23, 1.21, 1.29]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %weight = weir.constant dense<[1.1, 1.21, 1.23]> : tensor<3xbf16> -> tensor<3xbf16>
  %bias = weir.constant dense<[2.69, -2.38, 0.81]> : tensor<3xbf16> -> tensor<3xbf16>
  %y = weir.layer_norm %input, %weight, %bias {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<2x3xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[2.34, -0.74, -0.46], [1.13, -1.56, 1.72]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[-0.15, 1.93, -1.7], [2.65, 1.7, 1.63]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %weight = weir.constant dense<[1.81, 0.8, 0.86]> : tensor<3xf16> -> tensor<3xf16>
  %bias = weir.constant dense<[-2.43, 0.77, 2.78]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.layer_norm %input, %weight, %bias {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<2x3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[-2.645, 1.794, 1.781], [0.1245, 0.2659, 2.107]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

// Squares are beyond f16, and so is a sum of two.
func.func @beyond_f16() {
  %input = weir.constant dense<
      [[300.0, -300.0, 200.0, -100.0], [60000.0, 60000.0, -60000.0, -60000.0]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  %y = weir.layer_norm %input {normalized_shape = array<i64: 4>, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %expected = weir.constant dense<
      [[1.153, -1.362, 0.734, -0.524], [1.0, 1.0, -1.0, -1.0]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  check.expect_eq %y, %expected : tensor<2x4xf16>
  return
}

// A weight of f32 keeps its precision.
func.func @wide_weight() {
  %input = weir.constant dense<[[1.0, 2.0, 3.5]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  %weight = weir.constant dense<[1.755, 1.141, 1.249]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.layer_norm %input, %weight {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<1x3xbf16>, tensor<3xf32>) -> tensor<1x3xbf16>
  %expected = weir.constant dense<[[-1.99, -0.186, 1.62]]> : tensor<1x3xbf16> -> tensor<1x3xbf16>
  check.expect_eq %y, %expected : tensor<1x3xbf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %weight = weir.constant dense<[2.0]> : tensor<1xf64> -> tensor<1xf64>
  %bias = weir.constant dense<[0.5]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.layer_norm %input, %weight, %bias {normalized_shape = array<i64: 1>, eps = 1.0e-05 : f64,
      present = array<i64: 0, 1>}
      : (tensor<1x1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.5]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.layer_norm %input {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

// A row with NaN or infinity is NaN.
func.func @special_f32() {
  %input = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [1.0, 2.0, 3.0]]> : tensor<3x3xf32> -> tensor<3x3xf32>
  %y = weir.layer_norm %input {normalized_shape = array<i64: 3>, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [-1.2247357, 0.0, 1.2247357]]>
      : tensor<3x3xf32> -> tensor<3x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x3xf32>
  return
}
