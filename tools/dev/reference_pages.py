"""Writes the pages of docs/reference/ that stand in records and tables: dialects, passes, stages. The ops' page is
python/gen's. ./dev docs calls it through the build target weir-docs."""

import argparse
import re
import subprocess
from pathlib import Path

from tree import ROOT

# The weir dialect is missing here: its ops have a page of their own, which says more than mlir-tblgen knows.
DIALECTS = {
    "check": "dialects/Check/Ops.td",
    "comm": "dialects/Comm/Ops.td",
    "kernel": "dialects/Kernel/Ops.td",
    "sbp": "dialects/Sbp/Ops.td",
    "vm": "dialects/Vm/Instructions.td",
}
STAGE = re.compile(r'^WEIR_STAGE\((\w+), "([^"]+)", (\w+)\)', re.MULTILINE)
PASS = re.compile(r'^def (\w+) : Pass<"([\w-]+)"', re.MULTILINE)
CREATED = re.compile(r"\bcreate(\w+Pass)\(")
FROM = "`./dev docs` brings this page up to date.\n"


def tblgen(options, record_file, *flags):
    command = [options.tblgen, *flags, f"-I{ROOT}", f"-I{options.mlir_include}", str(ROOT / record_file)]
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return done.stdout.split("-->", 1)[1].replace("[TOC]\n\n", "").strip("\n") + "\n"


def dialect_page(options, name, record_file):
    body = tblgen(options, record_file, "-gen-dialect-doc", f"-dialect={name}")
    title, rest = body.split("\n", 1)
    return f"{title}\n\nWritten by mlir-tblgen from [{record_file}](../../{record_file}); {FROM}{rest}"


def rooms_of_passes():
    found = [path for top in ("dialects", "passes", "lib/Target") for path in (ROOT / top).rglob("Passes.td")]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def passes_page(options):
    parts = [f"# Passes\n\nWritten by mlir-tblgen from the rooms' `Passes.td`; {FROM}"]
    for record_file in rooms_of_passes():
        room = str(Path(record_file).parent)
        parts.append(f"## [{room}](../../{room})\n\n{tblgen(options, record_file, '-gen-pass-doc')}")
    return "\n".join(parts)


def flags():
    """{class of a pass: its flag} of Weir's passes."""
    return {name: flag for path in rooms_of_passes() for name, flag in PASS.findall((ROOT / path).read_text())}


def pipelines():
    """{pipeline function: (its room, the passes it adds, in order)}."""
    known, found = flags(), {}
    for path in sorted((ROOT / "passes").rglob("*.cpp")):
        text = path.read_text()
        for start in re.finditer(r"^void (build\w+Pipeline)\(", text, re.MULTILINE):
            body = text[start.start() : text.index("\n}\n", start.start())]
            created = [known.get(name, kebab(name)) for name in CREATED.findall(body)]
            found[start.group(1)] = str(path.parent.relative_to(ROOT)), created
    return found


def kebab(name):
    """The flag of an upstream pass, as far as its class tells it: CanonicalizerPass has the flag canonicalize."""
    stem = name.removesuffix("Pass")
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", stem).lower()
    return {"Canonicalizer": "canonicalize", "CSE": "cse"}.get(stem, words)


def stages_page():
    known = pipelines()
    rows = []
    for number, (name, sentence, function) in enumerate(
        STAGE.findall((ROOT / "lib/Compiler/Stages.def").read_text()), 1
    ):
        room, passes = known[function]
        listed = " ".join(f"`{flag}`" for flag in passes)
        rows.append(f"| `{number:02}.{name}` | {sentence} | [{room}](../../{room}) | {listed} |")
    return (
        "# Stages\n\nWritten from [lib/Compiler/Stages.def](../../lib/Compiler/Stages.def) and the pipelines that it "
        f"names; {FROM}\n"
        "A stage's number and name are those of the files that `weir-compile --dump-stages=DIR` writes: "
        "`model.03.precision.mlir`.\n`weir-compile --from=STAGE --to=STAGE` runs what stands between two of them.\n\n"
        "| stage | what it leaves behind | room | passes, in order |\n| --- | --- | --- | --- |\n"
        + "".join(f"{row}\n" for row in rows)
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tblgen", required=True, help="mlir-tblgen")
    parser.add_argument("--mlir-include", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    pages = {f"{name}.md": dialect_page(options, name, record_file) for name, record_file in DIALECTS.items()}
    pages |= {"passes.md": passes_page(options), "stages.md": stages_page()}
    options.out.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (options.out / name).write_text(text)


if __name__ == "__main__":
    main()
