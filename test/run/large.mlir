// RUN: weir-run %s --interpret --modes=static,dynamic
// RUN: weir-run %s --device=naive --modes=static,dynamic
// RUN: weir-run %s --device=cpu --modes=static,dynamic
// RUN: weir-run %s --device=cpu --machine=x86-64-v3 --modes=static,dynamic
// Sizes of several tiles, which two workers share: the same numbers computed in two ways.

func.func @transposed_twice() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %x = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<131x257xi32>
  %t = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<131x257xi32>) -> tensor<257x131xi32>
  %y = weir.transpose %t {permutation = array<i64: 1, 0>} : (tensor<257x131xi32>) -> tensor<131x257xi32>
  %back = weir.reshape %t : tensor<257x131xi32> -> tensor<131x257xi32>
  %again = weir.reshape %back : tensor<131x257xi32> -> tensor<257x131xi32>
  check.expect_eq %y, %x : tensor<131x257xi32>
  check.expect_eq %again, %t : tensor<257x131xi32>
  return
}

// Sums of integers don't depend on their order.
func.func @sums() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %x = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<131x257xi32>
  %rows = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<131x257xi32>) -> tensor<131xi32>
  %columns = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<131x257xi32>) -> tensor<257xi32>
  %of_rows = weir.reduce_sum %rows {dims = array<i64: 0>} : (tensor<131xi32>) -> tensor<i32>
  %of_columns = weir.reduce_sum %columns {dims = array<i64: 0>} : (tensor<257xi32>) -> tensor<i32>
  %all = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<131x257xi32>) -> tensor<i32>
  check.expect_eq %of_rows, %all : tensor<i32>
  check.expect_eq %of_columns, %all : tensor<i32>
  return
}

func.func @elementwise() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<33791xi32>
  %x = weir.cast %bits {to = f32} : (tensor<33791xi32>) -> tensor<33791xf32>
  %positive = weir.relu %x : (tensor<33791xf32>) -> tensor<33791xf32>
  %minus = weir.neg %x : (tensor<33791xf32>) -> tensor<33791xf32>
  %negative = weir.relu %minus : (tensor<33791xf32>) -> tensor<33791xf32>
  %y = weir.sub %positive, %negative : (tensor<33791xf32>, tensor<33791xf32>) -> tensor<33791xf32>
  check.expect_eq %y, %x : tensor<33791xf32>
  return
}

// Of a row, each index adds to one element and fetches it again.
func.func @scattered() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<4> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<1x9001xi32>
  %x = weir.cast %bits {to = i64} : (tensor<1x9001xi32>) -> tensor<1x9001xi64>
  %zeros = weir.constant dense<0> : tensor<3x9001xi64> -> tensor<3x9001xi64>
  %two = weir.constant dense<2> : tensor<1x9001xi64> -> tensor<1x9001xi64>
  %sum = weir.scatter_add %zeros, %two, %x {dim = 0 : i64}
      : (tensor<3x9001xi64>, tensor<1x9001xi64>, tensor<1x9001xi64>) -> tensor<3x9001xi64>
  %y = weir.gather %sum, %two {dim = 0 : i64} : (tensor<3x9001xi64>, tensor<1x9001xi64>) -> tensor<1x9001xi64>
  check.expect_eq %y, %x : tensor<1x9001xi64>
  return
}

// A product of integers is exact in f64; its columns are sums.
func.func @product() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<129x67xi32>
  %x = weir.cast %bits {to = f64} : (tensor<129x67xi32>) -> tensor<129x67xf64>
  %ones = weir.constant dense<1.0> : tensor<67x35xf64> -> tensor<67x35xf64>
  %y = weir.matmul %x, %ones : (tensor<129x67xf64>, tensor<67x35xf64>) -> tensor<129x35xf64>
  %sums = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<129x67xf64>) -> tensor<129xf64>
  %expected = weir.broadcast %sums {dims = array<i64: 0>} : tensor<129xf64> -> tensor<129x35xf64>
  check.expect_eq %y, %expected : tensor<129x35xf64>
  return
}
