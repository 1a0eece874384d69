"""PyTorch and Weir as contenders in a case: each prepares its call once, and `call` runs it to its end."""

import numpy as np
import torch

import weir as flow

TORCH = {"float32": torch.float32, "float64": torch.float64, "bfloat16": torch.bfloat16}
WEIR = {"float32": flow.float32, "float64": flow.float64, "bfloat16": flow.bfloat16}


def seed_of(shape):
    """What gradients start from: numbers around 1, of both signs."""
    return np.random.default_rng(7).standard_normal(shape)


class PyTorch:
    """Eager. `of_training`: the gradients of all inputs, with the result's."""

    def __init__(self, case, arrays, dtype, of_training):
        self.case, self.of_training = case, of_training
        self.tensors = [self._tensor(array, dtype) for array in arrays]
        self.differentiated = [self.tensors[i].requires_grad_() for i in case.differentiated()] if of_training else []
        self.seed = None
        self.call()

    @staticmethod
    def _tensor(array, dtype):
        tensor = torch.from_numpy(np.ascontiguousarray(array))
        return tensor.to(TORCH[dtype]) if tensor.is_floating_point() else tensor

    def call(self):
        if not self.of_training:
            with torch.no_grad():
                self.result = self.case.function(torch, *self.tensors)
            return
        result = self.case.function(torch, *self.tensors)
        if self.seed is None:
            self.seed = torch.from_numpy(seed_of(tuple(result.shape))).to(result.dtype)
        found = torch.autograd.grad(result, self.differentiated, self.seed, allow_unused=True)
        self.result = (result.detach(), *found)

    def results(self):
        listed = self.result if isinstance(self.result, tuple) else (self.result,)
        return [None if one is None else one.to(torch.float64).numpy() for one in listed]

    def bytes(self):
        """Of all inputs and results, each once."""
        listed = self.result if isinstance(self.result, tuple) else (self.result,)
        given = [self.seed] if self.of_training else []
        return sum(one.numel() * one.element_size() for one in (*self.tensors, *given, *listed) if one is not None)


class Weights(flow.nn.Module):
    def __init__(self, tensors):
        super().__init__()
        for position, tensor in tensors.items():
            setattr(self, f"weight{position}", flow.nn.Parameter(tensor))

    def at(self, position):
        return getattr(self, f"weight{position}", None)


class Graph(flow.nn.Graph):
    """Weights are parameters in inference, which may be packed in advance, and inputs in training, where each step has
    others."""

    def __init__(self, case, weights, of_training):
        super().__init__()
        # Not the case itself: a graph looks at each call whether objects that it holds have changed.
        self.function, self.differentiated, self.of_training = case.function, tuple(case.differentiated()), of_training
        self.count = len(case.inputs)
        self.weights = Weights(weights)

    def build(self, *inputs):
        if not self.of_training:
            left = iter(inputs)
            parameters = (self.weights.at(i) for i in range(self.count))
            return self.function(flow, *(next(left) if one is None else one for one in parameters))
        *tensors, seed = inputs
        wrt = [tensors[i].requires_grad_() for i in self.differentiated]
        result = self.function(flow, *tensors)
        return result, *flow.grad(result, wrt, seed, allow_unused=True, materialize_grads=True)


class Weir:
    def __init__(self, case, arrays, dtype, of_training, result_shape):
        tensors = [self._tensor(array, dtype) for array in arrays]
        weights = {i: tensors[i] for i, one in enumerate(case.inputs) if one.is_weight and not of_training}
        self.inputs = [tensor for i, tensor in enumerate(tensors) if i not in weights]
        if of_training:
            self.inputs.append(flow.tensor(seed_of(result_shape), dtype=WEIR[dtype]))
        self.graph = Graph(case, weights, of_training)
        self.call()

    @staticmethod
    def _tensor(array, dtype):
        if array.dtype.kind != "f":
            return flow.tensor(np.ascontiguousarray(array))
        return flow.tensor(array, dtype=WEIR[dtype])

    def call(self):
        self.result = self.graph(*self.inputs)
        flow.synchronize()

    def results(self):
        listed = self.result if isinstance(self.result, (tuple, list)) else (self.result,)
        return [self._numbers(one) for one in listed]

    @staticmethod
    def _numbers(tensor):
        if tensor.dtype is flow.bfloat16:
            return flow.bfloat16_to_float32(tensor.bits()).reshape(tuple(tensor.shape)).astype(np.float64)
        return tensor.numpy().astype(np.float64)
