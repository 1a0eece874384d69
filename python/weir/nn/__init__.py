"""Modules, layers and graphs."""

from . import functional, init
from .graph import Graph, GraphConfig
from .layers import CrossEntropyLoss, Flatten, Identity, Linear, LogSoftmax, ModuleList, ReLU, Sequential, Softmax
from .module import Module
from .parameter import Parameter

__all__ = [
    "CrossEntropyLoss",
    "Flatten",
    "Graph",
    "GraphConfig",
    "Identity",
    "Linear",
    "LogSoftmax",
    "Module",
    "ModuleList",
    "Parameter",
    "ReLU",
    "Sequential",
    "Softmax",
    "functional",
    "init",
]
