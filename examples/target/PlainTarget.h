// The target "plain": scalar loops for the host's CPU. It is the smallest target there can be, and outside of Weir.
#pragma once

#include "mlir/IR/DialectRegistry.h"

void registerPlainTarget(mlir::DialectRegistry &registry);
