// RUN: %op_runs
// whether input is infinity

func.func @odd() {
  %x0 = weir.constant dense<[0.05, 1.09, -1.79, -2.63, 1.75, 1.85, 0.99, -1.07, 0.95, -2.5, 0.98, 0.46, 0.7, -0.32,
      -1.65, 1.36, -0.22, 1.47, -0.81]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.isposinf %x0 : (tensor<19xf32>) -> tensor<19xi1>
  %e0 = weir.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false,
      false, false, false, false, false, false, false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y0, %e0 : tensor<19xi1>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[-2.47, 0.25, 0.74], [2.53, 2.33, -2.66]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.isposinf %x0 : (tensor<2x3xf64>) -> tensor<2x3xi1>
  %e0 = weir.constant dense<[[false, false, false], [false, false, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y0, %e0 : tensor<2x3xi1>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[1.63, -1.43, 1.18, -0.72]> : tensor<4xbf16> -> tensor<4xbf16>
  %y0 = weir.isposinf %x0 : (tensor<4xbf16>) -> tensor<4xi1>
  %e0 = weir.constant dense<[false, false, false, false]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y0, %e0 : tensor<4xi1>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-1.07]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  %y0 = weir.isposinf %x0 : (tensor<1x1xf16>) -> tensor<1x1xi1>
  %e0 = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %y0, %e0 : tensor<1x1xi1>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y0 = weir.isposinf %x0 : (tensor<0x2xf32>) -> tensor<0x2xi1>
  %e0 = weir.constant dense<> : tensor<0x2xi1> -> tensor<0x2xi1>
  check.expect_eq %y0, %e0 : tensor<0x2xi1>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-0.07> : tensor<f32> -> tensor<f32>
  %y0 = weir.isposinf %x0 : (tensor<f32>) -> tensor<i1>
  %e0 = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y0, %e0 : tensor<i1>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 1.0, -1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y0 = weir.isposinf %x0 : (tensor<6xf32>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, false, true, false, false, false]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 1.0, -1.0]> : tensor<6xf64>
      -> tensor<6xf64>
  %y0 = weir.isposinf %x0 : (tensor<6xf64>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, false, true, false, false, false]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @special_f16() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 1.0, -1.0]> : tensor<6xf16> -> tensor<6xf16>
  %y0 = weir.isposinf %x0 : (tensor<6xf16>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, false, true, false, false, false]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @integers() {
  %x0 = weir.constant dense<[1, -2, 0]> : tensor<3xi64> -> tensor<3xi64>
  %y0 = weir.isposinf %x0 : (tensor<3xi64>) -> tensor<3xi1>
  %e0 = weir.constant dense<[false, false, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y0, %e0 : tensor<3xi1>
  return
}
