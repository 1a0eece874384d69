// Kernels of the simulator's tests, by hand, each with a place where a test may leave out what makes it right.
#pragma once

#include <string>

namespace weir {

/// y[i] = 2 x[i] for i < n; words: x, y, n.
inline std::string scaleKernel(const std::string &inBounds = "%in = arith.cmpi ult, %i, %n : i64") {
  return R"mlir(
gpu.module @device {
  gpu.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %n: i64) kernel {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %block = nvvm.read.ptx.sreg.ctaid.x : i32
    %threads = nvvm.read.ptx.sreg.ntid.x : i32
    %first = arith.muli %block, %threads : i32
    %number = arith.addi %first, %tid : i32
    %i = arith.extui %number : i32 to i64
    )mlir" +
         inBounds + R"mlir(
    scf.if %in {
      %from = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %to = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %value = llvm.load %from : !llvm.ptr<1> -> f32
      %twice = arith.addf %value, %value : f32
      llvm.store %twice, %to : f32, !llvm.ptr<1>
    }
    gpu.return
  }
})mlir";
}

/// y[row] = sum of x[row, :], a block per row, by shuffles, shared memory and a barrier; words: x, y, columns.
inline std::string rowSumKernel(const std::string &barrier = "nvvm.barrier0") {
  return R"mlir(
gpu.module @device {
  llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @warp_sum(%value: f32) -> f32 {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %d16 = llvm.mlir.constant(16 : i32) : i32
    %d8 = llvm.mlir.constant(8 : i32) : i32
    %d4 = llvm.mlir.constant(4 : i32) : i32
    %d2 = llvm.mlir.constant(2 : i32) : i32
    %d1 = llvm.mlir.constant(1 : i32) : i32
    %o16 = nvvm.shfl.sync bfly %all, %value, %d16, %clamp : f32 -> f32
    %s16 = llvm.fadd %value, %o16 : f32
    %o8 = nvvm.shfl.sync bfly %all, %s16, %d8, %clamp : f32 -> f32
    %s8 = llvm.fadd %s16, %o8 : f32
    %o4 = nvvm.shfl.sync bfly %all, %s8, %d4, %clamp : f32 -> f32
    %s4 = llvm.fadd %s8, %o4 : f32
    %o2 = nvvm.shfl.sync bfly %all, %s4, %d2, %clamp : f32 -> f32
    %s2 = llvm.fadd %s4, %o2 : f32
    %o1 = nvvm.shfl.sync bfly %all, %s2, %d1, %clamp : f32 -> f32
    %s1 = llvm.fadd %s2, %o1 : f32
    llvm.return %s1 : f32
  }
  gpu.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %columns: i64) kernel {
    %none = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : i32
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %tid32 = nvvm.read.ptx.sreg.tid.x : i32
    %ntid32 = nvvm.read.ptx.sreg.ntid.x : i32
    %row32 = nvvm.read.ptx.sreg.ctaid.x : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %warp = nvvm.read.ptx.sreg.warpid : i32
    %tid = arith.extui %tid32 : i32 to i64
    %ntid = arith.extui %ntid32 : i32 to i64
    %row = arith.extui %row32 : i32 to i64
    %start = arith.muli %row, %columns : i64
    %own = scf.for %j = %tid to %columns step %ntid iter_args(%sum = %none) -> f32 : i64 {
      %i = arith.addi %start, %j : i64
      %from = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %value = llvm.load %from : !llvm.ptr<1> -> f32
      %next = arith.addf %sum, %value : f32
      scf.yield %next : f32
    }
    %ofWarp = llvm.call @warp_sum(%own) : (f32) -> f32
    %slots = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %isFirst = arith.cmpi eq, %lane, %c0 : i32
    scf.if %isFirst {
      %slot = llvm.getelementptr %slots[%warp] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
      llvm.store %ofWarp, %slot : f32, !llvm.ptr<3>
    }
    )mlir" +
         barrier + R"mlir(
    %isZero = arith.cmpi eq, %tid, %zero : i64
    scf.if %isZero {
      %c32 = arith.constant 32 : i64
      %warps = arith.divui %ntid, %c32 : i64
      %total = scf.for %w = %zero to %warps step %one iter_args(%sum = %none) -> f32 : i64 {
        %slot = llvm.getelementptr %slots[%w] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
        %value = llvm.load %slot : !llvm.ptr<3> -> f32
        %next = arith.addf %sum, %value : f32
        scf.yield %next : f32
      }
      %to = llvm.getelementptr %y[%row] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      llvm.store %total, %to : f32, !llvm.ptr<1>
    }
    gpu.return
  }
})mlir";
}

/// C[16, 8] = A[16, depth] B[depth, 8] in bf16 and f32 by one warp, depth a multiple of 16: two stages of cp.async,
/// then ldmatrix and mma; words: A, B, C, depth.
inline std::string productKernel(const std::string &wait = "nvvm.cp.async.wait.group 1",
                                 const std::string &syncBehind = "nvvm.bar.warp.sync %all : i32") {
  return R"mlir(
gpu.module @device {
  llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
  llvm.func @fetch(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %stage: !llvm.ptr<3>, %k: i64, %depth: i64, %lane: i64) {
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %c3 = llvm.mlir.constant(3 : i64) : i64
    %c16 = llvm.mlir.constant(16 : i64) : i64
    // A: half a row of 16 elements by each lane.
    %row = llvm.lshr %lane, %c1 : i64
    %half = llvm.and %lane, %c1 : i64
    %rowStart = llvm.mul %row, %depth : i64
    %column = llvm.shl %half, %c3 : i64
    %within = llvm.add %k, %column : i64
    %element = llvm.add %rowStart, %within : i64
    %fromA = llvm.getelementptr %a[%element] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i16
    %byteA = llvm.mul %lane, %c16 : i64
    %toA = llvm.getelementptr %stage[%byteA] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
    nvvm.cp.async.shared.global %toA, %fromA, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    // B: a row of 8 elements by each of the first 16 lanes.
    %isRow = llvm.icmp "ult" %lane, %c16 : i64
    llvm.cond_br %isRow, ^fetch, ^end
  ^fetch:
    %rowB = llvm.add %k, %lane : i64
    %elementB = llvm.shl %rowB, %c3 : i64
    %fromB = llvm.getelementptr %b[%elementB] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i16
    %stageB = llvm.getelementptr %stage[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %toB = llvm.getelementptr %stageB[%byteA] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
    nvvm.cp.async.shared.global %toB, %fromB, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
  gpu.func @k(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>, %depth: i64) kernel {
    %zero = arith.constant 0 : i64
    %c1 = arith.constant 1 : i64
    %c2 = arith.constant 2 : i64
    %c4 = arith.constant 4 : i64
    %c8 = arith.constant 8 : i64
    %c16 = arith.constant 16 : i64
    %c32 = arith.constant 32 : i64
    %stageBytes = arith.constant 768 : i64
    %all = arith.constant -1 : i32
    %none = arith.constant 0.0 : f32
    %lane32 = nvvm.read.ptx.sreg.laneid : i32
    %lane = arith.extui %lane32 : i32 to i64
    %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
    llvm.call @fetch(%a, %b, %shared, %zero, %depth, %lane)
        : (!llvm.ptr<1>, !llvm.ptr<1>, !llvm.ptr<3>, i64, i64, i64) -> ()
    nvvm.cp.async.commit.group
    %d:4 = scf.for %k = %zero to %depth step %c16 iter_args(%d0 = %none, %d1 = %none, %d2 = %none, %d3 = %none)
        -> (f32, f32, f32, f32) : i64 {
      %number = arith.divui %k, %c16 : i64
      %parity = arith.remui %number, %c2 : i64
      %otherParity = arith.subi %c1, %parity : i64
      %thisByte = arith.muli %parity, %stageBytes : i64
      %nextByte = arith.muli %otherParity, %stageBytes : i64
      %this = llvm.getelementptr %shared[%thisByte] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
      %other = llvm.getelementptr %shared[%nextByte] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
      %next = arith.addi %k, %c16 : i64
      %isMore = arith.cmpi ult, %next, %depth : i64
      scf.if %isMore {
        llvm.call @fetch(%a, %b, %other, %next, %depth, %lane)
            : (!llvm.ptr<1>, !llvm.ptr<1>, !llvm.ptr<3>, i64, i64, i64) -> ()
      }
      nvvm.cp.async.commit.group
      )mlir" +
         wait + R"mlir(
      nvvm.bar.warp.sync %all : i32
      %row = arith.remui %lane, %c16 : i64
      %right = arith.divui %lane, %c16 : i64
      %rowByte = arith.muli %row, %c32 : i64
      %rightByte = arith.muli %right, %c16 : i64
      %byteA = arith.addi %rowByte, %rightByte : i64
      %atA = llvm.getelementptr %this[%byteA] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
      %fa = nvvm.ldmatrix %atA {num = 4 : i32, layout = #nvvm.mma_layout<row>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
      %thisB = llvm.getelementptr %this[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %byteB = arith.muli %row, %c16 : i64
      %atB = llvm.getelementptr %thisB[%byteB] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
      %fb = nvvm.ldmatrix %atB {num = 2 : i32, layout = #nvvm.mma_layout<col>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
      %a0 = llvm.extractvalue %fa[0] : !llvm.struct<(i32, i32, i32, i32)>
      %a1 = llvm.extractvalue %fa[1] : !llvm.struct<(i32, i32, i32, i32)>
      %a2 = llvm.extractvalue %fa[2] : !llvm.struct<(i32, i32, i32, i32)>
      %a3 = llvm.extractvalue %fa[3] : !llvm.struct<(i32, i32, i32, i32)>
      %b0 = llvm.extractvalue %fb[0] : !llvm.struct<(i32, i32)>
      %b1 = llvm.extractvalue %fb[1] : !llvm.struct<(i32, i32)>
      %product = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%d0, %d1, %d2, %d3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %n0 = llvm.extractvalue %product[0] : !llvm.struct<(f32, f32, f32, f32)>
      %n1 = llvm.extractvalue %product[1] : !llvm.struct<(f32, f32, f32, f32)>
      %n2 = llvm.extractvalue %product[2] : !llvm.struct<(f32, f32, f32, f32)>
      %n3 = llvm.extractvalue %product[3] : !llvm.struct<(f32, f32, f32, f32)>
      )mlir" +
         syncBehind + R"mlir(
      scf.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
    }
    // A lane has two neighbours of row lane / 4 and the two eight rows below.
    %group = arith.divui %lane, %c4 : i64
    %inGroup = arith.remui %lane, %c4 : i64
    %upper = arith.muli %group, %c8 : i64
    %pair = arith.muli %inGroup, %c2 : i64
    %first = arith.addi %upper, %pair : i64
    %at = llvm.getelementptr %c[%first] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %below = llvm.getelementptr %at[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %v0 = llvm.mlir.poison : vector<2xf32>
    %i0 = llvm.mlir.constant(0 : i32) : i32
    %i1 = llvm.mlir.constant(1 : i32) : i32
    %u0 = llvm.insertelement %d#0, %v0[%i0 : i32] : vector<2xf32>
    %u1 = llvm.insertelement %d#1, %u0[%i1 : i32] : vector<2xf32>
    %l0 = llvm.insertelement %d#2, %v0[%i0 : i32] : vector<2xf32>
    %l1 = llvm.insertelement %d#3, %l0[%i1 : i32] : vector<2xf32>
    llvm.store %u1, %at {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<1>
    llvm.store %l1, %below {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<1>
    gpu.return
  }
})mlir";
}

} // namespace weir
