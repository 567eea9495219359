#include "common/search/minimise/fewer.hpp"

#include <utility>

namespace ldfi::search {

Fewer::Fewer(Probes& probes, std::uint64_t most)
    : probes_(probes), path_(minimise::all_elements(probes.count()), most) {}

std::optional<Job> Fewer::next_job() {
  if (finished()) return std::nullopt;
  if (auto again = probes_.repeated()) return again;
  auto some = path_.next();
  if (!some) return std::nullopt;
  return probes_.job(*std::move(some));
}

void Fewer::accept(const Report& report) {
  if (const auto answer = probes_.answer(report)) path_.answer(answer->some, answer->fails);
}

SearchResult Fewer::result() const {
  SearchResult out;
  out.reason = reason();
  out.executed = executions();
  out.wasted = path_.wasted();
  return out;
}

std::string Fewer::reason() const {
  return reason_.empty() && path_.cut_short() ? "runs" : reason_;
}

}  // namespace ldfi::search
