#include "common/campaign/double_runs.hpp"

#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::campaign {
namespace {

constexpr std::uint64_t million = 1'000'000;
constexpr std::size_t max_differences = 10;

}  // namespace

DoubleRuns::DoubleRuns(std::uint64_t millionths) : millionths_(millionths) {
  LDFI_REQUIRE(millionths <= million,
               "the share of repeated executions is at most one million millionths");
}

bool DoubleRuns::samples(std::size_t execution) const {
  if (!wanted() || execution < 2) return wanted();
  return execution * millionths_ / million > (execution - 1) * millionths_ / million;
}

void DoubleRuns::add(std::size_t execution) {
  if (requested_.insert(execution).second) waiting_.push_back(execution);
}

void DoubleRuns::add_first(std::size_t execution, bool again) {
  const bool waits = std::erase(waiting_, execution) > 0;
  if (requested_.insert(execution).second || waits || again) waiting_.push_front(execution);
}

std::optional<std::size_t> DoubleRuns::next() {
  if (waiting_.empty()) return std::nullopt;
  const std::size_t out = waiting_.front();
  waiting_.pop_front();
  ++running_;
  return out;
}

void DoubleRuns::answer() {
  LDFI_REQUIRE(running_ > 0, "a repetition is under way");
  --running_;
  ++answered_;
}

void DoubleRuns::contradict(std::size_t execution) {
  LDFI_REQUIRE(requested_.contains(execution), "the execution was repeated");
  contradicted_.insert(execution);
}

void DoubleRuns::note_difference(std::string text) {
  if (differences_.size() < max_differences) differences_.push_back(std::move(text));
}

}  // namespace ldfi::campaign
