// Writes a file whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace weir {

/// Makes `path` hold `bytes`. They go to a new file beside it, which then takes its name: readers see the old file or
/// the new one and never a part, and a failure leaves the old one alone. A pipe or a device is written in place.
std::error_code writeFile(const std::string &path, std::string_view bytes);

} // namespace weir
