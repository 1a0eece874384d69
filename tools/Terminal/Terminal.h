// How a tool meets a person at a terminal: it says how it is called instead of waiting for input to be typed, and of
// what version it is, and keeps bytes that are no text off the screen.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <system_error>

namespace weir {

/// What every tool does first: `--version` says Weir's version beside LLVM's, and memory that is not there ends the
/// tool with a message, as does what can't be an option.
void setUpTool(llvm::StringRef tool, int argc, char **argv);

/// Prints a message to stderr behind the tool's name. A diagnostic stands alone: editors look for its place at the
/// start of a line. The exit status.
int fail(llvm::StringRef tool, const llvm::Twine &message);

/// Whether a tool that reads stdin where no file is named would wait for a person to type: `input` is "-" although no
/// argument says so, and stdin is a terminal.
bool waitsForTyping(llvm::StringRef input, int argc, char **argv);

/// Prints to stderr what the tool expects, and lines of examples. The exit status.
int showUsage(llvm::StringRef tool, llvm::StringRef expected, llvm::ArrayRef<llvm::StringRef> examples);

/// Whether what is written to `output`, a file or "-" for stdout, appears on a screen.
bool isScreen(llvm::StringRef output);

/// Writes to a file, whole or not at all, or to stdout where `output` is "-".
std::error_code writeOutput(llvm::StringRef output, llvm::StringRef bytes);

} // namespace weir
