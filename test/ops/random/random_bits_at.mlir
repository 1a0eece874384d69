// RUN: %op_runs
// The bits that weir.random_bits has at these row-major indices.

func.func @typical() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %positions = weir.constant dense<[[5, 0, 1], [4, 4, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %ordinal = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits_at %seed, %step, %ordinal, %positions
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<2x3xi64>) -> tensor<2x3xi32>
  %expected = weir.constant dense<
      [[764187823, -241448220, 227117433], [-1833362294, -1833362294, 184697310]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %bits, %expected : tensor<2x3xi32>
  return
}

func.func @other_sizes() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %positions = weir.constant dense<[[2], [0]]> : tensor<2x1xi64> -> tensor<2x1xi64>
  %ordinal = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits_at %seed, %step, %ordinal, %positions
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<2x1xi64>) -> tensor<2x1xi32>
  %expected = weir.constant dense<[[532898853], [-241448220]]> : tensor<2x1xi32> -> tensor<2x1xi32>
  check.expect_eq %bits, %expected : tensor<2x1xi32>
  return
}

func.func @scalar() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %position = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits_at %seed, %step, %ordinal, %position
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i32>
  %expected = weir.constant dense<200931286> : tensor<i32> -> tensor<i32>
  check.expect_eq %bits, %expected : tensor<i32>
  return
}

// A number of 64 bits counts as such, and there are as many bits as positions.
func.func @large() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %near = weir.constant dense<[0, 4, 8, 12, 16]> : tensor<5xi64> -> tensor<5xi64>
  %offset = weir.constant dense<17179869184> : tensor<5xi64> -> tensor<5xi64>
  %far = weir.add %near, %offset : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %ordinal = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %x = weir.random_bits_at %seed, %step, %ordinal, %near
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<5xi64>) -> tensor<5xi32>
  %y = weir.random_bits_at %seed, %step, %ordinal, %far
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<5xi64>) -> tensor<5xi32>
  %differs = weir.compare ne %x, %y : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  %expected = weir.constant dense<true> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %differs, %expected : tensor<5xi1>
  return
}

func.func @empty() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %positions = weir.constant dense<> : tensor<0x2xi64> -> tensor<0x2xi64>
  %ordinal = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits_at %seed, %step, %ordinal, %positions
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<0x2xi64>) -> tensor<0x2xi32>
  %expected = weir.constant dense<> : tensor<0x2xi32> -> tensor<0x2xi32>
  check.expect_eq %bits, %expected : tensor<0x2xi32>
  return
}
