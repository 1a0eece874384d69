// RUN: %op_runs
// whether input is negative, as -0 is

func.func @odd() {
  %x0 = weir.constant dense<[1.12, -0.65, 1.29, -0.2, -0.52, -0.81, -0.04, -1.31, -1.55, -2.11, -0.36, -1.24, 2.02,
      2.09, -0.94, 0.71, 2.41, -0.85, 0.33]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.signbit %x0 : (tensor<19xf32>) -> tensor<19xi1>
  %e0 = weir.constant dense<[false, true, false, true, true, true, true, true, true, true, true, true, false, false,
      true, false, false, true, false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y0, %e0 : tensor<19xi1>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-0.34, 0.9, 2.76], [-2.17, 2.79, 0.99]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.signbit %x0 : (tensor<2x3xf64>) -> tensor<2x3xi1>
  %e0 = weir.constant dense<[[true, false, false], [true, false, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y0, %e0 : tensor<2x3xi1>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[1.78, 0.81, 2.22, -1.04]> : tensor<4xbf16> -> tensor<4xbf16>
  %y0 = weir.signbit %x0 : (tensor<4xbf16>) -> tensor<4xi1>
  %e0 = weir.constant dense<[false, false, false, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y0, %e0 : tensor<4xi1>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[1.25]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  %y0 = weir.signbit %x0 : (tensor<1x1xf16>) -> tensor<1x1xi1>
  %e0 = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %y0, %e0 : tensor<1x1xi1>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y0 = weir.signbit %x0 : (tensor<0x2xf32>) -> tensor<0x2xi1>
  %e0 = weir.constant dense<> : tensor<0x2xi1> -> tensor<0x2xi1>
  check.expect_eq %y0, %e0 : tensor<0x2xi1>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-1.42> : tensor<f32> -> tensor<f32>
  %y0 = weir.signbit %x0 : (tensor<f32>) -> tensor<i1>
  %e0 = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y0, %e0 : tensor<i1>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 1.0, -1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y0 = weir.signbit %x0 : (tensor<6xf32>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, true, false, true, false, true]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 1.0, -1.0]> : tensor<6xf64>
      -> tensor<6xf64>
  %y0 = weir.signbit %x0 : (tensor<6xf64>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, true, false, true, false, true]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @special_f16() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 1.0, -1.0]> : tensor<6xf16> -> tensor<6xf16>
  %y0 = weir.signbit %x0 : (tensor<6xf16>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, true, false, true, false, true]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @integers() {
  %x0 = weir.constant dense<[1, -2, 0]> : tensor<3xi64> -> tensor<3xi64>
  %y0 = weir.signbit %x0 : (tensor<3xi64>) -> tensor<3xi1>
  %e0 = weir.constant dense<[false, true, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y0, %e0 : tensor<3xi1>
  return
}
