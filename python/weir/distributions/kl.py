"""Divergences, by the classes of both distributions."""

from __future__ import annotations

import math
from typing import Any, Callable

from .. import _ops
from .._errors import at_user_line
from .._functions import where_of
from ..nn import functional as F
from .distribution import Distribution, Independent, sum_rightmost
from .multivariate_normal import MultivariateNormal, solved
from .of_choices import Bernoulli, Categorical, ContinuousBernoulli, Geometric, finite
from .of_counts import Binomial, Poisson
from .of_one_hots import OneHotCategorical
from .of_positives import Beta, Dirichlet, Gamma
from .of_reals import EULER, Cauchy, Exponential, Gumbel, HalfNormal, Laplace, Normal, Uniform
from .transformed import TransformedDistribution

__all__ = ["kl_divergence", "register_kl"]

_RULES: dict[tuple[type, type], Callable[[Any, Any], Any]] = {}


def register_kl(p: type, q: type) -> Callable[[Callable[[Any, Any], Any]], Callable[[Any, Any], Any]]:
    """Decorates the function that computes the divergences of distributions of two classes."""

    def register(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        _RULES[p, q] = function
        return function

    return register


def kl_divergence(p: Distribution, q: Distribution) -> Any:
    """The divergence of q from p: the mean under p of log(p / q), in nats. Raises NotImplementedError where no formula
    is known."""
    for kind in type(p).__mro__:
        for other in type(q).__mro__:
            if rule := _RULES.get((kind, other)):
                return rule(p, q)
    rule = f"expects two of kinds that have a formula, got {type(p).__name__} and {type(q).__name__}"
    raise NotImplementedError(at_user_line(f"kl_divergence: {rule}"))


@register_kl(Normal, Normal)
def _of_normals(p: Any, q: Any) -> Any:
    ratio, distance = (p.scale / q.scale) ** 2, ((p.loc - q.loc) / q.scale) ** 2
    return 0.5 * (ratio + distance - 1 - ratio.log())


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _of_continuous_bernoullis(p: Any, q: Any) -> Any:
    of_each = (each.log_norm() + (-each.probs).log1p() for each in (p, q))
    return p.mean * (p.logits - q.logits) + next(of_each) - next(of_each)


@register_kl(Laplace, Normal)
@register_kl(Uniform, Normal)
@register_kl(Gumbel, Normal)
@register_kl(Exponential, Normal)
def _from_normal(p: Any, q: Any) -> Any:
    """Of any distribution, as the logarithm of a normal density is a square."""
    distance = (p.variance + (p.mean - q.loc) ** 2) / q.scale**2
    return 0.5 * (distance + math.log(2 * math.pi)) + q.scale.log() - p.entropy()


@register_kl(HalfNormal, HalfNormal)
def _of_half_normals(p: Any, q: Any) -> Any:
    return _of_normals(p.base_dist, q.base_dist)


@register_kl(Uniform, Uniform)
def _of_uniforms(p: Any, q: Any) -> Any:
    is_inside = (q.low <= p.low) & (p.high <= q.high)
    return where_of(((q.high - q.low) / (p.high - p.low)).log(), is_inside, math.inf)


@register_kl(Laplace, Laplace)
def _of_laplaces(p: Any, q: Any) -> Any:
    ratio, distance = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + distance / q.scale + ratio * (-distance / p.scale).exp() - 1


@register_kl(Cauchy, Cauchy)
def _of_cauchies(p: Any, q: Any) -> Any:
    return ((p.scale + q.scale) ** 2 + (p.loc - q.loc) ** 2).log() - (4 * p.scale * q.scale).log()


@register_kl(Gumbel, Gumbel)
def _of_gumbels(p: Any, q: Any) -> Any:
    ratio, distance = p.scale / q.scale, (p.loc - q.loc) / q.scale
    return -ratio.log() + distance + EULER * (ratio - 1) + (_ops.lgamma(1 + ratio) - distance).exp() - 1


@register_kl(Exponential, Exponential)
def _of_exponentials(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    return ratio - ratio.log() - 1


@register_kl(Gamma, Gamma)
def _of_gammas(p: Any, q: Any) -> Any:
    c, other = p.concentration, q.concentration
    of_rates = other * (p.rate / q.rate).log() + c * (q.rate / p.rate - 1)
    return of_rates + _ops.lgamma(other) - _ops.lgamma(c) + (c - other) * _ops.digamma(c)


@register_kl(Dirichlet, Dirichlet)
def _of_dirichlets(p: Any, q: Any) -> Any:
    c, total, other = p.concentration, p.concentration.sum(-1), q.concentration
    normed = _ops.lgamma(total) - _ops.lgamma(other.sum(-1)) - (_ops.lgamma(c) - _ops.lgamma(other)).sum(-1)
    return normed + ((c - other) * (_ops.digamma(c) - _ops.digamma(total).unsqueeze(-1))).sum(-1)


@register_kl(Beta, Beta)
def _of_betas(p: Any, q: Any) -> Any:
    return _of_dirichlets(p._dirichlet, q._dirichlet)


@register_kl(Poisson, Poisson)
def _of_poissons(p: Any, q: Any) -> Any:
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Binomial, Binomial)
def _of_binomials(p: Any, q: Any) -> Any:
    of_one = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return where_of(of_one, p.total_count <= q.total_count, math.inf)


@register_kl(Categorical, Categorical)
def _of_categoricals(p: Any, q: Any) -> Any:
    return _from(p.probs, q.probs, p.logits, q.logits).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _of_one_hots(p: Any, q: Any) -> Any:
    return _of_categoricals(p._choice, q._choice)


@register_kl(Bernoulli, Bernoulli)
def _of_bernoullis(p: Any, q: Any) -> Any:
    of_one = _from(p.probs, q.probs, F.logsigmoid(p.logits), F.logsigmoid(q.logits))
    return of_one + _from(1 - p.probs, 1 - q.probs, F.logsigmoid(-p.logits), F.logsigmoid(-q.logits))


@register_kl(Geometric, Geometric)
def _of_geometrics(p: Any, q: Any) -> Any:
    return -p.entropy() - (-q.probs).log1p() / p.probs - q.logits


@register_kl(MultivariateNormal, MultivariateNormal)
def _of_vectors(p: Any, q: Any) -> Any:
    # Of q's inverse times p's columns, which are the rows of the transpose.
    columns = solved(q.scale_tril.unsqueeze(-3), p.scale_tril.transpose(-2, -1))
    distance = (solved(q.scale_tril, q.loc - p.loc) ** 2).sum(-1)
    determinants = q.log_determinant() - p.log_determinant()
    return determinants + 0.5 * ((columns**2).sum((-2, -1)) + distance - p.event_shape[0])


@register_kl(Independent, Independent)
def _of_independents(p: Any, q: Any) -> Any:
    count = p.reinterpreted_batch_ndims
    if count != q.reinterpreted_batch_ndims:
        rule = f"expects as many dimensions of the batch, got {count} and {q.reinterpreted_batch_ndims}"
        raise NotImplementedError(at_user_line(f"kl_divergence: {rule}"))
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), count)


@register_kl(TransformedDistribution, TransformedDistribution)
def _of_transformed(p: Any, q: Any) -> Any:
    if p.transforms != q.transforms:
        rule = f"expects distributions of one transform, got {p.transforms} and {q.transforms}"
        raise NotImplementedError(at_user_line(f"kl_divergence: {rule}"))
    joined = len(p.event_shape) - len(p.base_dist.event_shape)
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), joined)


def _from(p: Any, q: Any, log_p: Any, log_q: Any) -> Any:
    """p log (p / q): 0 where p is 0, else infinite where q is 0."""
    terms = where_of(p * (finite(log_p) - finite(log_q)), q > 0, math.inf)
    return where_of(terms, p > 0, 0.0)
