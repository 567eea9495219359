#include "common/search/minimise/fewest.hpp"

#include <utility>

namespace ldfi::search {

Fewest::Fewest(Probes& probes, minimise::Elements few, std::uint64_t most)
    : probes_(probes), few_(std::move(few)), sets_(few_.size(), most) {}

std::optional<Job> Fewest::next_job() {
  if (finished()) return std::nullopt;
  if (auto again = probes_.repeated()) return again;
  auto some = sets_.next();
  if (!some) return std::nullopt;
  return probes_.job(*std::move(some));
}

void Fewest::accept(const Report& report) {
  if (const auto answer = probes_.answer(report)) {
    sets_.answer(answer->some, answer->fails, answer->more);
  }
}

SearchResult Fewest::result() const {
  SearchResult out;
  out.reason = reason_;
  out.executed = executions();
  out.wasted = sets_.wasted();
  return out;
}

}  // namespace ldfi::search
