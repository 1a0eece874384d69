// Reads and writes at positions that another tensor holds.
#ifndef WEIR_INDEX_OPS_TD
#define WEIR_INDEX_OPS_TD

include "dialects/Weir/IR/Base.td"

def Weir_GatherOp : Weir_InferredOp<"gather", [Differentiable]> {
  let summary = "y[.., i, ..] = x[.., index[.., i, ..], ..] along dimension `dim`";
  let description = "x and index agree in all dimensions but `dim`. An index outside [0, size) fails at run time.";
  let arguments = (ins Weir_Tensor:$x, Weir_I64Tensor:$index, Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x `,` $index attr-dict `:` functional-type(operands, results)";
  let domain = [IndexInto<1, 0, "dim">];
  let samples = ["(t[n, ...], i64[m, ...]) {dim = 0}", "(t[k, n, ...], i64[k, m, ...]) {dim = 1}"];
  let python = "gather(x, dim, index)";
  let pythonMethods = ["gather"];
}

def Weir_ScatterOp : Weir_InferredOp<"scatter", [Differentiable]> {
  let summary = "x with updates[.., i, ..] in place of the element at index[.., i, ..] along dimension `dim`";
  let description = [{
    index and updates have equal shapes and agree with x in all dimensions but `dim`. Of several updates of one element
    the last in row-major order stands. An index outside [0, size) fails at run time. No gradient flows to what was
    written over: to x where an update stands, and to updates that another one replaced.
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_I64Tensor:$index, Weir_Tensor:$updates, Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x `,` $index `,` $updates attr-dict `:` functional-type(operands, results)";
  let domain = [IndexInto<1, 0, "dim">];
  let samples = ["(n[n, ...], i64[m, ...], n[m, ...]) {dim = 0}",
                 "(n[k, n, ...], i64[k, m, ...], n[k, m, ...]) {dim = 1}"];
}

def Weir_ScatterAddOp : Weir_InferredOp<"scatter_add", [Differentiable]> {
  let summary = "x with updates[.., i, ..] added at index[.., i, ..] along dimension `dim`";
  let description = [{
    index and updates have equal shapes and agree with x in all dimensions but `dim`. Several updates of one element are
    added in the order of their positions. An index outside [0, size) fails at run time.
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_I64Tensor:$index, Weir_Tensor:$updates, Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x `,` $index `,` $updates attr-dict `:` functional-type(operands, results)";
  let domain = [IndexInto<1, 0, "dim">];
  let samples = ["(n[n, ...], i64[m, ...], n[m, ...]) {dim = 0}",
                 "(n[k, n, ...], i64[k, m, ...], n[k, m, ...]) {dim = 1}"];
  let precision = "Deny";
  let hasCanonicalizer = 1;
  let python = "scatter_add(x, dim, index, updates)";
  let pythonMethods = ["scatter_add"];
}

#endif
