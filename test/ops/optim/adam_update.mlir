// RUN: %op_runs
// One step of Adam, as adamw_update but for the decay. 1 - beta^t cancels in f32, which costs the update up to 1e-4 of
// itself, so the new parameter has a tolerance at the scale of lr; the moments have none of that.

func.func @first_step_f32() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %m = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  %v = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.99, -1.99, 0.49]> : tensor<3xf32> -> tensor<3xf32>
  %expected_m = weir.constant dense<[0.020000005, -0.04000001, 0.30500007]> : tensor<3xf32> -> tensor<3xf32>
  %expected_v = weir.constant dense<
      [3.9999486e-05, 0.00015999794, 0.0093023805]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3xf32>
  check.expect_close %new_m, %expected_m : tensor<3xf32>
  check.expect_close %new_v, %expected_v : tensor<3xf32>
  return
}

func.func @later_step_f32() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf32> -> tensor<5xf32>
  %m = weir.constant dense<[0.01, 0.02, -0.5, -0.3, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %v = weir.constant dense<[0.001, 0.25, 2.0, 0.5, 0.125]> : tensor<5xf32> -> tensor<5xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<100.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  %expected_p = weir.constant dense<
      [0.9972239, -1.9998642, 0.5003158, 0.25138587, 2.9996946]> : tensor<5xf32> -> tensor<5xf32>
  %expected_m = weir.constant dense<
      [0.029000005, -0.022000011, -0.14499992, -0.31750003, 0.035000008]> : tensor<5xf32> -> tensor<5xf32>
  %expected_v = weir.constant dense<
      [0.0010389995, 0.24991, 2.0073025, 0.49972564, 0.1249975]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<5xf32>
  check.expect_close %new_m, %expected_m : tensor<5xf32>
  check.expect_close %new_v, %expected_v : tensor<5xf32>
  return
}

func.func @first_step_f64() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf64> -> tensor<3xf64>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf64> -> tensor<3xf64>
  %m = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64> -> tensor<3xf64>
  %v = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64> -> tensor<3xf64>
  %lr = weir.constant dense<0.01> : tensor<f64> -> tensor<f64>
  %beta1 = weir.constant dense<0.9> : tensor<f64> -> tensor<f64>
  %beta2 = weir.constant dense<0.999> : tensor<f64> -> tensor<f64>
  %eps = weir.constant dense<1.0e-08> : tensor<f64> -> tensor<f64>
  %decay = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %step = weir.constant dense<1.0> : tensor<f64> -> tensor<f64>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>,
         tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
      -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  %expected_p = weir.constant dense<
      [0.9900000004999999, -1.99000000025, 0.4900000000327869]> : tensor<3xf64> -> tensor<3xf64>
  %expected_m = weir.constant dense<
      [0.019999999999999997, -0.039999999999999994, 0.30499999999999994]> : tensor<3xf64> -> tensor<3xf64>
  %expected_v = weir.constant dense<
      [4.000000000000004e-05, 0.00016000000000000015, 0.009302500000000009]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %new_p, %expected_p {atol = 1.0e-13 : f64, rtol = 1.0e-13 : f64} : tensor<3xf64>
  check.expect_close %new_m, %expected_m : tensor<3xf64>
  check.expect_close %new_v, %expected_v : tensor<3xf64>
  return
}

func.func @later_step_f64() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf64> -> tensor<5xf64>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf64> -> tensor<5xf64>
  %m = weir.constant dense<[0.01, 0.02, -0.5, -0.3, 0.0]> : tensor<5xf64> -> tensor<5xf64>
  %v = weir.constant dense<[0.001, 0.25, 2.0, 0.5, 0.125]> : tensor<5xf64> -> tensor<5xf64>
  %lr = weir.constant dense<0.01> : tensor<f64> -> tensor<f64>
  %beta1 = weir.constant dense<0.9> : tensor<f64> -> tensor<f64>
  %beta2 = weir.constant dense<0.999> : tensor<f64> -> tensor<f64>
  %eps = weir.constant dense<1.0e-08> : tensor<f64> -> tensor<f64>
  %decay = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %step = weir.constant dense<100.0> : tensor<f64> -> tensor<f64>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>,
         tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
      -> (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>)
  %expected_p = weir.constant dense<
      [0.9972238808385597, -1.9998642065625623, 0.5003157980978035, 0.2513858806752633, 2.999694532297679]> : tensor<5xf64> -> tensor<5xf64>
  %expected_m = weir.constant dense<
      [0.028999999999999998, -0.021999999999999992, -0.14500000000000007, -0.3175, 0.034999999999999996]> : tensor<5xf64> -> tensor<5xf64>
  %expected_v = weir.constant dense<
      [0.001039, 0.24991, 2.0073025, 0.499725625, 0.1249975]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %new_p, %expected_p {atol = 1.0e-13 : f64, rtol = 1.0e-13 : f64} : tensor<5xf64>
  check.expect_close %new_m, %expected_m : tensor<5xf64>
  check.expect_close %new_v, %expected_v : tensor<5xf64>
  return
}

// Computed in f32 or wider, rounded once.
func.func @bf16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xbf16> -> tensor<3xbf16>
  %g = weir.constant dense<[0.1001, -0.2002, 3.0]> : tensor<3xbf16> -> tensor<3xbf16>
  %m = weir.constant dense<[0.01001, 0.02002, -0.5]> : tensor<3xbf16> -> tensor<3xbf16>
  %v = weir.constant dense<[0.00099945, 0.25, 2.0]> : tensor<3xbf16> -> tensor<3xbf16>
  %lr = weir.constant dense<0.01001> : tensor<bf16> -> tensor<bf16>
  %beta1 = weir.constant dense<0.875> : tensor<bf16> -> tensor<bf16>
  %beta2 = weir.constant dense<0.9375> : tensor<bf16> -> tensor<bf16>
  %eps = weir.constant dense<0.00010014> : tensor<bf16> -> tensor<bf16>
  %decay = weir.constant dense<0.1001> : tensor<bf16> -> tensor<bf16>
  %step = weir.constant dense<10.0> : tensor<bf16> -> tensor<bf16>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>,
         tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>)
      -> (tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>)
  %expected_p = weir.constant dense<[0.99609, -2.0, 0.5]> : tensor<3xbf16> -> tensor<3xbf16>
  %expected_m = weir.constant dense<[0.033691, -0.032471, -0.056152]> : tensor<3xbf16> -> tensor<3xbf16>
  %expected_v = weir.constant dense<[0.0034485, 0.24414, 2.4531]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_close %new_p, %expected_p : tensor<3xbf16>
  check.expect_close %new_m, %expected_m : tensor<3xbf16>
  check.expect_close %new_v, %expected_v : tensor<3xbf16>
  return
}

func.func @f16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf16> -> tensor<3xf16>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf16> -> tensor<3xf16>
  %m = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xf16> -> tensor<3xf16>
  %v = weir.constant dense<[0.001, 0.25, 2.0]> : tensor<3xf16> -> tensor<3xf16>
  %lr = weir.constant dense<0.01> : tensor<f16> -> tensor<f16>
  %beta1 = weir.constant dense<0.875> : tensor<f16> -> tensor<f16>
  %beta2 = weir.constant dense<0.938> : tensor<f16> -> tensor<f16>
  %eps = weir.constant dense<0.0001> : tensor<f16> -> tensor<f16>
  %decay = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %step = weir.constant dense<10.0> : tensor<f16> -> tensor<f16>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>,
         tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>)
      -> (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>)
  %expected_p = weir.constant dense<[0.9946, -1.999, 0.5005]> : tensor<3xf16> -> tensor<3xf16>
  %expected_m = weir.constant dense<[0.03375, -0.03247, -0.05624]> : tensor<3xf16> -> tensor<3xf16>
  %expected_v = weir.constant dense<[0.003418, 0.2444, 2.453]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_close %new_p, %expected_p : tensor<3xf16>
  check.expect_close %new_m, %expected_m : tensor<3xf16>
  check.expect_close %new_v, %expected_v : tensor<3xf16>
  return
}

// 0 to the power of t is 0.
func.func @beta1_zero() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %m = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xf32> -> tensor<3xf32>
  %v = weir.constant dense<[0.001, 0.25, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.9972259, -1.9996423, 0.4990375]> : tensor<3xf32> -> tensor<3xf32>
  %expected_m = weir.constant dense<[0.2, -0.4, 3.05]> : tensor<3xf32> -> tensor<3xf32>
  %expected_v = weir.constant dense<[0.0010389995, 0.24991, 2.0073025]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3xf32>
  check.expect_close %new_m, %expected_m : tensor<3xf32>
  check.expect_close %new_v, %expected_v : tensor<3xf32>
  return
}

// beta to the power of infinity is 0.
func.func @uncorrected() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %m = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xf32> -> tensor<3xf32>
  %v = weir.constant dense<[0.001, 0.25, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<0x7F800000> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.99100316, -1.9995599, 0.5010234]> : tensor<3xf32> -> tensor<3xf32>
  %expected_m = weir.constant dense<[0.029000005, -0.022000011, -0.14499992]> : tensor<3xf32> -> tensor<3xf32>
  %expected_v = weir.constant dense<[0.0010389995, 0.24991, 2.0073025]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3xf32>
  check.expect_close %new_m, %expected_m : tensor<3xf32>
  check.expect_close %new_v, %expected_v : tensor<3xf32>
  return
}

func.func @another_size() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %m = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xf32> -> tensor<3xf32>
  %v = weir.constant dense<[0.001, 0.25, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<100.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.9972239, -1.9998642, 0.5003158]> : tensor<3xf32> -> tensor<3xf32>
  %expected_m = weir.constant dense<[0.029000005, -0.022000011, -0.14499992]> : tensor<3xf32> -> tensor<3xf32>
  %expected_v = weir.constant dense<[0.0010389995, 0.24991, 2.0073025]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3xf32>
  check.expect_close %new_m, %expected_m : tensor<3xf32>
  check.expect_close %new_v, %expected_v : tensor<3xf32>
  return
}

func.func @size_one() {
  %p = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %g = weir.constant dense<[[0.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %m = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %v = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>)
  %expected_p = weir.constant dense<[[1.49]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %expected_m = weir.constant dense<[[0.06500001]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %expected_v = weir.constant dense<[[0.00042249457]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<1x1xf32>
  check.expect_close %new_m, %expected_m : tensor<1x1xf32>
  check.expect_close %new_v, %expected_v : tensor<1x1xf32>
  return
}

func.func @rank_zero() {
  %p = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  %g = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %m = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %v = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<f32>, tensor<f32>, tensor<f32>)
  %expected_p = weir.constant dense<1.49> : tensor<f32> -> tensor<f32>
  %expected_m = weir.constant dense<0.06500001> : tensor<f32> -> tensor<f32>
  %expected_v = weir.constant dense<0.00042249457> : tensor<f32> -> tensor<f32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<f32>
  check.expect_close %new_m, %expected_m : tensor<f32>
  check.expect_close %new_v, %expected_v : tensor<f32>
  return
}

func.func @empty() {
  %p = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %g = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %m = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %v = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>)
  %expected_p = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %expected_m = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %expected_v = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<0xf32>
  check.expect_close %new_m, %expected_m : tensor<0xf32>
  check.expect_close %new_v, %expected_v : tensor<0xf32>
  return
}

// NaN and infinity stay with their element.
func.func @special() {
  %p = weir.constant dense<[0x7FC00000, 1.0, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[1.0, 0x7FC00000, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %m = weir.constant dense<[0.0, 0.0, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %v = weir.constant dense<[1.0, 1.0, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adam_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<3xf32> -> tensor<3xf32>
  %expected_m = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %expected_v = weir.constant dense<[0x7FC00000, 0x7FC00000, 1.00021]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3xf32>
  check.expect_close %new_m, %expected_m : tensor<3xf32>
  check.expect_close %new_v, %expected_v : tensor<3xf32>
  return
}
