// The stage `layout`.
#ifndef WEIR_PASSES_LAYOUT_TD
#define WEIR_PASSES_LAYOUT_TD

include "mlir/Pass/PassBase.td"

def PackOperandsPass : Pass<"weir-pack-operands", "::mlir::ModuleOp"> {
  let summary = "Packs the second operand of products where it follows from variables and constants alone.";
  let description = [{
    What leads from the variables to the operand (casts, transpositions) moves into a derive job, which packs the result
    and assigns it to a variable of its own. Variables that a job of the module assigns are left alone: their packed
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
  ];
}

#endif
