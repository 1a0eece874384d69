"""The compiler launcher: what one checkout compiled, another finds, precompiled headers included."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tree import ROOT

TOOLS = ("clang++-22", "clang-22", "ccache", "cmake", "ninja")
pytestmark = pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason="needs " + ", ".join(TOOLS))

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(Probe LANGUAGES CXX)
include_directories(${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR})
add_library(pch OBJECT pch.cpp)
target_precompile_headers(pch PRIVATE <cstddef>)
target_compile_options(pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
add_executable(probe lib/main.cpp)
target_compile_definitions(probe PRIVATE [[HERE="${CMAKE_SOURCE_DIR}"]])
target_precompile_headers(probe REUSE_FROM pch)
target_compile_options(probe PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
"""


def checkout(folder):
    (folder / "lib").mkdir(parents=True)
    (folder / "tools" / "dev").mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "dev" / "compile", folder / "tools" / "dev")
    (folder / "CMakeLists.txt").write_text(CMAKE.replace("[[", "").replace("]]", ""))
    (folder / "pch.cpp").write_text("int anchor;\n")
    (folder / "lib" / "a.h").write_text("#pragma once\ninline const char *file() { return __FILE__; }\n")
    main = '#include "lib/a.h"\n#include <cstdio>\nint main() { std::puts(file()); std::puts(__FILE__); }\n'
    (folder / "lib" / "main.cpp").write_text(main)
    return folder


def build(folder, cache):
    """Configures and builds; (hits, misses, what the program prints)."""
    env = dict(os.environ, CCACHE_DIR=str(cache), CCACHE_CONFIGPATH=os.devnull)
    launcher = folder / "tools" / "dev" / "compile"
    configure = ["cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build" / "dev", "-DCMAKE_CXX_FLAGS=-g1"]
    configure += ["-DCMAKE_CXX_COMPILER=/usr/bin/clang++-22", f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"]
    for command in (configure, ["ccache", "-z"], ["ninja", "-C", folder / "build" / "dev"]):
        subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    statistics = subprocess.run(["ccache", "--print-stats"], env=env, check=True, capture_output=True, text=True).stdout
    counts = {name: int(value) for name, value in re.findall(r"^(\w+)\t(\d+)$", statistics, re.MULTILINE)}
    hits = counts["direct_cache_hit"] + counts["preprocessed_cache_hit"]
    printed = subprocess.run([folder / "build" / "dev" / "probe"], check=True, capture_output=True, text=True).stdout
    return hits, counts["cache_miss"], printed.split()


def test_another_checkout_finds_everything(tmp_path):
    first = checkout(tmp_path / "first")
    assert build(first, tmp_path / "cache") == (0, 3, ["lib/a.h", "lib/main.cpp"])
    text = (first / "CMakeLists.txt").read_text()
    shutil.rmtree(first)
    second = checkout(tmp_path / "deeper" / "second")
    # The macro that names the checkout is left as it is, so the one file that sees it is compiled again.
    assert build(second, tmp_path / "cache")[:2] == (2, 1)
    third = checkout(tmp_path / "third")
    (third / "CMakeLists.txt").write_text(re.sub(r"target_compile_definitions.*\n", "", text))
    build(third, tmp_path / "cache")
    shutil.rmtree(third)
    fourth = checkout(tmp_path / "fourth")
    (fourth / "CMakeLists.txt").write_text(re.sub(r"target_compile_definitions.*\n", "", text))
    assert build(fourth, tmp_path / "cache")[:2] == (3, 0)


def test_an_edited_header_is_compiled_again(tmp_path):
    tree = checkout(tmp_path / "tree")
    build(tree, tmp_path / "cache")
    (tree / "lib" / "a.h").write_text('#pragma once\ninline const char *file() { return "edited"; }\n')
    assert build(tree, tmp_path / "cache")[2] == ["edited", "lib/main.cpp"]


def test_only_paths_into_the_checkout_are_rewritten(tmp_path):
    folder = checkout(tmp_path / "first")
    here, tools = folder / "build" / "dev", tmp_path / "bin"
    here.mkdir(parents=True)
    tools.mkdir()
    (tools / "realpath").symlink_to(shutil.which("realpath"))
    given = [f"-I{folder}", f"{folder}/lib/a.h", f"-I{here}/x", f"--a={folder}", f"-DHERE={folder}", "lib/a.h"]
    # In a checkout at /weir, CMakeFiles/weir_pch.dir has its path in the middle.
    given += [f"CMakeFiles{folder}_pch.dir/a.o", f"{folder}er/a.h"]
    launcher = [folder / "tools" / "dev" / "compile", "/bin/echo", *given]
    printed = subprocess.run(launcher, cwd=here, env={"PATH": str(tools)}, check=True, capture_output=True, text=True)
    expected = ["-I../..", "../../lib/a.h", "-I./x", "--a=../..", *given[4:]]
    assert printed.stdout.split() == expected
