// RUN: %op_runs
// Parts along a dimension whose p-norm is above maxnorm times maxnorm / (norm + 1e-7).

func.func @rows_f32() {
  %input = weir.constant dense<
      [[-0.82, 0.02, -2.81, -2.49], [0.224, -0.234, 0.058, 0.284], [1.49, 0.84, 2.55, 1.65]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %e = weir.constant dense<
      [[-0.21337242, 0.0052042054, -0.73119086, -0.6479236], [0.224, -0.234, 0.058, 0.284], [0.4274503, 0.24097867,
      0.7315424, 0.47335097]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_close %y, %e : tensor<3x4xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.76, 2.2, -1.98, -1.57, 1.59, -0.63, 0.59], [-0.271, -0.296, 0.209, 0.236, 0.107, 0.038, 0.243], [2.12, 1.31,
      0.31, -2.07, 0.12, 1.48, 0.81], [0.079, 0.058, -0.134, -0.26, -0.082, -0.115, -0.038], [1.26, -0.78, 1.69, -2.68,
      0.51, -0.85, 1.86]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %e = weir.constant dense<
      [[0.1957359, 0.56660396, -0.50994354, -0.4043492, 0.40950012, -0.16225477, 0.15195288], [-0.271, -0.296, 0.209,
      0.236, 0.107, 0.038, 0.243], [0.5780108, 0.35716707, 0.08452045, -0.5643785, 0.032717593, 0.403517, 0.22084376],
      [0.079, 0.058, -0.134, -0.26, -0.082, -0.115, -0.038], [0.30854285, -0.1910027, 0.41383922, -0.65626574,
      0.124886386, -0.20814398, 0.455468]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_close %y, %e : tensor<5x7xf32>
  return
}

func.func @columns_f64() {
  %input = weir.constant dense<
      [[1.26, 2.3, 1.82], [0.129, 0.137, -0.096], [1.02, 0.74, 0.75], [0.165, 0.194, 0.195]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 1 : i64, maxnorm = 2.5 : f64} : (tensor<4x3xf64>) -> tensor<4x3xf64>
  %e = weir.constant dense<
      [[1.26, 2.3, 1.82], [0.129, 0.137, -0.096], [1.02, 0.74, 0.75], [0.165, 0.194, 0.195]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y, %e : tensor<4x3xf64>
  return
}

func.func @one_f32() {
  %input = weir.constant dense<
      [[[1.8, 0.16], [-2.59, 2.58], [2.21, -2.43]], [[0.122, -0.018], [0.037, -0.278], [-0.102, 0.218]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.renorm %input {p = 1.0 : f64, dim = 0 : i64, maxnorm = 4.0 : f64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %e = weir.constant dense<
      [[[0.61172473, 0.05437553], [-0.8802039, 0.8768054], [0.75106204, -0.8258284]], [[0.122, -0.018], [0.037, -0.278],
      [-0.102, 0.218]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %e : tensor<2x3x2xf32>
  return
}

func.func @three_f64() {
  %input = weir.constant dense<
      [[[-1.56, 0.87], [0.15, -1.78], [-0.45, 0.2]], [[-0.018, -0.039], [-0.259, -0.073], [-0.253, 0.269]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.renorm %input {p = 3.0 : f64, dim = 1 : i64, maxnorm = 2.5 : f64} : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %e = weir.constant dense<
      [[[-1.56, 0.87], [0.15, -1.78], [-0.45, 0.2]], [[-0.018, -0.039], [-0.259, -0.073], [-0.253, 0.269]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_close %y, %e : tensor<2x3x2xf64>
  return
}

func.func @infinite_f32() {
  %input = weir.constant dense<
      [[[-2.24, -1.24], [2.65, 2.22], [2.23, -2.27]], [[-0.093, 0.28], [-0.144, 0.208], [0.272, 0.026]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.renorm %input {p = 0x7FF0000000000000 : f64, dim = 2 : i64, maxnorm = 1.5 : f64} : (tensor<2x3x2xf32>)
      -> tensor<2x3x2xf32>
  %e = weir.constant dense<
      [[[-1.2679244, -0.81938326], [1.5, 1.4669603], [1.262264, -1.4999999]], [[-0.052641507, 0.18502203],
      [-0.081509426, 0.13744493], [0.15396225, 0.017180616]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %e : tensor<2x3x2xf32>
  return
}

func.func @f16() {
  %input = weir.constant dense<
      [[2.5, -1.21, 2.14, -0.52], [0.261, 0.009, 0.223, 0.067]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %e = weir.constant dense<
      [[0.705, -0.3413, 0.604, -0.1467], [0.261, 0.009, 0.223, 0.067]]> : tensor<2x4xf16> -> tensor<2x4xf16>
  check.expect_close %y, %e : tensor<2x4xf16>
  return
}

func.func @bf16() {
  %input = weir.constant dense<[[2.78, 0.48], [-0.058, -0.176], [-1.2, -2.31]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  %y = weir.renorm %input {p = 1.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64} : (tensor<3x2xbf16>) -> tensor<3x2xbf16>
  %e = weir.constant dense<[[0.85, 0.147], [-0.058, -0.176], [-0.342, -0.656]]> : tensor<3x2xbf16> -> tensor<3x2xbf16>
  check.expect_close %y, %e : tensor<3x2xbf16>
  return
}

func.func @at_the_bound() {
  %input = weir.constant dense<[[3.0, 4.0], [4.0, 3.5], [0.0, 0.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 0 : i64, maxnorm = 5.0 : f64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %e = weir.constant dense<[[3.0, 4.0], [3.7628834, 3.292523], [0.0, 0.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %e : tensor<3x2xf32>
  return
}

func.func @to_nothing() {
  %input = weir.constant dense<[[3.0, 4.0], [0.0, 0.0]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 0 : i64, maxnorm = 0.0 : f64} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %e = weir.constant dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf64> -> tensor<2x2xf64>
  check.expect_close %y, %e : tensor<2x2xf64>
  return
}

func.func @special() {
  %input = weir.constant dense<[[0x7FC00000, 2.0], [0x7F800000, 3.0], [3.0, 4.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %e = weir.constant dense<
      [[0x7FC00000, 2.0], [0x7FC00000, 0.0], [0.59999996, 0.8]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %e : tensor<3x2xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e = weir.constant dense<[[-0.99999994]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %e : tensor<1x1xf32>
  return
}

func.func @no_parts() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.renorm %input {p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %e : tensor<0x3xf32>
  return
}
