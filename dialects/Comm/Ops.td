// The comm dialect: what ranks send to each other, and what they know of their place.
#ifndef WEIR_COMM_OPS_TD
#define WEIR_COMM_OPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/Interfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/Sbp/Grid.td"

def Comm_Dialect : Dialect {
  let name = "comm";
  let cppNamespace = "::weir::comm";
  let summary = "Collectives among the ranks of a mesh, and parts by rank";
  let description = [{
    After partition a job is the program of one rank, or of several that differ only in their places. A *group* is
    a list of ranks that meet in a collective: all of its members reach the same collectives in the same order,
    whichever program they run. `groups` is a matrix of ranks, one group per row; each rank takes part in that of its
    own row, as the member of that column. Parts along a dimension are balanced parts of a factor of it, as
    `#sbp.split` says: here of the sizes that the ranks of a group have together, which for other axes of the mesh are
    their own.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

def Comm_RanksAttr : AttrDef<Comm_Dialect, "Ranks"> {
  let mnemonic = "ranks";
  let summary = "on programs and variables, as `comm.ranks`: what they are of, the mesh, and which ranks have them";
  let description = [{
    `of` is the name of the job or variable before it was partitioned. `places` are numbers of places on the mesh, in
    row-major order; the rank at place p is `devices[p]`.
    ```mlir
    #comm.ranks<"step" mesh [2, 2] devices [0, 1, 2, 3] places [0, 1]>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$of, ArrayRefParameter<"int64_t">:$mesh,
                        ArrayRefParameter<"int64_t">:$devices, ArrayRefParameter<"int64_t">:$places);
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` $of `mesh` `[` $mesh `]` `devices` `[` $devices `]` `places` `[` $places `]` `>`";
}

def Comm_PartAttr : AttrDef<Comm_Dialect, "Part"> {
  let mnemonic = "part";
  let summary = "on arguments, results and variables, as `comm.part`: the whole value and how it is held";
  let description = [{
    It is held on the program's mesh, or on that of `grid`, whose numbers are places of the program's. Ranks that have
    no place there have no rows of it.
    ```mlir
    %x: tensor<4x64xf32> {comm.part = #comm.part<tensor<8x64xf32>, #sbp.split<0>>}
    %y: tensor<0x64xf32> {comm.part = #comm.part<tensor<8x64xf32>, #sbp.split<0>, <[2] at [3, 4]>>}
    ```
  }];
  let parameters = (ins "::mlir::Type":$whole, "::mlir::Attribute":$held,
                        OptionalParameter<"::weir::sbp::GridAttr">:$grid);
  let builders = [AttrBuilder<(ins "::mlir::Type":$whole, "::mlir::Attribute":$held), [{
    return $_get($_ctxt, whole, held, ::weir::sbp::GridAttr());
  }]>];
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` $whole `,` $held (`,` $grid^)? `>`";
}

def CollectiveInterface : OpInterface<"CollectiveInterface"> {
  let cppNamespace = "::weir::comm";
  let description = "An op in which the ranks of a group meet.";
  let methods = [
    InterfaceMethod<"One group of ranks per row.", "::mlir::DenseIntElementsAttr", "getGroups">,
    InterfaceMethod<"What this rank gives.", "::mlir::Value", "getX">,
    InterfaceMethod<"What it gets.", "::mlir::Value", "getY">,
  ];
}

/// Programs have instructions for it.
def Comm_StaysBehindLaunch : NativeOpTrait<"StaysBehindLaunch"> { let cppNamespace = "::weir"; }

def Comm_Resource : Resource<"::weir::comm::CollectiveOrder">;

class Comm_Op<string mnemonic, list<Trait> traits = []> : Op<Comm_Dialect, mnemonic, traits>;

/// They stay where they are, in their order: a member that leaves one out would meet the others in the wrong one.
class Comm_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : Comm_Op<mnemonic, !listconcat([CollectiveInterface, MemoryEffects<[MemWrite<Comm_Resource>]>], traits)> {
  dag groups = (ins I64ElementsAttr:$groups);
  let results = (outs AnyRankedTensor:$y);
  let hasVerifier = 1;
}

/// What each member of a group does by itself.
class Comm_LocalOp<string mnemonic, list<Trait> traits = []> : Comm_Op<mnemonic, !listconcat([Pure], traits)> {
  dag groups = (ins I64ElementsAttr:$groups);
  let results = (outs AnyRankedTensor:$y);
  let hasVerifier = 1;
}

def Comm_CutOp : Comm_LocalOp<"cut", [Comm_StaysBehindLaunch]> {
  let summary = "each member's part of x, which all have; nothing is sent";
  let description = [{
    ```mlir
    %y = comm.cut %x : tensor<8x4xf32> -> tensor<4x4xf32> to #sbp.split<0> among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$x, AnyAttr:$to), groups);
  let assemblyFormat = "$x `:` type($x) `->` type($y) `to` $to `among` $groups attr-dict";
}

def Comm_KeepOp : Comm_LocalOp<"keep", [AllTypesMatch<["x", "y"]>]> {
  let summary = "x on the first member, elsewhere what the combiner joins to x without a change; nothing is sent";
  let description = [{
    ```mlir
    %y = comm.keep %x : tensor<8xf32> for #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$x, AnyAttr:$combiner), groups);
  let assemblyFormat = "$x `:` type($x) `for` $combiner `among` $groups attr-dict";
}

def Comm_AllGatherOp : Comm_CollectiveOp<"all_gather"> {
  let summary = "the whole of what the members of the group hold parts of";
  let description = [{
    ```mlir
    %y = comm.all_gather %x : tensor<4x4xf32> -> tensor<8x4xf32> from #sbp.split<0>
        among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$x, AnyAttr:$from), groups);
  let assemblyFormat = "$x `:` type($x) `->` type($y) `from` $from `among` $groups attr-dict";
}

def Comm_AllReduceOp : Comm_CollectiveOp<"all_reduce", [AllTypesMatch<["x", "y"]>]> {
  let summary = "what the members' values join to, in the order of members";
  let description = [{
    ```mlir
    %y = comm.all_reduce %x : tensor<8x4xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$x, AnyAttr:$combiner), groups);
  let assemblyFormat = "$x `:` type($x) `by` $combiner `among` $groups attr-dict";
}

def Comm_ReduceScatterOp : Comm_CollectiveOp<"reduce_scatter"> {
  let summary = "each member's part of what the members' values join to, in the order of members";
  let description = [{
    ```mlir
    %y = comm.reduce_scatter %x : tensor<8x4xf32> -> tensor<4x4xf32> by #sbp.partial<sum> to #sbp.split<0>
        among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$x, AnyAttr:$combiner, AnyAttr:$to), groups);
  let assemblyFormat = "$x `:` type($x) `->` type($y) `by` $combiner `to` $to `among` $groups attr-dict";
}

def Comm_AllToAllOp : Comm_CollectiveOp<"all_to_all"> {
  let summary = "parts along another dimension of what the members hold parts of along one";
  let description = [{
    ```mlir
    %y = comm.all_to_all %x : tensor<4x4xf32> -> tensor<8x2xf32> from #sbp.split<0> to #sbp.split<1>
        among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$x, AnyAttr:$from, AnyAttr:$to), groups);
  let assemblyFormat = "$x `:` type($x) `->` type($y) `from` $from `to` $to `among` $groups attr-dict";
}

def Comm_ExchangeOp : Comm_CollectiveOp<"exchange", [Comm_StaysBehindLaunch]> {
  let summary = "what a member holds of a value in one way, from what all members hold of it in another";
  let description = [{
    `whole` is the type of the value, which a group has together. Members stand in row-major order of `mesh`: where a
    job's values are held on several axes, the group is all ranks. Each member gets what it lacks from the first one
    that has it.
    ```mlir
    %y = comm.exchange %x : tensor<4x4xf32> -> tensor<7x2xf32>
        of tensor<7x4xf32> from #sbp.split<0> to #sbp.split<1> on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
    ```
    Between two meshes, `givers` are the members that hold it `from`, and `takers` those that then hold it `to`.
    ```mlir
    %y = comm.exchange %x : tensor<3x4xf32> -> tensor<0x4xf32> of tensor<6x4xf32>
        from #sbp.split<0> to #sbp.split<0> on [5] among dense<[[0, 1, 2, 3, 4]]> : tensor<1x5xi64>
        {givers = #sbp.grid<[2] at [0, 1]>, takers = #sbp.grid<[3] at [2, 3, 4]>}
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$x, TypeAttr:$whole, AnyAttr:$from, AnyAttr:$to, DenseI64ArrayAttr:$mesh),
                       groups, (ins OptionalAttr<Sbp_Grid>:$givers, OptionalAttr<Sbp_Grid>:$takers));
  let assemblyFormat = [{
    $x `:` type($x) `->` type($y) `of` $whole `from` $from `to` $to `on` $mesh `among` $groups attr-dict
  }];
}

#endif
