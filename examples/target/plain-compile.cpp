// A compiler of its own: all of Weir's stages, with one more target. plain-compile INPUT.mlir OUTPUT.weir [TARGET]
#include "PlainTarget.h"

#include "lib/Compiler/Compile.h"

#include <fstream>
#include <iostream>
#include <sstream>

static int fail(const std::string &message) {
  std::cerr << "plain-compile: " << message << "\n";
  return 1;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return fail("expects INPUT.mlir OUTPUT.weir [TARGET]");
  std::ifstream input(argv[1]);
  std::stringstream text;
  if (!input || !(text << input.rdbuf()))
    return fail(std::string("expects to read ") + argv[1]);

  weir::CompileOptions options;
  options.target = argc > 3 ? argv[3] : "plain";
  options.extend = registerPlainTarget;
  weir::Result<std::vector<uint8_t>> artifact = weir::compileModule(text.str(), options);
  if (!artifact)
    return fail(artifact.message());
  std::ofstream output(argv[2], std::ios::binary);
  output.write(reinterpret_cast<const char *>(artifact->data()), static_cast<std::streamsize>(artifact->size()));
  return output.flush() ? 0 : fail(std::string("expects to write ") + argv[2]);
}
