// RUN: weir-run %s --interpret
// RUN: weir-run %s --device=naive --modes=static,strided
// RUN: weir-run %s --device=cpu --modes=static,strided
// RUN: weir-run %s --device=sim --modes=static,strided
// RUN: weir-run %s --device=cpu --machine=x86-64-v3
// layer_norm over each of some groups of channels. The number of channels is known, so that there are no runs with
// every size `?`.

func.func @typical_f32() {
  %input = weir.constant dense<
      [[[-1.5, 1.75, 2.94], [1.41, 0.72, 2.59], [2.33, -2.27, -1.13], [-1.66, 1.18, 2.95]], [[-2.5, 1.53, -1.16], [-0.6,
      -1.93, -1.69], [2.19, 2.65, -2.3], [1.11, -1.97, 2.95]]]> : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  %weight = weir.constant dense<[-1.42, -2.29, -1.97, -0.86]> : tensor<4xf32> -> tensor<4xf32>
  %bias = weir.constant dense<[-1.73, 0.45, 2.77, 1.86]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  %expected = weir.constant dense<
      [[[1.0161537, -2.1506114, -3.3101346], [0.30595738, 1.3902055, -1.5482641], [0.7210503, 5.216361, 4.102306],
      [2.6677208, 1.4561397, 0.70103455]], [[-0.15658596, -4.554869, -1.6190425], [-0.35669014, 1.984178, 1.5617658],
      [1.4613279, 1.0368937, 5.6041746], [1.7237208, 2.9643314, 0.98257685]]]> : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x4x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[[[1.23, -2.3]], [[-0.72, 2.86]], [[-0.28, 0.53]], [[-1.59, -2.58]], [[-0.23, -2.78]], [[0.19, 2.05]]], [[[1.78,
      -0.61]], [[1.48, -2.36]], [[-0.7, 0.71]], [[-2.39, -0.7]], [[2.74, 1.25]], [[0.52, 1.04]]], [[[2.89, 1.79]],
      [[0.79, 0.23]], [[-2.17, 2.62]], [[2.26, 1.71]], [[1.36, -0.64]], [[0.22, -2.75]]]]>
      : tensor<3x6x1x2xf32> -> tensor<3x6x1x2xf32>
  %weight = weir.constant dense<[-0.1, 1.21, -0.56, 1.27, -0.61, -1.28]> : tensor<6xf32> -> tensor<6xf32>
  %bias = weir.constant dense<[-2.24, -1.29, 0.75, -1.05, -2.94, 0.26]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 3 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<3x6x1x2xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<3x6x1x2xf32>
  %expected = weir.constant dense<
      [[[[-2.2893512, -2.1083539]], [[-1.9026614, 0.31843027]], [[0.42168304, 0.041773412]], [[-1.6988448, -2.7518878]],
      [[-2.926722, -2.0238144]], [[-0.024193859, -1.4061561]]], [[[-2.3416824, -2.1993568]], [[-0.2758117, -3.0427623]],
      [[0.71430695, -0.0046529463]], [[-2.9233384, -0.9690532]], [[-3.9402113, -2.838315]], [[1.6061829, 0.7992491]]],
      [[[-2.3845131, -2.276005]], [[-2.04793, -2.7163408]], [[1.7060081, 0.30775508]], [[-0.28537595, -0.64948255]],
      [[-3.6749992, -2.8639657]], [[-0.31224394, 2.2149894]]]]> : tensor<3x6x1x2xf32> -> tensor<3x6x1x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x6x1x2xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<
      [[[-1.42, 1.68, 1.42], [-0.45, 0.27, 0.11], [0.47, 0.91, 2.46], [-0.19, -1.03, 2.36]], [[-1.79, -0.45, -2.64],
      [-1.3, 1.44, 1.07], [0.32, 2.84, 0.57], [-1.7, -0.89, 2.17]]]> : tensor<2x4x3xf64> -> tensor<2x4x3xf64>
  %weight = weir.constant dense<[0.19, 2.54, 2.25, 2.31]> : tensor<4xf64> -> tensor<4xf64>
  %bias = weir.constant dense<[-0.88, 1.89, 1.72, 1.12]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x4x3xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<2x4x3xf64>
  %expected = weir.constant dense<
      [[[-1.18332073997586, -0.6263843368612503, -0.6730951319611853], [0.16475790054983572, 1.8940028819012764,
      1.509726219378734], [1.080765098912339, 1.8620522002417026, 4.614313579924687], [-0.7394633011638849,
      -2.2707860197694374, 3.9091949517458278]], [[-1.0318656444718424, -0.8591641194996199, -1.1414151192676552],
      [0.7040393183663208, 5.424909440898447, 4.787419679826591], [1.3909674494774282, 4.970084114154611,
      1.7460385471636568], [-2.1632872070226923, -0.982178707679222, 3.4797867342849997]]]>
      : tensor<2x4x3xf64> -> tensor<2x4x3xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x4x3xf64>
  return
}

// An input (N, C).
func.func @no_positions() {
  %input = weir.constant dense<
      [[0.85, -1.14, 0.34, 2.59, 2.87, 0.18], [1.42, 2.82, -1.26, -0.05, 2.17, -2.92]]>
      : tensor<2x6xf32> -> tensor<2x6xf32>
  %weight = weir.constant dense<[-2.02, 2.18, -1.24, -0.85, 2.01, 2.69]> : tensor<6xf32> -> tensor<6xf32>
  %bias = weir.constant dense<[-2.67, -2.5, 0.97, -1.89, -2.06, -0.66]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6xf32>
  %expected = weir.constant dense<
      [[-4.6645226, -5.4876766, 0.49494818, -2.3897896, -0.41206118, -4.4471374], [-3.1791492, -0.14754817, 2.6206388,
      -1.9783876, 0.2905654, -4.085502]]> : tensor<2x6xf32> -> tensor<2x6xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x6xf32>
  return
}

func.func @one_group() {
  %input = weir.constant dense<
      [[[-0.76, 1.26], [-1.49, -1.4], [1.34, -0.38]], [[-1.94, -0.56], [-2.13, -0.33], [1.28, 2.54]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.group_norm %input {num_groups = 1 : i64, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-0.45335066, 1.3021158], [-1.0877519, -1.009538], [1.3716393, -0.1231144]], [[-1.0522186, -0.22246903],
      [-1.1664594, -0.084177464], [0.88386357, 1.6414609]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @channels_apart() {
  %input = weir.constant dense<
      [[[-1.53, -1.41, 0.35, -0.85], [-2.76, -2.71, 1.49, 0.26], [-1.5, 1.07, -1.97, -2.33]], [[-1.23, -0.42, 0.36,
      -0.43], [-0.95, -1.79, 2.77, -2.52], [-1.43, 1.75, -0.6, 2.75]]]> : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  %weight = weir.constant dense<[-0.17, -2.79, -2.22]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.group_norm %input, %weight {num_groups = 3 : i64, eps = 1.0e-05 : f64, present = array<i64: 0>}
      : (tensor<2x3x4xf64>, tensor<3xf64>) -> tensor<2x3x4xf64>
  %expected = weir.constant dense<
      [[[0.15303970547082438, 0.12562960896858716, -0.2763851397308918, -0.002284174708519769], [2.7498289195839036,
      2.6746969818903548, -3.636385784367785, -1.788140117106473], [0.5286224881604623, -3.750305998681705,
      1.311150265909808, 1.9105332446114347]], [[0.24191017770199005, -0.003023877221274878, -0.23888630048071516,
      -0.0], [0.4488015554278612, 1.599926155609246, -4.649035959661128, 2.6003082486240205], [2.680210771515335,
      -1.4824609029260643, 1.5937272841611332, -2.791477152750404]]]> : tensor<2x3x4xf64> -> tensor<2x3x4xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x3x4xf64>
  return
}

func.func @bias_alone() {
  %input = weir.constant dense<
      [[[-0.93, -1.48, -0.12], [-2.77, -2.95, 2.48], [-2.35, 2.48, 3.0], [-2.74, 1.06, 2.62]]]>
      : tensor<1x4x3xf32> -> tensor<1x4x3xf32>
  %bias = weir.constant dense<[0.08, -2.96, -1.59, -1.23]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.group_norm %input, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 1>}
      : (tensor<1x4x3xf32>, tensor<4xf32>) -> tensor<1x4x3xf32>
  %expected = weir.constant dense<
      [[[0.09732431, -0.20357168, 0.540462], [-3.9493096, -4.047785, -1.0771205], [-2.8733814, -0.8264693, -0.6060978],
      [-2.67866, -1.068253, -0.4071386]]]> : tensor<1x4x3xf32> -> tensor<1x4x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x4x3xf32>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<
      [[[-2.76, 2.75, 1.13], [-0.46, -2.23, 2.86]], [[1.35, -1.91, -2.66], [2.46, 0.22, 1.0]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %y = weir.group_norm %input {num_groups = 1 : i64, eps = 2.0 : f64, present = array<i64>}
      : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %expected = weir.constant dense<
      [[[-1.130602, 0.96338695, 0.34773138], [-0.25652313, -0.92918384, 1.0051906]], [[0.55475223, -0.86552966,
      -1.1922817], [1.0383452, 0.06244593, 0.402268]]]> : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[[2.6, 0.6, -2.56], [-2.88, -2.73, 2.27], [0.9, 1.11, -2.3], [-2.55, -0.88, -1.41]], [[1.21, 2.7, -2.89], [1.51,
      -2.3, 2.23], [-1.57, 2.31, 1.27], [-0.28, 0.5, -2.81]]]> : tensor<2x4x3xbf16> -> tensor<2x4x3xbf16>
  %weight = weir.constant dense<[1.61, 1.69, 0.51, 0.65]> : tensor<4xbf16> -> tensor<4xbf16>
  %bias = weir.constant dense<[2.84, -0.48, 0.03, -0.19]> : tensor<4xbf16> -> tensor<4xbf16>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x4x3xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<2x4x3xbf16>
  %expected = weir.constant dense<
      [[[4.94, 3.56, 1.4], [-2.22, -2.11, 1.47], [0.66, 0.734, -0.488], [-0.96, -0.202, -0.441]], [[3.44, 4.53, 0.412],
      [0.365, -2.58, 0.926], [-0.41, 0.75, 0.44], [-0.26, 0.0352, -1.22]]]> : tensor<2x4x3xbf16> -> tensor<2x4x3xbf16>
  check.expect_eq %y, %expected : tensor<2x4x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[[2.68, -1.68, -0.67], [2.76, -1.07, -0.78], [-1.93, 2.39, -1.53], [-2.18, -1.73, 1.48]], [[-2.74, 2.44, -0.98],
      [2.45, 1.12, 1.86], [-0.99, 1.8, -1.23], [2.45, 2.32, -0.22]]]> : tensor<2x4x3xf16> -> tensor<2x4x3xf16>
  %weight = weir.constant dense<[0.78, 1.3, 1.1, 0.57]> : tensor<4xf16> -> tensor<4xf16>
  %bias = weir.constant dense<[2.77, -0.57, 1.81, 1.5]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x4x3xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<2x4x3xf16>
  %expected = weir.constant dense<
      [[[3.838, 1.955, 2.39], [1.268, -1.489, -1.28], [0.992, 3.615, 1.234], [0.9976, 1.139, 2.148]], [[1.381, 3.477,
      2.094], [0.616, -0.2805, 0.2189], [0.615, 2.602, 0.444], [2.15, 2.102, 1.165]]]>
      : tensor<2x4x3xf16> -> tensor<2x4x3xf16>
  check.expect_eq %y, %expected : tensor<2x4x3xf16>
  return
}

// Squares are beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<
      [[[300.0, -300.0], [200.0, -100.0], [60000.0, 60000.0], [-60000.0, -60000.0]]]>
      : tensor<1x4x2xf16> -> tensor<1x4x2xf16>
  %y = weir.group_norm %input {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<1x4x2xf16>) -> tensor<1x4x2xf16>
  %expected = weir.constant dense<
      [[[1.153, -1.362], [0.734, -0.524], [1.0, 1.0], [-1.0, -1.0]]]> : tensor<1x4x2xf16> -> tensor<1x4x2xf16>
  check.expect_eq %y, %expected : tensor<1x4x2xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[[0.7]]]> : tensor<1x1x1xf64> -> tensor<1x1x1xf64>
  %weight = weir.constant dense<[2.0]> : tensor<1xf64> -> tensor<1xf64>
  %bias = weir.constant dense<[0.5]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 1 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<1x1x1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<1x1x1xf64>
  %expected = weir.constant dense<[[[0.5]]]> : tensor<1x1x1xf64> -> tensor<1x1x1xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<1x1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x4x2xf32> -> tensor<0x4x2xf32>
  %y = weir.group_norm %input {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<0x4x2xf32>) -> tensor<0x4x2xf32>
  %expected = weir.constant dense<> : tensor<0x4x2xf32> -> tensor<0x4x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x4x2xf32>
  return
}

// NaN in their groups alone.
func.func @special_f32() {
  %input = weir.constant dense<
      [[[0x7FC00000, 1.0], [1.0, 2.0], [0x7F800000, 1.0], [1.0, 2.0]], [[0.0, 1.0], [1.0, 2.0], [1.0, 1.0], [1.0,
      1.0]]]> : tensor<2x4x2xf32> -> tensor<2x4x2xf32>
  %y = weir.group_norm %input {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64>}
      : (tensor<2x4x2xf32>) -> tensor<2x4x2xf32>
  %expected = weir.constant dense<
      [[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]],
      [[-1.4141995, 0.0], [0.0, 1.4141995], [0.0, 0.0], [0.0, 0.0]]]> : tensor<2x4x2xf32> -> tensor<2x4x2xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x4x2xf32>
  return
}

// The other dimensions may be `?`.
func.func @unknown_number_and_positions() {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %x = weir.constant dense<
      [[[2.17, -2.48, 0.56], [2.29, -2.45, -1.66], [-2.0, 1.57, 1.65], [-1.81, -2.67, 2.24]], [[-2.31, 2.42, -2.8],
      [2.99, 0.47, 0.4], [0.92, -1.77, -1.47], [2.91, 1.36, 2.6]]]> : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  %weight = weir.constant dense<[2.75, 2.13, 2.03, 1.92]> : tensor<4xf32> -> tensor<4xf32>
  %bias = weir.constant dense<[1.01, 2.52, 1.4, 1.88]> : tensor<4xf32> -> tensor<4xf32>
  %input = weir.broadcast %x sizes(%two, %three) {dims = array<i64: 0, 1, 2>} : tensor<2x4x3xf32> -> tensor<?x4x?xf32>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<?x4x?xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x?xf32>
  %expected = weir.constant dense<
      [[[4.3015385, -1.9927676, 2.1222196], [5.1952586, 0.22567293, 1.0539373], [-0.44077975, 3.1502495, 3.2307208],
      [0.31973, -0.4984605, 4.172836]], [[-2.1717541, 3.836109, -2.7941332], [5.269715, 2.7905443, 2.7216785],
      [1.5808072, -1.427676, -1.0921575], [4.156017, 2.5164385, 3.8281012]]]> : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<?x4x?xf32>, tensor<2x4x3xf32>
  return
}
