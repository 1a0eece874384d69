// RUN: %op_runs
// input where it is positive, else input * (lower + u * (upper - lower)), with u as random_uniform draws it from [0, 1).

func.func @typical_f32() {
  %input = weir.constant dense<
      [-0.43, 0.14, 2.24, -0.93, 0.54, 1.1, -0.87, 0.11, 1.59]> : tensor<9xf32> -> tensor<9xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.125 : f64, upper = 0.5 : f64, ordinal = 3 : i64}
      : (tensor<9xf32>, tensor<i64>, tensor<i64>) -> tensor<9xf32>
  %expected = weir.constant dense<
      [-0.20593508, 0.14, 2.24, -0.13124734, 0.54, 1.1, -0.42328492, 0.11, 1.59]> : tensor<9xf32> -> tensor<9xf32>
  check.expect_close %y, %expected : tensor<9xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [2.46, -2.09, 2.6, -2.97, 1.52, 1.86, -2.18, -0.49, 1.89, -2.91, 0.77, 1.76, 0.08, 1.36, -1.64, -1.81, -0.82,
      -1.92, -0.92]> : tensor<19xf32> -> tensor<19xf32>
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.1 : f64, upper = 0.3 : f64, ordinal = 3 : i64}
      : (tensor<19xf32>, tensor<i64>, tensor<i64>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [2.46, -0.23110378, 2.6, -0.32254386, 1.52, 1.86, -0.638344, -0.13715668, 1.89, -0.7542242, 0.77, 1.76, 0.08,
      1.36, -0.4410874, -0.43734148, -0.14311461, -0.21137564, -0.100320496]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<
      [[2.69, 0.44, -0.96, -1.37, 2.71], [-0.33, 2.88, 0.09, 0.13, 2.38], [1.46, 0.48, -0.44, 2.27, -0.53]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.125 : f64, upper = 0.5 : f64, ordinal = 2 : i64}
      : (tensor<3x5xf64>, tensor<i64>, tensor<i64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[2.69, 0.44, -0.4346465506796194, -0.27707459245849725, 2.71], [-0.15387083649127412, 2.88, 0.09, 0.13, 2.38],
      [1.46, 0.48, -0.16621559478706083, 2.27, -0.23701652036304516]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected : tensor<3x5xf64>
  return
}

func.func @typical_bf16() {
  %input = weir.constant dense<
      [[2.55, -2.6, -0.42, 0.12, 2.7], [-1.49, 1.84, 1.06, 1.3, 0.78], [2.83, -1.0, -0.61, -1.78, -2.7]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.125 : f64, upper = 0.5 : f64, ordinal = 0 : i64}
      : (tensor<3x5xbf16>, tensor<i64>, tensor<i64>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[2.55, -0.438, -0.097, 0.12, 2.7], [-0.56, 1.84, 1.06, 1.3, 0.78], [2.83, -0.185, -0.277, -0.226, -0.625]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected : tensor<3x5xbf16>
  return
}

func.func @typical_f16() {
  %input = weir.constant dense<
      [[-1.72, 2.49, 2.04, -2.33, 0.62], [-0.12, 0.57, 0.96, -1.16, 2.77], [-0.2, 0.77, 0.81, -1.9, -2.63]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.125 : f64, upper = 0.5 : f64, ordinal = 0 : i64}
      : (tensor<3x5xf16>, tensor<i64>, tensor<i64>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-0.2615, 2.49, 2.04, -0.3262, 0.62], [-0.04477, 0.57, 0.96, -0.2491, 2.77], [-0.088, 0.77, 0.81, -0.2402,
      -0.61]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_close %y, %expected : tensor<3x5xf16>
  return
}

func.func @negative_slopes() {
  %input = weir.constant dense<[-0.53, 1.58, 1.89, 1.38, -2.32, 2.48, 1.81]> : tensor<7xf32> -> tensor<7xf32>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = -1.0 : f64, upper = -0.5 : f64, ordinal = 0 : i64}
      : (tensor<7xf32>, tensor<i64>, tensor<i64>) -> tensor<7xf32>
  %expected = weir.constant dense<[0.4966016, 1.58, 1.89, 1.38, 2.1771674, 2.48, 1.81]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @one_slope() {
  %input = weir.constant dense<[2.27, 0.14, 2.49, -2.72, -2.82]> : tensor<5xf32> -> tensor<5xf32>
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.25 : f64, upper = 0.25 : f64, ordinal = 0 : i64}
      : (tensor<5xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  %expected = weir.constant dense<[2.27, 0.14, 2.49, -0.68, -0.705]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-2.88> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.125 : f64, upper = 0.5 : f64, ordinal = 2 : i64}
      : (tensor<f32>, tensor<i64>, tensor<i64>) -> tensor<f32>
  %expected = weir.constant dense<-0.41052556> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-1.48]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.125 : f64, upper = 0.5 : f64, ordinal = 0 : i64}
      : (tensor<1x1xf64>, tensor<i64>, tensor<i64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-0.30341405584616216]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y = weir.rrelu %input, %seed, %step {lower = 0.125 : f64, upper = 0.5 : f64, ordinal = 0 : i64}
      : (tensor<0x3xf32>, tensor<i64>, tensor<i64>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}
