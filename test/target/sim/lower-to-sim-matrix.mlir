// RUN: weir-opt %s --weir-lower-to-sim --canonicalize | FileCheck %s

gpu.module @device {
  // The kind of a product is type | depth << 8 | f16 accumulator << 16.
  // CHECK-LABEL: @products(
  // CHECK-DAG: %[[F16:.*]] = llvm.mlir.constant(4096 : i32)
  // CHECK-DAG: %[[F16ACC:.*]] = llvm.mlir.constant(67584 : i32)
  // CHECK-DAG: %[[BF16:.*]] = llvm.mlir.constant(2049 : i32)
  // CHECK-DAG: %[[TF32K8:.*]] = llvm.mlir.constant(2050 : i32)
  // CHECK-DAG: %[[TF32K4:.*]] = llvm.mlir.constant(1026 : i32)
  llvm.func @products(%h: vector<2xf16>, %f: f32, %i: i32, %out: !llvm.ptr<1>) {
    // Registers are arrays in the thread's frame.
    // CHECK: llvm.store %{{.*}}, %[[A:.*]] {alignment = 4 : i64} : vector<2xf16>, !llvm.ptr
    // CHECK: llvm.getelementptr %[[A]][1] : (!llvm.ptr) -> !llvm.ptr, i32
    // CHECK: llvm.getelementptr %{{.*}}[144]
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[F16]], %{{.*}}, %[[A]], %{{.*}}, %{{.*}}, %[[D:.*]]) {convergent, no_unwind}
    // CHECK: llvm.load %[[D]] {alignment = 4 : i64} : !llvm.ptr -> f32
    %0 = nvvm.mma.sync A[%h, %h, %h, %h] B[%h, %h] C[%f, %f, %f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v0 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32, f32, f32)>
    llvm.store %v0, %out : f32, !llvm.ptr<1>
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[F16ACC]],
    // CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<2xf16>
    %1 = nvvm.mma.sync A[%h, %h] B[%h] C[%h, %h] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    %v1 = llvm.extractvalue %1[1] : !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    llvm.store %v1, %out : vector<2xf16>, !llvm.ptr<1>
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[BF16]],
    %2 = nvvm.mma.sync A[%i, %i] B[%i] C[%f, %f, %f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v2 = llvm.extractvalue %2[0] : !llvm.struct<(f32, f32, f32, f32)>
    llvm.store %v2, %out : f32, !llvm.ptr<1>
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[TF32K8]],
    %3 = nvvm.mma.sync A[%i, %i, %i, %i] B[%i, %i] C[%f, %f, %f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v3 = llvm.extractvalue %3[0] : !llvm.struct<(f32, f32, f32, f32)>
    llvm.store %v3, %out : f32, !llvm.ptr<1>
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[TF32K4]],
    %4 = nvvm.mma.sync A[%i, %i] B[%i] C[%f, %f, %f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 4>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v4 = llvm.extractvalue %4[0] : !llvm.struct<(f32, f32, f32, f32)>
    llvm.store %v4, %out : f32, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: @matrices(
  // CHECK-DAG: %[[DEFERRED:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK-DAG: %[[TRANSPOSED:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK-DAG: %[[PLAIN:.*]] = llvm.mlir.constant(0 : i32)
  llvm.func @matrices(%s: !llvm.ptr<3>, %out: !llvm.ptr<1>) {
    // A run: its results are read behind its last op, one register or a struct.
    // CHECK: llvm.getelementptr %{{.*}}[128]
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[S:.*]], %{{.*}}, %[[DEFERRED]], %[[FIRST:.*]]) {convergent, no_unwind}
    // CHECK-NOT: llvm.load %[[FIRST]]
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[S]], %{{.*}}, %[[TRANSPOSED]], %[[SECOND:.*]]) {convergent, no_unwind}
    // CHECK: llvm.load %[[SECOND]]
    // CHECK: llvm.load %[[FIRST]]
    %0 = nvvm.ldmatrix %s {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    %1 = nvvm.ldmatrix %s {num = 2 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %second = llvm.extractvalue %1[0] : !llvm.struct<(i32, i32)>
    // CHECK: llvm.getelementptr %{{.*}}[136]
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %[[S]], %{{.*}}, %[[PLAIN]], %{{.*}}) {convergent, no_unwind}
    nvvm.stmatrix %s, %0, %second {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32
    llvm.return
  }

  // A copy without a size of its source takes all of it; cp.async.wait_all is PTX.
  // CHECK-LABEL: @copies(
  // CHECK-SAME: %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[SIZE:.*]]: i32
  // CHECK-DAG: %[[BYTES:.*]] = llvm.mlir.constant(16 : i32)
  llvm.func @copies(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %size: i32) {
    // CHECK: llvm.getelementptr %{{.*}}[96]
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[BYTES]], %[[BYTES]])
    nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    // CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[BYTES]], %[[SIZE]])
    nvvm.cp.async.shared.global %s, %g, 16, cache = cg, %size : !llvm.ptr<3>, !llvm.ptr<1>, i32
    // CHECK: llvm.getelementptr %{{.*}}[104]
    // CHECK: llvm.call %{{.*}} : !llvm.ptr, (!llvm.ptr, i32) -> ()
    nvvm.cp.async.commit.group
    // CHECK: llvm.getelementptr %{{.*}}[112]
    // CHECK: llvm.call %{{.*}} : !llvm.ptr, (!llvm.ptr, i32, i32) -> ()
    nvvm.cp.async.wait.group 1
    // CHECK: llvm.getelementptr %{{.*}}[120]
    // CHECK: llvm.call %{{.*}} : !llvm.ptr, (!llvm.ptr, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.wait_all;", "" : () -> ()
    llvm.return
  }
}
