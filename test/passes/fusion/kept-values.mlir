// RUN: weir-opt %s --split-input-file --weir-form-groups --remarks-filter-missed=weir-form-groups 2> %t.remarks \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

// An exponential that sums along rows and along columns need would be computed three times, in kernels of their own. It
// is made once.
// REMARK: remark: {{.*}}is kept in memory: computing it 3.0 times would take 2.00 cycles per element more, memory takes 0.38
// REMARK-NEXT: %y = weir.exp %x : (tensor<512x512xf32>)
#znver4 = #kernel.target<"cpu", {cpu = "znver4", features = ""}>
module attributes {kernel.target = #znver4} {
  // CHECK-LABEL: func.func @rows_and_columns
  // CHECK: kernel.group
  // CHECK-NEXT: weir.exp
  // CHECK-NEXT: kernel.yield
  // CHECK-NOT: weir.exp
  // CHECK: return
  func.func @rows_and_columns(%x: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {weir.job} {
    %y = weir.exp %x : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %0 = weir.reduce_sum %y {dims = array<i64: 1>} : (tensor<512x512xf32>) -> tensor<512xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<512xf32> -> tensor<512x512xf32>
    %2 = weir.sub %y, %1 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %3 = weir.mul %2, %2 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 0>} : (tensor<512x512xf32>) -> tensor<512xf32>
    %5 = weir.broadcast %4 {dims = array<i64: 1>} : tensor<512xf32> -> tensor<512x512xf32>
    %6 = weir.div %2, %5 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    return %6 : tensor<512x512xf32>
  }
}

// -----

// What is cheap to compute is computed in each of the three loops.
#znver4 = #kernel.target<"cpu", {cpu = "znver4", features = ""}>
module attributes {kernel.target = #znver4} {
  // CHECK-LABEL: func.func @cheap
  // CHECK: kernel.group
  // CHECK-NOT: kernel.group
  // CHECK: return
  func.func @cheap(%x: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {weir.job} {
    %y = weir.add %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %0 = weir.reduce_sum %y {dims = array<i64: 1>} : (tensor<512x512xf32>) -> tensor<512xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<512xf32> -> tensor<512x512xf32>
    %2 = weir.sub %y, %1 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %3 = weir.mul %2, %2 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<512x512xf32>) -> tensor<512xf32>
    %5 = weir.broadcast %4 {dims = array<i64: 0>} : tensor<512xf32> -> tensor<512x512xf32>
    %6 = weir.div %2, %5 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    return %6 : tensor<512x512xf32>
  }
}

// -----

// Where all loops go along the same rows, a row of it is kept inside the kernel. What would be dear for longer rows is
// weighed: kept within the cache, computed again beyond it or where sizes are unknown.
// REMARK: remark: {{.*}}is kept in memory: computing it 2.0 times
// REMARK-NEXT: %3 = weir.exp %2 : (tensor<2x100000xf32>)
// REMARK-NOT: remark:
#znver4 = #kernel.target<"cpu", {cpu = "znver4", features = ""}>
module attributes {kernel.target = #znver4} {
  // CHECK-LABEL: func.func @softmax
  // CHECK: kernel.group
  // CHECK-NOT: kernel.group
  // CHECK: return
  func.func @softmax(%x: tensor<256x256xf32>) -> tensor<256x256xf32> attributes {weir.job} {
    %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<256x256xf32>) -> tensor<256xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<256xf32> -> tensor<256x256xf32>
    %2 = weir.sub %x, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %3 = weir.exp %2 : (tensor<256x256xf32>) -> tensor<256x256xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<256x256xf32>) -> tensor<256xf32>
    %5 = weir.broadcast %4 {dims = array<i64: 0>} : tensor<256xf32> -> tensor<256x256xf32>
    %6 = weir.div %3, %5 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    return %6 : tensor<256x256xf32>
  }

  // CHECK-LABEL: func.func @long_rows
  // CHECK: kernel.group
  // CHECK: weir.exp
  // CHECK-NEXT: kernel.yield
  // CHECK: kernel.group
  // CHECK-NEXT: weir.reduce_sum
  // CHECK-NOT: kernel.group
  func.func @long_rows(%x: tensor<2x100000xf32>) -> tensor<2x100000xf32> attributes {weir.job} {
    %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<2x100000xf32>) -> tensor<2xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x100000xf32>
    %2 = weir.sub %x, %1 : (tensor<2x100000xf32>, tensor<2x100000xf32>) -> tensor<2x100000xf32>
    %3 = weir.exp %2 : (tensor<2x100000xf32>) -> tensor<2x100000xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<2x100000xf32>) -> tensor<2xf32>
    %5 = weir.broadcast %4 {dims = array<i64: 0>} : tensor<2xf32> -> tensor<2x100000xf32>
    %6 = weir.div %3, %5 : (tensor<2x100000xf32>, tensor<2x100000xf32>) -> tensor<2x100000xf32>
    return %6 : tensor<2x100000xf32>
  }

  // CHECK-LABEL: func.func @large
  // CHECK: kernel.group
  // CHECK-NOT: kernel.group
  // CHECK: return
  func.func @large(%x: tensor<40x100000xf32>) -> tensor<40x100000xf32> attributes {weir.job} {
    %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<40x100000xf32>) -> tensor<40xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<40xf32> -> tensor<40x100000xf32>
    %2 = weir.sub %x, %1 : (tensor<40x100000xf32>, tensor<40x100000xf32>) -> tensor<40x100000xf32>
    %3 = weir.exp %2 : (tensor<40x100000xf32>) -> tensor<40x100000xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<40x100000xf32>) -> tensor<40xf32>
    %5 = weir.broadcast %4 {dims = array<i64: 0>} : tensor<40xf32> -> tensor<40x100000xf32>
    %6 = weir.div %3, %5 : (tensor<40x100000xf32>, tensor<40x100000xf32>) -> tensor<40x100000xf32>
    return %6 : tensor<40x100000xf32>
  }

  // CHECK-LABEL: func.func @unknown
  // CHECK: kernel.group
  // CHECK-NOT: kernel.group
  // CHECK: return
  func.func @unknown(%x: tensor<?x256xf32>) -> tensor<?x256xf32> attributes {weir.job} {
    %n = weir.dim %x, 0 : tensor<?x256xf32>
    %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<?x256xf32>) -> tensor<?xf32>
    %1 = weir.broadcast %0 sizes(%n) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x256xf32>
    %2 = weir.sub %x, %1 : (tensor<?x256xf32>, tensor<?x256xf32>) -> tensor<?x256xf32>
    %3 = weir.exp %2 : (tensor<?x256xf32>) -> tensor<?x256xf32>
    %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<?x256xf32>) -> tensor<?xf32>
    %5 = weir.broadcast %4 sizes(%n) {dims = array<i64: 0>} : tensor<?xf32> -> tensor<?x256xf32>
    %6 = weir.div %3, %5 : (tensor<?x256xf32>, tensor<?x256xf32>) -> tensor<?x256xf32>
    return %6 : tensor<?x256xf32>
  }

  // Nor are so few elements worth a launch.
  // CHECK-LABEL: func.func @small
  // CHECK: weir.exp
  // CHECK-NEXT: weir.reduce_sum
  func.func @small(%x: tensor<32x10xf32>) -> (tensor<32xf32>, tensor<10xf32>) attributes {weir.job} {
    %0 = weir.exp %x : (tensor<32x10xf32>) -> tensor<32x10xf32>
    %1 = weir.reduce_sum %0 {dims = array<i64: 1>} : (tensor<32x10xf32>) -> tensor<32xf32>
    %2 = weir.reduce_sum %0 {dims = array<i64: 0>} : (tensor<32x10xf32>) -> tensor<10xf32>
    return %1, %2 : tensor<32xf32>, tensor<10xf32>
  }
}

// -----

// A target that states no costs fuses what is legal.
module attributes {kernel.target = #kernel.target<"naive", {}>} {
  // CHECK-LABEL: func.func @no_costs
  // CHECK: kernel.group
  // CHECK-NOT: kernel.group
  // CHECK: return
  func.func @no_costs(%x: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512xf32>) attributes {weir.job} {
    %y = weir.exp %x : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %0 = weir.reduce_sum %y {dims = array<i64: 1>} : (tensor<512x512xf32>) -> tensor<512xf32>
    %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<512xf32> -> tensor<512x512xf32>
    %2 = weir.sub %y, %1 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %3 = weir.reduce_max %2 {dims = array<i64: 1>} : (tensor<512x512xf32>) -> tensor<512xf32>
    return %0, %3 : tensor<512xf32>, tensor<512xf32>
  }
}

// -----

// Padding reads an exponential at other positions than the sum, so that one kernel would compute it twice for each
// element, and what is in front of it four times.
// REMARK: remark: {{.*}}is kept in memory: computing it 4.0 times
// REMARK-NEXT: %0 = weir.exp %x : (tensor<4096xf32>)
// REMARK: remark: {{.*}}is kept in memory: computing it 2.0 times
// REMARK-NEXT: %3 = weir.exp %2 : (tensor<4096xf32>)
#znver4 = #kernel.target<"cpu", {cpu = "znver4", features = ""}>
module attributes {kernel.target = #znver4} {
  // CHECK-LABEL: func.func @shifted
  // CHECK-COUNT-2: weir.exp
  // CHECK-NOT: weir.exp
  func.func @shifted(%x: tensor<4096xf32>) -> tensor<4096xf32> attributes {weir.job} {
    %0 = weir.exp %x : (tensor<4096xf32>) -> tensor<4096xf32>
    %1 = weir.pad %0 {starts = array<i64: 1>, steps = array<i64: 1>, value = 0.0 : f64}
        : tensor<4096xf32> -> tensor<4096xf32>
    %2 = weir.add %0, %1 : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    %3 = weir.exp %2 : (tensor<4096xf32>) -> tensor<4096xf32>
    %4 = weir.pad %3 {starts = array<i64: 2>, steps = array<i64: 1>, value = 0.0 : f64}
        : tensor<4096xf32> -> tensor<4096xf32>
    %5 = weir.add %3, %4 : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    return %5 : tensor<4096xf32>
  }
}
