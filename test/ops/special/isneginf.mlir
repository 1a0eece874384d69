// RUN: %op_runs
// whether input is -infinity

func.func @odd() {
  %x0 = weir.constant dense<[0.18, 1.17, 0.83, 1.07, -0.7, 1.06, -0.93, 0.65, -0.24, 0.38, -2.89, -0.01, -1.68,
      -0.69, -2.56, 0.94, 2.36, -0.87, -2.37]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.isneginf %x0 : (tensor<19xf32>) -> tensor<19xi1>
  %e0 = weir.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false,
      false, false, false, false, false, false, false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y0, %e0 : tensor<19xi1>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[0.72, -2.24, 2.35], [-2.27, -0.83, -0.03]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.isneginf %x0 : (tensor<2x3xf64>) -> tensor<2x3xi1>
  %e0 = weir.constant dense<[[false, false, false], [false, false, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y0, %e0 : tensor<2x3xi1>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[-2.3, -1.09, -1.35, 1.28]> : tensor<4xbf16> -> tensor<4xbf16>
  %y0 = weir.isneginf %x0 : (tensor<4xbf16>) -> tensor<4xi1>
  %e0 = weir.constant dense<[false, false, false, false]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y0, %e0 : tensor<4xi1>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.92]]> : tensor<1x1xf16> -> tensor<1x1xf16>
  %y0 = weir.isneginf %x0 : (tensor<1x1xf16>) -> tensor<1x1xi1>
  %e0 = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %y0, %e0 : tensor<1x1xi1>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %y0 = weir.isneginf %x0 : (tensor<0x2xf32>) -> tensor<0x2xi1>
  %e0 = weir.constant dense<> : tensor<0x2xi1> -> tensor<0x2xi1>
  check.expect_eq %y0, %e0 : tensor<0x2xi1>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<-0.82> : tensor<f32> -> tensor<f32>
  %y0 = weir.isneginf %x0 : (tensor<f32>) -> tensor<i1>
  %e0 = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y0, %e0 : tensor<i1>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 1.0, -1.0]> : tensor<6xf32> -> tensor<6xf32>
  %y0 = weir.isneginf %x0 : (tensor<6xf32>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, false, false, true, false, false]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 1.0, -1.0]> : tensor<6xf64>
      -> tensor<6xf64>
  %y0 = weir.isneginf %x0 : (tensor<6xf64>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, false, false, true, false, false]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @special_f16() {
  %x0 = weir.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 1.0, -1.0]> : tensor<6xf16> -> tensor<6xf16>
  %y0 = weir.isneginf %x0 : (tensor<6xf16>) -> tensor<6xi1>
  %e0 = weir.constant dense<[false, false, false, true, false, false]> : tensor<6xi1> -> tensor<6xi1>
  check.expect_eq %y0, %e0 : tensor<6xi1>
  return
}

func.func @integers() {
  %x0 = weir.constant dense<[1, -2, 0]> : tensor<3xi64> -> tensor<3xi64>
  %y0 = weir.isneginf %x0 : (tensor<3xi64>) -> tensor<3xi1>
  %e0 = weir.constant dense<[false, false, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y0, %e0 : tensor<3xi1>
  return
}
