"""The claims of the mesh: what `Shown by` of its issue lists. What no program does yet says so."""

import rank_faults
import rank_steps
from acceptance import at_least, at_most, equal_to, line
from measuring import gtest_figures, pytest_figures

NONE_FAILED = {"tests": at_least(1), "failed": equal_to(0)}


@line(
    "every op, along each candidate, on meshes of 2, 3, 4, 2x2 and 2x3 ranks, uneven and empty parts: partitioned by "
    "the pass, run by an interpreter that steps all ranks together, equal to the whole; a wrong order of collectives "
    "is reported as a deadlock with both ops; training steps by rows, columns, vocabulary and parameters, the same",
    bound=NONE_FAILED,
)
def ops_on_ranks():
    return gtest_figures("^Partition")


@line(
    "boxing: all pairs of holdings on meshes of 2, 3, 4 and 2x2 ranks: right, and never dearer than exhaustive search",
    bound=NONE_FAILED,
)
def boxing_pairs():
    return gtest_figures("^(Boxing|Holding)")


@line("plans of programs whose best holdings are known; never slower than after the first walk", bound=NONE_FAILED)
def plans():
    return gtest_figures("^HoldingPlanner")


@line(
    "bytes between ranks, as threads and as processes: right, and who is dead, stopped or elsewhere is named",
    bound=NONE_FAILED,
)
def transports():
    return gtest_figures("^Transport")


@line(
    "boxing between different meshes, 2x2 and 4, 3 and 2, of the same ranks, some the same and others: right, never "
    "dearer than exhaustive search; as programs that are interpreted, and compiled, as threads",
    bound=NONE_FAILED,
)
def other_meshes():
    return gtest_figures("^(Crossing|Partition.ValuesMove|CompiledRanks.ValuesMove)")


@line(
    "the programs of ops_on_ranks compiled, as threads: of one axis all, of two one in sixteen; each gives what the op "
    "gives compiled for one rank",
    bound=NONE_FAILED,
)
def compiled_ops():
    return gtest_figures("CompiledRanks")


@line(
    "instructions of ranks: beside what they compute, in one order; failures and who is missing are told",
    bound=NONE_FAILED,
)
def meetings():
    return gtest_figures("^Ranks\\.")


@line(
    "20 steps in float64 of digits CNN, ResNet-18 (64 x 64), ViT-S and a GPT of 4 layers, batches 8 and 7 on 2 and 4 "
    "ranks (ViT-S: 8 on 2, 7 on 4), AdamW, clipping, dropout, by data, ZeRO 1-3, and of the latter by columns and "
    "rows, vocabulary, sequence, 2 x 2: losses against one rank's, and weights of all ranks, bit for bit",
    bound={"trainings": at_least(76), "most off": at_most(1e-9), "ranks that differ": equal_to(0)},
)
def network_steps():
    return rank_steps.exact_steps()


@line(
    "the same in float32 on 2 ranks, batch 8: the first loss, and over 20 steps the distance from the float64 losses "
    "over that of one rank, median of 3 seeds",
    bound={"trainings": at_least(19), "first most off": at_most(1e-6), "most over one rank's": at_most(2)},
)
def single_steps():
    return rank_steps.single_steps()


@line(
    "what a rank computes in products and convolutions, by artifacts, and what it has of optimizer state (ZeRO 1-3) "
    "and of parameters (ZeRO 3), over its share",
    bound={
        "arithmetic": at_most(1.05),
        "least arithmetic": at_least(0.5),
        "state": at_most(1.05),
        "parameters": at_most(1.05),
    },
)
def shares():
    return rank_steps.shares()


@line(
    "bytes that leave a rank in a step, on 2 and 4 ranks, beside the formulas: a GPT by data, 2(N-1)/N of the "
    "gradients; blocks by columns and rows, 4 all-reduces of the activations a layer; ZeRO 3, at most 3(N-1)/N of the "
    "parameters",
    bound={"data, off": at_most(0.01), "columns and rows, off": at_most(0.01), "ZeRO 3, over": at_most(0.01)},
)
def bytes_sent():
    return rank_steps.bytes_sent()


@line(
    "weights after 100 steps of the digits CNN, of all ranks and all transports: shared memory, OpenMPI, MPICH; and a "
    "program of threads, OpenMPI and MPICH",
    bound={"weights that differ": equal_to(0), "outputs that differ": equal_to(0)},
)
def same_bits():
    return rank_steps.same_bits()


@line(
    "programs that 4 ranks compile: each once, by the first rank, and none by a second start; and an artifact of "
    "4 ranks that the runtime-only build runs where LLVM is hidden",
    bound={
        "by the first": at_least(1),
        "twice": equal_to(0),
        "by others": equal_to(0),
        "by a second start": equal_to(0),
        "ranks without LLVM": equal_to(4),
    },
)
def one_compilation():
    return {**rank_steps.compilations(), **rank_steps.without_llvm()}


@line(
    "on a link on which sending takes as long as the backward pass, a step of ResNet-18 over forward, the longer of "
    "the two and update, each alone",
    bound={"of forward, the longer of backward and sending, and update": at_most(1.15)},
)
def overlap():
    return rank_steps.overlap()


@line(
    "100 seeded faults each of kill, stop and another program, on shared memory and OpenMPI, a fifth of them on slow "
    "links: each other rank fails in time, and names itself, the line and who was not there; no process is left",
    bound={"trials": equal_to(600), "not handled": equal_to(0)},
)
def faults():
    return rank_faults.campaign()


@line(
    "checkpoints: a save that is killed at each write leaves a whole one; one of 2 x 2 ranks goes on on 3, 2 and 1",
    bound={"tests": at_least(10), "failed": equal_to(0)},
)
def checkpoints():
    return pytest_figures("test/python/test_rank_checkpoints.py")


@line(
    "ranks in Python, of the launcher and of mpirun: global tensors, graphs, gradients, DDP, devices, failures",
    bound={"tests": at_least(60), "failed": equal_to(0)},
)
def ranks_in_python():
    files = ("ranks", "rank_devices", "placements", "mpi", "mesh")
    return pytest_figures(*(f"test/python/test_{name}.py" for name in files))


@line("OneFlow's example of two ranks, eagerly and as a graph", bound={"tests": equal_to(2), "failed": equal_to(0)})
def oneflow_example():
    return pytest_figures("test/python/test_ranks.py", "-k", "hold_results_as or holds_values_as")


@line(
    "ResNet-18 and GPT on 2 ranks of one thread: efficiency over that of PyTorch's DDP with gloo, interleaved; and a "
    "step of one rank over one without a mesh",
    bound={
        "gpt:8, efficiency over DDP's": at_least(1),
        "resnet18:16, efficiency over DDP's": at_least(1),
        "gpt:8, one rank over none": at_most(1.03),
        "resnet18:16, one rank over none": at_most(1.03),
    },
)
def scale():
    return rank_steps.scale()
