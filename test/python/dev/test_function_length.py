"""Long functions are found, in C++ whatever stands around their braces."""

import check_function_length
import cpp_code
import pytest

from tree import ROOT

BODY = "  f();\n" * 59  # with its first and last line, one too many


def lengths(text):
    return [(function.name, function.line, function.lines) for function in cpp_code.functions(text)]


def problems(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    return [(problem.path, problem.line) for problem in check_function_length.check(tmp_path)]


@pytest.mark.parametrize(
    "head",
    [
        "int f(int a) {",
        "static std::pair<int, Row> A::f(int a = {}, std::string b = \"{\") const noexcept {",
        "A::A(int a) : a(a), b{1}, c(2) {",
        "A &A::operator=(const A &other) {",
        "bool operator==(A a, A b) {",
        "template <typename T> requires(sizeof(T) == 8) auto f(T a) -> decltype(a) {",
        "TEST_P(Suite, Name) {",
        "struct Row f(int a) {",
        "/* } */ void f() { // }",
        "char f() { char brace = '}'; int number = 1'000'000;",
        "#define OPEN {\nvoid f() {",
    ],
)
def test_a_long_function_is_found(tmp_path, head):
    line = head.count("\n") + 1
    assert problems(tmp_path, "a.cpp", f"{head}\n{BODY}}}\n") == [("a.cpp", line)]
    short = BODY.removesuffix("  f();\n")
    assert problems(tmp_path, "a.cpp", f"{head}\n{short}}}\n") == []


def test_methods_and_functions_of_namespaces_are_found():
    text = "namespace a {\nclass B : public C<D> {\npublic:\n  B() = default;\n  int f() {\n    return 1;\n  }\n};\n"
    assert lengths(text + "int g() {\n}\n}\n") == [("f", 5, 3), ("g", 9, 2)]


def test_lambdas_count_with_their_function():
    assert lengths("void f() {\n  auto g = [](int a) {\n    return a;\n  };\n  for (;;) {\n  }\n}\n") == [("f", 1, 7)]


def test_tables_and_types_are_no_functions():
    text = "const Row kRows[] = {\n    {f(1), 2},\n};\nstruct A {\n  int a = g({1});\n};\nenum class B { C };\n"
    assert lengths(text) == []


def test_a_text_inside_does_not_count():
    assert lengths('std::string f() {\n  return R"mlir(\n}\n{\n)mlir";\n}\nint g() {}\n') == [("f", 1, 3), ("g", 7, 1)]


def test_braces_that_do_not_match_are_a_problem(tmp_path):
    assert problems(tmp_path, "a.cpp", "int f() {\n") == [("a.cpp", 2)]
    assert problems(tmp_path, "a.cpp", "int f() {\n}\n}\n") == [("a.cpp", 3)]


def test_a_long_python_function_is_found(tmp_path):
    body = "        f()\n" * 59
    text = f'class A:\n    def g(self):\n        """{"x" + chr(10)}"""\n{body}'
    assert problems(tmp_path, "a.py", text) == [("a.py", 2)]
    assert problems(tmp_path, "a.py", text.removesuffix("        f()\n")) == []


def test_the_tree_has_no_long_functions():
    assert [str(problem) for problem in check_function_length.check(ROOT)] == []
