// RUN: %known_size_runs
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

func.func @large_eps() {
  %input = weir.constant dense<
      [[[-1.53, -1.41, 0.35], [-0.85, -2.76, -2.71]], [[1.49, 0.26, -1.5], [1.07, -1.97, -2.33]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %y = weir.group_norm %input {num_groups = 1 : i64, eps = 2.0 : f64, present = array<i64>}
      : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %expected = weir.constant dense<
      [[[-0.025351694, 0.04225287, 1.0337864], [0.3577408, -0.71829844, -0.69012994]], [[0.9634419, 0.36694852,
      -0.4865705], [0.7597613, -0.7144989, -0.88908225]]]> : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[[-1.23, -0.42, 0.36], [-0.43, -0.95, -1.79], [2.77, -2.52, -1.43], [1.75, -0.6, 2.75]], [[-0.17, -2.8, -2.22],
      [-0.93, -1.48, -0.12], [-2.77, -2.95, 2.48], [-2.34, 2.48, 3.0]]]> : tensor<2x4x3xbf16> -> tensor<2x4x3xbf16>
  %weight = weir.constant dense<[0.57, 1.52, 1.91, 1.27]> : tensor<4xbf16> -> tensor<4xbf16>
  %bias = weir.constant dense<[-2.95, -1.59, -1.23, -2.77]> : tensor<4xbf16> -> tensor<4xbf16>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x4x3xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<2x4x3xbf16>
  %expected = weir.constant dense<
      [[[-3.36, -2.69, -2.03], [-0.895, -2.06, -3.94], [0.9, -3.95, -2.95], [-1.97, -3.4, -1.35]], [[-2.31, -3.83,
      -3.48], [-1.05, -1.89, 0.193], [-3.19, -3.31, 0.55], [-3.88, -1.58, -1.336]]]>
      : tensor<2x4x3xbf16> -> tensor<2x4x3xbf16>
  check.expect_eq %y, %expected : tensor<2x4x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[[2.75, 1.13, -0.46], [-2.23, 2.86, 1.35], [-1.91, -2.66, 2.46], [0.22, 1.0, 2.6]], [[0.6, -2.56, -2.87], [-2.73,
      2.26, 0.9], [1.11, -2.29, -2.54], [-0.88, -1.41, 1.21]]]> : tensor<2x4x3xf16> -> tensor<2x4x3xf16>
  %weight = weir.constant dense<[1.93, 0.53, 1.63, 0.68]> : tensor<4xf16> -> tensor<4xf16>
  %bias = weir.constant dense<[2.24, -1.57, 2.32, 1.27]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<2x4x3xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<2x4x3xf16>
  %expected = weir.constant dense<
      [[[4.24, 2.488, 0.772], [-2.498, -0.9893, -1.437], [0.535, -0.0748, 4.09], [1.247, 1.512, 2.055]], [[3.494, 0.523,
      0.2329], [-2.086, -0.798, -1.148], [4.41, 0.6904, 0.4167], [1.232, 0.9907, 2.188]]]>
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
      [[[-0.28, 0.5, -2.82], [1.43, 1.77, -2.96], [-2.4, 2.84, -0.48], [0.03, -0.19, -2.03]], [[1.7, -1.19, 0.89],
      [2.78, 1.96, 0.42], [-0.63, -2.93, 1.99], [1.63, -1.39, 0.92]]]> : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  %weight = weir.constant dense<[2.85, -0.32, 2.07, 1.82]> : tensor<4xf32> -> tensor<4xf32>
  %bias = weir.constant dense<[-2.58, -2.86, -0.94, -2.62]> : tensor<4xf32> -> tensor<4xf32>
  %input = weir.broadcast %x sizes(%two, %three) {dims = array<i64: 0, 1, 2>} : tensor<2x4x3xf32> -> tensor<?x4x?xf32>
  %y = weir.group_norm %input, %weight, %bias {num_groups = 2 : i64, eps = 1.0e-05 : f64, present = array<i64: 0, 1>}
      : (tensor<?x4x?xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x?xf32>
  %expected = weir.constant dense<
      [[[-2.4085371, -1.2284694, -6.2513213], [-3.16973, -3.227486, -2.4239995], [-3.4065855, 2.9655957, -1.0717404],
      [-2.190539, -2.4257624, -4.3930855]], [[-1.2182302, -7.7053413, -3.0364172], [-3.2850966, -3.0784292, -2.6902971],
      [-1.6048357, -4.3273087, 1.4964157], [-0.85249877, -3.995494, -1.5914148]]]>
      : tensor<2x4x3xf32> -> tensor<2x4x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<?x4x?xf32>, tensor<2x4x3xf32>
  return
}
