"""Holds that libraries which ship have no mutable globals: no variable outside of functions and no static one inside of
them that isn't const. What a process shares has an owner that is passed along.
"""

import re
import sys

from tree import ROOT, Problem, report, sources

SHIPPED = ("lib/", "dialects/", "passes/", "include/", "python/bindings/", "python/runtime/")

# What is one for each process by its nature, and why.
ALLOWED = {
    ("lib/Runtime/Threads/Forks.cpp", "numForks"): "a fork is the process's, and so are threads",
    ("lib/Runtime/Device/Cuda/Driver.cpp", "opened"): "a shared library is opened once and stays",
    ("lib/Runtime/Device/Cuda/Driver.cpp", "mutex"): "guards it",
    ("lib/Runtime/Device/Sim/Launch.cpp", "lastPhaseId"): "numbers that no two phases share",
    ("lib/Runtime/Engine.cpp", "callbackOf"): "which callback a thread is in is the thread's",
    ("lib/Runtime/Engine.cpp", "numberOfLaunches"): "what a thread says of its launches is the thread's",
    ("lib/Runtime/Engine/Scheduler.cpp", "workerOf"): "whose worker a thread is is the thread's",
    ("lib/Runtime/Log.cpp", "instance"): "the process has one stderr",
    ("lib/Runtime/Ranks/Mpi/MpiWorld.cpp", "mutex"): "guards what follows",
    ("lib/Runtime/Ranks/Mpi/MpiWorld.cpp", "opened"): "MPI is initialized once in a process",
    ("lib/Runtime/Ranks/WaitNotice.cpp", "notices"): "what the handler of a signal can reach",
    ("lib/Runtime/Trace/Trace.cpp", "numTraces"): "numbers that no two traces share",
    ("lib/Runtime/Trace/Trace.cpp", "latest"): "where a thread's events go is the thread's",
    ("python/bindings/PyCall.cpp", "numChanges"): "changes of the interpreter's objects, which all graphs share",
    ("python/bindings/PyCall.cpp", "executes"): "whether a thread is inside a build is the thread's",
    ("python/bindings/PySession.cpp", "given"): "what memory a thread gives to its next launch is the thread's",
    ("python/bindings/PyTape.cpp", "flows"): "whether gradients flow is the thread's",
    ("python/bindings/PyDefaultDevice.cpp", "ofAllThreads"): "where tensors are made is the program's",
    ("python/bindings/PyDefaultDevice.cpp", "entered"): "which devices are entered is the thread's",
    ("python/bindings/PyDefaultDevice.cpp", "modes"): "the same of ranks on which tensors are made",
    ("python/bindings/PyDispatch.cpp", "autocasts"): "whether products are narrowed is the thread's",
    ("python/bindings/PyDispatch.cpp", "pending"): "the call that a thread is in is the thread's",
    ("python/bindings/PyOpNotes.cpp", "notes"): "what a thread has executed is the thread's",
    ("python/bindings/OpCount.cpp", "count"): "the same",
    ("python/bindings/PyDispatch.cpp", "method"): "Python holds on to its address",
    ("python/bindings/PyTensor.cpp", "properties"): "the same",
    ("python/bindings/PyFunction.cpp", "methods"): "the same",
    ("python/bindings/PyFunction.cpp", "properties"): "the same",
    ("python/bindings/Device.cpp", "options"): "the process's devices, which tensors of all modules share",
    ("python/bindings/Device.cpp", "made"): "the same",
}

TYPE = r"[A-Za-z_][\w:]*(?:<[^;()={}]*>)?"
END = r"(?:\[[^\]]*\])*\s*(?:=[^=]|;|\{)"
# clang-format leaves what stands in namespaces unindented: a line there that begins like a declaration is a global.
GLOBAL = re.compile(
    r"^(?!using |typedef |namespace |template|class |struct |union |enum |extern \"C|return |friend |case |default)"
    r"(?:(?:static|inline|thread_local|extern|const|constexpr|constinit|\[\[\w+\]\]) )*"
    rf"{TYPE}(?: const)?[ *&]+(\w+){END}"
)
# A static variable of a function is told apart from a static function by what follows its name.
LOCAL = re.compile(
    rf"^\s+(?:static |thread_local )+(?:const |constexpr )*(?!.*\boperator\b){TYPE}[ *&]+(\w+){END}"
)
CONSTANT = re.compile(r"\bconstexpr\b|\bconst\b(?!\s*\w+[\w:<>, ]*\*(?!\s*const))")


def mutable_globals(text):
    """(line number, name) of each."""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.partition("//")[0]
        found = GLOBAL.match(code) or LOCAL.match(code)
        if found and not CONSTANT.search(code.partition("=")[0]):
            yield number, found[1]


def check(root):
    problems, missing = [], set(ALLOWED)
    for path in sources(root, (".h", ".cpp", ".c")):
        if not path.startswith(SHIPPED):
            continue
        for line, name in mutable_globals((root / path).read_text(errors="replace")):
            missing.discard((path, name))
            if (path, name) not in ALLOWED:
                problems.append(Problem(path, line, f"expects no mutable global in a library that ships, got {name}"))
    if root == ROOT:
        why = "expects the global {}, which may stand there"
        problems += [Problem(path, 1, why.format(name)) for path, name in sorted(missing)]
    return problems


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
