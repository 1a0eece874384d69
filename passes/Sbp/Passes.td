// The stages `sbp` and `partition`.
#ifndef WEIR_PASSES_SBP_TD
#define WEIR_PASSES_SBP_TD

include "mlir/Pass/PassBase.td"

def InferSignaturesPass : Pass<"weir-infer-signatures", "::mlir::ModuleOp"> {
  let summary = "Gives every op, job and variable the attribute `sbp.signature`.";
  let description = [{
    Goes through a job once, in program order. Constraints are kept; of the splits that an op's iteration rule offers it
    takes the one that moves least, for each axis of the mesh by itself. Arguments, results and variables are broadcast,
    and so is everything that no constraint reaches. A module without a mesh gets one of a single device.

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
}

def VerifySignaturesPass : Pass<"weir-verify-signatures", "::mlir::ModuleOp"> {
  let summary = "Verifies that every op of a job has a signature and that it fits the job's mesh.";
  let description = [{
    Whether an op's iteration rule offers a signature is verified with the op. Here: none is missing, each value is held
    on the axes of the job's mesh, a split that is right only for equal parts gets equal parts, and reads and assigns
    see a variable as the variable says. The module doesn't change.

    ```mlir
    %0 = weir.relu %x : (tensor<8xf32>) -> tensor<8xf32>   // error: expects the attribute 'sbp.signature'
    ```
  }];
}

def PartitionPass : Pass<"weir-partition", "::mlir::ModuleOp"> {
  let summary = "Turns the global program into the program of one rank.";
  let description = [{
    On a mesh of one device the two are the same, so signatures, constraints, placements and meshes go away. Larger
    meshes are not supported yet.

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
