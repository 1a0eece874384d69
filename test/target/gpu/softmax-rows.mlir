// RUN: rm -rf %t && weir-compile %s --target=cuda --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/reduce_max_exp_reduce_sum_div.02.blocks.mlir
// RUN: FileCheck %s --input-file=%t/reduce_max_exp_reduce_sum_div.04.nvvm.mlir --check-prefix=NVVM
// A row is read from memory once, by 16 bytes, into shared memory; each of its loops takes it from there. A block joins
// what its warps have by one barrier per reduction.

// CHECK: gpu.func @phase0
// CHECK: scf.for
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<?xbf16, 1>, vector<8xbf16>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : memref<?xbf16, 3>, vector<8xbf16>
// CHECK: %[[MAX:.*]] = scf.for
// CHECK: vector.load {{.*}} : memref<?xbf16, 3>, vector<8xbf16>
// CHECK: arith.maximumf {{.*}} : vector<8xf32>
// CHECK: vector.extract_strided_slice %[[MAX]]
// CHECK-COUNT-5: nvvm.shfl.sync
// CHECK: gpu.barrier
// CHECK-COUNT-3: nvvm.shfl.sync
// CHECK: scf.for
// CHECK: vector.load {{.*}} : memref<?xbf16, 3>, vector<8xbf16>
// CHECK: math.exp {{.*}} : vector<8xf32>
// CHECK-COUNT-5: nvvm.shfl.sync
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: vector.load {{.*}} : memref<?xbf16, 3>, vector<8xbf16>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : memref<?xbf16, 1>, vector<8xbf16>
// CHECK-NOT: gpu.barrier

// NVVM: gpu.module @device
// NVVM: llvm.func @phase0
// NVVM-SAME: nvvm.kernel
// NVVM: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xbf16>
// NVVM: llvm.store {{.*}} {alignment = 16 : i64} : vector<8xbf16>, !llvm.ptr<3>
// NVVM-COUNT-2: nvvm.barrier
func.func @softmax(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16> attributes {weir.job} {
  %m = weir.dim %x, 0 : tensor<?x4096xbf16>
  %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<?x4096xbf16>) -> tensor<?xbf16>
  %1 = weir.broadcast %0 sizes(%m) {dims = array<i64: 0>} : tensor<?xbf16> -> tensor<?x4096xbf16>
  %2 = weir.sub %x, %1 : (tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %3 = weir.exp %2 : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<?x4096xbf16>) -> tensor<?xbf16>
  %5 = weir.broadcast %4 sizes(%m) {dims = array<i64: 0>} : tensor<?xbf16> -> tensor<?x4096xbf16>
  %6 = weir.div %3, %5 : (tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %6 : tensor<?x4096xbf16>
}
