// Asks the processor and the system.
#include "lib/Runtime/Device/HostMachine.h"
#include "lib/Runtime/Device/Cpu/CpuFeatures.h"

namespace weir {

Status checkTriple(const Artifact &artifact) {
  const std::string &triple = artifact.targetTriple;
  if (triple.substr(0, triple.find('-')) == hostArchitecture() && triple.find("linux") != std::string::npos)
    return nullptr;
  return failure(WEIR_UNSUPPORTED,
                 message("expects an artifact for ", hostArchitecture(), " and linux, got '", triple, "'"));
}

Status checkCpuFeatures(const Artifact &artifact) {
  std::string missing;
  for (const std::string &feature : artifact.cpuFeatures)
    if (FeatureSupport support = cpuSupports(feature); support != FeatureSupport::Present)
      missing += " " + feature + (support == FeatureSupport::Unknown ? " (not known)" : "");
  if (missing.empty())
    return nullptr;
  return failure(WEIR_UNSUPPORTED, "expects a processor with all features of the artifact, lacks" + missing);
}

} // namespace weir
