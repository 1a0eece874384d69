// Random numbers of distributions, made of random bits: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Random/Ops.h"

namespace weir {

/// Fails unless seed and step of a draw are scalars.
std::optional<Failure> checkStream(const TensorMeta &seed, const TensorMeta &step);

/// Uniform in [0, 1), of the sizes and the type of x, which is f32 or f64.
Expression unitsLike(Expression x, Expression seed, Expression step, int64_t ordinal);

Result<Metas> inferDraw(const Metas &operands, const Attributes &attributes);
Expression randomUniform(RandomUniformOp op, mlir::OpBuilder &builder);
Expression randomNormal(RandomNormalOp op, mlir::OpBuilder &builder);

Expression randomLogNormal(RandomLogNormalOp op, mlir::OpBuilder &builder);
Expression randomExponential(RandomExponentialOp op, mlir::OpBuilder &builder);
Expression randomCauchy(RandomCauchyOp op, mlir::OpBuilder &builder);

Result<Metas> inferGeometric(const Metas &operands, const Attributes &attributes);
Expression randomGeometric(RandomGeometricOp op, mlir::OpBuilder &builder);

Result<Metas> inferRandomIntegers(const Metas &operands, const Attributes &attributes);
Expression randomIntegers(RandomIntegersOp op, mlir::OpBuilder &builder);

Result<Metas> inferRandomPermutation(const Metas &operands, const Attributes &attributes);
Expression randomPermutation(RandomPermutationOp op, mlir::OpBuilder &builder);

Result<Metas> inferBernoulli(const Metas &operands, const Attributes &attributes);
Expression bernoulli(BernoulliOp op, Expression p, Expression seed, Expression step);

Result<Metas> inferMultinomial(const Metas &operands, const Attributes &attributes);
Expression multinomial(MultinomialOp op, Expression weights, Expression seed, Expression step);

} // namespace weir
