#include "common/minimise/ddmin.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

#include "common/base/contract.hpp"

namespace ldfi::minimise {
Elements all_elements(std::size_t count) {
  Elements out(count);
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

DeltaDebugging::DeltaDebugging(Elements all) : now_(std::move(all)) {
  if (now_.empty()) phase_ = Phase::done;
}

/// Divides the current set into this number of parts, whose sizes differ by at most one.
void DeltaDebugging::begin(std::size_t parts) {
  phase_ = now_.size() > 1 ? Phase::part : Phase::done;
  parts_ = std::min(parts, now_.size());
  which_ = 0;
}

Elements DeltaDebugging::part() const {
  const auto at = [this](std::size_t p) {
    return now_.begin() + static_cast<std::ptrdiff_t>(now_.size() * p / parts_);
  };
  return {at(which_), at(which_ + 1)};
}

Elements DeltaDebugging::test() const {
  if (phase_ == Phase::nothing) return {};
  const Elements some = part();
  if (phase_ == Phase::part) return some;
  Elements out;
  std::ranges::set_difference(now_, some, std::back_inserter(out));
  return out;
}

void DeltaDebugging::answer(bool fails) {
  const bool in_parts = phase_ == Phase::part;
  if (fails) {
    const std::size_t fewer = in_parts ? 2 : parts_ - 1;
    now_ = test();
    return begin(fewer);
  }
  if (phase_ == Phase::nothing) return begin(2);
  if (++which_ < parts_) return;
  if (in_parts && parts_ > 2) {
    phase_ = Phase::complement;
    which_ = 0;
  } else if (parts_ == now_.size()) {
    phase_ = Phase::done;
  } else {
    begin(parts_ * 2);
  }
}

Elements ddmin(Elements all, const Fails& fails) {
  DeltaDebugging path(std::move(all));
  std::map<Elements, bool> known;
  while (!path.done()) {
    const Elements some = path.test();
    const auto [it, fresh] = known.try_emplace(some, false);
    if (fresh) it->second = fails(some);
    path.answer(it->second);
  }
  return path.result();
}

std::optional<Elements> next_subset(std::uint32_t n, Elements some) {
  LDFI_REQUIRE(some.size() <= n && (some.empty() || some.back() < n),
               "the kept numbers are less than n");
  const auto size = static_cast<std::uint32_t>(some.size());
  std::uint32_t i = size;
  while (i > 0 && some[i - 1] == n - size + i - 1) --i;
  if (i == 0) return std::nullopt;
  ++some[i - 1];
  for (std::uint32_t j = i; j < size; ++j) some[j] = some[j - 1] + 1;
  return some;
}

bool each_subset(std::uint32_t n, std::uint32_t size,
                 const std::function<bool(const Elements&)>& take) {
  if (size > n) return false;
  for (std::optional now = all_elements(size); now; now = next_subset(n, *std::move(now))) {
    if (take(*now)) return true;
  }
  return false;
}

}  // namespace ldfi::minimise
