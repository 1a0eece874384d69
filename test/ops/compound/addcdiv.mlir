// RUN: %op_runs
// input + value * tensor1 / tensor2, f32 within roundings of the largest term.

func.func @typical_f32() {
  %input = weir.constant dense<[-0.33, -0.19, 1.02, -2.76, -2.19, -1.07, -2.0]> : tensor<7xf32> -> tensor<7xf32>
  %tensor1 = weir.constant dense<[-0.97, 2.31, 0.94, 1.75, -2.76, -1.71, 0.07]> : tensor<7xf32> -> tensor<7xf32>
  %tensor2 = weir.constant dense<[-1.59, 2.52, 2.36, 2.2, 2.28, -1.6, -2.06]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.28006288, 0.7266666, 1.418305, -1.9645455, -3.4005263, -0.0012500446, -2.0339806]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-0.16, 2.95, -1.81, -0.91, -0.96, -1.66, -1.63, 2.15, -1.87, -1.82, 1.22]> : tensor<11xf32> -> tensor<11xf32>
  %tensor1 = weir.constant dense<
      [-1.42, -1.56, 1.79, 2.84, -2.67, -0.24, -2.79, -0.81, -0.91, -2.12, 2.47]> : tensor<11xf32> -> tensor<11xf32>
  %tensor2 = weir.constant dense<
      [2.96, 2.02, -2.66, 1.18, 2.9, -2.13, 2.74, -0.54, 1.83, 1.66, 2.57]> : tensor<11xf32> -> tensor<11xf32>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<11xf32>, tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  %expected = weir.constant dense<
      [-0.6397297, 2.177723, -2.4829323, 1.4967797, -1.8806896, -1.547324, -2.6482482, 3.65, -2.3672678, -3.0971084,
      2.1810896]> : tensor<11xf32> -> tensor<11xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<11xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[-0.33, -0.19, 1.02, -2.76, -2.19, -1.07, -2.0]> : tensor<7xf64> -> tensor<7xf64>
  %tensor1 = weir.constant dense<[-0.97, 2.31, 0.94, 1.75, -2.76, -1.71, 0.07]> : tensor<7xf64> -> tensor<7xf64>
  %tensor2 = weir.constant dense<[-1.59, 2.52, 2.36, 2.2, 2.28, -1.6, -2.06]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.28006289308176097, 0.7266666666666667, 1.4183050847457628, -1.9645454545454544, -3.400526315789474,
      -0.0012500000000001438, -2.033980582524272]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<[[2.77, 2.38, -0.98], [-1.47, 0.08, -2.31]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %tensor1 = weir.constant dense<[[-2.95, 1.05, 2.1], [-1.19, -1.26, 2.88]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %tensor2 = weir.constant dense<[[2.95, -1.88, 1.12], [2.44, 2.22, -1.04]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %expected = weir.constant dense<[[1.766, 1.82, 0.895], [-1.95, -0.486, -5.1]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_eq %y, %expected : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<[[-0.28, 2.94, -0.05], [2.49, -0.03, 1.14]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %tensor1 = weir.constant dense<[[0.55, -2.55, 1.59], [0.82, -1.77, 1.29]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %tensor2 = weir.constant dense<[[-2.77, 2.18, 1.71], [-1.01, -2.52, -2.08]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %expected = weir.constant dense<[[-0.4785, 1.77, 0.88], [1.679, 0.6724, 0.5195]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_eq %y, %expected : tensor<2x3xf16>
  return
}

func.func @value() {
  %input = weir.constant dense<[0.79, -2.81, -0.29]> : tensor<3xf32> -> tensor<3xf32>
  %tensor1 = weir.constant dense<[2.15, -1.29, -0.4]> : tensor<3xf32> -> tensor<3xf32>
  %tensor2 = weir.constant dense<[-1.31, -1.43, -2.36]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = -0.3 : f64}
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[1.2823665, -3.0806293, -0.34084746]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y, %expected {atol = 1.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<3xf32>
  return
}

func.func @value_f64() {
  %input = weir.constant dense<[1.55, -2.36, -2.48]> : tensor<3xf64> -> tensor<3xf64>
  %tensor1 = weir.constant dense<[-1.59, 2.44, 1.39]> : tensor<3xf64> -> tensor<3xf64>
  %tensor2 = weir.constant dense<[-1.57, -0.67, -1.65]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 0.5 : f64}
      : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<
      [2.0563694267515924, -4.1808955223880595, -2.9012121212121214]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<3xf64>
  return
}

// The quotient is beyond f16.
func.func @beyond_f16() {
  %input = weir.constant dense<[-60000.0]> : tensor<1xf16> -> tensor<1xf16>
  %tensor1 = weir.constant dense<[300.0]> : tensor<1xf16> -> tensor<1xf16>
  %tensor2 = weir.constant dense<[0.003906]> : tensor<1xf16> -> tensor<1xf16>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %expected = weir.constant dense<[16800.0]> : tensor<1xf16> -> tensor<1xf16>
  check.expect_eq %y, %expected : tensor<1xf16>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-1.5> : tensor<f32> -> tensor<f32>
  %tensor1 = weir.constant dense<-1.29> : tensor<f32> -> tensor<f32>
  %tensor2 = weir.constant dense<-1.47> : tensor<f32> -> tensor<f32>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.62244904> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[2.57]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %tensor1 = weir.constant dense<[[-0.8]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %tensor2 = weir.constant dense<[[2.67]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<1x1xf64>, tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[2.270374531835206]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %tensor1 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %tensor2 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %tensor1 = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %tensor2 = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<2x0x3xbf16>, tensor<2x0x3xbf16>, tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 1.0, 1.0, 0x7F800000, 1.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  %tensor1 = weir.constant dense<[1.0, 0x7FC00000, 1.0, 1.0, 1.0, 0.0]> : tensor<6xf32> -> tensor<6xf32>
  %tensor2 = weir.constant dense<[1.0, 1.0, 0x7FC00000, 2.0, 0x7F800000, 3.0e+38]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000, 1.0, 1.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 5.0e-07 : f64} : tensor<6xf32>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 1.0, 1.0, 0x7C00, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  %tensor1 = weir.constant dense<[1.0, 0x7E00, 1.0, 1.0, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  %tensor2 = weir.constant dense<[1.0, 1.0, 0x7E00, 2.0, 0x7C00]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.addcdiv %input, %tensor1, %tensor2 {value = 1.0 : f64}
      : (tensor<5xf16>, tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7E00, 0x7E00, 0x7C00, 1.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}
