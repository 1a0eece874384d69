// What the records of the family call that has files of its own.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Search/Ops.h"
#include "lib/Support/Semantics.h"

namespace weir {

// Search.cpp: sets, places, counts

Result<Metas> inferIsin(const Metas &operands);
Expression isin(Expression elements, Expression among, bool invert);
Result<Metas> inferSearch(const Metas &operands, const Attributes &attributes);
/// The elements at the positions that `sorter` has, if there is one.
Expression inOrder(Expression sorted, Expression sorter);
/// The number of elements of a vector, or of lines along the last dimension, that come before each of `values`.
Expression searched(Expression sorted, Expression values, bool right);
Result<Metas> inferHistc(const TensorMeta &input, const Attributes &attributes);
Expression histogram(Expression x, int64_t bins, double least, double most);
Result<Metas> inferBincount(const Metas &operands, const Attributes &attributes);
Expression counts(Expression input, Expression weights, int64_t length);

// Ranks.cpp: medians and quantiles

Result<Metas> inferRanked(const TensorMeta &input, const Attributes &attributes);
llvm::SmallVector<mlir::Value> median(Expression x, int64_t dim, bool keepdim, bool ignoreNan);
Result<Metas> inferOverallMedian(const TensorMeta &input);
Expression overallMedian(Expression x, bool ignoreNan);
Result<Metas> inferKthvalue(const TensorMeta &input, const Attributes &attributes);
llvm::SmallVector<mlir::Value> kthvalue(Expression x, int64_t k, int64_t dim, bool keepdim);
Result<Metas> inferQuantile(const Metas &operands, const Attributes &attributes);
Expression quantiles(Expression x, Expression q, int64_t dim, llvm::StringRef interpolation, bool ignoreNan);

// Places.cpp: elements in place of others

Result<Metas> inferSliceScatter(const Metas &operands, const Attributes &attributes);
/// x with `part` in place of the elements at starts[d] + i * steps[d] in each dimension d.
Expression placed(Expression x, Expression part, llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> steps);
/// Positions along `dim` of x, those from the end as such from the front. What is too low stays, so that errors speak
/// of it.
Expression fromFront(Expression positions, Expression x, int64_t dim);
Result<Metas> inferIndexUpdate(const Metas &operands, const Attributes &attributes);
Expression indexAdd(Expression x, Expression index, Expression source, int64_t dim, double alpha);
Expression indexCopy(Expression x, Expression index, Expression source, int64_t dim);
Result<Metas> inferIndexGet(const Metas &operands);
Expression indexGet(IndexGetOp op, Expression x);
Result<Metas> inferIndexPut(const Metas &operands);
Expression indexPut(IndexPutOp op, Expression x, Expression values);
Result<Metas> inferUnravelIndex(const TensorMeta &indices, const Attributes &attributes);
Expression coordinates(Expression positions, llvm::ArrayRef<int64_t> sizes);

// Choices.cpp: choices of elements

Result<Metas> inferCombinations(const TensorMeta &input, const Attributes &attributes);
/// A row for each choice of r elements of a vector in their order, the same one `again` or not.
Expression combinations(Expression x, int64_t r, bool again);

// Scattering.cpp: updates joined at positions, bags of rows

Result<Metas> inferScatterReduce(const Metas &operands, const Attributes &attributes);
Expression scatterReduced(Expression x, Expression index, Expression src, int64_t dim, llvm::StringRef reduce,
                          bool includeSelf);
Result<Metas> inferMaskedScatter(const Metas &operands);
Expression maskedScatter(Expression x, Expression mask, Expression source, bool accumulate);
Result<Metas> inferEmbeddingBag(const Metas &operands, const Attributes &attributes);
Expression bags(EmbeddingBagOp op, Expression input, Expression weight, Expression offsets, Expression shares);

} // namespace weir
