// RUN: weir-opt %s --split-input-file --weir-pack-operands=panel=16 --canonicalize --cse --weir-verify-normal-form | FileCheck %s
// RUN: weir-opt %s --split-input-file --weir-pack-operands="panel=16 group=2" | FileCheck %s --check-prefix=PAIRS
// RUN: weir-opt %s --split-input-file --weir-pack-operands="panel=16 group=2 depth=32" | FileCheck %s --check-prefix=TILES

// A variable's packed form is a variable of its own, which a derive job computes. Two products share it.

// CHECK: weir.variable @w : tensor<8x20xf32>
// CHECK-NEXT: weir.variable @[[P:w.packed.[0-9a-f]*]] : tensor<2x8x16xf32>
// CHECK-NEXT: func.func @[[P]].derive() attributes {weir.derive, weir.job} {
// CHECK-NEXT: %[[W:.*]] = weir.read @w
// CHECK-NEXT: %[[PACKED:.*]] = weir.pack %[[W]] {panel = 16 : i64} : (tensor<8x20xf32>) -> tensor<2x8x16xf32>
// CHECK-NEXT: weir.assign @[[P]], %[[PACKED]]
// CHECK-NEXT: return
// CHECK-LABEL: func.func @eval
// CHECK-NEXT: %[[R:.*]] = weir.read @[[P]] : tensor<2x8x16xf32>
// CHECK-NEXT: weir.matmul_packed %arg0, %[[R]] {columns = 20 : i64, panel = 16 : i64} : (tensor<?x8xf32>, tensor<2x8x16xf32>) -> tensor<?x20xf32>
// CHECK-NEXT: weir.matmul_packed %arg1, %[[R]] {accumulator = f64, columns = 20 : i64, out = f64, panel = 16 : i64, transpose_a}
// CHECK-NEXT: return
weir.variable @w : tensor<8x20xf32>
func.func @eval(%x: tensor<?x8xf32>, %t: tensor<8x?xf32>) -> (tensor<?x20xf32>, tensor<?x20xf64>) attributes {weir.job} {
  %w = weir.read @w : tensor<8x20xf32>
  %y = weir.matmul %x, %w : (tensor<?x8xf32>, tensor<8x20xf32>) -> tensor<?x20xf32>
  %w2 = weir.read @w : tensor<8x20xf32>
  %z = weir.matmul %t, %w2 {transpose_a, accumulator = f64, out = f64} : (tensor<8x?xf32>, tensor<8x20xf32>) -> tensor<?x20xf64>
  return %y, %z : tensor<?x20xf32>, tensor<?x20xf64>
}

// CHECK-LABEL: func.func @another
// CHECK-NEXT: weir.read @[[P]]
func.func @another(%x: tensor<?x8xf32>) -> tensor<?x20xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<8x20xf32>
  %y = weir.matmul %x, %w : (tensor<?x8xf32>, tensor<8x20xf32>) -> tensor<?x20xf32>
  return %y : tensor<?x20xf32>
}

// -----

// Casts and transpositions go with it, and the flag becomes one more of them.

// CHECK: func.func @w.packed.{{.*}}.derive()
// CHECK-DAG: %[[W:.*]] = weir.read @w
// CHECK-DAG: %[[N:.*]] = weir.cast %[[W]] {to = bf16}
// CHECK: %[[T:.*]] = weir.transpose %[[N]] {permutation = array<i64: 1, 0>} : (tensor<20x8xbf16>) -> tensor<8x20xbf16>
// CHECK: weir.pack %[[T]]
// CHECK-LABEL: func.func @eval
// CHECK-NOT: weir.cast
// CHECK: weir.matmul_packed %arg0, %{{.*}} {columns = 20 : i64, out = f32, panel = 16 : i64} : (tensor<?x8xbf16>, tensor<2x8x16xbf16>) -> tensor<?x20xf32>
// PAIRS: weir.pack %{{.*}} {group = 2 : i64, panel = 16 : i64} : (tensor<8x20xbf16>) -> tensor<2x4x32xbf16>
// TILES: %[[Z:.*]] = weir.pad %{{.*}} {{.*}}: tensor<8x20xbf16> -> tensor<32x20xbf16>
// TILES: weir.pack %[[Z]] {group = 2 : i64, panel = 16 : i64} : (tensor<32x20xbf16>) -> tensor<2x16x32xbf16>
// TILES: weir.matmul_packed %arg0, %{{.*}} : (tensor<?x8xbf16>, tensor<2x16x32xbf16>) -> tensor<?x20xf32>
// PAIRS: weir.matmul_packed %arg0, %{{.*}} {columns = 20 : i64, group = 2 : i64, out = f32, panel = 16 : i64} : (tensor<?x8xbf16>, tensor<2x4x32xbf16>) -> tensor<?x20xf32>
weir.variable @w : tensor<20x8xf32>
func.func @eval(%x: tensor<?x8xbf16>) -> tensor<?x20xf32> attributes {weir.job} {
  %w = weir.read @w : tensor<20x8xf32>
  %n = weir.cast %w {to = bf16} : (tensor<20x8xf32>) -> tensor<20x8xbf16>
  %y = weir.matmul %x, %n {transpose_b, out = f32} : (tensor<?x8xbf16>, tensor<20x8xbf16>) -> tensor<?x20xf32>
  return %y : tensor<?x20xf32>
}

// -----

// Two packed forms of one variable are two variables. Whatever follows from variables and constants alone is derived.

// CHECK-COUNT-3: weir.variable @w.packed
// CHECK-LABEL: func.func @eval
// CHECK-COUNT-3: weir.matmul_packed
// CHECK-NOT: weir.matmul
weir.variable @v : tensor<8x8xf32>
weir.variable @w : tensor<8x8xf32>
func.func @eval(%x: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) attributes {weir.job} {
  %v = weir.read @v : tensor<8x8xf32>
  %w = weir.read @w : tensor<8x8xf32>
  %a = weir.matmul %x, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %b = weir.matmul %x, %w {transpose_b} : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %s = weir.add %v, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = weir.matmul %x, %s : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  return %a, %b, %c : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

// A constant, too.

// CHECK: weir.variable @[[P:constant.packed.[0-9a-f]*]] : tensor<1x2x16xf32>
// CHECK: func.func @[[P]].derive()
// CHECK: weir.constant dense<{{.*}}> : tensor<2x2xf32>
// CHECK-LABEL: func.func @eval
// CHECK: weir.matmul_packed
func.func @eval(%x: tensor<?x2xf32>) -> tensor<?x2xf32> attributes {weir.job} {
  %c = weir.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %y = weir.matmul %x, %c : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// -----

// What some job assigns, by whatever name, is not packed; nor is an argument, the first operand, a stack of matrices.

// CHECK-NOT: packed
weir.variable @w : tensor<8x8xf32>
weir.variable @tied {alias = @w} : tensor<8x8xf32>
weir.variable @fixed : tensor<8x8xf32>
weir.variable @stack : tensor<2x8x8xf32>
func.func @train(%x: tensor<8x8xf32>) attributes {weir.job} {
  %w = weir.read @w : tensor<8x8xf32>
  %y = weir.matmul %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  weir.assign @w, %y : tensor<8x8xf32>
  return
}
func.func @eval(%x: tensor<8x8xf32>, %xs: tensor<2x8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x8x8xf32>) attributes {weir.job} {
  %w = weir.read @tied : tensor<8x8xf32>
  %f = weir.read @fixed : tensor<8x8xf32>
  %s = weir.read @stack : tensor<2x8x8xf32>
  %wf = weir.mul %w, %f : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = weir.matmul %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = weir.matmul %x, %wf : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = weir.matmul %f, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = weir.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = weir.matmul %xs, %s : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  return %a, %b, %c, %d, %e : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x8x8xf32>
}
