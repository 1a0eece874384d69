// What the user wrote, on the ops that it became: locations say which composite op an op comes from. They pass through
// all stages and stand in every dump.
#pragma once

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

namespace weir {

/// Where the ops stand that a composite op is made of: `fused<"weir.softmax">["model.py":12:0]`. Inside of another
/// composite op, that one's location: it is what the user wrote.
mlir::Location insideComposite(mlir::Operation *composite);
/// Where the ops of an op's gradient stand: where it stands itself, as `fused<"weir.softmax_grad">` if it is a
/// composite or comes from one.
mlir::Location insideGradient(mlir::Operation *op);

/// "softmax" or "softmax_grad" for an op at this location that comes from a composite, or nothing.
llvm::StringRef compositeAt(mlir::Location loc);
/// The same if `part` itself says so, whatever stands inside of it.
llvm::StringRef compositeNamedBy(mlir::Location part);

/// "exp of softmax" for an op and its composite, "exp" where it comes from none.
std::string withComposite(llvm::StringRef op, llvm::StringRef composite);

} // namespace weir
