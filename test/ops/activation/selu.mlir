// RUN: %op_runs
// 1.0507 times elu with alpha 1.6733, f32 within 4 ulps.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.selu %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, -0.0, 1.050701, -1.1113307, 0.5253505, 3.9401288, -1.5727971]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [3.56, 3.99, 2.19, 4.03, 2.95, 4.71, 1.4, -2.4, 3.72, -1.48, 4.98, 4.02, 0.28, 1.47, -1.6, 4.71, -1.36, -4.74,
      1.05]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.selu %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [3.7404954, 4.192297, 2.3010352, 4.2343254, 3.099568, 4.9488015, 1.4709814, -1.5986081, 3.9086077, -1.3578897,
      5.232491, 4.223818, 0.29419628, 1.5445305, -1.4031452, 4.9488015, -1.3068643, -1.742736, 1.103236]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.selu %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, -0.0, 1.0507009873554805, -1.1113307378125628, 0.5253504936777402, 3.940128702583052, -1.5727970336193384]>
      : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[1.72, -0.92, 4.12, -0.76, 4.16], [-4.4, -2.52, 2.17, -4.44, 3.4], [-4.9, -1.45, 0.67, 1.1, 3.44]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.selu %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[1.805, -1.06, 4.34, -0.938, 4.38], [-1.734, -1.62, 2.28, -1.734, 3.58], [-1.74, -1.34, 0.707, 1.16, 3.61]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-3.2, 4.04, -4.29, -2.34, -4.91], [-2.82, -0.37, -4.78, -1.35, -1.69], [1.07, 0.98, 0.7, -0.41, -4.48]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.selu %x : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-1.687, 4.242, -1.734, -1.589, -1.745], [-1.653, -0.544, -1.743, -1.302, -1.434], [1.125, 1.029, 0.736, -0.5913,
      -1.738]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.selu %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-1.2543955> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.selu %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.7354906911488363]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.selu %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.selu %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -1.0e-09]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.selu %x : (tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, -1.7580993, 3.152103e+38, -1.7580993e-09]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected : tensor<5xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.selu %x : (tensor<4xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, -1.758, -0.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected : tensor<4xf16>
  return
}
