// RUN: weir-run %s --interpret
// Arithmetic on sizes, each result seen as a size of a tensor.

func.func @arithmetic() {
  %seven = arith.constant 7 : index
  %two = arith.constant 2 : index
  %negative = arith.constant -7 : index
  %sum = arith.addi %seven, %two : index
  %difference = arith.subi %seven, %two : index
  %product = arith.muli %seven, %two : index
  %quotient = arith.divsi %seven, %two : index
  %ceiling = arith.ceildivsi %seven, %two : index
  %rest = arith.remsi %seven, %two : index
  %least = arith.minsi %seven, %two : index
  %most = arith.maxsi %seven, %two : index
  %x = weir.constant dense<1> : tensor<i64> sizes(%sum, %difference, %product) -> tensor<?x?x?xi64>
  %y = weir.constant dense<1> : tensor<i64> sizes(%quotient, %ceiling, %rest, %least, %most) -> tensor<?x?x?x?x?xi64>
  %expected_x = weir.constant dense<1> : tensor<9x5x14xi64> -> tensor<9x5x14xi64>
  %expected_y = weir.constant dense<1> : tensor<3x4x1x2x7xi64> -> tensor<3x4x1x2x7xi64>
  check.expect_eq %x, %expected_x : tensor<?x?x?xi64>, tensor<9x5x14xi64>
  check.expect_eq %y, %expected_y : tensor<?x?x?x?x?xi64>, tensor<3x4x1x2x7xi64>

  %unsigned_quotient = arith.divui %seven, %two : index
  %unsigned_ceiling = arith.ceildivui %seven, %two : index
  %unsigned_rest = arith.remui %seven, %two : index
  %unsigned_least = arith.minui %seven, %two : index
  %unsigned_most = arith.maxui %seven, %two : index
  %u = weir.constant dense<1> : tensor<i64> sizes(%unsigned_quotient, %unsigned_ceiling, %unsigned_rest, %unsigned_least, %unsigned_most) -> tensor<?x?x?x?x?xi64>
  check.expect_eq %u, %expected_y : tensor<?x?x?x?x?xi64>, tensor<3x4x1x2x7xi64>

  // Of negative numbers: floor(-3.5) = -4, ceil(-3.5) = -3, trunc(-3.5) = -3, -7 rem 2 = -1.
  %floor = arith.floordivsi %negative, %two : index
  %ceil = arith.ceildivsi %negative, %two : index
  %trunc = arith.divsi %negative, %two : index
  %rem = arith.remsi %negative, %two : index
  %a = arith.addi %floor, %seven : index
  %b = arith.addi %ceil, %seven : index
  %c = arith.addi %trunc, %seven : index
  %d = arith.addi %rem, %seven : index
  %z = weir.constant dense<1> : tensor<i64> sizes(%a, %b, %c, %d) -> tensor<?x?x?x?xi64>
  %expected_z = weir.constant dense<1> : tensor<3x4x4x6xi64> -> tensor<3x4x4x6xi64>
  check.expect_eq %z, %expected_z : tensor<?x?x?x?xi64>, tensor<3x4x4x6xi64>
  return
}
