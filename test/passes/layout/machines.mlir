// RUN: weir-compile %s --machine=znver5 --to=group | FileCheck %s
// RUN: weir-compile %s --machine=sapphirerapids --to=group | FileCheck %s --check-prefix=TILES
// RUN: weir-compile %s --machine=x86-64-v4 --to=group | FileCheck %s --check-prefix=PLAIN
// An inference job with products in bf16: where the machine multiplies pairs of them faster than f32, a derive job casts and
// packs the weight in pairs of rows, and the product takes bias and relu; where it doesn't, nothing is packed.

// CHECK-LABEL: func.func @w.packed.{{[0-9a-f]+}}.derive()
// CHECK: %[[W:.*]] = weir.read @w : tensor<768x100xf32>
// CHECK: weir.cast %{{.*}} {to = bf16}
// CHECK: weir.pack %{{.*}} {group = 2 : i64, panel = 64 : i64} : (tensor<768x100xbf16>) -> tensor<2x384x128xbf16>
// CHECK: weir.assign @w.packed.
// CHECK-LABEL: func.func @eval
// CHECK: kernel.group
// CHECK-NEXT: weir.cast %{{.*}} {to = bf16} : (tensor<?x768xf32>) -> tensor<?x768xbf16>
// CHECK-NEXT: kernel.yield
// CHECK: kernel.group
// CHECK-NEXT: weir.matmul_packed %{{.*}} {columns = 100 : i64, group = 2 : i64, {{.*}}panel = 64 : i64} : (tensor<?x768xbf16>, tensor<2x384x128xbf16>)
// CHECK-NEXT: weir.broadcast
// CHECK-NEXT: weir.add
// CHECK-NEXT: weir.relu
// CHECK-NEXT: kernel.yield
// CHECK-NOT: kernel.group

// Tile registers read pairs, too, in panels of two registers.

// TILES: weir.pack %{{.*}} {group = 2 : i64, panel = 32 : i64} : (tensor<768x100xbf16>) -> tensor<4x384x64xbf16>
// TILES: weir.matmul_packed

// PLAIN-NOT: packed
// PLAIN: weir.matmul
weir.variable @w : tensor<768x100xf32>
weir.variable @b : tensor<100xf32>
func.func @eval(%x: tensor<?x768xf32>) -> tensor<?x100xf32> attributes {weir.job, weir.amp = bf16} {
  %m = weir.dim %x, 0 : tensor<?x768xf32>
  %w = weir.read @w : tensor<768x100xf32>
  %b = weir.read @b : tensor<100xf32>
  %y = weir.matmul %x, %w : (tensor<?x768xf32>, tensor<768x100xf32>) -> tensor<?x100xf32>
  %bias = weir.broadcast %b sizes(%m) {dims = array<i64: 1>} : tensor<100xf32> -> tensor<?x100xf32>
  %s = weir.add %y, %bias : (tensor<?x100xf32>, tensor<?x100xf32>) -> tensor<?x100xf32>
  %r = weir.relu %s : (tensor<?x100xf32>) -> tensor<?x100xf32>
  return %r : tensor<?x100xf32>
}
