"""Each check of lint that reads C++ fails for a planted line, and for nothing that is right."""

import check_dim_sizes
import check_globals
import check_namespaces
import check_type_names
import pytest

HEAD = "// A file.\nnamespace weir {\n"


def found(check, tmp_path, files):
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return [(problem.path, problem.line) for problem in check(tmp_path)]


@pytest.mark.parametrize(
    "line",
    [
        "int count = 0;",
        "inline Fault plantedFault = Fault::None;",
        "static std::map<std::string, int> known;",
        "std::atomic<int> numForks{0};",
        "const char *name = nullptr;",
        "thread_local int depth;",
        "  static int calls = 0;",
        "  static std::mutex mutex;",
    ],
)
def test_a_mutable_global_is_found(tmp_path, line):
    assert found(check_globals.check, tmp_path, {"lib/A.cpp": HEAD + line + "\n"}) == [("lib/A.cpp", 3)]


@pytest.mark.parametrize(
    "line",
    [
        "constexpr int kMost = 4;",
        "const std::map<std::string, int> known = {};",
        "inline constexpr StringLiteral kName = \"x\";",
        "const char *const name = nullptr;",
        "  static const int initialized = 1;",
        "static int numThreads();",
        "  static FailureOr<Loss> of(ModuleOp before, int number);",
        "int numThreads() { return 4; }",
        "using Order = std::vector<int>;",
        "  int count = 0;",
        "struct Known {",
        "} // namespace weir",
    ],
)
def test_what_is_no_mutable_global(tmp_path, line):
    assert found(check_globals.check, tmp_path, {"lib/A.cpp": HEAD + line + "\n"}) == []


def test_tests_and_tools_may_have_globals(tmp_path):
    assert found(check_globals.check, tmp_path, {"tools/a/a.cpp": HEAD + "int count = 0;\n"}) == []


def test_two_types_of_one_name(tmp_path):
    other = "// B.\nnamespace weir::b {\nclass Row final : Base {\n"
    files = {"lib/A/A.h": HEAD + "struct Row {\n", "lib/B/B.cpp": other}
    assert found(check_type_names.check, tmp_path, files) == [("lib/B/B.cpp", 3)]


def test_an_alias_of_another_type_is_a_second_meaning(tmp_path):
    one, other = "using Order = std::vector<int>;\n", "using Order = std::set<int>;\n"
    files = {"lib/A/A.h": HEAD + one, "lib/B/B.h": HEAD + other}
    assert found(check_type_names.check, tmp_path, files) == [("lib/B/B.h", 3)]


def test_names_that_may_occur_twice(tmp_path):
    clock = "using Clock = std::chrono::steady_clock;\n"
    one = "class Row;\nstruct Outer {\n  struct Inner {\n  };\n};\n"
    other = "struct Row {\n};\nclass Other {\n  struct Inner {\n  };\n};\n"
    files = {"lib/A/A.h": HEAD + one + clock, "lib/B/B.h": HEAD + other + clock}
    assert found(check_type_names.check, tmp_path, files) == []


def test_a_room_has_one_namespace(tmp_path):
    right = "// B.\nnamespace weir::gpu {\n"
    files = {"lib/Target/Gpu/A.cpp": HEAD, "lib/Target/Gpu/B.cpp": right, "lib/A.cpp": HEAD}
    assert found(check_namespaces.check, tmp_path, files) == [("lib/Target/Gpu/A.cpp", 2)]


def test_namespaces_inside_of_the_rooms(tmp_path):
    text = "//\nnamespace mlir {\nclass Value;\n}\nnamespace weir::cpu {\nnamespace inner {\n} // namespace inner\n"
    files = {"lib/Target/Cpu/A.h": text, "lib/Target/Cpu/X86/B.h": "// B.\nnamespace weir::cpu::x86 {\n"}
    assert found(check_namespaces.check, tmp_path, files) == []


@pytest.mark.parametrize(
    "line",
    ["int64_t reach = type.getDimSize(d) - 1;", "stride *= type.getDimSize(dims[d]);", "f(2 * type.getDimSize(0));"],
)
def test_arithmetic_on_a_size_that_may_be_unknown(tmp_path, line):
    assert found(check_dim_sizes.check, tmp_path, {"passes/A.cpp": HEAD + line + "\n"}) == [("passes/A.cpp", 3)]


@pytest.mark.parametrize(
    "line", ["int64_t size = type.getDimSize(d);", "if (type.getDimSize(0) == 1 && x > 0)", "dimSize(t, 0).known() - 1"]
)
def test_a_size_that_is_only_read(tmp_path, line):
    assert found(check_dim_sizes.check, tmp_path, {"passes/A.cpp": HEAD + line + "\n"}) == []
