// The stages `sbp` and `partition`.
#ifndef WEIR_PASSES_SBP_TD
#define WEIR_PASSES_SBP_TD

include "mlir/Pass/PassBase.td"

def InferSignaturesPass : Pass<"weir-infer-signatures", "::mlir::ModuleOp"> {
  let summary = "Gives every op, job and variable the attribute `sbp.signature`.";
  let description = [{
    Constraints are kept, and arguments, results and variables are held as their own signatures say; without one they
    are broadcast. Of the splits that an op's iteration rule offers it takes, on all axes of the mesh, what makes the
    job fastest: a first walk in program order looks at what comes in, further walks at users, too, until nothing
    improves.
    Counted are the op's share of arithmetic and memory and what the collectives take that change how values are held.
    Results of a job with `sbp.as_computed` are held as what comes in makes them, and only what is sent counts.
    What no hint reaches is broadcast. What a job moves to another mesh comes as it is held where it is made, and is
    held there as `sbp.move` says. A module without a mesh gets one of a single device. With `remarks`, each op says
    what it got and what the alternatives cost.

    ```mlir
    func.func @f(%x: tensor<8x64xf32>) -> tensor<8x64xf32> attributes {weir.job} {
      %0 = sbp.constrain %x : tensor<8x64xf32> to #sbp.split<0>
      %1 = weir.relu %0 : (tensor<8x64xf32>) -> tensor<8x64xf32>
      return %1 : tensor<8x64xf32>
    }
    ```
    becomes (the mesh and the job's placement and signature left out)
    ```mlir
      %0 = sbp.constrain %x : tensor<8x64xf32> to #sbp.split<0>
          {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>}
      %1 = weir.relu %0 {sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.split<0>)>}
          : (tensor<8x64xf32>) -> tensor<8x64xf32>
      return %1 : tensor<8x64xf32>
    ```
  }];
  let dependentDialects = ["::weir::sbp::SbpDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Say of each op how it is held, and why">];
}

def VerifySignaturesPass : Pass<"weir-verify-signatures", "::mlir::ModuleOp"> {
  let summary = "Verifies that every op of a job has a signature and that it fits the job's mesh.";
  let description = [{
    Whether an op's iteration rule offers a signature is verified with the op. Here: none is missing, each value is held
    on the axes of the job's mesh, what is moved to another mesh is returned as it is held there and not used, and reads
    and assigns see a variable as the variable says. The module doesn't change.

    ```mlir
    %0 = weir.relu %x : (tensor<8xf32>) -> tensor<8xf32>   // error: expects the attribute 'sbp.signature'
    ```
  }];
}

def VerifyRanksPass : Pass<"weir-verify-ranks", "::mlir::ModuleOp"> {
  let summary = "Verifies that the programs of a job's ranks meet in the same collectives.";
  let description = [{
    A rank waits in a collective until all of its group are there. So all programs of a job have the same collectives,
    attributes included, in the same order, outside of other ops; and each place of the mesh runs one of them. The
    module doesn't change.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
        attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [0]>} {
      // error: expects the ranks of a job to meet in the same collectives, in one order
      %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
      return %0 : tensor<4xf32>
    }
    func.func @f.1(%x: tensor<4xf32>) -> tensor<4xf32>
        attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [1]>} {
      %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<max> among dense<[[0, 1]]> : tensor<1x2xi64>
      return %0 : tensor<4xf32>
    }
    ```
  }];
}

def PartitionPass : Pass<"weir-partition", "::mlir::ModuleOp"> {
  let summary = "Turns the global program into the programs of ranks.";
  let dependentDialects = ["::weir::comm::CommDialect"];
  let description = [{
    On a mesh of one device the two are the same, so signatures, constraints, placements and meshes go away. On larger
    ones each job becomes one program for all ranks whose parts lie alike, with ops of the dialect `comm` where a value
    is held in one way and seen in another; `comm.ranks` says which ranks run it, `comm.part` what arguments and results
    are parts of. Where jobs move values to other meshes, the ranks of these have programs, too, which take what is
    sent; `comm.part` has a grid then, of the ranks that hold the value.

    ```mlir
    sbp.mesh @device shape [1] devices [0]
    func.func @f(%x: tensor<8xf32>) -> tensor<8xf32>
        attributes {sbp.placement = #sbp.placement<@device>,
                    sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>, weir.job} {
      %0 = weir.relu %x {sbp.signature = #sbp.signature<(#sbp.broadcast) -> (#sbp.broadcast)>}
          : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> attributes {weir.job} {
      %0 = weir.relu %x : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```
  }];
}

#endif
