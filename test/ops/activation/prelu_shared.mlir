// RUN: %known_size_runs
// One weight for all channels. That its size is 1 is known, so that there are no runs with every size `?`.

func.func @shared_f32() {
  %x = weir.constant dense<[[-2.52, -1.29, 2.05], [-1.09, 1.85, 2.42]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %weight = weir.constant dense<[0.25]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.prelu %x, %weight : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[-0.63, -0.3225, 2.05], [-0.2725, 1.85, 2.42]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected : tensor<2x3xf32>
  return
}

func.func @shared_f64() {
  %x = weir.constant dense<
      [[[0.7, 1.14], [-1.25, 0.76], [1.83, -1.55]], [[-1.74, -1.74], [-1.24, -0.49], [2.99, -2.79]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %weight = weir.constant dense<[-0.3]> : tensor<1xf64> -> tensor<1xf64>
  %y = weir.prelu %x, %weight : (tensor<2x3x2xf64>, tensor<1xf64>) -> tensor<2x3x2xf64>
  %expected = weir.constant dense<
      [[[0.7, 1.14], [0.375, 0.76], [1.83, 0.46499999999999997]], [[0.522, 0.522], [0.372, 0.147], [2.99, 0.837]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_close %y, %expected : tensor<2x3x2xf64>
  return
}

func.func @shared_f16() {
  %x = weir.constant dense<[[-2.43, 1.2, -0.33]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %weight = weir.constant dense<[0.3]> : tensor<1xf16> -> tensor<1xf16>
  %y = weir.prelu %x, %weight : (tensor<1x3xf16>, tensor<1xf16>) -> tensor<1x3xf16>
  %expected = weir.constant dense<[[-0.729, 1.2, -0.09906]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_eq %y, %expected : tensor<1x3xf16>
  return
}

func.func @shared_empty() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %weight = weir.constant dense<[0.25]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.prelu %x, %weight : (tensor<0x3xf32>, tensor<1xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}
