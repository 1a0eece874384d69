// RUN: %op_runs
// One step of gradient descent. Expected numbers are NumPy's, in extended precision and rounded.

func.func @f32() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf32> -> tensor<5xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<5xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) -> tensor<5xf32>
  %expected_p = weir.constant dense<[0.998, -1.996, 0.4695, 0.25475, 2.9965]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %new_p, %expected_p : tensor<5xf32>
  return
}

func.func @f64() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf64> -> tensor<5xf64>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf64> -> tensor<5xf64>
  %lr = weir.constant dense<0.01> : tensor<f64> -> tensor<f64>
  %decay = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<5xf64>, tensor<5xf64>, tensor<f64>, tensor<f64>) -> tensor<5xf64>
  %expected_p = weir.constant dense<[0.998, -1.996, 0.4695, 0.25475, 2.9965]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %new_p, %expected_p : tensor<5xf64>
  return
}

func.func @bf16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %g = weir.constant dense<[0.1001, -0.2002, 3.0, -0.5, 0.050049]> : tensor<5xbf16> -> tensor<5xbf16>
  %lr = weir.constant dense<0.01001> : tensor<bf16> -> tensor<bf16>
  %decay = weir.constant dense<0.1001> : tensor<bf16> -> tensor<bf16>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<5xbf16>, tensor<5xbf16>, tensor<bf16>, tensor<bf16>) -> tensor<5xbf16>
  %expected_p = weir.constant dense<
      [0.99609, -1.9922, 0.46875, 0.25391, 3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_close %new_p, %expected_p : tensor<5xbf16>
  return
}

func.func @f16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf16> -> tensor<5xf16>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf16> -> tensor<5xf16>
  %lr = weir.constant dense<0.01> : tensor<f16> -> tensor<f16>
  %decay = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<5xf16>, tensor<5xf16>, tensor<f16>, tensor<f16>) -> tensor<5xf16>
  %expected_p = weir.constant dense<[0.998, -1.996, 0.4695, 0.2546, 2.996]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %new_p, %expected_p : tensor<5xf16>
  return
}

func.func @no_decay() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  %expected_p = weir.constant dense<[0.95, -1.9, -1.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p : tensor<3xf32>
  return
}

func.func @size_one() {
  %p = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %g = weir.constant dense<[[0.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<f32>, tensor<f32>) -> tensor<1x1xf32>
  %expected_p = weir.constant dense<[[1.4935]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %new_p, %expected_p : tensor<1x1xf32>
  return
}

func.func @rank_zero() {
  %p = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  %g = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected_p = weir.constant dense<1.4935> : tensor<f32> -> tensor<f32>
  check.expect_close %new_p, %expected_p : tensor<f32>
  return
}

func.func @empty() {
  %p = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %g = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<0xf32>, tensor<0xf32>, tensor<f32>, tensor<f32>) -> tensor<0xf32>
  %expected_p = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %new_p, %expected_p : tensor<0xf32>
  return
}

// NaN and infinity stay with their element; of infinity, the decay alone is infinite too.
func.func @special() {
  %p = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, 1.0]> : tensor<4xf32> -> tensor<4xf32>
  %g = weir.constant dense<[1.0, 0x7FC00000, 1.0, 0x7F800000]> : tensor<4xf32> -> tensor<4xf32>
  %lr = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.0625> : tensor<f32> -> tensor<f32>
  %new_p = weir.sgd_update %p, %g, %lr, %decay
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %expected_p = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %new_p, %expected_p : tensor<4xf32>
  return
}
