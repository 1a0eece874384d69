// Two chains of products run side by side where their machine's costs say that it pays, and where costs are known.
// RUN: weir-compile %s --machine=znver4 --to=schedule | FileCheck %s
// RUN: weir-compile %s --machine=znver4,start_cycles=1e15 --to=schedule | FileCheck %s --check-prefix=ONE
// RUN: weir-compile %s --target=naive --to=schedule | FileCheck %s --check-prefix=ONE

// What the streams use at the same time shares no bytes; on one, the second chain would take those of the first.
// CHECK-LABEL: vm.program @towers
// CHECK-SAME:  peak_bytes = 98304
// CHECK:       vm.call @matmul const(%{{.*}}, %{{.*}}) mut(%[[A:[0-9]+]]) : {{.*}}
// CHECK-NEXT:  vm.call @matmul const(%{{.*}}, %{{.*}}) mut(%[[B:[0-9]+]]) {stream = 1 : i64}
// CHECK-NEXT:  vm.call @matmul const(%[[A]], %{{.*}}) mut(%[[C:[0-9]+]]) : {{.*}}
// CHECK-NEXT:  vm.call @matmul_add const(%[[B]], %{{.*}}, %[[C]])
// ONE-LABEL:   vm.program @towers
// ONE-SAME:    peak_bytes = 65536
// ONE-NOT:     {stream =
func.func @towers(%x: tensor<32x256xf32>, %a: tensor<256x256xf32>, %b: tensor<256x256xf32>) -> tensor<32x256xf32>
    attributes {weir.job} {
  %0 = weir.matmul %x, %a : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %1 = weir.matmul %0, %a : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %2 = weir.matmul %x, %b : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %3 = weir.matmul %2, %b : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %4 = weir.add %1, %3 : (tensor<32x256xf32>, tensor<32x256xf32>) -> tensor<32x256xf32>
  return %4 : tensor<32x256xf32>
}

// A chain gains nothing.
// CHECK-LABEL: vm.program @chain
// CHECK-NOT:   {stream =
func.func @chain(%x: tensor<32x256xf32>, %a: tensor<256x256xf32>) -> tensor<32x256xf32> attributes {weir.job} {
  %0 = weir.matmul %x, %a : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %1 = weir.matmul %0, %a : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  return %1 : tensor<32x256xf32>
}

// The two chains of each iteration, of which the sums take what is left.
// CHECK-LABEL: vm.program @repeated kind(job) repeat(4)
// CHECK:       vm.call @matmul {{.*}} {stream = 1 : i64}
func.func @repeated(%x: tensor<32x256xf32> {weir.sliced}, %a: tensor<256x256xf32>, %b: tensor<256x256xf32>)
    -> (tensor<32x256xf32> {weir.stacked}) attributes {weir.job, weir.repeat = 4 : i32} {
  %0 = weir.matmul %x, %a : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %1 = weir.matmul %0, %a : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %2 = weir.matmul %x, %b : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %3 = weir.matmul %2, %b : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %4 = weir.add %1, %3 : (tensor<32x256xf32>, tensor<32x256xf32>) -> tensor<32x256xf32>
  return %4 : tensor<32x256xf32>
}

// Weights in panels are blocks, no windows: a small product with them is of one thread.
// CHECK-LABEL: vm.program @packed
// CHECK-DAG:   vm.call @{{.*}} const(%{{.*}}, %{{.*}}) mut(%{{.*}}) : {{.*}}4x256x64
// CHECK-DAG:   vm.call @{{.*}} {stream = 1 : i64} : {{.*}}4x256x64
weir.variable @a : tensor<256x256xf32>
weir.variable @b : tensor<256x256xf32>
func.func @packed(%x: tensor<32x256xf32>) -> tensor<32x256xf32> attributes {weir.job} {
  %a = weir.read @a : tensor<256x256xf32>
  %b = weir.read @b : tensor<256x256xf32>
  %0 = weir.matmul %x, %a : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %1 = weir.matmul %0, %a : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %2 = weir.matmul %x, %b : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %3 = weir.matmul %2, %b : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %4 = weir.add %1, %3 : (tensor<32x256xf32>, tensor<32x256xf32>) -> tensor<32x256xf32>
  return %4 : tensor<32x256xf32>
}

// Convolutions are of all threads, those with windows of one element too: nothing is gained beside them.
// CHECK-LABEL: vm.program @windows
// CHECK:       vm.call @conv
// CHECK-NOT:   {stream =
weir.variable @k : tensor<128x128x1x1xf32>
weir.variable @l : tensor<128x128x1x1xf32>
func.func @windows(%x: tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32> attributes {weir.job} {
  %k = weir.read @k : tensor<128x128x1x1xf32>
  %l = weir.read @l : tensor<128x128x1x1xf32>
  %0 = weir.conv %x, %k {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
    dilations = array<i64: 1, 1>} : (tensor<1x128x14x14xf32>, tensor<128x128x1x1xf32>) -> tensor<1x128x14x14xf32>
  %1 = weir.conv %0, %k {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
    dilations = array<i64: 1, 1>} : (tensor<1x128x14x14xf32>, tensor<128x128x1x1xf32>) -> tensor<1x128x14x14xf32>
  %2 = weir.conv %x, %l {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
    dilations = array<i64: 1, 1>} : (tensor<1x128x14x14xf32>, tensor<128x128x1x1xf32>) -> tensor<1x128x14x14xf32>
  %3 = weir.conv %2, %l {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
    dilations = array<i64: 1, 1>} : (tensor<1x128x14x14xf32>, tensor<128x128x1x1xf32>) -> tensor<1x128x14x14xf32>
  %4 = weir.add %1, %3 : (tensor<1x128x14x14xf32>, tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
  return %4 : tensor<1x128x14x14xf32>
}
