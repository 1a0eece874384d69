// RUN: %op_runs
// Each channel of each input by its own mean and variance, times weight, plus bias.

func.func @typical_f32() {
  %input = weir.constant dense<
      [[[1.7, -1.54, -2.37, -0.58], [-1.75, -2.75, 0.78, -1.47], [-2.94, -2.86, -2.92, 2.68]], [[-1.68, -0.67, 2.76,
      -1.07], [-0.78, -1.93, 2.39, -1.53], [-2.18, -1.73, 1.48, -2.74]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %weight = weir.constant dense<[2.44, -0.98, 2.45]> : tensor<3xf32> -> tensor<3xf32>
  %bias = weir.constant dense<[1.12, 1.86, -0.99]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  %expected = weir.constant dense<
      [[[4.9629436, -0.23044004, -1.5608437, 1.3083402], [2.2036586, 2.9631252, 0.28220809, 1.991008], [-2.438159,
      -2.357143, -2.4179049, 3.2532067]], [[-1.0209392, 0.40635353, 5.2534966, -0.15891103], [2.0432618, 2.7070441,
      0.2135308, 2.4761634], [-2.3156712, -1.6434999, 3.1513221, -3.1521509]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x4xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[[1.8, -1.23, 2.45, 2.32, -0.22, -1.88, 0.21], [-0.58, -2.71, 2.77, -0.57, 1.81, 1.5, 2.17]], [[-2.48, 0.56,
      2.29, -2.45, -1.66, -2.0, 1.57], [1.65, -1.81, -2.67, 2.24, -2.31, 2.42, -2.8]], [[2.99, 0.47, 0.4, 0.92, -1.77,
      -1.47, 2.91], [1.36, 2.6, 2.75, 2.13, 2.03, 1.92, 1.01]]]> : tensor<3x2x7xf32> -> tensor<3x2x7xf32>
  %weight = weir.constant dense<[2.52, 1.4]> : tensor<2xf32> -> tensor<2xf32>
  %bias = weir.constant dense<[1.88, -1.68]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x2x7xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x7xf32>
  %expected = weir.constant dense<
      [[[3.9305043, -0.82263196, 4.9501543, 4.746224, 0.7617468, -1.8422816, 1.4362843], [-2.6091042, -4.248506,
      -0.030702494, -2.6014075, -0.7695878, -1.0081861, -0.4925057]], [[-0.6608742, 3.4384284, 5.7712555, -0.6204206,
      0.44485885, -0.0136158485, 4.800368], [-0.365542, -2.512283, -3.0458663, 0.0005208306, -2.822506, 0.11220105,
      -3.1265242]], [[5.2971416, 1.6394731, 1.5378711, 2.292628, -1.6117877, -1.1763511, 5.181025], [-3.163455,
      -0.15495287, 0.20897911, -1.2952718, -1.5378933, -1.8047767, -4.012629]]]>
      : tensor<3x2x7xf32> -> tensor<3x2x7xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2x7xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<
      [[[-0.58, 0.12, 0.32, -1.24], [-1.73, 0.3, -1.22, -2.51], [-2.3, -2.21, 0.1, -2.34]], [[1.52, 2.38, 0.01, 1.28],
      [-2.38, -1.21, -1.17, 1.54], [-2.33, 1.15, -2.79, -1.66]]]> : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  %weight = weir.constant dense<[0.9, 1.54, -1.65]> : tensor<3xf64> -> tensor<3xf64>
  %bias = weir.constant dense<[1.51, -1.65, -0.26]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3x4xf64>
  %expected = weir.constant dense<
      [[[1.166306498736861, 2.190074374839828, 2.482579482297819, 0.20103964412549183], [-2.310089071831439,
      0.7353218732090638, -1.5449858294813619, -3.4802469718962623], [0.7182528143292868, 0.5745095436523306,
      -3.1149010703895517, 0.7821387124079342]], [[1.7460249588306551, 2.6583012041985805, 0.14423759777766973,
      1.4914362391930946], [-3.3361506377567482, -2.083581592566021, -2.040758719226167, 0.8604909495489368],
      [0.7346768837797205, -3.0176001412104445, 1.2306675250140526, 0.012255732416671333]]]>
      : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x3x4xf64>
  return
}

func.func @images() {
  %input = weir.constant dense<
      [[[[-0.32, -0.7, 1.13], [0.27, 2.17, -1.74], [-1.47, 0.74, -1.16]], [[2.7, 1.01, -1.08], [0.08, -0.4, -0.8],
      [1.17, -0.87, -2.13]]], [[[-0.19, 2.17, 0.19], [-1.92, -0.12, 0.16], [2.34, 1.91, 1.04]], [[-1.7, -1.25, -1.23],
      [-0.79, -2.34, -1.05], [-1.51, -1.91, 2.69]]]]> : tensor<2x2x3x3xf32> -> tensor<2x2x3x3xf32>
  %weight = weir.constant dense<[-2.81, -2.4]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.instance_norm %input, %weight {eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x2x3x3xf32>, tensor<2xf32>) -> tensor<2x2x3x3xf32>
  %expected = weir.constant dense<
      [[[[0.45712563, 1.3256644, -2.8570352], [-0.891395, -5.234089, 3.7027178], [3.0855982, -1.9656402, 2.3770533]],
      [[-4.7862377, -1.829346, 1.8274019], [-0.20218067, 0.6376466, 1.3375026], [-2.1092882, 1.4599774, 3.664524]]],
      [[[1.7483598, -3.345627, 0.92814165], [5.482511, 1.597267, 0.9928957], [-3.7125664, -2.7844248, -0.9065569]],
      [[1.1995981, 0.4172515, 0.3824806], [-0.38248047, 2.3122685, 0.06954186], [0.86927396, 1.5646931, -6.432627]]]]>
      : tensor<2x2x3x3xf32> -> tensor<2x2x3x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x3x3xf32>
  return
}

func.func @no_parameters() {
  %input = weir.constant dense<
      [[[2.88, 1.81, 2.16, 2.17, 1.55], [-0.78, -1.55, -1.35, 0.38, -2.89]], [[1.51, -2.84, -0.38, 0.94, 2.58], [-2.19,
      -1.21, 0.55, 2.89, 1.47]]]> : tensor<2x2x5xf32> -> tensor<2x2x5xf32>
  %y = weir.instance_norm %input {eps = 1.0e-05 : f64, present = array<i64>} : (tensor<2x2x5xf32>) -> tensor<2x2x5xf32>
  %expected = weir.constant dense<
      [[[1.7106313, -0.67889297, 0.10272731, 0.12505929, -1.259525], [0.43021372, -0.29307127, -0.105205104, 1.5198379,
      -1.5517752]], [[0.61583644, -1.71769, -0.39804062, 0.310064, 1.1898303], [-1.3668506, -0.8293251, 0.13602686,
      1.4195062, 0.64064264]]]> : tensor<2x2x5xf32> -> tensor<2x2x5xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x5xf32>
  return
}

func.func @bias_alone() {
  %input = weir.constant dense<
      [[[-2.64, -2.59, 1.55, 1.21, -2.5], [2.03, 1.14, -1.29, 1.44, -1.99]]]> : tensor<1x2x5xf64> -> tensor<1x2x5xf64>
  %bias = weir.constant dense<[0.42, 0.15]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.instance_norm %input, %bias {eps = 1.0e-05 : f64, present = array<i64: 1>}
      : (tensor<1x2x5xf64>, tensor<2xf64>) -> tensor<1x2x5xf64>
  %expected = weir.constant dense<
      [[[-0.42763937724581746, -0.4018909149965519, 1.730081759242624, 1.5549922159476193, -0.35554368294787425],
      [1.2540290177115603, 0.6970075745350929, -0.8238487253736894, 0.8847676115608685, -1.2619554784338325]]]>
      : tensor<1x2x5xf64> -> tensor<1x2x5xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x2x5xf64>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<[[[1.61, -2.4, -1.35], [-1.23, -0.71, -0.16]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %y = weir.instance_norm %input {eps = 2.0 : f64, present = array<i64>} : (tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %expected = weir.constant dense<
      [[[1.0514339, -0.76330787, -0.28812608], [-0.35807, -0.006756024, 0.364826]]]>
      : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[[1.75, -2.77, -1.71, 0.07, -0.39], [1.86, 1.45, 1.08, 1.27, -0.36]], [[0.73, 2.88, 0.87, -1.71, 0.79], [-2.81,
      -0.29, 2.16, -1.29, -0.4]]]> : tensor<2x2x5xbf16> -> tensor<2x2x5xbf16>
  %weight = weir.constant dense<[0.99, 1.06]> : tensor<2xbf16> -> tensor<2xbf16>
  %bias = weir.constant dense<[1.46, -2.9]> : tensor<2xbf16> -> tensor<2xbf16>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x2x5xbf16>, tensor<2xbf16>, tensor<2xbf16>) -> tensor<2x2x5xbf16>
  %expected = weir.constant dense<
      [[[2.97, 0.082, 0.758, 1.9, 1.6], [-1.78, -2.36, -2.88, -2.61, -4.9]], [[1.48, 2.94, 1.57, -0.185, 1.516], [-4.4,
      -2.75, -1.14, -3.4, -2.83]]]> : tensor<2x2x5xbf16> -> tensor<2x2x5xbf16>
  check.expect_eq %y, %expected : tensor<2x2x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[[-1.8, 1.55, -2.36, -2.48, -1.59], [2.44, 1.39, -0.43, -2.6, -0.25]], [[-1.33, 2.76, 2.37, -0.98, -1.47], [0.08,
      -2.31, -2.96, 1.05, 2.09]]]> : tensor<2x2x5xf16> -> tensor<2x2x5xf16>
  %weight = weir.constant dense<[0.95, 0.94]> : tensor<2xf16> -> tensor<2xf16>
  %bias = weir.constant dense<[2.87, 2.9]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x2x5xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<2x2x5xf16>
  %expected = weir.constant dense<
      [[[2.572, 4.723, 2.213, 2.135, 2.707], [4.17, 3.6, 2.605, 1.422, 2.703]], [[2.062, 4.125, 3.928, 2.238, 1.992],
      [3.139, 1.978, 1.662, 3.61, 4.113]]]> : tensor<2x2x5xf16> -> tensor<2x2x5xf16>
  check.expect_eq %y, %expected : tensor<2x2x5xf16>
  return
}

// Squares are beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<
      [[[300.0, -300.0, 200.0, -100.0], [60000.0, 60000.0, -60000.0, -60000.0]]]>
      : tensor<1x2x4xf16> -> tensor<1x2x4xf16>
  %y = weir.instance_norm %input {eps = 1.0e-05 : f64, present = array<i64>} : (tensor<1x2x4xf16>) -> tensor<1x2x4xf16>
  %expected = weir.constant dense<
      [[[1.153, -1.362, 0.734, -0.524], [1.0, 1.0, -1.0, -1.0]]]> : tensor<1x2x4xf16> -> tensor<1x2x4xf16>
  check.expect_eq %y, %expected : tensor<1x2x4xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[[0.7]]]> : tensor<1x1x1xf64> -> tensor<1x1x1xf64>
  %weight = weir.constant dense<[2.0]> : tensor<1xf64> -> tensor<1xf64>
  %bias = weir.constant dense<[0.5]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.instance_norm %input, %weight, %bias {eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<1x1x1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<1x1x1xf64>
  %expected = weir.constant dense<[[[0.5]]]> : tensor<1x1x1xf64> -> tensor<1x1x1xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3x2xf32> -> tensor<0x3x2xf32>
  %y = weir.instance_norm %input {eps = 1.0e-05 : f64, present = array<i64>} : (tensor<0x3x2xf32>) -> tensor<0x3x2xf32>
  %expected = weir.constant dense<> : tensor<0x3x2xf32> -> tensor<0x3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3x2xf32>
  return
}

// NaN in their channels alone.
func.func @special_f32() {
  %input = weir.constant dense<
      [[[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [1.0, 2.0, 3.0], [2.0, 2.0, 2.0]]]>
      : tensor<1x4x3xf32> -> tensor<1x4x3xf32>
  %y = weir.instance_norm %input {eps = 1.0e-05 : f64, present = array<i64>} : (tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
  %expected = weir.constant dense<
      [[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [-1.2247357, 0.0, 1.2247357], [0.0,
      0.0, 0.0]]]> : tensor<1x4x3xf32> -> tensor<1x4x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x4x3xf32>
  return
}
