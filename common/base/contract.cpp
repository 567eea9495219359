#include "common/base/contract.hpp"

#include <fmt/core.h>

namespace ldfi {

void contract_failed(const char* kind, const char* condition, const std::string& text,
                     std::source_location where) {
  std::string file = where.file_name();
  if (auto slash = file.find_last_of('/'); slash != std::string::npos) file.erase(0, slash + 1);
  throw InternalError(
      fmt::format("{} failed at {}:{}: {} ({})", kind, file, where.line(), text, condition));
}

}  // namespace ldfi
