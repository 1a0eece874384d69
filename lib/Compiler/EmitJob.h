// From one program of the vm dialect to a job of an artifact.
#pragma once

#include "dialects/Vm/Vm.h"
#include "lib/Artifact/Program.h"

#include "llvm/ADT/StringMap.h"

namespace weir {

/// Positions in the artifact's tables of what programs refer to.
struct ArtifactIds {
  llvm::StringMap<Id> kernels, variables, jobs;
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>, Id> constants;
};

/// The constant with these elements in the shape of `type`, added if it is new.
mlir::FailureOr<Id> constantId(Artifact &artifact, ArtifactIds &ids, mlir::ElementsAttr elements, mlir::ShapedType type,
                               mlir::Location loc);

/// Adds the constants of the program to the artifact, nothing else.
mlir::FailureOr<Job> emitJob(vm::ProgramOp program, Artifact &artifact, ArtifactIds &ids);

} // namespace weir
