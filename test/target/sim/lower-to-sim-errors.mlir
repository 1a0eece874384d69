// RUN: weir-opt %s --weir-lower-to-sim --split-input-file --verify-diagnostics

// All ops that the simulator doesn't know are reported, not only the first.
gpu.module @unknown {
  llvm.func @extern(f32) -> f32

  llvm.func @phase0(%p: !llvm.ptr<3>, %x: f64, %f: !llvm.ptr) attributes {nvvm.kernel} {
    %0 = arith.constant 1.0 : f32 // expected-error {{expects ops that target sim knows, got 'arith.constant'}}
    %c = nvvm.read.ptx.sreg.clock : i32 // expected-error {{expects ops that target sim knows, got 'nvvm.read.ptx.sreg.clock'}}
    nvvm.mbarrier.inval %p : !llvm.ptr<3> // expected-error {{expects ops that target sim knows, got 'nvvm.mbarrier.inval'}}
    gpu.barrier // expected-error {{expects ops that target sim knows, got 'gpu.barrier'}}
    %a = llvm.inline_asm "mov.u32 $0, %smid;", "=r" : () -> i32 // expected-error {{expects PTX that target sim knows, got 'mov.u32 $0, %smid;'}}
    %v = llvm.load %p : !llvm.ptr<3> -> f32
    %b = nvvm.inline_ptx "ex2.approx.f32 $0, $1, $1;" ro(%v : f32) -> f32 // expected-error {{expects PTX that target sim knows, got 'ex2.approx.f32 $0, $1, $1;'}}
    %t = llvm.trunc %c : i32 to i1
    %b2 = nvvm.inline_ptx "ex2.approx.f32 $0, $1;" ro(%v : f32), predicate = %t -> f32 // expected-error {{expects PTX without predicate}}
    %d = llvm.call_intrinsic "llvm.nvvm.sin.approx.d"(%v) : (f32) -> f32 // expected-error {{expects an intrinsic that target sim knows, got llvm.nvvm.sin.approx.d}}
    %e = llvm.call @extern(%v) : (f32) -> f32 // expected-error {{expects kernels to call functions of their module only}}
    llvm.call %f(%v) : !llvm.ptr, (f32) -> () // expected-error {{expects kernels to call functions of their module only}}
    "llvm.intr.trap"() : () -> () // expected-error {{expects ops that target sim knows, got 'llvm.intr.trap'}}
    llvm.return
  }
}

// -----

gpu.module @forms {
  llvm.func @phase0(%p: !llvm.ptr<3>, %g: !llvm.ptr<1>, %x: i64) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %v = llvm.load %g : !llvm.ptr<1> -> f32
    %r = nvvm.redux.sync fmin %v, %all : f32 -> f32 // expected-error {{expects redux.sync of integers, got 'f32'}}
    %s = llvm.load %g : !llvm.ptr<1> -> !llvm.struct<(f32, i64)> // expected-error {{expects accesses of numbers, vectors and arrays}}
    %b = llvm.mlir.constant(1.0 : bf16) : bf16
    %o = llvm.atomicrmw fadd %g, %b monotonic : !llvm.ptr<1>, bf16 // expected-error {{expects atomics of integers, f16, f32 or f64, got 'bf16'}}
    %n = llvm.load %g : !llvm.ptr<1> -> i32
    %dynamic = llvm.alloca %n x f32 : (i32) -> !llvm.ptr // expected-error {{expects variables of a known size in a function's first block}}
    %narrow = llvm.ptrtoint %p : !llvm.ptr<3> to i32 // expected-error {{expects addresses of 64 bits, got 'i32'}}
    %pointer = llvm.inttoptr %n : i32 to !llvm.ptr<3> // expected-error {{expects addresses of 64 bits, got 'i32'}}
    %m = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)> // expected-error {{expects ldmatrix of 8x8 matrices of b16}}
    %t = nvvm.convert.float.to.tf32 %v {rnd = #nvvm.fp_rnd_mode<rna>, relu = false, sat = #nvvm.sat_mode<satfinite>} // expected-error {{expects a conversion to tf32 by rn, rz or rna, without relu or satfinite}}
    %self = llvm.mlir.addressof @phase0 : !llvm.ptr // expected-error {{expects addresses of variables, not of functions}}
    llvm.return
  }
}

// -----

gpu.module @parameters {
  // expected-error @below {{expects the parameters of a kernel to be words of 64 bits, got 'f32'}}
  llvm.func @phase0(%p: !llvm.ptr, %x: f32) attributes {nvvm.kernel} {
    llvm.return
  }
}

// -----

gpu.module @globals {
  // expected-error @below {{expects global variables of a kernel to be constant or in shared memory}}
  llvm.mlir.global internal @counter(0 : i32) {addr_space = 1 : i32} : i32
  // expected-error @below {{expects shared memory to be aligned to at most 1024 bytes, got 2048}}
  llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 2048 : i64} : !llvm.array<0 x i8>
}

// -----

// expected-error @below {{expects a thread's variables to take at most 24576 bytes, got 24580}}
gpu.module @variables {
  llvm.func @phase0() attributes {nvvm.kernel} {
    %n = llvm.mlir.constant(6145 : i32) : i32
    %array = llvm.alloca %n x f32 : (i32) -> !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @products {
  llvm.func @phase0(%p: !llvm.ptr<3>) attributes {nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr<3> -> i32
    // expected-error @below {{expects mma.sync.m16n8 of f16, bf16 or tf32 with rows of A and columns of B, and C and D of one type}}
    %0 = nvvm.mma.sync A[%x, %x] B[%x] C[%x, %x, %x, %x] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
    // expected-error @below {{expects a deferred op to be followed by one of its kind that is not}}
    %1 = nvvm.ldmatrix %p {deferred, num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    llvm.return
  }
}
