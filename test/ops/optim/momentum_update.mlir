// RUN: %op_runs
// One step of gradient descent with momentum. Expected numbers are NumPy's, in extended precision and rounded.

func.func @later_step_f32() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf32> -> tensor<5xf32>
  %b = weir.constant dense<[0.01, 0.02, -0.5, -0.3, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %lr = weir.constant dense<0.0625> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.25> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<7.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<5xf32>, tensor<5xf32>)
  %expected_p = weir.constant dense<
      [0.9900625, -1.982375, 0.38515624, 0.2891406, 2.9835937]> : tensor<5xf32> -> tensor<5xf32>
  %expected_b = weir.constant dense<
      [0.159, -0.282, 1.8375, -0.62625, 0.26250002]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %new_p, %expected_p : tensor<5xf32>
  check.expect_close %new_b, %expected_b : tensor<5xf32>
  return
}

func.func @nesterov_f32() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf32> -> tensor<5xf32>
  %b = weir.constant dense<[0.01, 0.02, -0.5, -0.3, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %lr = weir.constant dense<0.0625> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step {nesterov}
      : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<5xf32>, tensor<5xf32>)
  %expected_p = weir.constant dense<
      [0.9757438, -1.9535125, 0.16312501, 0.32159376, 2.9584374]> : tensor<5xf32> -> tensor<5xf32>
  %expected_b = weir.constant dense<[0.209, -0.382, 2.6, -0.745, 0.35]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %new_p, %expected_p : tensor<5xf32>
  check.expect_close %new_b, %expected_b : tensor<5xf32>
  return
}

func.func @later_step_f64() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf64> -> tensor<5xf64>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf64> -> tensor<5xf64>
  %b = weir.constant dense<[0.01, 0.02, -0.5, -0.3, 0.0]> : tensor<5xf64> -> tensor<5xf64>
  %lr = weir.constant dense<0.0625> : tensor<f64> -> tensor<f64>
  %momentum = weir.constant dense<0.9> : tensor<f64> -> tensor<f64>
  %dampening = weir.constant dense<0.25> : tensor<f64> -> tensor<f64>
  %decay = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %step = weir.constant dense<7.0> : tensor<f64> -> tensor<f64>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>,
         tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
      -> (tensor<5xf64>, tensor<5xf64>)
  %expected_p = weir.constant dense<
      [0.9900625, -1.982375, 0.38515625, 0.289140625, 2.98359375]> : tensor<5xf64> -> tensor<5xf64>
  %expected_b = weir.constant dense<
      [0.159, -0.28200000000000003, 1.8375, -0.62625, 0.2625]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %new_p, %expected_p : tensor<5xf64>
  check.expect_close %new_b, %expected_b : tensor<5xf64>
  return
}

func.func @nesterov_f64() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf64> -> tensor<5xf64>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf64> -> tensor<5xf64>
  %b = weir.constant dense<[0.01, 0.02, -0.5, -0.3, 0.0]> : tensor<5xf64> -> tensor<5xf64>
  %lr = weir.constant dense<0.0625> : tensor<f64> -> tensor<f64>
  %momentum = weir.constant dense<0.9> : tensor<f64> -> tensor<f64>
  %dampening = weir.constant dense<0.0> : tensor<f64> -> tensor<f64>
  %decay = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %step = weir.constant dense<2.0> : tensor<f64> -> tensor<f64>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step {nesterov}
      : (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>,
         tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
      -> (tensor<5xf64>, tensor<5xf64>)
  %expected_p = weir.constant dense<
      [0.97574375, -1.9535125, 0.163125, 0.32159375, 2.9584375]> : tensor<5xf64> -> tensor<5xf64>
  %expected_b = weir.constant dense<
      [0.20900000000000002, -0.382, 2.6, -0.745, 0.35000000000000003]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %new_p, %expected_p : tensor<5xf64>
  check.expect_close %new_b, %expected_b : tensor<5xf64>
  return
}

func.func @later_step_bf16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %g = weir.constant dense<[0.1001, -0.2002, 3.0, -0.5, 0.050049]> : tensor<5xbf16> -> tensor<5xbf16>
  %b = weir.constant dense<[0.01001, 0.02002, -0.5, -0.30078, 0.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %lr = weir.constant dense<0.0625> : tensor<bf16> -> tensor<bf16>
  %momentum = weir.constant dense<0.89844> : tensor<bf16> -> tensor<bf16>
  %dampening = weir.constant dense<0.25> : tensor<bf16> -> tensor<bf16>
  %decay = weir.constant dense<0.1001> : tensor<bf16> -> tensor<bf16>
  %step = weir.constant dense<7.0> : tensor<bf16> -> tensor<bf16>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>,
         tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>)
      -> (tensor<5xbf16>, tensor<5xbf16>)
  %expected_p = weir.constant dense<
      [0.98828, -1.9844, 0.38477, 0.28906, 2.9844]> : tensor<5xbf16> -> tensor<5xbf16>
  %expected_b = weir.constant dense<
      [0.15918, -0.2832, 1.8359, -0.625, 0.26367]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_close %new_p, %expected_p : tensor<5xbf16>
  check.expect_close %new_b, %expected_b : tensor<5xbf16>
  return
}

func.func @nesterov_bf16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %g = weir.constant dense<[0.1001, -0.2002, 3.0, -0.5, 0.050049]> : tensor<5xbf16> -> tensor<5xbf16>
  %b = weir.constant dense<[0.01001, 0.02002, -0.5, -0.30078, 0.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %lr = weir.constant dense<0.0625> : tensor<bf16> -> tensor<bf16>
  %momentum = weir.constant dense<0.89844> : tensor<bf16> -> tensor<bf16>
  %dampening = weir.constant dense<0.0> : tensor<bf16> -> tensor<bf16>
  %decay = weir.constant dense<0.1001> : tensor<bf16> -> tensor<bf16>
  %step = weir.constant dense<2.0> : tensor<bf16> -> tensor<bf16>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step {nesterov}
      : (tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>,
         tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>)
      -> (tensor<5xbf16>, tensor<5xbf16>)
  %expected_p = weir.constant dense<
      [0.97656, -1.9531, 0.16309, 0.32227, 2.9531]> : tensor<5xbf16> -> tensor<5xbf16>
  %expected_b = weir.constant dense<
      [0.20898, -0.38281, 2.5938, -0.74609, 0.34961]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_close %new_p, %expected_p : tensor<5xbf16>
  check.expect_close %new_b, %expected_b : tensor<5xbf16>
  return
}

func.func @later_step_f16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf16> -> tensor<5xf16>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf16> -> tensor<5xf16>
  %b = weir.constant dense<[0.01, 0.02, -0.5, -0.3, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  %lr = weir.constant dense<0.0625> : tensor<f16> -> tensor<f16>
  %momentum = weir.constant dense<0.9> : tensor<f16> -> tensor<f16>
  %dampening = weir.constant dense<0.25> : tensor<f16> -> tensor<f16>
  %decay = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %step = weir.constant dense<7.0> : tensor<f16> -> tensor<f16>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<5xf16>, tensor<5xf16>, tensor<5xf16>,
         tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>)
      -> (tensor<5xf16>, tensor<5xf16>)
  %expected_p = weir.constant dense<[0.99, -1.982, 0.3853, 0.289, 2.984]> : tensor<5xf16> -> tensor<5xf16>
  %expected_b = weir.constant dense<[0.1589, -0.282, 1.838, -0.6265, 0.2625]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %new_p, %expected_p : tensor<5xf16>
  check.expect_close %new_b, %expected_b : tensor<5xf16>
  return
}

func.func @nesterov_f16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf16> -> tensor<5xf16>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.5, 0.05]> : tensor<5xf16> -> tensor<5xf16>
  %b = weir.constant dense<[0.01, 0.02, -0.5, -0.3, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  %lr = weir.constant dense<0.0625> : tensor<f16> -> tensor<f16>
  %momentum = weir.constant dense<0.9> : tensor<f16> -> tensor<f16>
  %dampening = weir.constant dense<0.0> : tensor<f16> -> tensor<f16>
  %decay = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %step = weir.constant dense<2.0> : tensor<f16> -> tensor<f16>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step {nesterov}
      : (tensor<5xf16>, tensor<5xf16>, tensor<5xf16>,
         tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>)
      -> (tensor<5xf16>, tensor<5xf16>)
  %expected_p = weir.constant dense<[0.9756, -1.953, 0.1631, 0.3215, 2.959]> : tensor<5xf16> -> tensor<5xf16>
  %expected_b = weir.constant dense<[0.209, -0.3818, 2.6, -0.745, 0.3499]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %new_p, %expected_p : tensor<5xf16>
  check.expect_close %new_b, %expected_b : tensor<5xf16>
  return
}

// What the momentum was before, and the dampening, don't count.
func.func @first_step() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %b = weir.constant dense<[7.0, 8.0, 9.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.25> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.9, -1.8, -1.025]> : tensor<3xf32> -> tensor<3xf32>
  %expected_b = weir.constant dense<[0.2, -0.4, 3.05]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p : tensor<3xf32>
  check.expect_close %new_b, %expected_b : tensor<3xf32>
  return
}

func.func @first_step_nesterov() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %b = weir.constant dense<[0x7FC00000, 8.0, 9.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.25> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step {nesterov}
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.81, -1.62, -2.3975]> : tensor<3xf32> -> tensor<3xf32>
  %expected_b = weir.constant dense<[0.2, -0.4, 3.05]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p : tensor<3xf32>
  check.expect_close %new_b, %expected_b : tensor<3xf32>
  return
}

func.func @another_size() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %b = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.0625> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.25> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<7.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.9900625, -1.982375, 0.38515624]> : tensor<3xf32> -> tensor<3xf32>
  %expected_b = weir.constant dense<[0.159, -0.282, 1.8375]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p : tensor<3xf32>
  check.expect_close %new_b, %expected_b : tensor<3xf32>
  return
}

func.func @size_one() {
  %p = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %g = weir.constant dense<[[0.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %b = weir.constant dense<[[0.25]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<3.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<1x1xf32>, tensor<1x1xf32>)
  %expected_p = weir.constant dense<[[1.49125]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %expected_b = weir.constant dense<[[0.875]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %new_p, %expected_p : tensor<1x1xf32>
  check.expect_close %new_b, %expected_b : tensor<1x1xf32>
  return
}

func.func @rank_zero() {
  %p = weir.constant dense<1.5> : tensor<f32> -> tensor<f32>
  %g = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %b = weir.constant dense<0.25> : tensor<f32> -> tensor<f32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<3.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<f32>, tensor<f32>, tensor<f32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<f32>, tensor<f32>)
  %expected_p = weir.constant dense<1.49125> : tensor<f32> -> tensor<f32>
  %expected_b = weir.constant dense<0.875> : tensor<f32> -> tensor<f32>
  check.expect_close %new_p, %expected_p : tensor<f32>
  check.expect_close %new_b, %expected_b : tensor<f32>
  return
}

func.func @empty() {
  %p = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %g = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %b = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<3.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<0xf32>, tensor<0xf32>)
  %expected_p = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %expected_b = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %new_p, %expected_p : tensor<0xf32>
  check.expect_close %new_b, %expected_b : tensor<0xf32>
  return
}

// NaN and infinity stay with their element.
func.func @special() {
  %p = weir.constant dense<[0x7FC00000, 1.0, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[1.0, 0x7FC00000, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %b = weir.constant dense<[0.0, 0.0, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %momentum = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %dampening = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<3.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_b = weir.momentum_update %p, %g, %b, %lr, %momentum, %dampening, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<3xf32> -> tensor<3xf32>
  %expected_b = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p : tensor<3xf32>
  check.expect_close %new_b, %expected_b : tensor<3xf32>
  return
}
