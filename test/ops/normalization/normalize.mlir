// RUN: %op_runs
// input divided by its p-norm, or by eps if that is larger.

func.func @rows_f32() {
  %input = weir.constant dense<[[-1.35, -0.61, -0.22], [0.7, -1.45, -1.28]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-0.90140325, -0.40730074, -0.14689535], [0.34031543, -0.7049391, -0.6222911]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[-0.48, 2.41, -1.78, -0.65, 1.32, 1.32, 1.66], [1.8, -2.62, 2.26, 0.79, -0.49, -2.06, 2.72], [-1.51, 2.12, 2.94,
      -0.79, 2.25, -2.34, -2.82]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<3x7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[-0.120491244, 0.6049665, -0.44682172, -0.16316523, 0.33135095, 0.33135095, 0.4166989], [0.34189284, -0.497644,
      0.42926544, 0.15005296, -0.09307083, -0.39127734, 0.51663804], [-0.25695774, 0.36076182, 0.50030184, -0.13443485,
      0.38288403, -0.39819938, -0.47988132]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x7xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[0.69, -2.45, 1.48, -0.76, -0.77], [0.17, -1.41, -2.88, -1.99, 2.13], [0.65, 1.14, 0.53, 0.78, 2.42]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[0.2199695547352342, -0.7810513175381505, 0.47181875508427046, -0.24228530666489564, -0.24547327122627585],
      [0.039198820135983276, -0.3251196258337436, -0.6640741293625402, -0.45885677688592186, 0.49113815817437867],
      [0.22337165433153927, 0.39175951682762267, 0.18213381045494742, 0.2680459851978471, 0.8316298515112692]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<3x5xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[-1.84, -0.92], [-1.45, -2.42], [-0.73, -1.1]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 0>, eps = 1.0e-12 : f64}
      : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-0.7498657, -0.32705647], [-0.5909268, -0.8603007], [-0.2975011, -0.39104578]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[-2.38, -1.64], [-1.02, -2.12], [1.35, 1.06]], [[0.26, 0.82], [-2.52, -2.47], [-0.49, 0.97]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %expected = weir.constant dense<
      [[[-0.8150254794769254, -0.5689918675954547], [-0.34929663406153943, -0.7355260727453441], [0.46230436861086105,
      0.36776303637267205]], [[0.10076232760791347, 0.2952353831285982], [-0.9766194829690074, -0.889306580887363],
      [-0.18989823279952922, 0.3492418556521223]]]> : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3x2xf64>
  return
}

func.func @several() {
  %input = weir.constant dense<
      [[[-2.81, -2.58], [0.78, 0.17], [2.11, -2.18]], [[1.83, 1.54], [0.06, 2.92], [1.45, -0.9]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 0, 2>, eps = 1.0e-12 : f64}
      : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-0.62409014, -0.573008], [0.2576166, 0.05614721], [0.60615665, -0.6262662]], [[0.40643594, 0.34202802],
      [0.019816663, 0.96441096], [0.4165532, -0.25855023]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @one() {
  %input = weir.constant dense<[[-0.76, 0.63, 0.59], [0.78, 1.74, -2.53]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 1.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-0.3838384, 0.3181818, 0.2979798], [0.15445544, 0.34455445, -0.5009901]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @three() {
  %input = weir.constant dense<[[0.49, -1.37, -0.03], [0.66, -0.31, 1.39]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 3.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.35236892, -0.9851947, -0.021573607], [0.4574708, -0.21487264, 0.96346116]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 4.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @infinity() {
  %input = weir.constant dense<[[-1.82, 0.94, -0.95], [1.99, -0.31, 1.12]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.normalize %input {p = 0x7FF0000000000000 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[-1.0, 0.5164835164835164, -0.5219780219780219], [1.0, -0.15577889447236182, 0.5628140703517589]]>
      : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3xf64>
  return
}

// 0 over eps is 0.
func.func @zeros() {
  %input = weir.constant dense<[[0.0, 0.0, 0.0], [3.0, 0.0, -4.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[0.0, 0.0, 0.0], [0.6, 0.0, -0.8]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @large_eps() {
  %input = weir.constant dense<[[0.3, 0.4], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0 : f64}
      : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = weir.constant dense<[[0.3, 0.4], [0.6, 0.8]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x2xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[-1.8, -0.76, 0.24], [-0.5, -2.77, 0.4]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<
      [[-0.914, -0.387, 0.122], [-0.176, -0.973, 0.141]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[2.24, -0.04, -0.67], [-0.58, -0.16, 1.32]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[0.958, -0.0171, -0.2864], [-0.4, -0.1103, 0.91]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

// Squares are beyond f16, and so is a norm.
func.func @beyond_f16() {
  %input = weir.constant dense<[[3000.0, -4000.0], [60000.0, 60000.0]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x2xf16>) -> tensor<2x2xf16>
  %expected = weir.constant dense<[[0.6, -0.8], [0.707, 0.707]]> : tensor<2x2xf16> -> tensor<2x2xf16>
  check.expect_eq %y, %expected : tensor<2x2xf16>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty_rows() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[[0x7FC00000, 1.0], [0x7F800000, 1.0], [3.0, 4.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000], [0x7FC00000, 0.0], [0.6, 0.8]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}
