#include "common/campaign/recurrences.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi::campaign {

void Recurrences::begin(std::size_t execution) {
  LDFI_REQUIRE(wanted(), "the options say that violations are repeated");
  LDFI_REQUIRE(open_.emplace(execution, Count()).second,
               "the repetitions of an execution begin once");
}

std::optional<Recurrences::Attempt> Recurrences::next() {
  const auto found =
      std::ranges::find_if(open_, [this](const auto& one) { return one.second.begun < replays_; });
  if (found == open_.end()) return std::nullopt;
  return Attempt{found->first, found->second.begun++};
}

std::optional<std::uint64_t> Recurrences::answer(std::size_t execution, bool violates) {
  const auto found = open_.find(execution);
  LDFI_REQUIRE(found != open_.end() && found->second.ended < found->second.begun,
               "the repetition was requested");
  Count& count = found->second;
  ++answered_;
  ++count.ended;
  if (violates) ++count.violating;
  if (count.ended < replays_) return std::nullopt;
  const std::uint64_t out = count.violating;
  open_.erase(found);
  return out;
}

}  // namespace ldfi::campaign
