#include "common/campaign/host.hpp"

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

namespace ldfi::campaign {

std::optional<std::string> exhausted(const Host& host, const HostLimits& limits) {
  LDFI_REQUIRE(host.clock != nullptr, "a host has a clock");
  if (host.clock() >= limits.deadline) return "time";
  if (limits.memory_bytes > 0 && host.memory() > limits.memory_bytes) return "memory";
  return std::nullopt;
}

BudgetCheck check_of(const Host& host, const HostLimits& limits) {
  return [&host, limits] {
    if (host.alive) host.alive();
    if (const auto budget = exhausted(host, limits)) throw BudgetExceeded(*budget, *budget);
  };
}

}  // namespace ldfi::campaign
