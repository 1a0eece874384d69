// RUN: %op_runs
// The numbers from 0.

func.func @seven() {
  %y = weir.iota -> tensor<7xi64>
  %expected = weir.constant dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y, %expected : tensor<7xi64>
  return
}

func.func @one() {
  %y = weir.iota -> tensor<1xi64>
  %expected = weir.constant dense<0> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y, %expected : tensor<1xi64>
  return
}

func.func @none() {
  %y = weir.iota -> tensor<0xi64>
  %expected = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y, %expected : tensor<0xi64>
  return
}

// More than a vector and a tile hold.
func.func @many() {
  %y = weir.iota -> tensor<20011xi64>
  %ones = weir.constant dense<1> : tensor<i64> -> tensor<20011xi64>
  %odd = weir.add %y, %y : (tensor<20011xi64>, tensor<20011xi64>) -> tensor<20011xi64>
  %next = weir.add %odd, %ones : (tensor<20011xi64>, tensor<20011xi64>) -> tensor<20011xi64>
  %sum = weir.reduce_sum %next {dims = array<i64: 0>} : (tensor<20011xi64>) -> tensor<i64>
  %last = weir.reduce_max %y {dims = array<i64: 0>} : (tensor<20011xi64>) -> tensor<i64>
  %square = weir.constant dense<400440121> : tensor<i64> -> tensor<i64>
  %twenty = weir.constant dense<20010> : tensor<i64> -> tensor<i64>
  check.expect_eq %sum, %square : tensor<i64>
  check.expect_eq %last, %twenty : tensor<i64>
  return
}

// Rows and columns of a matrix, numbered inside the kernel that reads them.
func.func @along_dimensions() {
  %x = weir.constant dense<[[10, 20, 30, 40, 50], [60, 70, 80, 90, 100], [11, 12, 13, 14, 15]]>
      : tensor<3x5xi64> -> tensor<3x5xi64>
  %rows = weir.iota -> tensor<3xi64>
  %columns = weir.iota -> tensor<5xi64>
  %row = weir.broadcast %rows {dims = array<i64: 0>} : tensor<3xi64> -> tensor<3x5xi64>
  %column = weir.broadcast %columns {dims = array<i64: 1>} : tensor<5xi64> -> tensor<3x5xi64>
  %product = weir.mul %row, %column : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi64>
  %y = weir.add %x, %product : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi64>
  %expected = weir.constant dense<[[10, 20, 30, 40, 50], [60, 71, 82, 93, 104], [11, 14, 17, 20, 23]]>
      : tensor<3x5xi64> -> tensor<3x5xi64>
  check.expect_eq %y, %expected : tensor<3x5xi64>
  return
}
