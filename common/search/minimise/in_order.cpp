#include "common/search/minimise/in_order.hpp"

#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::search {

InOrder::InOrder(Next next, Ends ends, std::uint64_t most)
    : next_(std::move(next)), ends_(std::move(ends)), most_(most) {
  LDFI_REQUIRE(next_ && ends_, "there are functions that give jobs and that end them");
}

std::optional<Job> InOrder::next_job() {
  if (finished() || handed_out_ >= end_) return std::nullopt;
  auto work = next_();
  if (!work || handed_out_ == most_) {
    cut_short_ = work.has_value();
    end_ = handed_out_;
    return std::nullopt;
  }
  return Job{++handed_out_, *std::move(work)};
}

void InOrder::accept(const Report& report) {
  LDFI_REQUIRE(report.job >= 1 && report.job <= handed_out_,
               "the report is about one of these jobs");
  ++answered_;
  if (report.job <= end_ && ends_(report)) {
    end_ = report.job;
    found_ = report;
  }
  ahead_.insert(report.job);
  while (counted_ < end_ && ahead_.erase(counted_ + 1) > 0) ++counted_;
}

SearchResult InOrder::result() const {
  SearchResult out;
  out.reason = reason();
  out.executed = counted_;
  out.wasted = answered_ - counted_;
  return out;
}

std::string InOrder::reason() const {
  return reason_.empty() && cut_short_ && !found_ ? "runs" : reason_;
}

std::optional<Report> InOrder::found() const {
  return counted_ == end_ ? found_ : std::nullopt;
}

}  // namespace ldfi::search
