// RUN: %op_runs
// The number whose tanh it is, f32 within 4 ulps; infinite at -1 and 1, NaN beyond.

func.func @typical_f32() {
  %input = weir.constant dense<[0.0, 0.5, -0.25, 0.75, -0.9375, 0.0001, 0.99]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.atanh %input : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, 0.54930615, -0.25541282, 0.97295505, -1.7169936, 0.0001, 2.646653]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [0.229, -0.809, 0.489, -0.252, -0.256, 0.056, -0.465, -0.95, -0.657, 0.702, 0.213, 0.375, 0.176, 0.256, 0.797,
      -0.608, -0.303, -0.478, -0.799]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.atanh %input : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.23313387, -1.1241281, 0.5347452, -0.2575473, -0.26182318, 0.05605865, -0.5036719, -1.8317807, -0.7875168,
      0.8712329, 0.21631183, 0.39422867, 0.1778518, 0.26182318, 1.0903339, -0.7057423, -0.3128196, -0.5203887,
      -1.0958407]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[0.0, 0.5, -0.25, 0.75, -0.9375, 0.0001, 0.99]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.atanh %input : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, 0.5493061443340549, -0.25541281188299536, 0.9729550745276566, -1.7169936022425731, 0.00010000000033333334,
      2.6466524123622457]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

func.func @odd_f64() {
  %input = weir.constant dense<
      [[-0.24, -0.362, -0.786, -0.541, -0.336], [-0.699, 0.446, 0.351, 0.086, 0.27], [-0.831, -0.815, -0.162, 0.319,
      -0.928]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.atanh %input : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[-0.2447741126593529, -0.3791856016823339, -1.0608788732072965, -0.6055683126297854, -0.3495766023100786],
      [-0.8653424284615281, 0.4796958579857131, 0.3665838106280544, 0.08621296451986536, 0.27686382265510007],
      [-1.1913594148757185, -1.141742460810313, -0.16343991846488676, 0.3305334232839011, -1.643786178077218]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected : tensor<3x5xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[0.26, 0.057, 0.695, -0.72, 0.6], [0.508, 0.02, 0.965, 0.479, -0.297], [-0.252, 0.206, 0.195, 0.256, 0.574]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.atanh %input : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.266, 0.057, 0.86, -0.906, 0.695], [0.56, 0.02, 2.02, 0.52, -0.307], [-0.258, 0.209, 0.198, 0.262, 0.652]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[0.99, -0.425, -0.982, 0.844, 0.498], [0.056, -0.255, 0.701, 0.888, -0.726], [0.105, -0.197, 0.186, -0.531,
      -0.048]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.atanh %input : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[2.658, -0.4539, -2.35, 1.235, 0.547], [0.05606, -0.2607, 0.8696, 1.413, -0.9204], [0.10535, -0.1996, 0.1882,
      -0.5913, -0.04803]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

// 1 + x would forget a small x.
func.func @small_f32() {
  %input = weir.constant dense<[1.0e-08, -1.0e-08, 1.0e-20, 0.001, -0.01]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.atanh %input : (tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [1.0e-08, -1.0e-08, 1.0e-20, 0.0010000004, -0.010000333]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}

func.func @near_one_f64() {
  %input = weir.constant dense<[0.9999999, -0.999999999999, 0.9999999999999999]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.atanh %input : (tensor<3xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [8.40562139102231, -14.162095209226402, 18.714973875118524]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected : tensor<3xf64>
  return
}

func.func @scalar() {
  %input = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %y = weir.atanh %input : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.54930615> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[-0.25]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.atanh %input : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-0.25541281188299536]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.atanh %input : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.atanh %input : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 3.0e+38, 1.0e-30]>
      : tensor<11xf32> -> tensor<11xf32>
  %y = weir.atanh %input : (tensor<11xf32>) -> tensor<11xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000,
      1.0e-30]> : tensor<11xf32> -> tensor<11xf32>
  check.expect_close %y, %expected : tensor<11xf32>
  return
}

func.func @special_f64() {
  %input = weir.constant dense<
      [0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 3.0e+38, 1.0e-30]>
      : tensor<11xf64> -> tensor<11xf64>
  %y = weir.atanh %input : (tensor<11xf64>) -> tensor<11xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000,
      0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 1.0e-30]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_close %y, %expected : tensor<11xf64>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<
      [0x7E00, 0x7C00, 0xFC00, 0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 0.0]> : tensor<10xf16> -> tensor<10xf16>
  %y = weir.atanh %input : (tensor<10xf16>) -> tensor<10xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7E00, 0x7E00, 0.0, -0.0, 0x7C00, 0xFC00, 0x7E00, 0x7E00, 0.0]> : tensor<10xf16> -> tensor<10xf16>
  check.expect_close %y, %expected : tensor<10xf16>
  return
}
