"""Options of a graph."""

from __future__ import annotations

from typing import Any

from .. import _dtypes, _tracing
from .._errors import at_user_line


class GraphConfig:
    """Options of a graph. A change applies to what is compiled after it."""

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        _tracing.something_changed()

    def __init__(self) -> None:
        self.amp = False
        self.dump_stages_dir = ""
        self.gradient_accumulation_steps = 1
        self.zero_stage, self.zero_least = 0, 0

    def enable_amp(self, mode: bool = True, *, dtype: _dtypes.dtype = _dtypes.bfloat16) -> None:
        """Whether products are computed in bfloat16 and accumulated in float32 (automatic mixed precision). Parameters
        keep their dtype. Raises ValueError for another `dtype`: float16 would need losses that are scaled."""
        if dtype is not _dtypes.bfloat16:
            raise ValueError(at_user_line(f"enable_amp: expects dtype weir.bfloat16, got {dtype!r}"))
        self.amp = bool(mode)

    def allow_fuse_add_to_output(self, mode: bool = True) -> None:
        """OneFlow's wish that sums are computed by what comes before them. It changes nothing: the compiler fuses
        elementwise ops into the kernels around them in any case."""

    def allow_fuse_model_update_ops(self, mode: bool = True) -> None:
        """OneFlow's wish that the conversion and scaling of a gradient are part of the update. It changes nothing: they
        are fused into it in any case."""

    def allow_fuse_cast_scale(self, mode: bool = True) -> None:
        """OneFlow's wish that a conversion and a product with a number are one kernel. It changes nothing: elementwise
        ops are fused in any case."""

    def set_gradient_accumulation_steps(self, steps: int) -> None:
        """A call of a graph with optimizers splits its arguments along their first dimension into `steps` parts, runs
        `build` on one after another, and steps once by the mean of their gradients, in the memory of one part. Results
        are joined along their first dimension; scalars become a vector."""
        if not isinstance(steps, int) or isinstance(steps, bool) or steps < 1:
            raise ValueError(
                at_user_line(f"set_gradient_accumulation_steps: expects an integer of at least 1, got {steps!r}")
            )
        self.gradient_accumulation_steps = steps

    def enable_zero(self, mode: bool = True, *, stage: int = 2, shard_min_size: int = 1024, **_: Any) -> None:
        """Lets ranks that each have all of a parameter of at least `shard_min_size` elements divide what they keep
        besides: from stage 1 on what optimizers keep of it, and with that the work of updates; in stage 2 gradients,
        which are joined part by part as soon as updates are; in stage 3 the parameter, which is gathered where it is
        used. Numbers stay the same. Raises ValueError for another stage."""
        if stage not in (1, 2, 3):
            raise ValueError(at_user_line(f"enable_zero: expects stage 1, 2 or 3, got {stage!r}"))
        self.zero_stage, self.zero_least = (stage, shard_min_size) if mode else (0, 0)

    def enable_auto_parallel(self, mode: bool = True) -> None:
        """OneFlow's wish that how values lie on ranks is searched for. It changes nothing: what nobody has said is
        always inferred, at the least cost."""

    def dump_stages(self, directory: str) -> None:
        """Writes the program after each stage of the compiler to a file in `directory`."""
        self.dump_stages_dir = directory

    def set_zero_redundancy_optimizer_mode(self, mode: str = "distributed_split") -> None:
        """OneFlow's earlier name of `enable_zero`: "distributed_split" is stage 1, "non_distributed" none. Raises
        ValueError for another mode."""
        if mode not in ("distributed_split", "non_distributed"):
            expected = "'distributed_split' or 'non_distributed'"
            raise ValueError(at_user_line(f"set_zero_redundancy_optimizer_mode: expects {expected}, got {mode!r}"))
        self.enable_zero(mode == "distributed_split", stage=1)

    def set_zero_redundancy_optimizer_min_size_after_split(self, value: int) -> None:
        """OneFlow's earlier name of `shard_min_size`."""
        self.zero_least = value

    def __repr__(self) -> str:
        return f"GraphConfig(amp={self.amp})"


def _wish(name: str, of: str) -> Any:
    """A method that takes what OneFlow's programs say, and changes nothing."""

    def method(self: GraphConfig, *args: Any, **kwargs: Any) -> None:
        pass

    method.__name__, method.__doc__ = name, f"OneFlow's wish for {of}. It changes nothing."
    return method


# Of OneFlow's planner, of its executor, and of libraries that kernels here don't call.
_WISHES = {
    "set_auto_parallel_computation_cost_ratio": "its planner",
    "set_auto_parallel_wait_time": "its planner",
    "enable_auto_parallel_trunk_algo": "its planner",
    "enable_auto_parallel_sbp_collector": "its planner",
    "enable_auto_parallel_ignore_user_sbp_config": "its planner",
    "enable_auto_memory": "its planner",
    "set_outputs_buffer_size": "its executor",
    "enable_straighten_algorithm": "its executor",
    "enable_compress_memory": "its executor",
    "enable_multi_tensor_update": "its executor",
    "enable_fused_model_update_cast": "its executor",
    "enable_choose_best_memory_allocation": "its executor",
    "disable_straighten_algorithm": "its executor",
    "enable_cudnn_conv_heuristic_search_algo": "cuDNN",
}
for _name, _of in _WISHES.items():
    setattr(GraphConfig, _name, _wish(_name, _of))
