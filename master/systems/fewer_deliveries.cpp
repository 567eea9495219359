#include "master/systems/fewer_deliveries.hpp"

#include <utility>

#include "common/base/contract.hpp"
#include "common/systems/course.hpp"

namespace ldfi::app {

FewerDeliveries::FewerDeliveries(DeliveryProbes& probes, std::uint64_t most)
    : probes_(probes), path_(minimise::all_elements(probes.all().size()), most) {}

std::optional<Job> FewerDeliveries::next_job() {
  if (finished()) return std::nullopt;
  if (auto again = probes_.repeated()) return again;
  auto some = path_.next();
  if (!some) return std::nullopt;
  return probes_.job(*std::move(some));
}

void FewerDeliveries::accept(const Report& report) {
  const auto answer = probes_.answer(report);
  if (!answer) return;
  if (answer->some.empty() && answer->fails) {
    std::vector<Diagnostic> problems;
    struck_ = systems::follow(answer->recording, problems).struck;
    LDFI_ENSURE(problems.empty(), problems.front().message);
  }
  path_.answer(answer->some, answer->fails);
}

SearchResult FewerDeliveries::result() const {
  SearchResult out;
  out.reason = reason();
  out.executed = executions();
  out.wasted = path_.wasted();
  return out;
}

std::string FewerDeliveries::reason() const {
  return reason_.empty() && path_.cut_short() ? "runs" : reason_;
}

}  // namespace ldfi::app
