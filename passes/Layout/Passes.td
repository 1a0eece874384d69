// The stage `layout`.
#ifndef WEIR_PASSES_LAYOUT_TD
#define WEIR_PASSES_LAYOUT_TD

include "mlir/Pass/PassBase.td"

def PackOperandsPass : Pass<"weir-pack-operands", "::mlir::ModuleOp"> {
  let summary = "Packs the second operand of products where it follows from variables and constants alone.";
  let description = [{
    The ops between the variables and the operand (casts, transpositions) move into a derive job, which packs the result
    and assigns it to a variable of its own. Variables that a job of the module assigns are not packed: their packed
    form would be derived anew for each run. The target says how wide a panel is; if it packs nothing, nothing changes.

    ```mlir
    weir.variable @w : tensor<64x10xf32>
    func.func @eval(%x: tensor<?x64xf32>) -> tensor<?x10xf32> attributes {weir.job} {
      %w = weir.read @w : tensor<64x10xf32>
      %y = weir.matmul %x, %w : (tensor<?x64xf32>, tensor<64x10xf32>) -> tensor<?x10xf32>
      return %y : tensor<?x10xf32>
    }
    ```
    becomes, with panels of 16 columns (a derived variable's name ends in a hash of what derives it, here left out),
    ```mlir
    weir.variable @w : tensor<64x10xf32>
    weir.variable @w.packed : tensor<1x64x16xf32>
    func.func @w.packed.derive() attributes {weir.derive, weir.job} {
      %w = weir.read @w : tensor<64x10xf32>
      %0 = weir.pack %w {panel = 16 : i64} : (tensor<64x10xf32>) -> tensor<1x64x16xf32>
      weir.assign @w.packed, %0 : tensor<1x64x16xf32>
      return
    }
    func.func @eval(%x: tensor<?x64xf32>) -> tensor<?x10xf32> attributes {weir.job} {
      %0 = weir.read @w.packed : tensor<1x64x16xf32>
      %y = weir.matmul_packed %x, %0 {columns = 10 : i64, panel = 16 : i64}
          : (tensor<?x64xf32>, tensor<1x64x16xf32>) -> tensor<?x10xf32>
      return %y : tensor<?x10xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::weir::WeirDialect"];
  let options = [
    Option<"panel", "panel", "int64_t", "-1", "Columns of a panel; -1 asks the target, 0 packs nothing.">,
    Option<"group", "group", "int64_t", "1", "Rows of the matrix in a row of a panel, where `panel` is given.">,
    Option<"depth", "depth", "int64_t", "1",
           "What the matrix has a multiple of rows of, zeros behind its own, where `panel` is given.">,
  ];
}

def FoldScalesPass : Pass<"weir-fold-scales", "::mlir::ModuleOp"> {
  let summary = "Folds per-channel scales of convolutions' results into their kernels.";
  let description = [{
    Only where kernel and scales depend on variables and constants alone, so that they are multiplied once, such as in
    evaluation, where batch_norm is a scale and an offset for each channel. A bias between convolution and scale is
    multiplied, too. Nothing is folded where a job of the module assigns one of the variables.

    ```mlir
    %y = weir.conv %x, %w {...} : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
    %s = weir.broadcast %scale {dims = array<i64: 1>} : tensor<4xf32> -> tensor<1x4x8x8xf32>
    %z = weir.mul %y, %s : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
    ```
    becomes
    ```mlir
    %s = weir.broadcast %scale {dims = array<i64: 0>} : tensor<4xf32> -> tensor<4x3x1x1xf32>
    %v = weir.mul %w, %s : (tensor<4x3x1x1xf32>, tensor<4x3x1x1xf32>) -> tensor<4x3x1x1xf32>
    %z = weir.conv %x, %v {...} : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
    ```
  }];
  let dependentDialects = ["::weir::WeirDialect"];
}

def ChannelsLastPass : Pass<"weir-channels-last", "::mlir::func::FuncOp"> {
  let summary = "Makes convolutions read and write images with channels last, between transpositions.";
  let description = [{
    Only in jobs whose target packs convolution kernels (`TargetInterface::packedKernel`); convolutions with groups stay
    as they are. `weir-sink-transposes` removes pairs of transpositions that cancel.

    ```mlir
    %y = weir.conv %x, %w {...} : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
    ```
    becomes
    ```mlir
    %0 = weir.transpose %x {permutation = array<i64: 0, 2, 3, 1>} : (tensor<1x3x8x8xf32>) -> tensor<1x8x8x3xf32>
    %1 = weir.conv %0, %w {..., channels_last} : (tensor<1x8x8x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x8x8x4xf32>
    %y = weir.transpose %1 {permutation = array<i64: 0, 3, 1, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32>
    ```
  }];
  let dependentDialects = ["::weir::WeirDialect"];
  let options = [Option<"force", "force", "bool", "false", "Ignores whether the target packs kernels.">];
}

def SinkTransposesPass : Pass<"weir-sink-transposes", "::mlir::func::FuncOp"> {
  let summary = "Moves transpositions that put channels behind the batch towards the job's results.";
  let description = [{
    They move through elementwise ops and ops over windows if most operands are such transpositions, through reductions,
    and through reshapes of images of one pixel. They fold into broadcasts and splats. A transposition that meets its
    inverse vanishes, so that a network of convolutions transposes only its input.

    ```mlir
    %0 = weir.transpose %x {permutation = array<i64: 0, 3, 1, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32>
    %y = weir.relu %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
    ```
    becomes
    ```mlir
    %0 = weir.relu %x : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
    %y = weir.transpose %0 {permutation = array<i64: 0, 3, 1, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32>
    ```
  }];
  let dependentDialects = ["::weir::WeirDialect"];
}

def PackKernelsPass : Pass<"weir-pack-kernels", "::mlir::ModuleOp"> {
  let summary = "Packs the kernels of convolutions of images whose channels come last.";
  let description = [{
    They are packed in a derive job if the kernel depends on variables and constants alone, as by weir-pack-operands;
    else in the job itself. All sizes but the batch's must be known. The target says how wide a panel is and how many
    channels are adjacent; if it packs nothing, nothing changes. 3 x 3 kernels are packed for weir.conv_winograd
    where the target prefers that.

    ```mlir
    %y = weir.conv %x, %w {..., channels_last} : (tensor<?x8x8x32xf32>, tensor<64x32x3x3xf32>) -> tensor<?x8x8x64xf32>
    ```
    becomes, with panels of 32 columns and blocks of 16 channels, and a derive job for the variable,
    ```mlir
    %p = weir.read @w.packed : tensor<2x288x32xf32>
    %y = weir.conv_packed %x, %p {..., block = 16 : i64, channels = 32 : i64, columns = 64 : i64, panel = 32 : i64,
                                  window = array<i64: 3, 3>}
        : (tensor<?x8x8x32xf32>, tensor<2x288x32xf32>) -> tensor<?x8x8x64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::weir::WeirDialect"];
  let options = [
    Option<"panel", "panel", "int64_t", "-1", "Columns of a panel; -1 asks the target, 0 packs nothing.">,
    Option<"block", "block", "int64_t", "0", "Channels that stand together, where `panel` is given; 0: all.">,
    Option<"winograd", "winograd", "bool", "true",
           "Whether 3 x 3 convolutions may take Winograd's form; where `panel` is given, all take it that can.">,
  ];
}

def DeriveValuesPass : Pass<"weir-derive-values", "::mlir::ModuleOp"> {
  let summary = "Computes elementwise ops on variables and constants alone in derive jobs, once.";
  let description = [{
    Nothing is derived from variables that a job of the module assigns. Broadcasts, reshapes and transpositions stay in
    the job.

    ```mlir
    %v = weir.read @variance : tensor<64xf32>
    %s = weir.rsqrt %v : (tensor<64xf32>) -> tensor<64xf32>
    %r = weir.broadcast %s {dims = array<i64: 1>} : tensor<64xf32> -> tensor<8x64xf32>
    ```
    becomes, with a derive job that keeps the variable up to date,
    ```mlir
    %s = weir.read @variance.derived : tensor<64xf32>
    %r = weir.broadcast %s {dims = array<i64: 1>} : tensor<64xf32> -> tensor<8x64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::weir::WeirDialect"];
}

def WriteSlicesPass : Pass<"weir-write-slices", "::mlir::func::FuncOp"> {
  let summary = "Writes what replaces a small part of a variable into its place.";
  let description = [{
    What weir.slice_scatter is made of goes over all of its result, which fuses with its neighbours, but costs the whole
    of a cache for each token that is written to it. Where the result is the new value of the variable that was read,
    and the part is less than half of it, weir.write_slice touches the part alone.

    ```mlir
    %old = weir.read @keys : tensor<12x1024xf32>
    %all = weir.constant dense<true> : tensor<i1> -> tensor<12x1xi1>
    %here = weir.pad %all {starts = array<i64: 0, 7>, ...} : tensor<12x1xi1> -> tensor<12x1024xi1>
    %new = weir.pad %key {starts = array<i64: 0, 7>, ...} : tensor<12x1xf32> -> tensor<12x1024xf32>
    %keys = weir.select %here, %new, %old : (...) -> tensor<12x1024xf32>
    weir.assign @keys, %keys : tensor<12x1024xf32>
    ```
    becomes
    ```mlir
    %old = weir.read @keys : tensor<12x1024xf32>
    %keys = weir.write_slice %old, %key {starts = array<i64: 0, 7>, steps = array<i64: 1, 1>}
        : (tensor<12x1024xf32>, tensor<12x1xf32>) -> tensor<12x1024xf32>
    weir.assign @keys, %keys : tensor<12x1024xf32>
    ```
  }];
  let dependentDialects = ["::weir::WeirDialect"];
}

def JoinCollectivesPass : Pass<"weir-join-collectives", "::mlir::func::FuncOp"> {
  let summary = "Makes one sum of small ones.";
  let dependentDialects = ["::weir::WeirDialect", "::weir::comm::CommDialect"];
  let description = [{
    Sums of one kind among the same ranks, as of the gradients of biases, none of which is used before the last: their
    elements are put side by side and joined where the last was.

    ```mlir
    %a = comm.all_reduce %x : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
    %b = comm.all_reduce %y : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
    becomes
    ```mlir
    %0 = weir.concat %x, %y {dim = 0 : i64} : (tensor<8xf32>, tensor<4xf32>) -> tensor<12xf32>
    %1 = comm.all_reduce %0 : tensor<12xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
    %a = weir.slice %1 {starts = array<i64: 0>, steps = array<i64: 1>} : tensor<12xf32> -> tensor<8xf32>
    %b = weir.slice %1 {starts = array<i64: 8>, steps = array<i64: 1>} : tensor<12xf32> -> tensor<4xf32>
    ```
  }];
}

def LowerCollectivesPass : Pass<"weir-lower-collectives", "::mlir::func::FuncOp"> {
  let summary = "Makes collectives of exchanges and reductions.";
  let dependentDialects = ["::weir::WeirDialect", "::weir::comm::CommDialect"];
  let description = [{
    Leaves `comm.cut` and `comm.exchange`. Terms of sums are exchanged as rows of a matrix, each member getting a part
    of all rows; it joins them in the order of members. Small ones are sent to all, who join them themselves.

    ```mlir
    %y = comm.all_reduce %x : tensor<8xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
    becomes
    ```mlir
    %0 = weir.reshape %x : tensor<8xf32> -> tensor<1x8xf32>
    %1 = comm.exchange %0 : tensor<1x8xf32> -> tensor<2x8xf32> of tensor<2x8xf32>
        from #sbp.split<0> to #sbp.broadcast on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
    %y = weir.reduce_sum %1 {dims = array<i64: 0>} : (tensor<2x8xf32>) -> tensor<8xf32>
    ```
  }];
}

#endif
