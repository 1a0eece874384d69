"""ONNX Runtime's side of a case: a session over the file that export_onnx.py wrote."""

import json
from pathlib import Path

import numpy as np
import onnxruntime
from network_cases import Case


class OnnxRuntime:
    def __init__(self, case: Case, variant: str, folder: Path, threads: int):
        self.folder, self.threads, self.session = folder, threads, None
        with np.load(folder / "inputs.npz") as file:
            self.inputs = [file[name] for name in file.files]
        self.result = None

    def _open(self, profiles: bool = False) -> onnxruntime.InferenceSession:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = self.threads, 1
        options.enable_profiling = profiles
        options.profile_file_prefix = str(self.folder / "onnxruntime")
        return onnxruntime.InferenceSession(self.folder / "network.onnx", options, ["CPUExecutionProvider"])

    def call(self):
        if self.session is None:
            self.session = self._open()
        names = [each.name for each in self.session.get_inputs()]
        (self.result,) = self.session.run(None, dict(zip(names, self.inputs)))

    def output(self) -> np.ndarray:
        return self.result

    def kernels(self) -> int:
        session = self._open(profiles=True)
        names = [each.name for each in session.get_inputs()]
        session.run(None, dict(zip(names, self.inputs)))
        events = json.loads(Path(session.end_profiling()).read_text())
        return sum(event["name"].endswith("_kernel_time") for event in events)
