// The sbp dialect: on which devices a job runs, and how each of its values is held there.
#ifndef WEIR_SBP_OPS_TD
#define WEIR_SBP_OPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/Interfaces/Gradient.td"
include "dialects/Interfaces/Precision.td"
include "dialects/Interfaces/Semantics.td"

def Sbp_Dialect : Dialect {
  let name = "sbp";
  let cppNamespace = "::weir::sbp";
  let summary = "Meshes of devices, and how global tensors are held on them";
  let description = [{
    A value of a program is one global tensor. On each axis of a mesh it is *split* along a dimension, *broadcast*, or
    held as *partial* values that a combiner joins. A signature says how an op sees its operands and results; where a
    value is seen in two ways, boxing stands between. Signatures are valid from the stage `sbp` to `partition`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

class Sbp_Attr<string name, string attrMnemonic> : AttrDef<Sbp_Dialect, name> { let mnemonic = attrMnemonic; }

def Sbp_SplitAttr : Sbp_Attr<"Split", "split"> {
  let summary = "each device holds a balanced part along one dimension, or along a factor of it";
  let description = [{
    `#sbp.split<dim>` is a part of the dimension. `#sbp.split<dim, outer, inner>` reads positions along it as those of a
    reshape to `[outer, middle, inner]`, and each device holds a part of the middle dimension: the sequence in a
    dimension of `batch * sequence` is `#sbp.split<0, batch, 1>`, whole sequences of it are
    `#sbp.split<0, 1, sequence>`. Parts are balanced; the first ones have one more.
  }];
  let parameters = (ins "int64_t":$dim, "int64_t":$outer, "int64_t":$inner);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Sbp_BroadcastAttr : Sbp_Attr<"Broadcast", "broadcast"> {
  let summary = "each device holds the whole value";
}

def Sbp_PartialAttr : Sbp_Attr<"Partial", "partial"> {
  let summary = "each device holds a value of the whole shape; the combiner joins them to the value meant";
  let description = "The combiners are sum, max, min, prod, and, or: `#sbp.partial<sum>`.";
  let parameters = (ins "::weir::Combiner":$combiner);
  let assemblyFormat = "`<` $combiner `>`";
  let genVerifyDecl = 1;
}

def Sbp_NdAttr : Sbp_Attr<"Nd", "nd"> {
  let summary = "how a value is held on each axis of a mesh that has several";
  let description = [{
    On a mesh of one axis the axis' own attribute stands alone, so that there is one way to write it.
    ```mlir
    #sbp.nd<[#sbp.split<0>, #sbp.broadcast]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Attribute">:$axes);
  let assemblyFormat = "`<` `[` $axes `]` `>`";
  let genVerifyDecl = 1;
}

def Sbp_SignatureAttr : Sbp_Attr<"Signature", "signature"> {
  let summary = "how an op sees its tensor operands and its results";
  let description = [{
    It stands as `sbp.signature` on ops, on functions (arguments and results) and on variables (one result). Operands of
    type `index` are left out. An op's signature is one that its iteration rule offers.
    ```mlir
    #sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.split<0>)>
    ```
  }];
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Attribute">:$operands,
                        OptionalArrayRefParameter<"::mlir::Attribute">:$results);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Sbp_PlacementAttr : Sbp_Attr<"Placement", "placement"> {
  let summary = "the mesh on which a job runs; it stands on the job as `sbp.placement`";
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$mesh);
  let assemblyFormat = "`<` $mesh `>`";
}

def Sbp_GridAttr : Sbp_Attr<"Grid", "grid"> {
  let summary = "a mesh of some of a group's members: their numbers, in row-major order of its places";
  let description = [{
    ```mlir
    #sbp.grid<[2, 2] at [0, 1, 3, 2]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$mesh, ArrayRefParameter<"int64_t">:$members);
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` `[` $mesh `]` `at` `[` $members `]` `>`";
}

def Sbp_MeshOp : Op<Sbp_Dialect, "mesh", [Symbol]> {
  let summary = "a grid of devices";
  let description = [{
    `devices` lists ranks in row-major order of `shape`.
    ```mlir
    sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DenseI64ArrayAttr:$shape, DenseI64ArrayAttr:$devices);
  let assemblyFormat = "$sym_name `shape` $shape `devices` $devices attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = "int64_t getNumDevices() { return getDevices().size(); }";
}

def Sbp_MoveOp : Op<Sbp_Dialect, "move",
    [Pure, SameOperandsAndResultType, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "x, which the ranks of another mesh are to hold as `to`";
  let description = [{
    Ranks that are on neither mesh have nothing to do with it; those on one of them alone have no rows of the value
    where the other one's hold it. A job returns what it moves: ops on it are those of other jobs.
    ```mlir
    %y = sbp.move %x : tensor<8x64xf32> to @other as #sbp.split<0>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, FlatSymbolRefAttr:$mesh, AnyAttr:$to);
  let results = (outs AnyRankedTensor:$y);
  let assemblyFormat = "$x `:` type($x) `to` $mesh `as` $to attr-dict";
}

def Sbp_ConstrainOp : Op<Sbp_Dialect, "constrain",
    [Pure, SameOperandsAndResultType, DeclareOpInterfaceMethods<SemanticsInterface>,
     DeclareOpInterfaceMethods<PrecisionInterface>, DeclareOpInterfaceMethods<GradientInterface>]> {
  let summary = "x, which the user wants to be held as `to`";
  let description = [{
    The gradient is held in the same way; that of a value held partial in whichever way.
    ```mlir
    %y = sbp.constrain %x : tensor<?x64xf32> to #sbp.split<0>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, AnyAttr:$to);
  let results = (outs AnyRankedTensor:$y);
  let assemblyFormat = "$x `:` type($x) `to` $to attr-dict";
  let hasVerifier = 1;
}

#endif
