#!/usr/bin/env bash
# The first ten minutes with Weir. docs/first-ten-minutes.md shows what each step prints; ./dev docs writes that page from
# this file, whose headings, comments and commands it has.
#
# Runs in an empty folder:  WEIR=path/to/checkout bash path/to/checkout/examples/first_ten_minutes.sh
set -euo pipefail

## Install
# On Debian 12. Run `./dev install` in a checkout first: it gets the compiler and the libraries that a build needs. Then go
# to an empty folder and say where the checkout is: `export WEIR=/path/to/checkout`. pip builds two packages for the
# Python at hand: `weir`, and `weir-runtime`, which runs compiled programs and needs nothing of Weir or LLVM. The first
# build takes a quarter of an hour on two cores; ccache makes the next ones short.
python3 -m venv venv
source venv/bin/activate
pip install --quiet "$WEIR" "$WEIR/python/runtime"
pip list 2>/dev/null | grep weir

## Train a network
# A network of two layers learns handwritten digits. The first step traces `build` of an `nn.Graph` and compiles it; all
# others run it.
python "$WEIR/examples/digits/train.py" --out demo
ls demo

## Open the trace
# Drag `demo/trace.json` into [ui.perfetto.dev](https://ui.perfetto.dev): a row per thread, and for each kernel its ops
# and their line of Python. The same in a terminal:
python - <<'PY'
import json, os
events = json.load(open("demo/trace.json"))["traceEvents"]
kernels = {event["name"]: event["args"] for event in events if event.get("cat") == "kernel"}
for name, where in sorted(kernels.items()):
    print(f"{name}: {where['op'][:60]} ({os.path.basename(where['file'])}:{where['line']})")
PY

## Read what the compiler did
# `demo/stages` has the IR after each [stage](reference/stages.md). Compilation resumes from any of these files, edited or
# not. The stage `group` shows what became one kernel.
ls demo/stages
weir-compile demo/stages/model.06.layout.mlir --from=layout --to=group -o group.mlir
grep -m 1 -A 6 'kernel.group(' group.mlir | sed 's/ loc(#loc[0-9]*)//' | cut -c 1-110

## Break the model on purpose
# The second layer expects 100 features and gets 128. The error says so before anything runs, at the line of the model.
cat > broken.py <<'PY'
import numpy as np
import weir as flow
from weir import nn

class Classify(nn.Graph):
    def __init__(self, features):
        super().__init__()
        self.first, self.second = nn.Linear(64, 128), nn.Linear(features, 10)

    def build(self, images, labels):
        scores = self.second(flow.relu(self.first(images)))
        return nn.functional.cross_entropy(scores, labels)

images, labels = flow.ones(2, 64), flow.from_numpy(np.array([3, 12]))
print(Classify(features=FEATURES)(images, labels))
PY
sed 's/FEATURES/100/' broken.py > shapes.py
python shapes.py 2>&1 | tail -n 1 || true

## Feed it bad data
# With 128 features it compiles. The second label is 12, and there are ten digits: the run fails and names the op and its
# line.
sed 's/FEATURES/128/' broken.py > labels.py
python labels.py 2>&1 | tail -n 1 || true

## Run it without the compiler
# `demo/digits.weir` holds machine code and weights. `weir_runtime` runs it with NumPy alone, `weir-run` without Python.
python - <<'PY'
import numpy as np, weir_runtime
program = weir_runtime.load("demo/digits.weir")
print(program.inputs(), "->", program.results())
(scores,) = program.run(np.zeros((359, 64), np.float32))
print(scores.numpy().shape)
PY
weir-run demo/digits.weir --device=cpu --elements=4 | cut -c 1-110
