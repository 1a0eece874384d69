"""Distributions of random numbers, op by op and in graphs: what is drawn from them, and how likely values are. The
commonest of PyTorch's torch.distributions."""

from . import constraints, distribution, kl, mixture, multivariate_normal, of_choices, of_counts, of_one_hots
from . import of_positives, of_powers, of_reals, transformed, transforms
from .distribution import *
from .kl import *
from .mixture import *
from .multivariate_normal import *
from .of_choices import *
from .of_counts import *
from .of_one_hots import *
from .of_positives import *
from .of_powers import *
from .of_reals import *
from .transformed import *
from .transforms import *

_PARTS = (
    *(distribution, kl, mixture, multivariate_normal, of_choices, of_counts, of_one_hots, of_positives, of_powers),
    *(of_reals, transformed, transforms),
)
__all__ = sorted(name for part in _PARTS for name in part.__all__)
