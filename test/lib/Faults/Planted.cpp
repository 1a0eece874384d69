// The option --fault of weir-fuzz-faulty.
#include "test/lib/Faults/Planted.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

constexpr std::string_view kFaults[] = {
#include "FaultNames.inc"
};

static cl::opt<std::string> fault("fault", cl::desc("the fault that is in effect"), cl::value_desc("name"),
                                  cl::callback([](const std::string &name) {
                                    if (llvm::is_contained(kFaults, name))
                                      return;
                                    llvm::errs()
                                        << "weir-fuzz-faulty: expects a fault of test/lib/Faults/faults.toml, got "
                                        << name << "\n";
                                    std::exit(2);
                                  }));

bool weir::planted(std::string_view name) { return fault == name; }
