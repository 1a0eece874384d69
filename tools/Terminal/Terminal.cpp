// Terminals are what isatty says; the version is that of the packages.
#include "tools/Terminal/Terminal.h"

#include "lib/Support/WriteFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weir {

static void endWithoutMemory(void *, const char *, bool) {
  static constexpr char kMessage[] = "expects more memory than this machine has left\n";
  (void)!write(STDERR_FILENO, kMessage, sizeof kMessage - 1); // nothing here may allocate
  _exit(1);
}

/// LLVM compares an option that it doesn't know with all that it knows, in steps for each pair of letters.
static void checkOptionNames(llvm::StringRef tool, llvm::ArrayRef<char *> arguments) {
  constexpr size_t kMostLetters = 200;
  for (llvm::StringRef argument : arguments) {
    llvm::StringRef name = argument.split('=').first;
    if (name.starts_with("-") && name.size() > kMostLetters)
      std::exit(fail(tool, "expects options whose names have at most " + llvm::Twine(kMostLetters) + " letters, got " +
                               name.take_front(kMostLetters / 4) + "… with " + llvm::Twine(name.size())));
  }
}

void setUpTool(llvm::StringRef tool, int argc, char **argv) {
  std::string name = tool.str();
  llvm::cl::SetVersionPrinter([name](llvm::raw_ostream &stream) {
    stream << name << " of Weir " WEIR_VERSION ", with LLVM " LLVM_VERSION_STRING "\n";
  });
  llvm::install_bad_alloc_error_handler(endWithoutMemory);
  checkOptionNames(tool, llvm::ArrayRef(argv, argc).drop_front());
}

int fail(llvm::StringRef tool, const llvm::Twine &message) {
  std::string text = message.str();
  if (!llvm::StringRef(text).split('\n').first.contains(": error: "))
    llvm::errs() << tool << ": ";
  llvm::errs() << text << "\n";
  return 1;
}

bool waitsForTyping(llvm::StringRef input, int argc, char **argv) {
  auto isDash = [](llvm::StringRef argument) { return argument == "-"; };
  return input == "-" && llvm::none_of(llvm::ArrayRef(argv, argc), isDash) && isatty(STDIN_FILENO);
}

int showUsage(llvm::StringRef tool, llvm::StringRef expected, llvm::ArrayRef<llvm::StringRef> examples) {
  llvm::errs() << tool << ": expects " << expected << "\n";
  for (llvm::StringRef example : examples)
    llvm::errs() << "  " << tool << " " << example << "\n";
  return 1;
}

bool isScreen(llvm::StringRef output) {
  if (output == "-")
    return isatty(STDOUT_FILENO);
  // Opening a pipe would end what its reader reads.
  struct stat facts;
  std::string path = output.str();
  if (stat(path.c_str(), &facts) != 0 || !S_ISCHR(facts.st_mode))
    return false;
  int file = open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK);
  if (file < 0)
    return false;
  bool result = isatty(file);
  close(file);
  return result;
}

std::error_code writeOutput(llvm::StringRef output, llvm::StringRef bytes) {
  if (output != "-")
    return writeFile(output.str(), {bytes.data(), bytes.size()});
  llvm::outs() << bytes;
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error(); // which would abort
  return error;
}

} // namespace weir
