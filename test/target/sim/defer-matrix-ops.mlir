// RUN: weir-opt %s --pass-pipeline="builtin.module(gpu.module(weir-defer-matrix-ops))" | FileCheck %s

gpu.module @device {
  // CHECK-LABEL: @runs(
  llvm.func @runs(%p: !llvm.ptr<3>, %q: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    // All but the last of a run are deferred; the user of a result moves behind it.
    // CHECK: %[[A:.*]] = nvvm.ldmatrix %{{.*}} {deferred,
    // CHECK: llvm.getelementptr
    // CHECK: %[[B:.*]] = nvvm.ldmatrix
    // CHECK-NOT: deferred
    // CHECK: llvm.add %[[A]], %[[A]]
    // CHECK: llvm.store
    %a = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    %twice = llvm.add %a, %a : i32
    %next = llvm.getelementptr %q[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
    %b = nvvm.ldmatrix %next {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    llvm.store %twice, %out : i32, !llvm.ptr<1>

    // An effect ends a run: these two stay as they are.
    // CHECK: nvvm.ldmatrix
    // CHECK-NOT: deferred
    // CHECK: llvm.store
    // CHECK: nvvm.ldmatrix
    // CHECK-NOT: deferred
    %c = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    llvm.store %b, %out : i32, !llvm.ptr<1>
    %d = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    llvm.store %c, %out : i32, !llvm.ptr<1>
    llvm.store %d, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  // Products in a chain depend on each other; two chains make runs of two.
  // CHECK-LABEL: @chains(
  // CHECK: nvvm.mma.sync {{.*}}deferred
  // CHECK: nvvm.mma.sync
  // CHECK-NOT: deferred
  // CHECK: nvvm.mma.sync {{.*}}deferred
  // CHECK: nvvm.mma.sync
  // CHECK-NOT: deferred
  // CHECK: llvm.return
  llvm.func @chains(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr<3> -> i32
    %z = llvm.mlir.constant(0.0 : f32) : f32
    %0 = nvvm.mma.sync A[%x, %x] B[%x] C[%z, %z, %z, %z] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %1 = nvvm.mma.sync A[%x, %x] B[%x] C[%z, %z, %z, %z] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %a = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32, f32, f32)>
    %b = llvm.extractvalue %1[0] : !llvm.struct<(f32, f32, f32, f32)>
    %2 = nvvm.mma.sync A[%x, %x] B[%x] C[%a, %z, %z, %z] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %3 = nvvm.mma.sync A[%x, %x] B[%x] C[%b, %z, %z, %z] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %c = llvm.extractvalue %2[0] : !llvm.struct<(f32, f32, f32, f32)>
    %d = llvm.extractvalue %3[0] : !llvm.struct<(f32, f32, f32, f32)>
    %e = llvm.fadd %c, %d : f32
    llvm.store %e, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}
