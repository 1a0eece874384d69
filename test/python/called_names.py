"""Records which public names tests call: a plugin that wraps functions and methods while it is loaded, and keeps those
that a test's own lines called, without an exception, in a test that passed; of classes and constants, those that such
lines read. Loaded by `conftest.py` where WEIR_CALLED_NAMES names the file to write: a name and a test's file a line."""

import contextlib
import functools
import importlib
import inspect
import sys
import types
from pathlib import Path

TESTS = str(Path(__file__).resolve().parent)
ROOT = Path(TESTS).parents[1]
# The modules whose names are looked at, by what programs call them; those of names in public programs are besides.
SHORT = {"flow": "weir", "nn": "weir.nn", "F": "weir.nn.functional"}
MODULES = ("nn.utils", "flow.autograd.functional", "flow.distributions")
# What public programs use, private names among it.
USED = {
    line.split("\t")[0]
    for line in (ROOT / "test/right/usage.tsv").read_text().splitlines()
    if line.startswith(("flow.", "nn.", "F."))
}


def modules():
    """{as programs call it: the module}, of those that are here."""
    found = {}
    for shown in sorted({*SHORT, *MODULES, *(name.rpartition(".")[0] for name in USED)}):
        first, _, rest = shown.partition(".")
        with contextlib.suppress(ModuleNotFoundError):
            found[shown] = importlib.import_module(".".join(filter(None, (SHORT[first], rest))))
    return found


def is_looked_at(shown, name):
    return not name.startswith("_") or f"{shown}.{name}" in USED


def is_function(value):
    """Of Python, or of the package's own kind."""
    return isinstance(value, types.FunctionType) or type(value).__name__ == "Function"


@functools.cache
def text_of(file):
    return (ROOT / file).read_text()


def stands_in(name, file):
    return name.rsplit(".", 1)[-1].removesuffix("_") in text_of(file)


def of_the_package(wrapper):
    """Errors and traces speak of the innermost line outside the package, which is the caller's."""
    inside = sys.modules["weir"].__file__
    wrapper.__code__ = wrapper.__code__.replace(co_filename=inside)
    return wrapper


class Recorder:
    def __init__(self):
        self.during = set()  # names, and the files that called them, since the last test ended
        self.collected = {}  # file: names that it read when it was loaded
        self.called = {}  # name: file that called it when a test passed

    def note(self, name):
        file = sys._getframe(2).f_code.co_filename
        if file.startswith(TESTS):
            self.during.add((name, str(Path(file).relative_to(ROOT))))

    def function(self, name, function):
        @functools.wraps(function)
        def recorded(*args, **kwargs):
            result = function(*args, **kwargs)
            self.note(name)
            return result

        return of_the_package(recorded)

    def attribute(self, name, found):
        """A property or a slot that notes who reads it."""

        def read(tensor):
            value = found.__get__(tensor, type(tensor))
            self.note(name)
            return value

        write, delete = (getattr(found, name, None) for name in ("__set__", "__delete__"))
        return property(of_the_package(read), write, delete)

    def methods_of(self, cls, names):
        for name in names:
            found = inspect.getattr_static(cls, name)
            if name.startswith("_") or isinstance(found, classmethod):
                continue
            kind = self.function if is_function(found) else self.attribute
            if is_function(found) or isinstance(found, (property, types.MemberDescriptorType)):
                setattr(cls, name, kind(f"Tensor.{name}", found))

    def names_of(self, shown, module):
        recorder = self

        class Recorded(types.ModuleType):
            """What is no function is noted where a test reads it."""

            def __getattribute__(self, name):
                value = super().__getattribute__(name)
                if is_looked_at(shown, name) and not is_function(value):
                    recorder.note(f"{shown}.{name}")
                return value

        for name, value in list(vars(module).items()):
            if is_looked_at(shown, name) and is_function(value):
                setattr(module, name, self.function(f"{shown}.{name}", value))
        module.__class__ = Recorded

    # pytest's hooks

    def pytest_collection_finish(self, session):
        for name, file in self.during:
            self.collected.setdefault(file, set()).add(name)
        self.during.clear()

    def pytest_runtest_logreport(self, report):
        if report.when != "call":
            return
        if report.passed:
            for name in self.collected.pop(report.fspath, ()):
                self.keep(name, report.fspath)
            for name, file in self.during:  # what tests share calls for the test
                self.keep(name, file if Path(file).name.startswith("test_") else report.fspath)
        self.during.clear()

    def keep(self, name, file):
        """Of several files the first one in whose lines the name stands: some tests take names from lists."""
        known = self.called.setdefault(name, file)
        if known != file and not stands_in(name, known) and stands_in(name, file):
            self.called[name] = file

    def write(self, path):
        lines = [f"{name}\t{file}\n" for name, file in sorted(self.called.items())]
        Path(path).write_text("".join(lines))


def recorder():
    """Wraps the package's names; to be registered with pytest before tests are collected."""
    import weir
    from weir._global import GlobalTensor

    made = Recorder()
    for shown, module in modules().items():
        made.names_of(shown, module)
    made.methods_of(weir.Tensor, dir(weir.Tensor))
    made.methods_of(GlobalTensor, list(vars(GlobalTensor)))
    return made
