// RUN: %op_runs
// input divided by its p-norm, or by eps if that is larger.

func.func @rows_f32() {
  %input = weir.constant dense<[[2.8, -2.87, 1.56], [-1.96, -0.23, -0.23]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.65080214, -0.6670722, 0.36258975], [-0.9865078, -0.115763664, -0.115763664]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [[0.81, -1.36, 2.85, 0.93, -2.74, 3.0, -1.12], [-2.56, -0.03, -2.7, 1.85, -2.62, -1.28, 2.81], [0.57, 2.35, 2.71,
      -1.8, -1.61, -0.76, -2.82]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<3x7xf32>) -> tensor<3x7xf32>
  %expected = weir.constant dense<
      [[0.149756, -0.25144216, 0.52691925, 0.17194207, -0.506582, 0.55465186, -0.20707002], [-0.4412095, -0.0051704235,
      -0.46533814, 0.3188428, -0.45155033, -0.22060475, 0.48429635], [0.108588964, 0.44769132, 0.51627386, -0.3429125,
      -0.3067162, -0.14478528, -0.5372296]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x7xf32>
  return
}

func.func @rows_f64() {
  %input = weir.constant dense<
      [[1.32, -0.45, -1.05, 2.01, -2.32], [-2.16, -0.49, -1.22, -2.5, -0.84], [2.56, 2.51, -1.92, -2.0, -2.59]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[0.37380271019146016, -0.12743274211072506, -0.2973430649250251, 0.5691995814279052, -0.6569865815486269],
      [-0.5911776381069808, -0.13410974197797249, -0.3339058881900539, -0.6842333774386351, -0.22990241481938137],
      [0.4904232557660475, 0.48084467655186686, -0.36781744182453563, -0.3831431685672246, -0.49617040329455586]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<3x5xf64>
  return
}

func.func @columns() {
  %input = weir.constant dense<[[-0.49, -0.56], [0.41, 1.31], [-2.95, -2.64]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 0>, eps = 1.0e-12 : f64}
      : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-0.162338, -0.18667392], [0.13583384, 0.43668362], [-0.97734106, -0.88003427]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %input = weir.constant dense<
      [[[-1.75, 1.06], [-0.51, 2.48], [0.4, 0.87]], [[-1.52, -0.07], [-2.73, 1.39], [-1.09, 2.21]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %expected = weir.constant dense<
      [[[-0.9377482251447516, 0.3740449159836203], [-0.27328662561361333, 0.8751239543767719], [0.2143424514616575,
      0.30699912915636757]], [[-0.45931303122536427, -0.02680222395483716], [-0.8249503784508186, 0.5322155899603378],
      [-0.32937579212871515, 0.846184499145573]]]> : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3x2xf64>
  return
}

func.func @several() {
  %input = weir.constant dense<
      [[[0.69, 1.43], [2.42, 0.62], [2.67, -0.78]], [[1.29, -2.41], [2.92, -0.93], [-1.01, -2.56]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 0, 2>, eps = 1.0e-12 : f64}
      : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[0.21827137, 0.45235953], [0.6120779, 0.15681334], [0.6823536, -0.19933924]], [[0.40807256, -0.7623682],
      [0.7385403, -0.23522002], [-0.25811878, -0.6542416]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @one() {
  %input = weir.constant dense<[[1.77, 2.97, -1.77], [-2.9, 1.11, 0.59]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 1.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.2718894, 0.4562212, -0.2718894], [-0.6304348, 0.24130435, 0.12826087]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @three() {
  %input = weir.constant dense<[[0.73, 1.61, 0.93], [2.99, -0.09, 2.36]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.normalize %input {p = 3.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.41695416, 0.9195838, 0.5311882], [0.87518746, -0.026343437, 0.6907834]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 4.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @infinity() {
  %input = weir.constant dense<[[-1.98, -0.36, 1.7], [-0.45, -0.96, -0.2]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.normalize %input {p = 0x7FF0000000000000 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[-1.0, -0.18181818181818182, 0.8585858585858586], [-0.46875000000000006, -1.0, -0.20833333333333334]]>
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
  %input = weir.constant dense<[[1.2, 2.94, 1.81], [-0.68, 0.76, 2.52]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[0.33, 0.805, 0.496], [-0.25, 0.281, 0.926]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[1.67, 1.35, -0.04], [1.66, -1.35, -0.61]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.normalize %input {p = 2.0 : f64, dims = array<i64: 1>, eps = 1.0e-12 : f64}
      : (tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<
      [[0.778, 0.6284, -0.01863], [0.746, -0.6064, -0.2742]]> : tensor<2x3xf16> -> tensor<2x3xf16>
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
